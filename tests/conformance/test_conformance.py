"""The page is what the registry says, every test that it names exists, and a sample of mutants is noticed."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.conformance.articles import Article
from tests.conformance.events import ARTICLES
from tests.conformance.mutants import BY_NUMBER, MUTANTS, is_noticed
from tests.conformance.table import PAGE, page

TESTS = Path(__file__).parents[1]


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.number)
def test_every_named_test_exists(article: Article) -> None:
    for test in article.tests:
        file, name = test.split("::")
        assert name in names_in(file), f"{article.number}: no {test}"
    assert article.tests or article.open, f"{article.number}: neither a test nor why not"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make conformance"


def test_every_covered_article_has_a_rule_that_is_switched_off() -> None:
    off = {number for mutant in MUTANTS.values() for number in mutant.articles}
    assert off == {article.number for article in ARTICLES if article.tests}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number"), [("fifty", "9.3"), ("illegal-time", "7.5.5"), ("medals", "WS 5, medals")]
)
def test_a_rule_that_is_off_is_noticed(name: str, number: str) -> None:
    """A sample; `make mutants` runs them all."""
    assert is_noticed(name, BY_NUMBER[number])

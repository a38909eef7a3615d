"""The page is what the registry says, every test that it names exists, and a sample of mutants is noticed."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.conformance.articles import ARTICLES, Article
from tests.conformance.mutants import MUTANTS, is_noticed
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


def test_every_mutant_belongs_to_an_article() -> None:
    numbers = {article.number for article in ARTICLES}
    assert {m.article for m in MUTANTS.values()} <= numbers | {"A.3"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fifty", "illegal-time", "default-time-to-the-ns"])
def test_a_rule_that_is_off_is_noticed(name: str) -> None:
    """A sample; `make mutants` runs them all."""
    assert is_noticed(name)

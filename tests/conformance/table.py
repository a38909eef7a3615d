"""Writes firmware_notes/conformance.md: `python -m tests.conformance.table`."""

from pathlib import Path

from tests.conformance.articles import Article
from tests.conformance.events import ARTICLES
from tests.conformance.mutants import MUTANTS

PAGE = Path(__file__).parents[2] / "firmware_notes" / "conformance.md"

HEAD = """# Which article is enforced, and what proves it

Made by `make conformance` from `tests/conformance/`; do not edit. Laws: FIDE Laws of Chess in force since 1 January
2023. US: 2019 U.S. Senior Championship. WS: 21st World Senior 2011. `make mutants` switches off each rule of the last
column in turn, and the tests named in its row must notice.

| article | what clockd does | tests | rule switched off |
|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    covered = sum(bool(article.tests) for article in ARTICLES)
    foot = (
        f"\n{covered} of {len(ARTICLES)} covered; {len(MUTANTS)} rules are switched off in turn.\n"
    )
    return HEAD + "".join(map(_row, ARTICLES)) + foot


def mutants_of(article: Article) -> list[str]:
    """The rules whose absence this row's tests must notice."""
    return [name for name, mutant in MUTANTS.items() if article.number in mutant.articles]


def _row(article: Article) -> str:
    proof = "<br>".join(f"`{test.split('::')[1]}`" for test in article.tests)
    off = "<br>".join(f"`{name}`" for name in mutants_of(article))
    return f"| {article.number} | {article.does} | {proof or f'not covered: {article.open}'} | {off} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""Writes firmware_notes/conformance.md: `python -m tests.conformance.table`."""

from pathlib import Path

from tests.conformance.articles import ARTICLES, Article
from tests.conformance.mutants import MUTANTS

PAGE = Path(__file__).parents[2] / "firmware_notes" / "conformance.md"

HEAD = """# Which article is enforced, and what proves it

Made by `make conformance` from `tests/conformance/articles.py`; do not edit. Laws: FIDE Laws of Chess in force since
1 January 2023. US: 2019 U.S. Senior Championship. WS: 21st World Senior 2011. `make mutants` switches off
the rules named at the end, one after the other, and runs the test files that must notice.

| article | what clockd does | tests |
|---|---|---|
"""


def page() -> str:
    """The whole page."""
    covered = sum(bool(article.tests) for article in ARTICLES)
    off = sorted({mutant.article for mutant in MUTANTS.values()})
    foot = (
        f"\n{covered} of {len(ARTICLES)} covered. Switched off in turn, {len(MUTANTS)} mutants of"
        f" {len(off)} articles: {', '.join(off)}. The tests of the others are not proved so.\n"
    )
    return HEAD + "".join(map(_row, ARTICLES)) + foot


def _row(article: Article) -> str:
    proof = "<br>".join(f"`{test.split('::')[1]}`" for test in article.tests)
    return f"| {article.number} | {article.does} | {proof or f'not covered: {article.open}'} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

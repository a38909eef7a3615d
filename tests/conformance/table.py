"""Writes firmware_notes/conformance.md: `python -m tests.conformance.table`."""

from pathlib import Path

from tests.conformance.articles import ARTICLES, Article

PAGE = Path(__file__).parents[2] / "firmware_notes" / "conformance.md"

HEAD = """# Which article is enforced, and what proves it

Made by `make conformance` from `tests/conformance/articles.py`; do not edit. Laws: FIDE Laws of Chess in force since
1 January 2023. US: 2019 U.S. Senior Championship. WS: 21st World Senior 2011. A test named here fails when its rule is
switched off: `make mutants` shows it.

| article | what clockd does | tests |
|---|---|---|
"""


def page() -> str:
    """The whole page."""
    covered = sum(bool(article.tests) for article in ARTICLES)
    foot = f"\n{covered} of {len(ARTICLES)} covered.\n"
    return HEAD + "".join(map(_row, ARTICLES)) + foot


def _row(article: Article) -> str:
    proof = "<br>".join(f"`{test.split('::')[1]}`" for test in article.tests)
    return f"| {article.number} | {article.does} | {proof or f'not covered: {article.open}'} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

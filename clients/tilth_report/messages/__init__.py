"""The messages of reports, in the language that a report is asked for in."""

from tilth_report.catalogue import Translate, catalogue

__all__ = ["Translate", "translator"]


def translator(language: str) -> Translate:
    """Return the function that looks messages up in a language; in English if the language is unknown."""
    return catalogue(__name__, language).text

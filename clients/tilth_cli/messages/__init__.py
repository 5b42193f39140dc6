"""The messages of the `tilth` command, in the language of its user.

Texts of a game (its options, decisions and events) come from the server; these are the client's own.
"""

from collections.abc import Mapping

from tilth_report.catalogue import LANGUAGES, catalogue

__all__ = ["LANGUAGES", "has_message", "language", "language_of", "set_language", "tr"]

_language = LANGUAGES[0]


def set_language(language: str) -> None:
    """Set the language of `tr`; an unknown one becomes English, as on the server."""
    global _language  # noqa: PLW0603 - a process has one user, who reads one language
    _language = language if language in LANGUAGES else LANGUAGES[0]


def language() -> str:
    """Return the language of `tr`."""
    return _language


def tr(key: str, /, **values: object) -> str:
    """Return the text of a message with values for its variables."""
    return catalogue(__name__, _language).text(key, **values)


def has_message(key: str) -> bool:
    """Return whether there is a message with this id."""
    return key in catalogue(__name__, _language).keys


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language of TILTH_LANG, else that of the terminal's locale."""
    if chosen := environment.get("TILTH_LANG"):
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            return "ru" if locale.startswith("ru") else "en"
    return LANGUAGES[0]

"""The terminal client's own sentences, in the language it was asked to speak.

What belongs to a game (its options, decisions and events) comes rendered from the server; only what this program says
by itself stands here. One process speaks one language.
"""

import functools
import importlib.resources
import tomllib
from collections.abc import Mapping

LANGUAGES = ("en", "ru")

_spoken = "en"


def speak(language: str) -> None:
    """From now on `say` speaks this language; an unknown one is English, as on the server."""
    global _spoken  # noqa: PLW0603 - a process has one user, who reads one language
    _spoken = language if language in LANGUAGES else "en"


def spoken() -> str:
    return _spoken


def say(key: str, **given: object) -> str:
    """The sentence of that key, with what belongs into it."""
    return sentences(_spoken)[key].format_map(given)


@functools.cache
def sentences(language: str) -> Mapping[str, str]:
    """All sentences of a language, from `<language>.toml`."""
    text = importlib.resources.files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def language_of(environment: Mapping[str, str]) -> str:
    """TILTH_LANG, or what the terminal's locale asks for."""
    if chosen := environment.get("TILTH_LANG"):
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            return "ru" if locale.startswith("ru") else "en"
    return "en"

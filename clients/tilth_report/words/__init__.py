"""What a page says, in the language it was asked for."""

import functools
import importlib.resources
import tomllib
from collections.abc import Mapping
from typing import Protocol

LANGUAGES = ("en", "ru")


class Say(Protocol):
    def __call__(self, key: str, **given: object) -> str: ...


def speaker(language: str) -> Say:
    """`say("key", name=...)` in that language; an unknown one is English."""
    written = sentences(language if language in LANGUAGES else "en")

    def say(key: str, **given: object) -> str:
        return written[key].format_map(given)

    return say


@functools.cache
def sentences(language: str) -> Mapping[str, str]:
    text = importlib.resources.files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)

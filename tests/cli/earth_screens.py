"""How tests look at Earth on the screen."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from rich.console import Console

from tests.cli.earth_moments import EACH, LAST, Moment, words
from tilth_cli.games import drawn
from tilth_cli.games.earth.cards import Cards
from tilth_cli.looks import Look
from tilth_cli.words import speak

one_of_each = pytest.mark.parametrize("moment", EACH.values(), ids=EACH.keys())
last_of_each = pytest.mark.parametrize("moment", LAST.values(), ids=LAST.keys())


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """The client speaks this language, and English again afterwards."""
    speak(language)
    try:
        yield
    finally:
        speak("en")


def text_of(renderable: object, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, file=io.StringIO(), record=True, color_system=None)
    console.print(renderable)
    return console.export_text().splitlines()


def picture(moment: Moment, look: Look) -> str:
    return "\n".join(text_of(drawn("earth").draw(moment.view, look), look.width))


def pages(moment: Moment, look: Look) -> list[str]:
    """Every page, as the first one counts them."""
    count = re.search(r"page 1 of (\d+)", picture(moment, look))
    assert count is not None
    return [picture(moment, replace(look, page=page)) for page in range(int(count[1]))]


def cards_of(moment: Moment) -> Cards:
    return Cards(moment.view, words("en"))

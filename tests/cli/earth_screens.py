"""Helpers for tests that look at Earth on the screen."""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console

from tests.cli.earth_positions import Moment, each, last, words
from tests.cli.positions import for_each
from tilth_cli.draw_context import DrawContext
from tilth_cli.games import drawing_of
from tilth_cli.games.earth.cards import Cards
from tilth_cli.messages import set_language

one_of_each = for_each(each)
last_of_each = for_each(last)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the client's language for a test, and English afterwards."""
    set_language(language)
    try:
        yield
    finally:
        set_language("en")


def text_of(renderable: object, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, file=io.StringIO(), record=True, color_system=None)
    console.print(renderable)
    return console.export_text().splitlines()


def picture(moment: Moment, context: DrawContext) -> str:
    return "\n".join(text_of(drawing_of("earth").draw(moment.view, context), context.width))


def pages(moment: Moment, context: DrawContext) -> list[str]:
    """Draw every page, as many as the first one announces."""
    count = re.search(r"page 1 of (\d+)", picture(moment, context))
    assert count is not None
    return [picture(moment, replace(context, page=page)) for page in range(int(count[1]))]


def cards_of(moment: Moment) -> Cards:
    return Cards(moment.view, words("en"))

"""Agricola's table: all farmyards side by side, everybody's goods, the spaces with who is there, the rounds, the cards.

The pages that a person turns: what fits beside each other, then farmyards and spaces that had no room, all spaces with
their texts, all rounds, the improvements, the hand, what lies before each player, and the points. A page too long for
the terminal is several.
"""

from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.text import Text

from tilth_cli.games.agricola import track
from tilth_cli.games.agricola.hints import hint
from tilth_cli.games.agricola.means import DIALS
from tilth_cli.games.agricola.series import following
from tilth_cli.games.agricola.table import Table
from tilth_cli.games.base import Drawn
from tilth_cli.games.lines import FAINT
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import Phase, View

GAP: Final = 3


def draw(view: Message, look: Look) -> RenderableType:
    assert isinstance(view, View)
    found = Table(view, look).pages()
    page = look.page % len(found)
    return Group(_status(view, look, page, len(found)), *found[page])


def pages(view: Message, look: Look) -> int:
    assert isinstance(view, View)
    return len(Table(view, look).pages())


def _status(view: View, look: Look, page: int, pages: int) -> Text:
    """The most needed first; what has no room is left out."""
    text = Text(say("agricola.round", round=view.round), style="bold")
    if view.round:
        text.append(f" {say('agricola.stage', stage=track.stage(view.round))}")
    text.append(f"  {look.words.text('phase', view.phase)}", style="bold")
    text.append(f"   {say('agricola.page', page=page + 1, pages=pages)}", style=FAINT)
    if view.target:
        text.append(f"   {say('agricola.target', points=view.target)}")
    more: list[Text] = []
    if view.next_harvest and view.phase != Phase.OVER:
        more.append(Text(say("agricola.next_harvest", round=view.next_harvest)))
    if view.minors_left or view.occupations_left:
        decks = say("agricola.decks", minors=view.minors_left, occupations=view.occupations_left)
        more.append(Text(decks, style=FAINT))
    for part in more:
        if text.cell_len + GAP + part.cell_len <= look.width:
            text.append(" " * GAP).append_text(part)
    text.truncate(look.width, overflow="ellipsis")
    return text


DRAWN: Final = Drawn(draw, hint, "agricola.help", DIALS, paged=True, pages=pages, following=following)

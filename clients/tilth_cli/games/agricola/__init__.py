"""Agricola's table: all farmyards side by side, everybody's goods, the spaces with who is there, the rounds, the cards.

The pages that a person turns: what fits beside each other, then farmyards and spaces that had no room, all spaces with
their texts, all rounds, the improvements, the hand, what lies before each player, and the points. A page too long for
the terminal is several.
"""

from typing import Final

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.agricola import rounds
from tilth_cli.games.agricola.prices import DIALS
from tilth_cli.games.agricola.table import Table
from tilth_cli.games.base import GameDrawing, no_hint
from tilth_cli.games.lines import FAINT
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import Phase, View

GAP: Final = 3


def draw(view: Message, context: DrawContext) -> RenderableType:
    """Draw the status line and one page of the board: `context.page`, counted from 0; after the last page the first one
    comes again."""
    assert isinstance(view, View)
    found = Table(view, context).pages()
    page = context.page % len(found)
    return Group(_status(view, context, page, len(found)), *found[page])


def pages(view: Message, context: DrawContext) -> int:
    """Return the number of pages that the board needs at the context's size."""
    assert isinstance(view, View)
    return len(Table(view, context).pages())


def _status(view: View, context: DrawContext, page: int, pages: int) -> Text:
    """Return the line above the board: round, stage, phase, page, the solo target, the next harvest and the decks. The
    last two are left out if there is no room for them."""
    text = Text()
    if view.round:
        text.append(tr("agricola-round", round=view.round), style="bold")
        text.append(f" {tr('agricola-stage', stage=rounds.stage(view, view.round))}  ")
    text.append(context.labels.text("phase", view.phase), style="bold")
    text.append(f"   {tr('agricola-page', page=page + 1, pages=pages)}", style=FAINT)
    if view.target:
        text.append(f"   {tr('agricola-target', points=view.target)}")
    more: list[Text] = []
    if view.next_harvest and view.phase != Phase.OVER:
        more.append(Text(tr("agricola-next_harvest", round=view.next_harvest)))
    if view.minors_left or view.occupations_left:
        decks = tr("agricola-decks", minors=view.minors_left, occupations=view.occupations_left)
        more.append(Text(decks, style=FAINT))
    for part in more:
        if text.cell_len + GAP + part.cell_len <= context.width:
            text.append(" " * GAP).append_text(part)
    text.truncate(context.width, overflow="ellipsis")
    return text


DRAWN: Final = GameDrawing(draw, no_hint, "agricola-help", DIALS, paged=True, pages=pages)

"""Everybody's goods, people and points, a line for each."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_mark, seat_style, seat_text
from tilth_cli.games.agricola.goods import IN_A_LINE, NAMES, heap
from tilth_cli.games.lines import FAINT, fitted, listed
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import Good, Player, View

MAX_NAME: Final = 20
MIN_NAME: Final = 6
NARROW: Final = 4
POINTS: Final = 3
PEOPLE: Final = 5
HAND: Final = 5
SHEET: Final = (
    *("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle", "unused", "stables"),
    *("rooms", "family", "cards", "bonus", "begging"),
)
"""The lines of the score pad, in the view's order."""


def goods(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return a head and a line for each seat: its goods, the food that it needs at the next harvest, people at home and
    in all, begging cards, and cards in hand if any player has some."""
    hands = any(one.minors_held or one.occupations_held for one in view.players)
    columns = [*((tr(f"agricola-column-{NAMES[good][0]}"), NARROW) for good in IN_A_LINE)]
    columns += [(tr("agricola-column-appetite"), NARROW), (tr("agricola-column-people"), PEOPLE)]
    columns.append((tr("agricola-column-begging"), NARROW))
    columns += [(tr("agricola-column-hand"), HAND)] if hands else []
    rows = [
        [*_goods(one), _appetite(one), _people(one), _number(one.begging), *([_hand(one)] if hands else [])]
        for one in view.players
    ]
    return _table(view, context, width, columns, rows)


def goods_in_short(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return each seat's mark and goods, one seat after another; amounts that the view leaves out do not show."""
    found = (
        Text.assemble((seat_mark(one.seat), seat_style(one.seat)), " ", heap(one.goods))
        for one in view.players
    )
    return listed(tr("agricola-goods"), found, width)


def points(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return the score pad: a line for each seat, with the sum."""
    columns = [(tr(f"agricola-line-{line}"), POINTS) for line in SHEET]
    columns.append((tr("agricola-line-sum"), NARROW))
    rows = []
    for one in view.players:
        sheet = [*one.sheet, *[0] * (len(SHEET) - len(one.sheet))]
        rows.append([*map(_number, sheet), Text(str(sum(sheet)), style="bold")])
    return _table(view, context, width, columns, rows)


def _table(
    view: View,
    context: DrawContext,
    width: int,
    columns: Sequence[tuple[str, int]],
    rows: Sequence[Sequence[Text]],
) -> list[Text]:
    """Return a head with the titles of the columns (title and width), and a line for each player: the name, then the
    cells of the player's row aligned right."""
    taken = sum(wide + 1 for _, wide in columns)
    name = max(MIN_NAME, min(MAX_NAME, width - taken))
    head = " " * name + "".join(f" {title:>{wide}}" for title, wide in columns)
    lines = [Text(head, style=FAINT)]
    for player, row in zip(view.players, rows, strict=True):
        line = fitted(seat_text(player.seat, context.name(player.seat)), name)
        for text, (_, wide) in zip(row, columns, strict=True):
            line.append(" " * (1 + wide - text.cell_len)).append_text(text)
        lines.append(line)
    return lines


def _goods(player: Player) -> list[Text]:
    """Return the cells with a player's amount of each good, in the order of IN_A_LINE; a faint 0 for a good that the
    player does not have."""
    amounts = {one.good: one.amount for one in player.goods}
    return [
        Text(str(amounts[good]), style=NAMES[good][1]) if amounts.get(good) else _number(0)
        for good in IN_A_LINE
    ]


def _number(number: int) -> Text:
    """Return a number as text; faint if it is zero."""
    return Text(str(number), style="" if number else FAINT)


def _appetite(player: Player) -> Text:
    """Return the food that the family needs at the next harvest; bold if the player has less food."""
    food = next((one.amount for one in player.goods if one.good == Good.FOOD), 0)
    return Text(str(player.appetite), style="bold red" if food < player.appetite else FAINT)


def _people(player: Player) -> Text:
    """Return the number of people at home and of all people who are no newborns, such as `1/3`, then `+` and the
    newborns if there are some."""
    born = sum(one.newborn for one in player.people)
    home = sum(one.space is None and not one.newborn and not one.idle for one in player.people)
    line = Text(f"{home}/{len(player.people) - born}")
    return line.append(f"+{born}" if born else "", style="bold")


def _hand(player: Player) -> Text:
    """Return the numbers of minor improvements and of occupations in a player's hand, such as `4+3`."""
    return Text(f"{player.minors_held}+{player.occupations_held}")

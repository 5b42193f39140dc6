"""Everybody's goods, people and points, a line for each."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.agricola.goods import IN_A_LINE, NAMES, heap
from tilth_cli.games.lines import FAINT, fitted, listed
from tilth_cli.looks import Look, seat_mark, seat_style, seat_text
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import Good, Player, View

MOST_NAME: Final = 20
LEAST_NAME: Final = 6
NARROW: Final = 4
POINTS: Final = 3
PEOPLE: Final = 5
HAND: Final = 5
SHEET: Final = (
    *("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle", "unused", "stables"),
    *("rooms", "family", "cards", "bonus", "begging"),
)
"""The lines of the score pad, in the view's order."""


def goods(view: View, look: Look, width: int) -> list[Text]:
    """A head, and a line for each seat: goods, what the next harvest takes, people at home and in all,
    begging cards, cards in hand."""
    hands = any(one.minors_held or one.occupations_held for one in view.players)
    columns = [*((say(f"agricola.column.{NAMES[good][0]}"), NARROW) for good in IN_A_LINE)]
    columns += [(say("agricola.column.appetite"), NARROW), (say("agricola.column.people"), PEOPLE)]
    columns.append((say("agricola.column.begging"), NARROW))
    columns += [(say("agricola.column.hand"), HAND)] if hands else []
    rows = [
        [*_goods(one), _appetite(one), _people(one), _number(one.begging), *([_hand(one)] if hands else [])]
        for one in view.players
    ]
    return _table(view, look, width, columns, rows)


def goods_in_short(view: View, look: Look, width: int) -> list[Text]:
    """What each seat has, one after the other."""
    found = (
        Text.assemble((seat_mark(one.seat), seat_style(one.seat)), " ", heap(one.goods))
        for one in view.players
    )
    return listed(say("agricola.goods"), found, width)


def points(view: View, look: Look, width: int) -> list[Text]:
    """The score pad, a line for each seat, with the sum."""
    columns = [(say(f"agricola.line.{line}"), POINTS) for line in SHEET]
    columns.append((say("agricola.line.sum"), NARROW))
    rows = []
    for one in view.players:
        sheet = [*one.sheet, *[0] * (len(SHEET) - len(one.sheet))]
        rows.append([*map(_number, sheet), Text(str(sum(sheet)), style="bold")])
    return _table(view, look, width, columns, rows)


def _table(
    view: View, look: Look, width: int, columns: Sequence[tuple[str, int]], rows: Sequence[Sequence[Text]]
) -> list[Text]:
    taken = sum(wide + 1 for _, wide in columns)
    name = max(LEAST_NAME, min(MOST_NAME, width - taken))
    head = " " * name + "".join(f" {title:>{wide}}" for title, wide in columns)
    lines = [Text(head, style=FAINT)]
    for player, row in zip(view.players, rows, strict=True):
        line = fitted(seat_text(player.seat, look.name(player.seat)), name)
        for text, (_, wide) in zip(row, columns, strict=True):
            line.append(" " * (1 + wide - text.cell_len)).append_text(text)
        lines.append(line)
    return lines


def _goods(player: Player) -> list[Text]:
    amounts = {one.good: one.amount for one in player.goods}
    return [
        Text(str(amounts[good]), style=NAMES[good][1]) if amounts.get(good) else _number(0)
        for good in IN_A_LINE
    ]


def _number(number: int) -> Text:
    return Text(str(number), style="" if number else FAINT)


def _appetite(player: Player) -> Text:
    """What the family will eat, and in bold where that is more food than there is."""
    food = next((one.amount for one in player.goods if one.good == Good.FOOD), 0)
    return Text(str(player.appetite), style="bold red" if food < player.appetite else FAINT)


def _people(player: Player) -> Text:
    """At home, of all; and newborns."""
    born = sum(one.newborn for one in player.people)
    home = sum(one.space is None and not one.newborn and not one.idle for one in player.people)
    line = Text(f"{home}/{len(player.people) - born}")
    return line.append(f"+{born}" if born else "", style="bold")


def _hand(player: Player) -> Text:
    return Text(f"{player.minors_held}+{player.occupations_held}")

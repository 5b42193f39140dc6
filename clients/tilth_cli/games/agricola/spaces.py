"""Spaces that people are sent to: what lies there, who is there, and how each is picked."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from tilth_cli import columns
from tilth_cli.games.agricola.goods import heap
from tilth_cli.games.agricola.picks import by_space
from tilth_cli.games.lines import FAINT, fitted, label_text, listed, wrapped
from tilth_cli.looks import Look, seat_mark, seat_style
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import SpaceView, View

LEAST_COLUMN: Final = 30
SHORT_NAME: Final = 22
ENDLESS: Final = 200
NEWBORN: Final = "°"
BETWEEN: Final = 2

Group = tuple[str, list[SpaceView]]


def groups(view: View) -> list[Group]:
    """Where goods lie or are added, where something is done, and the round cards."""
    rounds = [space for number in view.round_cards for space in view.spaces if space.space == number]
    board = [space for space in view.spaces if space.space not in view.round_cards]
    piles = [space for space in board if space.grows or space.goods]
    actions = [space for space in board if space not in piles]
    found = (
        ("agricola.spaces.goods", piles),
        ("agricola.spaces.actions", actions),
        ("agricola.spaces.rounds", rounds),
    )
    return [group for group in found if group[1]]


def in_columns(view: View, look: Look, width: int) -> list[Text]:
    """Each group under its title, its spaces in as many columns as there is room for."""
    lines: list[Text] = []
    for title, spaces in groups(view):
        lines.append(Text(say(title), style=FAINT))
        lines += columns.in_columns([entry(view, one, look, 0) for one in spaces], width, indent=BETWEEN)
    return lines


def in_cut_columns(view: View, look: Look, width: int) -> list[Text]:
    """The same in even columns, long names cut off."""
    lines: list[Text] = []
    count = max(1, (width + BETWEEN) // (LEAST_COLUMN + BETWEEN))
    wide = (width + BETWEEN) // count - BETWEEN
    for title, spaces in groups(view):
        lines.append(Text(say(title), style=FAINT))
        high = -(-len(spaces) // count)
        for at in range(high):
            row = [fitted(entry(view, one, look, wide), wide) for one in spaces[at::high]]
            lines.append(Text(" " * BETWEEN).join(row))
    return lines


def in_a_row(view: View, look: Look, width: int, longest: int = ENDLESS) -> list[Text]:
    """One after the other."""
    lines: list[Text] = []
    for title, spaces in groups(view):
        lines += listed(say(title), (entry(view, one, look, 0, longest) for one in spaces), width)
    return lines


def in_short(view: View, look: Look, width: int) -> list[Text]:
    """The same, long names cut off."""
    return in_a_row(view, look, width, SHORT_NAME)


def taken(view: View, look: Look, width: int) -> list[Text]:
    """Only those where somebody is: for who reads the others in the question."""
    found = [entry(view, one, look, 0) for one in view.spaces if one.visitors]
    return listed(say("agricola.spaces.taken"), found, width) if found else []


def in_full(view: View, look: Look, width: int) -> list[Text]:
    """With what each is for."""
    lines: list[Text] = []
    for title, spaces in groups(view):
        lines.append(Text(say(title), style=FAINT))
        for one in spaces:
            line = entry(view, one, look, 0, ENDLESS)
            line = Text.assemble(line, "  ", (look.words.form("space", one.space, "text"), ""))
            lines += wrapped(line, width, indent=2)
    return lines


def entry(view: View, one: SpaceView, look: Look, width: int, longest: int = ENDLESS) -> Text:
    """A name, cut off so that all fits the width, if one is given; what lies there, and who is there."""
    tail = Text.assemble(label_text(by_space(look).get(one.space, ())))
    if one.owner is not None:
        tail.append(" (").append(seat_mark(one.owner), style=seat_style(one.owner)).append(")")
    for part in (heap(one.goods), Text(" ").join(_visitors(view, one))):
        if part:
            tail.append(" ").append_text(part)
    head = Text()
    if one.space in view.round_cards:
        head.append(f"{list(view.round_cards).index(one.space) + 1}: ", style=FAINT)
    room = width - tail.cell_len - head.cell_len if width else longest
    name = Text(look.words.text("space", one.space), style=FAINT if one.visitors else "")
    name.truncate(max(room, 1), overflow="ellipsis")
    return Text.assemble(head, name, tail)


def _visitors(view: View, one: SpaceView) -> Iterator[Text]:
    """Who has come to work, and who was born there."""
    for visitor in one.visitors:
        yield Text(seat_mark(visitor.seat), style=seat_style(visitor.seat))
    for player in view.players:
        born = sum(person.newborn and person.space == one.space for person in player.people)
        if born:
            yield Text(f"{seat_mark(player.seat)}{NEWBORN}", style=seat_style(player.seat))

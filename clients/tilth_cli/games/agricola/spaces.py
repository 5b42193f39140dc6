"""Action spaces: the goods on each, the people there, and the label to pick it by."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from tilth_cli import text_columns
from tilth_cli.draw_context import DrawContext, seat_mark, seat_style
from tilth_cli.games.agricola.goods import heap
from tilth_cli.games.agricola.picks import by_space
from tilth_cli.games.lines import FAINT, fitted, label_text, listed, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import SpaceView, View

MIN_COLUMN: Final = 30
SHORT_NAME: Final = 22
ENDLESS: Final = 200
NEWBORN: Final = "°"
BETWEEN: Final = 2

Group = tuple[str, list[SpaceView]]


def groups(view: View) -> list[Group]:
    """Return the spaces in groups: those with goods, those with actions only, and the round cards. Empty groups are
    left out."""
    rounds = [space for number in view.round_cards for space in view.spaces if space.space == number]
    board = [space for space in view.spaces if space.space not in view.round_cards]
    piles = [space for space in board if space.grows or space.goods]
    actions = [space for space in board if space not in piles]
    found = (
        ("agricola-spaces-goods", piles),
        ("agricola-spaces-actions", actions),
        ("agricola-spaces-rounds", rounds),
    )
    return [group for group in found if group[1]]


def in_columns(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return each group under its title, its spaces in as many columns as there is room for."""
    lines: list[Text] = []
    for title, spaces in groups(view):
        lines.append(Text(tr(title), style=FAINT))
        lines += text_columns.in_columns(
            [entry(view, one, context, 0) for one in spaces], width, indent=BETWEEN
        )
    return lines


def in_cut_columns(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return the groups in columns of equal width, with long names cut off."""
    lines: list[Text] = []
    count = max(1, (width + BETWEEN) // (MIN_COLUMN + BETWEEN))
    wide = (width + BETWEEN) // count - BETWEEN
    for title, spaces in groups(view):
        lines.append(Text(tr(title), style=FAINT))
        high = -(-len(spaces) // count)
        for at in range(high):
            row = [fitted(entry(view, one, context, wide), wide) for one in spaces[at::high]]
            lines.append(Text(" " * BETWEEN).join(row))
    return lines


def in_a_row(view: View, context: DrawContext, width: int, longest: int = ENDLESS) -> list[Text]:
    """Return each group's title with its spaces one after another, in wrapped lines; names longer than `longest`
    characters are cut off."""
    lines: list[Text] = []
    for title, spaces in groups(view):
        lines += listed(tr(title), (entry(view, one, context, 0, longest) for one in spaces), width)
    return lines


def in_short(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return each group's title with its spaces one after another; names longer than SHORT_NAME characters are cut
    off."""
    return in_a_row(view, context, width, SHORT_NAME)


def taken(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return only the spaces with people, one after another behind a title; empty if there are none. It is used if the
    question lists the free spaces."""
    found = [entry(view, one, context, 0) for one in view.spaces if one.visitors]
    return listed(tr("agricola-spaces-taken"), found, width) if found else []


def in_full(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return the groups with a line for each space that also has its text."""
    lines: list[Text] = []
    for title, spaces in groups(view):
        lines.append(Text(tr(title), style=FAINT))
        for one in spaces:
            line = entry(view, one, context, 0, ENDLESS)
            line = Text.assemble(line, "  ", (context.labels.form("space", one.space, "text"), ""))
            lines += wrapped(line, width, indent=2)
    return lines


def entry(view: View, one: SpaceView, context: DrawContext, width: int, longest: int = ENDLESS) -> Text:
    """Return the space's name, labels, owner, goods and people, and a round card's round in front. If `width` is not 0,
    the name is cut off so that everything fits into it; else it is cut to `longest` characters."""
    tail = Text.assemble(label_text(by_space(context).get(one.space, ())))
    if one.owner is not None:
        tail.append(" (").append(seat_mark(one.owner), style=seat_style(one.owner)).append(")")
    for part in (heap(one.goods), Text(" ").join(_visitors(view, one))):
        if part:
            tail.append(" ").append_text(part)
    head = Text()
    if one.space in view.round_cards:
        head.append(f"{list(view.round_cards).index(one.space) + 1}: ", style=FAINT)
    room = width - tail.cell_len - head.cell_len if width else longest
    name = Text(context.labels.text("space", one.space), style=FAINT if one.visitors else "")
    name.truncate(max(room, 1), overflow="ellipsis")
    return Text.assemble(head, name, tail)


def _visitors(view: View, one: SpaceView) -> Iterator[Text]:
    """Yield the mark of the seat of each person placed at the space, then a mark with a sign for each player who has
    newborns there."""
    for visitor in one.visitors:
        yield Text(seat_mark(visitor.seat), style=seat_style(visitor.seat))
    for player in view.players:
        born = sum(person.newborn and person.space == one.space for person in player.people)
        if born:
            yield Text(f"{seat_mark(player.seat)}{NEWBORN}", style=seat_style(player.seat))

"""The fauna board with its leaves, and the ecosystems: everybody's, and each player's own."""

from collections.abc import Iterator

from rich.text import Text

from tilth_cli.draw_context import NOBODY, DrawContext, seat_mark, seat_style
from tilth_cli.games.earth.cards import Cards, faint
from tilth_cli.games.earth.picks import by_goal
from tilth_cli.games.lines import label_text, listed, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.earth.v1 import View


def goals(view: View, context: DrawContext, cards: Cards, width: int) -> list[Text]:
    """Return a line for each fauna goal, then for each ecosystem, with the card's text."""
    lines = [faint(tr("earth-fauna"))] if view.fauna else []
    for at, card in enumerate(view.fauna):
        line = Text.assemble(_goal(view, context, cards, at), "  ", cards.text(card))
        lines += wrapped(line, width, indent=2)
    found = list(_ecosystems(view, cards))
    if found:
        lines.append(faint(tr("earth-ecosystems")))
    for name, card in found:
        lines += wrapped(Text.assemble(name, "  ", cards.text(card)), width, indent=2)
    return lines


def goals_in_short(view: View, context: DrawContext, cards: Cards, width: int) -> list[Text]:
    """Return the names of the goals, with the marks of the seats that have leaves there, and the names of the
    ecosystems."""
    lines = []
    if view.fauna:
        named = [_goal(view, context, cards, at) for at in range(len(view.fauna))]
        lines += listed(tr("earth-fauna"), named, width)
    found = [name for name, _ in _ecosystems(view, cards)]
    if found:
        lines += listed(tr("earth-ecosystems"), found, width)
    return lines


def _goal(view: View, context: DrawContext, cards: Cards, at: int) -> Text:
    """Return the name of the fauna card at an index, the labels of its options, and the mark of each seat that has a
    leaf on it; in brackets the mark of a seat that has reached the goal and has no leaf there yet."""
    line = Text(cards.name(view.fauna[at]), style="bold")
    line.append_text(label_text(by_goal(context).get(at, ())))
    leaves = Text()
    for player in view.players:
        if at in player.leaves:
            leaves.append(seat_mark(player.seat), style=seat_style(player.seat))
        elif at in player.reached:
            leaves.append(f"({seat_mark(player.seat)})", style=seat_style(player.seat))
    if view.gaia is not None and at in view.gaia.leaves:
        leaves.append(NOBODY, style="bold")
    return Text.assemble(line, " ", leaves) if leaves else line


def _ecosystems(view: View, cards: Cards) -> Iterator[tuple[Text, int]]:
    """Yield the name and card of each ecosystem: first the shared ones, then each player's own with the seat's mark."""
    for card in view.ecosystems:
        yield Text(cards.name(card), style="bold"), card
    for player in view.players:
        if player.ecosystem is not None:
            mark = (seat_mark(player.seat), seat_style(player.seat))
            yield Text.assemble(mark, " ", (cards.name(player.ecosystem), "bold")), player.ecosystem

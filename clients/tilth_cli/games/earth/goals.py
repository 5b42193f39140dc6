"""The fauna board with its leaves, and the ecosystems: everybody's, and each player's own."""

from collections.abc import Iterator

from rich.text import Text

from tilth_cli.games.earth.cards import Cards, faint
from tilth_cli.games.earth.picks import by_goal
from tilth_cli.games.lines import label_text, listed, wrapped
from tilth_cli.looks import NOBODY, Look, seat_mark, seat_style
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.earth.v1 import View


def goals(view: View, look: Look, cards: Cards, width: int) -> list[Text]:
    """A goal or an ecosystem after the other, with what it asks for."""
    lines = [faint(say("earth.fauna"))] if view.fauna else []
    for at, card in enumerate(view.fauna):
        line = Text.assemble(_goal(view, look, cards, at), "  ", cards.text(card))
        lines += wrapped(line, width, indent=2)
    found = list(_ecosystems(view, cards))
    if found:
        lines.append(faint(say("earth.ecosystems")))
    for name, card in found:
        lines += wrapped(Text.assemble(name, "  ", cards.text(card)), width, indent=2)
    return lines


def goals_in_short(view: View, look: Look, cards: Cards, width: int) -> list[Text]:
    """Their names, and whose leaves lie where."""
    lines = []
    if view.fauna:
        named = [_goal(view, look, cards, at) for at in range(len(view.fauna))]
        lines += listed(say("earth.fauna"), named, width)
    found = [name for name, _ in _ecosystems(view, cards)]
    if found:
        lines += listed(say("earth.ecosystems"), found, width)
    return lines


def _goal(view: View, look: Look, cards: Cards, at: int) -> Text:
    """A fauna card: its name, how it is picked, and a sign for each leaf; in brackets one that will lie there."""
    line = Text(cards.name(view.fauna[at]), style="bold")
    line.append_text(label_text(by_goal(look).get(at, ())))
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
    for card in view.ecosystems:
        yield Text(cards.name(card), style="bold"), card
    for player in view.players:
        if player.ecosystem is not None:
            mark = (seat_mark(player.seat), seat_style(player.seat))
            yield Text.assemble(mark, " ", (cards.name(player.ecosystem), "bold")), player.ecosystem

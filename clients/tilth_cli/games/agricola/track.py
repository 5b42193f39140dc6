"""The rounds: where the match is, when harvests come, and what is laid out for rounds to come."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.text import Text

from tilth_cli.games.agricola.goods import counted, letter
from tilth_cli.games.lines import FAINT, listed, wrapped
from tilth_cli.looks import Look, seat_mark, seat_style
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import Good, LaidGoods, View

HARVESTS: Final = (4, 7, 9, 11, 13, 14)
"""The last round of each stage, as the board shows them."""
ROUNDS: Final = range(1, 15)
HARVEST: Final = "‖"


def stage(number: int) -> int:
    """The stage that a round belongs to."""
    return 1 + sum(last < number for last in HARVESTS)


def track(view: View, look: Look, width: int) -> list[Text]:
    """All rounds, one after the other."""
    return listed(say("agricola.rounds"), (_round(view, number) for number in ROUNDS), width)


def _round(view: View, number: int) -> Text:
    style = "bold reverse" if number == view.round else FAINT if number < view.round else ""
    line = Text(str(number), style=style)
    for part in _laid(view, number):
        line.append(" ").append_text(part)
    if number in HARVESTS:
        line.append(HARVEST, style="bold yellow" if number >= view.round else FAINT)
    return line


def _laid(view: View, number: int) -> Iterator[Text]:
    """Whose goods come in that round, and for how much."""
    found: Counter[tuple[int, int, int]] = Counter()
    for one in view.laid:
        if one.round == number:
            found[one.seat, int(one.good), one.price] += one.amount or 1
    for (seat, good, price), amount in found.items():
        line = Text(seat_mark(seat), style=seat_style(seat))
        line.append_text(counted(good, amount) if good else letter(good))
        if price:
            line.append("(").append_text(counted(Good.FOOD, price)).append(")")
        yield line


def in_full(view: View, look: Look, width: int) -> list[Text]:
    """A line for each round: its card, what is laid out and for which card, the harvest."""
    cards = [*view.round_cards, *view.coming]
    lines: list[Text] = []
    for number in ROUNDS:
        style = "bold reverse" if number == view.round else "" if number > view.round else FAINT
        line = Text.assemble((say("agricola.round", round=number), style))
        line.append(f" {say('agricola.stage', stage=stage(number))}", style=FAINT)
        if number <= len(cards):
            line.append(f"  {look.words.text('space', cards[number - 1])}")
        for one in view.laid:
            if one.round == number:
                line.append("  ").append_text(_for_card(one, look))
        if number in HARVESTS:
            line.append(f"  {HARVEST} {say('agricola.harvest')}", style="bold yellow")
        lines += wrapped(line, width, indent=2)
    return lines


def _for_card(one: LaidGoods, look: Look) -> Text:
    what = counted(one.good, one.amount) if one.good else letter(one.good)
    price = f", {say('agricola.for_food', food=one.price)}" if one.price else ""
    name = look.words.text("card", one.card)
    return Text.assemble((seat_mark(one.seat), seat_style(one.seat)), what, (f" ({name}{price})", FAINT))

"""The rounds: where the match is, when harvests come, and what is laid out for rounds to come."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_mark, seat_style
from tilth_cli.games.agricola.goods import counted, letter
from tilth_cli.games.lines import FAINT, listed, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import Good, LaidGoods, View

HARVEST: Final = "‖"


def stage(view: View, number: int) -> int:
    """Return the stage (1 to 6) that a round belongs to; a stage ends with its harvest."""
    return 1 + sum(last < number for last in view.harvest_rounds)


def rounds_row(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return the numbers of all rounds one after another, each with the goods laid out for it and a mark if a
    harvest follows."""
    return listed(
        tr("agricola-rounds"), (_round(view, number) for number in range(1, view.rounds + 1)), width
    )


def _round(view: View, number: int) -> Text:
    """Return a round's number with the goods laid out for it, and a mark for a harvest."""
    style = "bold reverse" if number == view.round else FAINT if number < view.round else ""
    line = Text(str(number), style=style)
    for part in _laid(view, number):
        line.append(" ").append_text(part)
    if number in view.harvest_rounds:
        line.append(HARVEST, style="bold yellow" if number >= view.round else FAINT)
    return line


def _laid(view: View, number: int) -> Iterator[Text]:
    """Yield a text for each owner, good and price among the goods laid out for this round: the owner's mark, the good
    with its amount, and the price in food in brackets."""
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


def in_full(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return a line for each round: its card, the goods laid out and the card they are for, the harvest."""
    cards = [*view.round_cards, *view.coming]
    lines: list[Text] = []
    for number in range(1, view.rounds + 1):
        style = "bold reverse" if number == view.round else "" if number > view.round else FAINT
        line = Text.assemble((tr("agricola-round", round=number), style))
        line.append(f" {tr('agricola-stage', stage=stage(view, number))}", style=FAINT)
        if number <= len(cards):
            line.append(f"  {context.labels.text('space', cards[number - 1])}")
        for one in view.laid:
            if one.round == number:
                line.append("  ").append_text(_for_card(one, context))
        if number in view.harvest_rounds:
            line.append(f"  {HARVEST} {tr('agricola-harvest')}", style="bold yellow")
        lines += wrapped(line, width, indent=2)
    return lines


def _for_card(one: LaidGoods, context: DrawContext) -> Text:
    """Return one entry of the goods laid out for a round: the owner's mark, the good with its amount, and in brackets
    the card and the price in food."""
    what = counted(one.good, one.amount) if one.good else letter(one.good)
    price = f", {tr('agricola-for_food', food=one.price)}" if one.price else ""
    name = context.labels.text("card", one.card)
    return Text.assemble((seat_mark(one.seat), seat_style(one.seat)), what, (f" ({name}{price})", FAINT))

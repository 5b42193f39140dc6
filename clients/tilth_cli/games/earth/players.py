"""Everybody's goods and running score, a line for each; in teams what lies between mates, alone how Gaia stands."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import NOBODY, DrawContext, seat_text
from tilth_cli.games.earth.cards import Cards, faint
from tilth_cli.games.lines import FAINT, fitted, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.earth.v1 import GaiaView, Good, Shared, View

NAME: Final = 20
MIN_NAME: Final = 6
NARROW: Final = 5
LINES: Final = (
    *("earth-column-cards", "earth-column-events", "earth-column-compost", "earth-column-sprouts"),
    *("earth-column-growth", "earth-column-terrain", "earth-column-ecosystems", "earth-column-fauna"),
)
"""The lines of the score pad, in the view's order."""
GOODS: Final = ("earth-column-soil", "earth-column-hand")


def players(view: View, context: DrawContext) -> list[Text]:
    """Return a head, and a line for each seat with its soil, its cards in hand, its points by line of the score pad and
    their sum; in teams the team's sum, too, and in a solo match a line for Gaia. Empty before the first round."""
    if not view.round:
        return []
    teams = any(player.shared is not None for player in view.players)
    columns = [*GOODS, *LINES, "earth-column-sum", *(["earth-column-team"] if teams else [])]
    wide = max(MIN_NAME, min(NAME, context.width - len(columns) * (NARROW + 1)))
    head = faint(" " * wide + "".join(f" {tr(column):>{NARROW}}" for column in columns))
    lines = [head]
    for player in view.players:
        numbers = [player.soil, player.hand_size, *_scored(player.score)]
        if player.shared is not None:
            numbers.append(sum(player.score) + sum(view.players[player.shared.mate].score))
        name = seat_text(player.seat, context.name(player.seat))
        if view.first_player == player.seat:
            name.append(tr("earth-first"), style=FAINT)
        lines.append(_row(fitted(name, wide), numbers))
    if view.gaia is not None:
        name = Text.assemble((f"{NOBODY} {tr('earth-gaia')}", "bold"))
        lines.append(_row(fitted(name, wide), [view.gaia.soil, 0, *_scored(view.gaia.score)]))
    return lines


def _scored(score: Sequence[int]) -> list[int]:
    """Return the points by line of the score pad, 0 in each if there are none yet, and behind them their sum."""
    found = list(score) or [0] * len(LINES)
    return [*found, sum(found)]


def _row(line: Text, numbers: Sequence[int]) -> Text:
    """Append the numbers to a line that holds a name, each in its own column, and return the line. Zeros are faint,
    sums bold."""
    for at, number in enumerate(numbers):
        summed = at >= len(GOODS) + len(LINES)
        line.append(f" {number:>{NARROW}}", style="bold" if summed else FAINT if not number else "")
    return line


def shared(view: View, context: DrawContext, cards: Cards, width: int) -> Iterator[Text]:
    """Yield a line for each seat's half of its team's shared area: the goods in it and the cards' names. Empty halves
    are left out; without teams there are no lines."""
    for player in view.players:
        half = player.shared
        if half is None or not _lying(half, context):
            continue
        line = Text.assemble(seat_text(player.seat, context.name(player.seat)), f" {tr('earth-shared')} ")
        line.append(", ".join(_lying(half, context)))
        if half.cards:
            line.append(f": {cards.names(half.cards)}")
        yield from wrapped(line, width, indent=2)


def _lying(half: Shared, context: DrawContext) -> list[str]:
    """Return the goods that lie in a half of a team's shared area, such as "soil 3"; goods without any are left out."""
    goods = (
        (Good.SOIL, half.soil),
        (Good.SPROUT, half.sprouts),
        (Good.GROWTH, half.growth),
        (Good.OWN_COMPOST, half.compost),
        (Good.CARD, half.card_count),
    )
    return _counted(goods, context)


def _counted(goods: Sequence[tuple[Good, int]], context: DrawContext) -> list[str]:
    """Return each good with its count, such as "soil 3"; goods with a count of 0 are left out."""
    return [f"{context.labels.text('good', what)} {count}" for what, count in goods if count]


def gaia(found: GaiaView, context: DrawContext, cards: Cards, width: int) -> Iterator[Text]:
    """Yield lines on Gaia in a solo match: her goods, her passes through the deck and the cards that are left in it,
    the turns that she skips, her current card with its text, and the cards that she scores."""
    line = Text.assemble((f"{NOBODY} {tr('earth-gaia')}", "bold"), "  ")
    goods = (
        (Good.SOIL, found.soil),
        (Good.SPROUT, found.sprouts),
        (Good.GROWTH, found.growth),
        (Good.OWN_COMPOST, found.compost),
    )
    line.append(", ".join(_counted(goods, context)))
    all_passes = found.passes + found.remaining_passes
    line.append(f"  {tr('earth-gaia_deck', passes=found.passes, all=all_passes, left=len(found.to_come))}")
    if found.skips:
        line.append(f"  {tr('earth-gaia_skips', count=found.skips)}")
    yield from wrapped(line, width, indent=2)
    if found.card is not None:
        yield from wrapped(cards.entry(found.card), width, indent=2)
    if found.scoring:
        yield from wrapped(
            Text.assemble(faint(f"{tr('earth-gaia_scoring')} "), cards.names(found.scoring)), width, 2
        )

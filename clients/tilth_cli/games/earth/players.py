"""Everybody's goods and running score, a line for each; in teams what lies between mates, alone how Gaia stands."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.earth.cards import Cards, faint
from tilth_cli.games.lines import FAINT, fitted, wrapped
from tilth_cli.looks import NOBODY, Look, seat_text
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.earth.v1 import GaiaView, Good, Shared, View

NAME: Final = 20
LEAST_NAME: Final = 6
NARROW: Final = 5
LINES: Final = (
    *("earth.column.cards", "earth.column.events", "earth.column.compost", "earth.column.sprouts"),
    *("earth.column.growth", "earth.column.terrain", "earth.column.ecosystems", "earth.column.fauna"),
)
"""The lines of the score pad, in the view's order."""
GOODS: Final = ("earth.column.soil", "earth.column.hand")
TEAMS: Final = 2
"""Mates sit opposite each other, so seats take turns in belonging to one team and the other."""


def players(view: View, look: Look) -> list[Text]:
    """A head, and a line for each seat; nothing before there is anything to count."""
    if not view.round:
        return []
    teams = any(player.shared is not None for player in view.players)
    columns = [*GOODS, *LINES, "earth.column.sum", *(["earth.column.team"] if teams else [])]
    wide = max(LEAST_NAME, min(NAME, look.width - len(columns) * (NARROW + 1)))
    head = faint(" " * wide + "".join(f" {say(column):>{NARROW}}" for column in columns))
    lines = [head]
    for player in view.players:
        numbers = [player.soil, player.hand_size, *_scored(player.score)]
        if teams:
            mates = (one for one in view.players if one.seat % TEAMS == player.seat % TEAMS)
            numbers.append(sum(sum(mate.score) for mate in mates))
        name = seat_text(player.seat, look.name(player.seat))
        if view.first_player == player.seat:
            name.append(say("earth.first"), style=FAINT)
        lines.append(_row(fitted(name, wide), numbers))
    if view.gaia is not None:
        name = Text.assemble((f"{NOBODY} {say('earth.gaia')}", "bold"))
        lines.append(_row(fitted(name, wide), [view.gaia.soil, 0, *_scored(view.gaia.score)]))
    return lines


def _scored(score: Sequence[int]) -> list[int]:
    """By line, and their sum."""
    found = list(score) or [0] * len(LINES)
    return [*found, sum(found)]


def _row(line: Text, numbers: Sequence[int]) -> Text:
    """A name, and the numbers behind it."""
    for at, number in enumerate(numbers):
        summed = at >= len(GOODS) + len(LINES)
        line.append(f" {number:>{NARROW}}", style="bold" if summed else FAINT if not number else "")
    return line


def shared(view: View, look: Look, cards: Cards, width: int) -> Iterator[Text]:
    """Teams: what lies in each half of the shared areas."""
    for player in view.players:
        half = player.shared
        if half is None or not _lying(half, look):
            continue
        line = Text.assemble(seat_text(player.seat, look.name(player.seat)), f" {say('earth.shared')} ")
        line.append(", ".join(_lying(half, look)))
        if half.cards:
            line.append(f": {cards.names(half.cards)}")
        yield from wrapped(line, width, indent=2)


def _lying(half: Shared, look: Look) -> list[str]:
    goods = (
        (Good.SOIL, half.soil),
        (Good.SPROUT, half.sprouts),
        (Good.GROWTH, half.growth),
        (Good.OWN_COMPOST, half.compost),
        (Good.CARD, half.card_count),
    )
    return _counted(goods, look)


def _counted(goods: Sequence[tuple[Good, int]], look: Look) -> list[str]:
    return [f"{look.words.text('good', what)} {count}" for what, count in goods if count]


def gaia(found: GaiaView, look: Look, cards: Cards, width: int) -> Iterator[Text]:
    """Alone: her card, what is still to come, and what she has."""
    line = Text.assemble((f"{NOBODY} {say('earth.gaia')}", "bold"), "  ")
    goods = (
        (Good.SOIL, found.soil),
        (Good.SPROUT, found.sprouts),
        (Good.GROWTH, found.growth),
        (Good.OWN_COMPOST, found.compost),
    )
    line.append(", ".join(_counted(goods, look)))
    line.append(f"  {say('earth.gaia_deck', passes=found.passes, left=len(found.to_come))}")
    if found.skips:
        line.append(f"  {say('earth.gaia_skips', count=found.skips)}")
    yield from wrapped(line, width, indent=2)
    if found.card is not None:
        yield from wrapped(cards.entry(found.card), width, indent=2)
    if found.scoring:
        yield from wrapped(
            Text.assemble(faint(f"{say('earth.gaia_scoring')} "), cards.names(found.scoring)), width, 2
        )

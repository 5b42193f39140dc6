"""A seat's sheet, and what discs are worth on it. What is reckoned is kept, since the same is asked over and over."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from tilth.games.sonora.v1 import sonora_pb2 as sonora
from tilth_bots.sharpshooter.board import Landing
from tilth_bots.sharpshooter.boxes import Box, filled
from tilth_bots.sharpshooter.canyon import Canyon, Ground, bits_of, draw
from tilth_bots.sharpshooter.mud import Mud, Net, spend
from tilth_bots.sharpshooter.river import Course, River, lay

RUINS: Final = int(sonora.SECTION_RUINS)
CANYON: Final = int(sonora.SECTION_CANYON)
MUD: Final = int(sonora.SECTION_MUD)
RIVER: Final = int(sonora.SECTION_RIVER)
SECTIONS: Final = (RUINS, CANYON, MUD, RIVER)

REFLICK: Final = 2.5
SWAP: Final = 2.0
FOX: Final = 8.0
OWL: Final = 4.5
RABBIT: Final = 4.5
DISCOVERY: Final = 8.0
HOPE: Final = (0.0, 0.6, 0.75, 0.85)
"""How likely what is begun comes to something, by the rounds to come."""


class Counted(NamedTuple):
    """A disc, and what it counts for."""

    value: int
    landing: Landing


class Paper(NamedTuple):
    """What is printed on every sheet."""

    ground: Ground
    course: Course
    net: Net
    building_cells: tuple[int, ...]
    tops: tuple[int, ...]
    bottoms: tuple[int, ...]
    bonuses: tuple[int, ...]


@lru_cache(16)
def paper_of(printed: bytes) -> Paper:
    """Of the serialized message: a match's never changes."""
    message = sonora.Printed.FromString(printed)
    return Paper(
        Ground.of(message),
        Course.of(message),
        Net.of(message),
        tuple(message.building_cells),
        tuple(message.building_tops),
        tuple(message.building_bottoms),
        tuple(map(int, message.building_bonuses)),
    )


@dataclass(frozen=True)
class Sheet:
    buildings: tuple[Box, ...]
    owed: int
    """Alone: cells of the bot's building that come before all others."""
    canyon: Canyon
    river: River
    mud: Mud
    hope: float

    @classmethod
    def of(cls, view: sonora.View, seat: int) -> "Sheet":
        paper = paper_of(view.printed.SerializeToString())
        player = view.players[seat]
        to_come = max(0, view.rounds - view.round)
        hope = HOPE[min(to_come, len(HOPE) - 1)]
        worth = bonus_worth(to_come > 0)
        own = [square for shape in player.shapes for square in shape.squares]
        bots = [square for shape in player.bot_shapes for square in shape.squares]
        ground, net = paper.ground, paper.net
        return cls(
            tuple(_building(paper, at, view, player, worth) for at in range(len(paper.building_cells))),
            player.bot_circled - player.bot_crossed,
            Canyon(ground, ground.start | bits_of(own), bits_of(bots), tuple(player.cacti), worth, hope),
            River(
                paper.course,
                frozenset((*player.river_crossed, *player.river_circled)),
                frozenset(player.bot_river),
                worth,
                hope,
            ),
            Mud(net, bits_of(player.nodes), tuple(player.bot_small), tuple(player.columns), worth, hope),
            hope,
        )

    def ruins(self, value: int) -> float:
        return filled(self.buildings, max(0, value - self.owed), self.hope)[0]

    def worth(self, discs: Iterable[Counted]) -> float:
        """What these discs are worth together. Sections don't see each other, so each is counted by itself."""
        by_section: dict[int, list[Counted]] = {section: [] for section in SECTIONS}
        for disc in discs:
            if disc.landing.section in by_section:
                by_section[disc.landing.section].append(disc)
        return (
            self.ruins(total(by_section[RUINS]))
            + spend(self.mud, total(by_section[MUD]))[0]
            + self._drawn(repeated(by_section[CANYON]))
            + self._laid(repeated(by_section[RIVER]))
        )

    def gain(self, discs: Iterable[Counted], value: int, landing: Landing) -> float:
        """What one more disc is worth beside these."""
        there = [disc for disc in discs if disc.landing.section == landing.section]
        times = 2 if landing.doubled else 1
        match landing.section:
            case sonora.SECTION_RUINS:
                before = total(there)
                return self.ruins(before + times * value) - self.ruins(before)
            case sonora.SECTION_MUD:
                before = total(there)
                return spend(self.mud, before + times * value)[0] - spend(self.mud, before)[0]
            case sonora.SECTION_CANYON:
                return self._drawn(repeated(there) + (value,) * times) - self._drawn(repeated(there))
            case sonora.SECTION_RIVER:
                return self._laid(repeated(there) + (value,) * times) - self._laid(repeated(there))
        return 0.0

    def _drawn(self, numbers: Iterable[int]) -> float:
        worth, canyon = 0.0, self.canyon
        for number in numbers:
            gain, canyon = draw(canyon, number)
            worth += gain
        return worth

    def _laid(self, lengths: Iterable[int]) -> float:
        worth, river = 0.0, self.river
        for length in lengths:
            gain, river = lay(river, length)
            worth += gain
        return worth


def bonus_worth(rounds_to_come: bool) -> tuple[float, ...]:
    """What bonuses are worth in points, by their numbers. Those for flicking are worth nothing in the last round."""
    flicking = 1.0 if rounds_to_come else 0.0
    return (0.0, REFLICK * flicking, SWAP * flicking, FOX, OWL, RABBIT, DISCOVERY)


def total(discs: Iterable[Counted]) -> int:
    """What discs are worth where they make one sum."""
    return sum(disc.value * (2 if disc.landing.doubled else 1) for disc in discs)


def repeated(discs: Iterable[Counted]) -> tuple[int, ...]:
    """The numbers that discs are marked with where each is marked by itself, the greatest first."""
    numbers = [disc.value for disc in discs for _ in range(2 if disc.landing.doubled else 1)]
    return tuple(sorted(numbers, reverse=True))


def _building(
    paper: Paper, at: int, view: sonora.View, player: sonora.Player, worth: tuple[float, ...]
) -> Box:
    """Only who is first to finish a building has its top reward."""
    reward = paper.bottoms[at] if view.struck[at] else paper.tops[at] + worth[paper.bonuses[at]]
    return Box(paper.building_cells[at], player.crossed[at], reward)

"""A seat's sheet, and the worth of discs on it. Results are cached, because the same worth is needed many times."""

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
"""Share that unfinished things count for, by the number of rounds to come."""


class Counted(NamedTuple):
    """A disc that counts for marking: its value and its landing."""

    value: int
    landing: Landing


class Paper(NamedTuple):
    """The printed parts of every sheet: the canyon (`ground`), the river (`course`), the mud (`net`), and for each
    building of the ruins its cells, its top and bottom rewards, and its bonus."""

    ground: Ground
    course: Course
    net: Net
    building_cells: tuple[int, ...]
    tops: tuple[int, ...]
    bottoms: tuple[int, ...]
    bonuses: tuple[int, ...]


@lru_cache(16)
def paper_of(printed: bytes) -> Paper:
    """Return the printed parts of a serialized message. The results are cached, because a match's message never
    changes."""
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
    """The state of a seat's sheet: the buildings of the ruins, the canyon, the river and the mud. `hope` is the share
    that unfinished things count for."""

    buildings: tuple[Box, ...]
    owed: int
    """In a solo match: number of cells that must be crossed in the bot's building before all others."""
    canyon: Canyon
    river: River
    mud: Mud
    hope: float

    @classmethod
    def of(cls, view: sonora.View, seat: int) -> "Sheet":
        """Return the sheet of a seat as the view shows it."""
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
        """Return the worth in points of marking discs of this total value in the ruins. In a solo match, cells owed to
        the bot's building are subtracted first."""
        return filled(self.buildings, max(0, value - self.owed), self.hope)[0]

    def worth(self, discs: Iterable[Counted]) -> float:
        """Return the worth in points of marking these discs together. Each section is evaluated by itself, independent
        of the others; discs without a section are left out."""
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
        """Return the worth in points of one more disc of this value and landing in addition to these discs; 0 if it has
        no section."""
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
        """Return the worth in points of drawing a shape in the canyon for each of these numbers, in this order."""
        worth, canyon = 0.0, self.canyon
        for number in numbers:
            gain, canyon = draw(canyon, number)
            worth += gain
        return worth

    def _laid(self, lengths: Iterable[int]) -> float:
        """Return the worth in points of laying a path in the river for each of these lengths, in this order."""
        worth, river = 0.0, self.river
        for length in lengths:
            gain, river = lay(river, length)
            worth += gain
        return worth


def bonus_worth(rounds_to_come: bool) -> tuple[float, ...]:
    """Return the worth of the bonuses in points, by their numbers. Bonuses for flicking count 0 in the last round."""
    flicking = 1.0 if rounds_to_come else 0.0
    return (0.0, REFLICK * flicking, SWAP * flicking, FOX, OWL, RABBIT, DISCOVERY)


def total(discs: Iterable[Counted]) -> int:
    """Return the sum of the discs' values; a disc on a circle counts double."""
    return sum(disc.value * (2 if disc.landing.doubled else 1) for disc in discs)


def repeated(discs: Iterable[Counted]) -> tuple[int, ...]:
    """Return the values of discs that are marked one by one, the greatest first; a disc on a circle counts twice."""
    numbers = [disc.value for disc in discs for _ in range(2 if disc.landing.doubled else 1)]
    return tuple(sorted(numbers, reverse=True))


def _building(
    paper: Paper, at: int, view: sonora.View, player: sonora.Player, worth: tuple[float, ...]
) -> Box:
    """Return the building of index `at` as a box. Only the first player to finish a building gets its top reward and
    its bonus; the others get the bottom one. `worth` holds the worth of each bonus in points."""
    reward = paper.bottoms[at] if view.struck[at] else paper.tops[at] + worth[paper.bonuses[at]]
    return Box(paper.building_cells[at], player.crossed[at], reward)

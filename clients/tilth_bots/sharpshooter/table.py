"""The table as a seat sees it: its discs, what they count for, and what it is about to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from tilth.games.sonora.v1 import sonora_pb2 as sonora
from tilth_bots.sharpshooter.aiming import AWAY, Hand, Range, range_of
from tilth_bots.sharpshooter.board import HOLE, NOWHERE, Board, Landing, Shot, Spot, board_of
from tilth_bots.sharpshooter.sheet import SECTIONS, Counted, Sheet
from tilth_client import Decision

OWN: Final = 0
"""Alone: the colour that is flicked with care. The others are flicked off the board before it."""


@dataclass(frozen=True)
class Table:
    view: sonora.View
    seat: int
    options: Any
    """What the match was set up with."""
    about: Any
    """The move that names the disc of a question, where it is about one."""

    @classmethod
    def of(cls, view: sonora.View, decision: Decision) -> "Table":
        return cls(view, decision.seat, decision.context.options, decision.about)

    @cached_property
    def board(self) -> Board:
        return board_of(self.view.printed.SerializeToString())

    @cached_property
    def sheet(self) -> Sheet:
        return Sheet.of(self.view, self.seat)

    @property
    def alone(self) -> bool:
        return len(self.view.players) == 1

    @property
    def colour(self) -> int:
        """The colour that is marked on the sheet."""
        if not self.alone:
            return self.seat
        return self.view.own_colour if self.view.HasField("own_colour") else OWN

    def discs(self, colour: int) -> list[sonora.Disc]:
        return [disc for disc in self.view.discs if disc.colour == colour]

    @property
    def hand(self) -> list[sonora.Disc]:
        """What can be flicked now or later."""
        return [
            disc
            for disc in self.view.discs
            if disc.where == sonora.PLACE_IN_HAND and (self.alone or disc.colour == self.seat)
        ]

    @property
    def disc(self) -> sonora.Disc:
        """The disc that the question is about."""
        return next(disc for disc in self.view.discs if disc.disc == self.about.take_disc.disc)

    @property
    def next_disc(self) -> sonora.Disc:
        """The disc to be taken: the smallest, since who comes later is not pushed about any more. Alone, one's own
        last."""
        return min(self.hand, key=lambda disc: (self.alone and disc.colour == OWN, disc.value))

    def landing(self, disc: sonora.Disc) -> Landing:
        """What a disc counts for as things lie."""
        if disc.section:
            return Landing(disc.section, disc.doubled)
        if disc.where == sonora.PLACE_IN_HOLE:
            return HOLE
        return self.board.landing(disc.x, disc.y) if disc.where == sonora.PLACE_ON_BOARD else NOWHERE

    def counted(self, colour: int, but: Sequence[int] = ()) -> list[Counted]:
        """The discs of a colour that count for something."""
        found = [
            Counted(disc.value, self.landing(disc)) for disc in self.discs(colour) if disc.disc not in but
        ]
        return [disc for disc in found if disc.landing.section > 0]

    def gains(self, disc: sonora.Disc) -> dict[Landing, float]:
        """What a disc would be worth beside the others of its colour, by what it counts for."""
        others = self.counted(disc.colour, but=(disc.disc,))
        found = {NOWHERE: 0.0}
        for section in SECTIONS:
            for doubled in (False, True):
                landing = Landing(section, doubled)
                found[landing] = self.sheet.gain(others, disc.value, landing)
        found[HOLE] = max(found[Landing(section)] for section in SECTIONS)
        return found

    @property
    def range(self) -> Range:
        corner = self.view.players[self.seat].corner - 1
        return range_of(self.board, Hand(corner, self.options.no_pushing, self.options.tremor))

    def lying(self, but: int = -1) -> list[Spot]:
        """Where discs lie on the board, all but one."""
        return [
            (disc.x, disc.y)
            for disc in self.view.discs
            if disc.where == sonora.PLACE_ON_BOARD and disc.disc != but
        ]

    def shot(self) -> Shot | None:
        """The flick of the disc that was taken, or came back; None where no way is free."""
        disc = self.disc
        if self.alone and disc.colour != OWN:
            return AWAY
        found = self.range.best(self.gains(disc), self.lying())
        return found[0] if found else None

    def would_flick_again(self, reluctance: float) -> bool:
        """Whether the disc just flicked could come to be worth so much more."""
        disc = self.disc
        if self.alone and disc.colour != OWN:
            return False
        gains = self.gains(disc)
        landing = self.range.judged(self.landing(disc), (disc.x, disc.y))
        found = self.range.best(gains, self.lying(but=disc.disc))
        return found is not None and found[1] - gains[landing] >= reluctance

"""The bot's view of the table: its discs, their landings, and the next flick."""

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
"""In a solo match, the colour that the bot flicks with care. It flicks the other discs off the board before."""


@dataclass(frozen=True)
class Table:
    """The bot's view of the table: the view of one seat, with its board, its sheet and its discs read from it."""

    view: sonora.View
    seat: int
    options: Any
    """Options of the match."""
    about: Any
    """Move that names the disc of a decision; None if the decision is not about a disc."""

    @classmethod
    def of(cls, view: sonora.View, decision: Decision) -> "Table":
        """Return the table for a view and a decision."""
        return cls(view, decision.seat, decision.context.options, decision.about)

    @cached_property
    def board(self) -> Board:
        """The printed board of the match."""
        return board_of(self.view.printed.SerializeToString())

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet of the bot's seat."""
        return Sheet.of(self.view, self.seat)

    @property
    def alone(self) -> bool:
        """True in a solo match."""
        return len(self.view.players) == 1

    @property
    def colour(self) -> int:
        """Return the number of the colour that the bot marks on its sheet: its seat's, or, in a solo match, the chosen
        one (OWN until then)."""
        if not self.alone:
            return self.seat
        return self.view.own_colour if self.view.HasField("own_colour") else OWN

    def discs(self, colour: int) -> list[sonora.Disc]:
        """Return all discs of the colour of this number, wherever they are."""
        return [disc for disc in self.view.discs if disc.colour == colour]

    @property
    def hand(self) -> list[sonora.Disc]:
        """Return the discs that can be flicked now or later."""
        return [
            disc
            for disc in self.view.discs
            if disc.where == sonora.PLACE_IN_HAND and (self.alone or disc.colour == self.seat)
        ]

    @property
    def disc(self) -> sonora.Disc:
        """Return the disc that the decision is about."""
        return next(disc for disc in self.view.discs if disc.disc == self.about.take_disc.disc)

    @property
    def next_disc(self) -> sonora.Disc:
        """Return the disc to flick next: the smallest one, because later discs are less likely to be pushed. In a solo
        match, the bot's own colour comes last."""
        return min(self.hand, key=lambda disc: (self.alone and disc.colour == OWN, disc.value))

    def landing(self, disc: sonora.Disc) -> Landing:
        """Return the landing of a disc in the present position."""
        if disc.section:
            return Landing(disc.section, disc.doubled)
        if disc.where == sonora.PLACE_IN_HOLE:
            return HOLE
        return self.board.landing(disc.x, disc.y) if disc.where == sonora.PLACE_ON_BOARD else NOWHERE

    def counted(self, colour: int, but: Sequence[int] = ()) -> list[Counted]:
        """Return the value and landing of the discs of a colour that count for a section now, except those of the
        numbers in `but`. A disc in the hole counts when its section has been chosen."""
        found = [
            Counted(disc.value, self.landing(disc)) for disc in self.discs(colour) if disc.disc not in but
        ]
        return [disc for disc in found if disc.landing.section > 0]

    def gains(self, disc: sonora.Disc) -> dict[Landing, float]:
        """Return, for each landing, the worth in points of a disc in addition to the others of its colour. In the hole
        the disc counts for the section of its owner's choice, so the best one is taken."""
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
        """The places that can be aimed at from the corner where the bot sits now."""
        corner = self.view.players[self.seat].corner - 1
        return range_of(self.board, Hand(corner, self.options.no_pushing, self.options.tremor))

    def lying(self, but: int = -1) -> list[Spot]:
        """Return the places of the discs on the board, except the disc of the number `but`."""
        return [
            (disc.x, disc.y)
            for disc in self.view.discs
            if disc.where == sonora.PLACE_ON_BOARD and disc.disc != but
        ]

    def shot(self) -> Shot | None:
        """Return the flick for the disc that was taken or has come back; None if no way is free."""
        disc = self.disc
        if self.alone and disc.colour != OWN:
            return AWAY
        found = self.range.best(self.gains(disc), self.lying())
        return found[0] if found else None

    def would_flick_again(self, reluctance: float) -> bool:
        """Return whether another flick of the same disc is expected to gain at least `reluctance` points over its
        present landing. It never is for a disc that a solo player flicks off the board."""
        disc = self.disc
        if self.alone and disc.colour != OWN:
            return False
        gains = self.gains(disc)
        landing = self.range.judged(self.landing(disc), (disc.x, disc.y))
        found = self.range.best(gains, self.lying(but=disc.disc))
        return found is not None and found[1] - gains[landing] >= reluctance

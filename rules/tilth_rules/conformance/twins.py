"""Laws of promise 3 about knowledge: nothing that a viewer has not seen leaves a trace in it.

Worlds alone cannot show that, because a game could take the truth for knowledge. So a second table, the twin, is played
beside the first. Something hidden went another way there. A viewer that has seen no difference since then must know the
same of both.
"""

from random import Random
from typing import Any

from tilth_rules.conformance.broken import LawBroken, accepted, shape
from tilth_rules.conformance.worlds import viewers
from tilth_rules.kernel import Chance, Record, Refused, SeededChance, Table
from tilth_rules.kernel.chance import SEED_BYTES, Draw
from tilth_rules.random_play import Picks, inside


class OtherDraws:
    """The chance of a match, with other draws for one purpose."""

    def __init__(self, chance: Chance, purpose: str, other: Chance) -> None:
        self._chance = chance
        self._purpose = purpose
        self._other = other

    def draw(self, purpose: str, place: int, count: int) -> Draw:
        """Return the match's draw, or another one if it is for that purpose."""
        chance = self._other if purpose == self._purpose else self._chance
        return chance.draw(purpose, place, count)


class Twin:
    """A second table, and the viewers that cannot tell it from the first."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.viewers = list(viewers(table))

    def follow(self, here: Table, mine: Record, seat: int, picks: Picks) -> None:
        """Give the answer that the first table took at the second table, too, and compare what viewers see."""
        try:
            theirs = self.table.answer(seat, *picks)
        except Refused:
            self.viewers = []
            return
        assert theirs is not None
        self.compare(here, mine, theirs)

    def compare(self, here: Table, mine: Record, theirs: Record) -> None:
        """Keep only the viewers that see no difference between both records, and the decisions after them."""
        there = self.table
        if here.state == there.state or _shapes(here) != _shapes(there):
            self.viewers = []
        self.viewers = [
            viewer
            for viewer in self.viewers
            if mine.seen_by(viewer) == theirs.seen_by(viewer)
            and here.open.get(viewer) == there.open.get(viewer)
        ]

    def unseen_leaves_no_trace(self, viewer: int, known: Any) -> None:
        """Raise LawBroken if a viewer that has seen the same of both tables has different knowledge of them."""
        if viewer in self.viewers:
            otherwise = self.table.game.knowledge(self.table.state, viewer)
            if known != otherwise:
                raise LawBroken(
                    "what nobody saw leaves no trace", f"viewer {viewer} knows {known}, or {otherwise}"
                )


def set_up_otherwise(here: Table, mine: Record, random: Random) -> None:
    """Test that the set-up gives away nothing: set the table up again with other draws, for each purpose in turn.
    Viewers who see no difference must have the same knowledge."""
    for purpose in sorted({purpose for purpose, _ in mine.draws}):
        chance = OtherDraws(here.chance, purpose, SeededChance(random.randbytes(SEED_BYTES)))
        table = Table(here.game, here.options, here.seats, chance, outside=here.outside_port)
        theirs = table.start()
        assert theirs is not None
        twin = Twin(table)
        twin.compare(here, mine, theirs)
        for viewer in viewers(here):
            twin.unseen_leaves_no_trace(viewer, here.game.knowledge(here.state, viewer))


def split(before: Table, here: Table, mine: Record, picks: Picks, random: Random) -> Twin | None:
    """Return a twin of the table: with other draws in the last answer, or with another answer. None if that changed
    nothing hidden."""
    seat = mine.cause.seat
    unseen = bool(mine.restricted_events) or any(event.hidden for event in mine.events)
    if not unseen:
        return None
    twin = Twin(before.clone())
    if mine.draws and random.random() < DRAWS_FIRST:
        purpose = random.choice(mine.draws)[0]
        twin.table.chance = OtherDraws(before.chance, purpose, SeededChance(random.randbytes(SEED_BYTES)))
    else:
        picks = inside(before.open[seat], random, before.offered.get(seat, ()))
        twin.viewers.remove(seat)
    theirs = accepted(twin.table, seat, picks)
    twin.table.chance = before.chance
    twin.compare(here, mine, theirs)
    return twin


DRAWS_FIRST = 0.8
"""The chance that a twin has other draws, if there were any."""


def _shapes(table: Table) -> list[tuple[object, ...]]:
    """Return what every viewer may know of the open decisions."""
    return [shape(table.open[seat]) for seat in sorted(table.open)]

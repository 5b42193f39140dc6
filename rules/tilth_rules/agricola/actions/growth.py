"""Family growth."""

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import opens_now
from tilth_rules.agricola.cards.words import GREW, MAY_GROW
from tilth_rules.agricola.events.rounds import FamilyGrew
from tilth_rules.agricola.state import State, discs, family_size
from tilth_rules.agricola.words import AT_HOME, FAMILY, LARGEST_FAMILY, LODGER, NO_SPACE
from tilth_rules.kernel import Act, Table


def can_grow(state: State, facts: Facts, anyhow: bool) -> bool:
    """Five discs are the most; but a lodger may become one of the family. Each needs a room of its own, unless the
    space or a card says otherwise."""
    seat = state.seats[facts.seat]
    has_room = anyhow or seat.yard.rooms.bit_count() > family_size(seat)
    if not has_room and not seat.rules[MAY_GROW]:
        return False
    if discs(seat) >= LARGEST_FAMILY and not lodger_waits(state, facts):
        return False
    return has_room or any(
        may(state, facts) for card in seat.rules[MAY_GROW] for may in ANSWERS[MAY_GROW][card]
    )


def lodger_waits(state: State, facts: Facts) -> bool:
    """Whether a lodger can move in, at the instance of somebody else of the family who is there or can still go."""
    seat = state.seats[facts.seat]
    people = list(zip(seat.kinds, seat.places, seat.born, strict=True))
    if not any(kind == LODGER and place == AT_HOME for kind, place, _ in people):
        return False
    return any(
        place == facts.space or (place == AT_HOME and born < state.round)
        for kind, place, born in people
        if kind == FAMILY
    )


class Grow(Act, tag=70):
    """A child comes. It sits where it was wanted till all come home, and works from the next round on."""

    facts: Facts

    def act(self, table: Table) -> None:
        facts = self.facts
        seat = facts.seat
        table.emit(FamilyGrew(seat, None if facts.space == NO_SPACE else facts.space))
        person = len(table.state.seats[seat].kinds) - 1
        opens_now(table, GREW, Facts(seat, facts.space, facts.via, more=(person,)))

"""Family growth."""

from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import GREW, MAY_GROW
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import push_moment_now
from tilth_rules.agricola.codes import AT_HOME, FAMILY, LARGEST_FAMILY, LODGER, NO_SPACE
from tilth_rules.agricola.events.rounds import FamilyGrew
from tilth_rules.agricola.state import State, discs, family_size
from tilth_rules.kernel import Act, Table


def can_grow(state: State, facts: Facts, anyhow: bool) -> bool:
    """Return whether the family can grow: it needs a room for the child (not with `anyhow`, or if a card allows it),
    and one of the five discs, unless a lodger can become one of the family."""
    seat = state.seats[facts.seat]
    has_room = anyhow or seat.yard.rooms.bit_count() > family_size(seat)
    if not has_room and not seat.rules[MAY_GROW]:
        return False
    if discs(seat) >= LARGEST_FAMILY and not lodger_waits(state, facts):
        return False
    return has_room or any(may(state, facts) for _, may in answers(state, seat, MAY_GROW))


def lodger_waits(state: State, facts: Facts) -> bool:
    """Return whether a lodger is at home and can become one of the family, which takes another person of the family on
    the space, or one at home who was not born this round."""
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
    """Let a seat's family grow by a child, which sits on the space of the action (if there is one) until the people
    come home, and is placed from the next round on. Cards notice it."""

    facts: Facts

    def act(self, table: Table) -> None:
        facts = self.facts
        seat = facts.seat
        table.emit(FamilyGrew(seat, None if facts.space == NO_SPACE else facts.space))
        person = len(table.state.seats[seat].kinds) - 1
        push_moment_now(table, GREW, Facts(seat, facts.space, facts.via, more=(person,)))

"""Cards about houses: rooms and renovations, and a gift for the smallest house."""

from typing import Final

from tilth_rules.agricola.actions.building import BuildRooms, can_build_room
from tilth_rules.agricola.actions.goods import gain
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import MAY_RENOVATE, PER_GAME, ROUND
from tilth_rules.agricola.cards.registry import Offer, offer, on, rule
from tilth_rules.agricola.codes import CLAY, REED, STONE, STONE_HOUSE, WOOD, WOODEN
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table


@on(
    "E178",
    ROUND,
    optional=True,
    wants=lambda state, call: (
        state.round == 11
        and state.since[call.card] <= 4
        and state.seats[call.seat].yard.house != STONE_HOUSE
        and can_build_room(state, call.seat, free=True)
    ),
)
def hut_builder(table: Table, call: Call) -> None:
    """Hut Builder: the owner gets a room for nothing when round 11 begins, if the card was played in the first
    stage."""
    table.then(BuildRooms(Facts(call.seat, via=call.card), 1, free=True))


@rule("E200", MAY_RENOVATE)
def conservator(state: State, seat: int, facts: Facts) -> list[int]:
    """Conservator: return the further kinds of house to which the owner may renovate: stone if the house is of wood and
    no card causes the renovation, otherwise none."""
    return [STONE_HOUSE] if state.seats[seat].yard.house == WOODEN and not facts.by_card else []


# Pastor ------------------------------------------------------------------------------------------

PARISH: Final = ((WOOD, 3), (CLAY, 2), (REED, 1), (STONE, 1))


def lives_smallest(state: State, call: Call) -> bool:
    """Pastor: return whether the owner is the only seat with no more than two rooms."""
    rooms = [seat.yard.rooms.bit_count() for seat in state.seats]
    return rooms[call.seat] == 2 and rooms.count(2) == 1


def pastor(table: Table, call: Call) -> None:
    """Pastor: the owner takes three wood, two clay, a reed and a stone, once in the match."""
    gain(table, call.seat, PARISH, card=call.card)


offer("E193", Offer(pastor, lives_smallest, between=True, limit=PER_GAME))

"""Cards about houses: rooms and renovations, and who lives in the smallest one."""

from typing import Final

from tilth_rules.agricola.actions.building import BuildRooms, can_build_room
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Offer, offer, on, rule
from tilth_rules.agricola.cards.words import MAY_RENOVATE, PER_GAME, ROUND
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain
from tilth_rules.agricola.words import CLAY, REED, STONE, STONE_HOUSE, WOOD, WOODEN
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
    """A room for nothing when round 11 begins, for who learned this in the first stage."""
    table.then(BuildRooms(Facts(call.seat, via=call.card), 1, free=True))


@rule("E200", MAY_RENOVATE)
def conservator(state: State, seat: int, facts: Facts) -> list[int]:
    """From wood to stone at once, where the renovation is an action and not a card's doing."""
    return [STONE_HOUSE] if state.seats[seat].yard.house == WOODEN and not facts.by_card else []


# Pastor ------------------------------------------------------------------------------------------

PARISH: Final = ((WOOD, 3), (CLAY, 2), (REED, 1), (STONE, 1))


def lives_smallest(state: State, call: Call) -> bool:
    """Whether the owner alone has no more than two rooms."""
    rooms = [seat.yard.rooms.bit_count() for seat in state.seats]
    return rooms[call.seat] == 2 and rooms.count(2) == 1


def pastor(table: Table, call: Call) -> None:
    """What the parish gives, once in the match."""
    gain(table, call.seat, PARISH, card=call.card)


offer("E193", Offer(pastor, lives_smallest, between=True, limit=PER_GAME))

"""Cards about animals: their breeding, their company in pastures, and further ways to get them."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions.animals import herd, holders_of
from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import BREED, FINAL, HOLD, PER_HARVEST
from tilth_rules.agricola.cards.registry import Offer, Question, offer, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import (
    ANIMALS,
    BOAR,
    BREEDING,
    CATTLE,
    FEEDING,
    SHEEP,
    VEGETABLE,
    WITHOUT_ROOM,
)
from tilth_rules.agricola.events.goods import CardGaveGoods, GoodsLost
from tilth_rules.agricola.farm.herds import Herd, maximal_herds
from tilth_rules.agricola.farm.housing import Capacities
from tilth_rules.agricola.moves.numbers import KEEP_HERD
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table


@rule("E203", BREED)
def shepherd(state: State, seat: int, animal: int, count: int) -> int:
    """Shepherd: return two lambs for four sheep or more in the breeding phase, otherwise none."""
    return 2 if animal == SHEEP and count >= 4 and state.phase == BREEDING else 0


@rule("E216", HOLD)
def animal_keeper(state: State, seat: int, capacities: Capacities) -> Capacities:
    """Animal Keeper: return the capacities of a farm on which animals of different kinds may share a pasture."""
    return shared(capacities)


@lru_cache(maxsize=1 << 8)
def shared(capacities: Capacities) -> Capacities:
    """Animal Keeper: return these capacities changed so that different kinds may share a pasture. Results are cached,
    for 256 different arguments."""
    return replace(capacities, pasture_together=True)


# Feed Pellets ------------------------------------------------------------------------------------


def pellets(animal: int) -> Offer:
    """Feed Pellets: return the standing offer to exchange a vegetable for an animal of this kind. It stands in the
    feeding phase, while the owner has a vegetable and an animal of the kind, and does not skip the harvest."""

    def ready(state: State, call: Call) -> bool:
        seat = state.seats[call.seat]
        in_time = state.phase == FEEDING and not seat.skips
        return in_time and seat.goods[VEGETABLE] > 0 and seat.goods[animal] > 0

    def feed_pellets(table: Table, call: Call) -> None:
        """The owner exchanges a vegetable for an animal of a kind that the owner has."""
        lose(table, call.seat, ((VEGETABLE, 1),), card=call.card)
        gain(table, call.seat, ((animal, 1),), card=call.card)

    return Offer(feed_pellets, ready, limit=PER_HARVEST)


offer("E338", pellets(SHEEP), slot=0)
offer("E338", pellets(BOAR), slot=1)
offer("E338", pellets(CATTLE), slot=2)


# Animal Feed -------------------------------------------------------------------------------------


def fed(state: State, seat: int) -> tuple[Herd, ...]:
    """Animal Feed: return the fullest herds with one more animal of each kind the seat has. Old animals may make
    room."""
    sheep, boar, cattle = (count + (count > 0) for count in herd(state, seat))
    return maximal_herds(holders_of(state, seat), (sheep, boar, cattle))


def become(table: Table, call: Call, wanted: Herd) -> None:
    """Animal Feed: change the owner's herd into the wanted one: animals are gained from the supply or given
    back to it."""
    for animal, before, after in zip(ANIMALS, herd(table.state, call.seat), wanted, strict=True):
        if after > before:
            table.emit(CardGaveGoods(call.seat, animal, after - before, call.card))
        elif after < before:
            table.emit(GoodsLost(call.seat, animal, before - after, WITHOUT_ROOM))


def ask_fed(state: State, call: Call) -> Choose:
    """Animal Feed: ask which of the fullest herds that it can have the owner takes."""
    return Choose(call.seat, "keep-animals", [KEEP_HERD.option(*kept) for kept in fed(state, call.seat)])


FED: Final = question(
    "I101",
    Question(ask_fed, lambda table, call, picks: become(table, call, KEEP_HERD.parts(picks[0])), owed=True),
)


@on("I101", FINAL, wants=lambda state, call: any(herd(state, call.seat)))
def animal_feed(table: Table, call: Call) -> None:
    """Animal Feed: the owner gets one more animal of each kind before the scoring, if there is room. No animal may be
    cooked to make room."""
    herds = fed(table.state, call.seat)
    if len(herds) == 1:
        become(table, call, herds[0])
    else:
        table.then(CardAsks(call, FED))

"""Clauses about room for animals. The order in which cards were played makes no difference."""

from functools import lru_cache

from msgspec.structs import replace

from tilth_rules.agricola.cards.counted import Counted, counted
from tilth_rules.agricola.cards.counting import NO_FACTS
from tilth_rules.agricola.cards.moments import HOLD
from tilth_rules.agricola.cards.registry import answer
from tilth_rules.agricola.codes import ANIMALS, ENDLESS
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.farm.herds import UNLIMITED, Herd, Holder
from tilth_rules.agricola.farm.housing import Capacities
from tilth_rules.agricola.state import State


def _places(number: int) -> int:
    """Return the number of places for animals that a number in the data means: ENDLESS and more mean no limit."""
    return UNLIMITED if number >= ENDLESS else number


def _sum(some: Herd, more: Herd) -> Herd:
    """Return the places of two herds added, kind by kind."""
    return some[0] + more[0], some[1] + more[1], some[2] + more[2]


def _places_for(animal: int | None, places: int) -> Herd:
    """Return a herd with this many places for one kind of animal; none if no kind is named."""
    sheep, boar, cattle = (places if animal == kind else 0 for kind in ANIMALS)
    return sheep, boar, cattle


@lru_cache(maxsize=64)
def home_counters(values: str) -> dict[int, Counted]:
    """Return the functions that count how many animals may live in the house, by the card that says so."""
    return {
        card: counted(clause.animals)
        for card, printed in enumerate(content_of(values).cards)
        for clause in printed.clauses
        if isinstance(clause, rules.Home)
    }


@lru_cache(maxsize=64)
def cards_adding_places(values: str) -> list[tuple[int, int, Herd]]:
    """Return the cards that add places for animals to other cards: each with the places for any kind, and for each
    kind."""
    return [
        (card, 0 if clause.animal else clause.plus, _places_for(clause.animal, clause.plus))
        for card, printed in enumerate(content_of(values).cards)
        for clause in printed.clauses
        if isinstance(clause, rules.Capacity) and "holder" in clause.of
    ]


def compile_holder(card: int, clause: rules.Holder) -> None:
    """Register that the card itself holds animals, with all places that other cards add to it."""
    total = clause.total
    own = _places(clause.sheep), _places(clause.boar), _places(clause.cattle)

    def change(state: State, seat: int, capacities: Capacities) -> Capacities:
        capacity, places = total, own
        for other, more, more_own in cards_adding_places(state.options.values):
            if state.owner[other] == seat:
                capacity, places = _with_more_places(capacity, places, more, more_own)
        return _with_card(capacities, Holder(capacity, places, together=True))

    answer(card, HOLD, change)


def _with_more_places(total: int, own: Herd, more: int, more_own: Herd) -> tuple[int, Herd]:
    """Return the places with more added.

    Places for any kind are added if there are some already; places for one kind are added wherever that kind finds
    room.
    """
    sheep, boar, cattle = (
        places + extra if total or places else 0 for places, extra in zip(own, more_own, strict=True)
    )
    return total + more if total else 0, (sheep, boar, cattle)


@lru_cache(maxsize=1 << 10)
def _with_card(capacities: Capacities, holder: Holder) -> Capacities:
    """Return the capacities of a farm with one more card that holds animals."""
    return replace(capacities, cards=(*capacities.cards, holder))


def compile_capacity(card: int, clause: rules.Capacity) -> None:
    """Register that pastures and loose stables hold more animals. Cards ask for the places that are added to cards
    themselves."""

    @lru_cache(maxsize=1 << 8)
    def changed(capacities: Capacities) -> Capacities:
        if "pasture" in clause.of:
            capacities = _with_pastures(capacities, clause)
        if "stable" in clause.of:
            capacities = _with_stables(capacities, clause)
        return capacities

    answer(card, HOLD, lambda state, seat, capacities: changed(capacities))


def _with_pastures(capacities: Capacities, clause: rules.Capacity) -> Capacities:
    """Return the capacities of a farm with pastures changed as the clause says."""
    if clause.animal is not None:
        return replace(
            capacities, pasture_own=_sum(capacities.pasture_own, _places_for(clause.animal, clause.plus))
        )
    return replace(
        capacities,
        pasture_min=max(capacities.pasture_min, clause.least),
        pasture_more=capacities.pasture_more + clause.plus,
    )


def _with_stables(capacities: Capacities, clause: rules.Capacity) -> Capacities:
    """Return the capacities of a farm with stables changed as the clause says. Without cards a stable holds one
    animal."""
    if clause.animal is not None:
        more = max(clause.least - 1, 0) + clause.plus
        return replace(capacities, stable_own=_sum(capacities.stable_own, _places_for(clause.animal, more)))
    return replace(capacities, best_stable=max(capacities.best_stable, clause.least))


def compile_home(card: int, clause: rules.Home) -> None:
    """Register how many animals live in the owner's house. If several cards say a number, the smallest counts."""

    def change(state: State, seat: int, capacities: Capacities) -> Capacities:
        fewest = min(
            many(state, seat, NO_FACTS)
            for other, many in home_counters(state.options.values).items()
            if state.owner[other] == seat
        )
        return _with_home(capacities, fewest)

    answer(card, HOLD, change)


@lru_cache(maxsize=1 << 8)
def _with_home(capacities: Capacities, animals: int) -> Capacities:
    """Return the capacities of a farm with this number of animals in the house."""
    return replace(capacities, home=animals, home_together=True)

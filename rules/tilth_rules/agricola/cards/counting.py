"""Counters, values and conditions of the cards' data, worked out for a seat."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.content.cards import CARDS, FIRST_OCCUPATION
from tilth_rules.agricola.content.conditions import Condition, During, Housed, InPlay, Number
from tilth_rules.agricola.content.values import Count, Counter, Value
from tilth_rules.agricola.farm.yard import cells_of, fenced
from tilth_rules.agricola.state import CARD_PLOTS, NEVER, Seat, State
from tilth_rules.agricola.words import (
    ANIMALS,
    AT_HOME,
    FEEDING,
    GOOD_OF,
    GRAIN,
    NO_CARD,
    NOBODY,
    ROUNDS,
    VEGETABLE,
    WOOD,
    Goods,
)

NO_FACTS: Final = Facts(NOBODY)

CROP_OF: Final = (0, GRAIN, VEGETABLE)
"""The good that a crop of the farmyard is; plots on cards know their goods themselves."""

COOKED_ANIMALS: Final = 3
"""The first so many of the facts of cooking: sheep, boar, cattle."""


def crops(seat: Seat) -> list[tuple[int, int, int]]:
    """What is sown: (plot, good, how much of it), fields first."""
    yard = seat.yard
    stacks = yard.stacks
    found = [
        (cell, CROP_OF[yard.crops[cell]], stacks[cell]) for cell in cells_of(yard.fields) if stacks[cell]
    ]
    if seat.plot_cards:
        found += [
            (CARD_PLOTS + at, good, stack)
            for at, (good, stack) in enumerate(zip(seat.plot_crops, seat.plot_stacks, strict=True))
            if stack
        ]
    return found


def with_fields(seat: Seat, good: int) -> int:
    """So much of a crop, in the supply and on all plots."""
    return seat.goods[good] + sum(stack for _, crop, stack in crops(seat) if crop == good)


def occupations(seat: Seat) -> int:
    """Occupations in play, each counted once."""
    return len([card for card in seat.cards if card >= FIRST_OCCUPATION])


def occupation_worth(seat: Seat, without: int = NO_CARD) -> int:
    """Occupations in play, each as often as it says."""
    return sum([CARDS[card].worth for card in seat.cards if card >= FIRST_OCCUPATION and card != without])


def improvements(seat: Seat) -> int:
    return sum([card < FIRST_OCCUPATION for card in seat.cards])


def persons_left(state: State, seat: Seat) -> int:
    """People who have yet to be placed this round. Newborns are not."""
    if state.round not in seat.born:
        return seat.places.count(AT_HOME)
    return sum(
        place == AT_HOME and born < state.round for place, born in zip(seat.places, seat.born, strict=True)
    )


_COUNTED: Final[dict[str, Callable[[State, Seat], int]]] = {
    "all_wood": lambda state, seat: with_fields(seat, WOOD),
    "all_grain": lambda state, seat: with_fields(seat, GRAIN),
    "all_vegetable": lambda state, seat: with_fields(seat, VEGETABLE),
    "animals": lambda state, seat: sum(seat.goods[animal] for animal in ANIMALS),
    "animal_types": lambda state, seat: sum(seat.goods[animal] > 0 for animal in ANIMALS),
    "rooms": lambda state, seat: seat.yard.rooms.bit_count(),
    "stables": lambda state, seat: seat.yard.stables.bit_count(),
    "fields": lambda state, seat: seat.yard.fields.bit_count(),
    "sowable_fields": lambda state, seat: (
        seat.yard.fields.bit_count() + sum(not holds_wood(card) for card in seat.plot_cards)
    ),
    "sown_fields": lambda state, seat: sum(good != WOOD for _, good, _ in crops(seat)),
    "grain_fields": lambda state, seat: sum(good == GRAIN for _, good, _ in crops(seat)),
    "vegetable_fields": lambda state, seat: sum(good == VEGETABLE for _, good, _ in crops(seat)),
    "fenced_cells": lambda state, seat: fenced(seat.yard.fences).bit_count(),
    "occupations": lambda state, seat: occupations(seat),
    "occupation_worth": lambda state, seat: occupation_worth(seat),
    "improvements": lambda state, seat: improvements(seat),
    "begging": lambda state, seat: seat.begging,
    "players": lambda state, seat: len(state.seats),
    "round": lambda state, seat: state.round,
    "rounds_done": lambda state, seat: max(0, state.round - 1),
    "rounds_left": lambda state, seat: ROUNDS - state.round,
    "persons_left": persons_left,
}


def holds_wood(card: int) -> bool:
    """Whether wood is planted on the card, which is no field for any purpose."""
    return any(getattr(clause, "crop", 0) == WOOD for clause in CARDS[card].clauses)


def count(state: State, seat: int, of: Counter, cards: Sequence[int] = (), facts: Facts = NO_FACTS) -> int:
    """How many of something a seat has; what the moment is about is among its facts."""
    if of in _COUNTED:
        return _COUNTED[of](state, state.seats[seat])
    if of == "cards":
        return sum(state.owner[card] == seat for card in cards)
    if of == "ever_built":
        return sum(state.since[card] != NEVER for card in cards)
    if of == "count":
        return facts.count
    if of == "cooked_animals":
        return sum(facts.more[:COOKED_ANIMALS])
    return state.seats[seat].goods[GOOD_OF[of]]


def value(state: State, seat: int, wanted: Value, facts: Facts = NO_FACTS) -> int:
    """A number of the data, looked up if it has to be counted."""
    if not isinstance(wanted, Count):
        return wanted
    if not wanted.at_table:
        return wanted.worth(count(state, seat, wanted.of, wanted.cards, facts))
    seats = range(len(state.seats))
    return wanted.worth(sum(count(state, one, wanted.of, wanted.cards, facts) for one in seats))


def amounts(state: State, seat: int, wanted: Sequence[tuple[int, Value]], facts: Facts = NO_FACTS) -> Goods:
    """Goods with their amounts counted; what comes to nothing falls out."""
    counted = ((good, value(state, seat, number, facts)) for good, number in wanted)
    return tuple((good, number) for good, number in counted if number > 0)


def holds(state: State, seat: int, condition: Condition, facts: Facts = NO_FACTS) -> bool:
    match condition:
        case Number():
            seats = [seat]
            if condition.seat == "another":
                seats = [other for other in range(len(state.seats)) if other != seat] or [seat]
            return any(
                condition.least <= count(state, one, condition.of, condition.cards, facts) <= condition.most
                for one in seats
            )
        case Housed():
            return state.seats[seat].yard.house in condition.among
        case InPlay():
            owners = [state.owner[card] for card in condition.cards]
            found = seat in owners if condition.seat == "own" else any(owner != NOBODY for owner in owners)
            return found != condition.none
        case During():
            return state.phase == FEEDING


def hold(state: State, seat: int, conditions: Sequence[Condition], facts: Facts = NO_FACTS) -> bool:
    return all(holds(state, seat, condition, facts) for condition in conditions)

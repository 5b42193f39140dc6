"""Counts of a seat's things. `counted.py` turns numbers and conditions of the data into functions that use them."""

from collections.abc import Callable
from typing import Final

from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.codes import (
    ANIMALS,
    AT_HOME,
    GRAIN,
    NO_CARD,
    NOBODY,
    ROUNDS,
    VEGETABLE,
    WOOD,
)
from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION
from tilth_rules.agricola.farm.yard import cells_of, fenced
from tilth_rules.agricola.state import CARD_PLOTS, Seat, State

NO_FACTS: Final = Facts(NOBODY)

CROP_OF: Final = (0, GRAIN, VEGETABLE)
"""The good of each crop of the farmyard. Plots on cards know their goods themselves."""

COOKED_ANIMALS: Final = 3
"""The number of kinds of animals, which come first in the facts of cooking: sheep, boar, cattle."""


def crops(seat: Seat) -> list[tuple[int, int, int]]:
    """Return (plot, good, amount) for each plot of the seat on which something grows: fields first, numbered by cell,
    then the plots on cards, numbered from CARD_PLOTS on."""
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
    """Return how much of a crop the seat has, in its supply and on all fields and plots."""
    return seat.goods[good] + sum(stack for _, crop, stack in crops(seat) if crop == good)


def occupations(seat: Seat) -> int:
    """Return the number of occupations that a seat has in play, each counted once."""
    return len([card for card in seat.cards if IS_OCCUPATION[card]])


def occupation_worth(seat: Seat, without: int = NO_CARD) -> int:
    """Return the number of occupations in play, each counted as often as its card says, except for the card
    `without`."""
    return sum([CARDS[card].worth for card in seat.cards if IS_OCCUPATION[card] and card != without])


def improvements(seat: Seat) -> int:
    """Return the number of cards that a seat has in play and that are no occupations."""
    return sum([not IS_OCCUPATION[card] for card in seat.cards])


def persons_left(state: State, seat: Seat) -> int:
    """Return the number of people that the seat has yet to place this round, without newborns."""
    if state.round not in seat.born:
        return seat.places.count(AT_HOME)
    return sum(
        place == AT_HOME and born < state.round for place, born in zip(seat.places, seat.born, strict=True)
    )


COUNTED: Final[dict[str, Callable[[State, Seat], int]]] = {
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
"""The counts by their names in the data. A good is counted by its own name; some counts need more than a seat."""


def holds_wood(card: int) -> bool:
    """Return whether wood can be planted on the card. Such a card is no field for any purpose."""
    return any(getattr(clause, "crop", 0) == WOOD for clause in CARDS[card].clauses)

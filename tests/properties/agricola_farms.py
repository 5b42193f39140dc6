"""Conditions that hold for every farm and all cards of Agricola after each answer."""

from collections.abc import Iterator

from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.actions.building import houses_to, renovation_to
from tilth_rules.agricola.actions.fences import Tally, can_build_fences, payable_fences
from tilth_rules.agricola.actions.improvements import can_build_major, has_improvement, improvements, majors
from tilth_rules.agricola.actions.occupations import food_before, occupations, plays_occupation
from tilth_rules.agricola.actions.parts import KNOWN, SURE
from tilth_rules.agricola.actions.spaces import ALWAYS, GATHERING, usable, uses_of
from tilth_rules.agricola.amounts import food
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import MAY_RENOVATE
from tilth_rules.agricola.codes import FENCES, LARGEST_FAMILY, NOBODY, STABLES, STONE_HOUSE
from tilth_rules.agricola.content.cards import IS_OCCUPATION, MAJORS
from tilth_rules.agricola.farm.fencing import fewest_fences
from tilth_rules.agricola.farm.yard import CELLS, beside, fenced, pastures, ring
from tilth_rules.agricola.paying.purchases import (
    IMPROVEMENT,
    OCCUPATION,
    ROOM,
    Purchase,
    can_buy_card,
    can_buy_room,
    can_pay,
)
from tilth_rules.agricola.rounds.entering import usable_after_entering
from tilth_rules.agricola.rounds.placement import all_spaces, collectors, may_enter, pays_tolls, spaces_for
from tilth_rules.agricola.state import Seat, State, discs
from tilth_rules.kernel import Table


def stands(seat: Seat) -> None:
    """Check that every fence belongs to a closed pasture, and that no cell has two uses that exclude each other."""
    yard = seat.yard
    areas = pastures(yard.fences)
    closed = 0
    for area in areas:
        closed |= ring(area)
    assert closed == yard.fences, "a fence that closes nothing"
    inside_fences = fenced(yard.fences)
    assert not yard.rooms & yard.fields
    assert not (yard.rooms | yard.fields) & (yard.stables | inside_fences)
    for cell in range(CELLS):
        assert not yard.stacks[cell] or (yard.fields >> cell & 1 and yard.crops[cell])
        assert yard.stacks[cell] or not yard.crops[cell]
    assert yard.has_fields_to_sow() == (yard.fields_to_sow() != 0)
    assert is_one_piece(yard.rooms)
    assert is_one_piece(yard.fields)
    assert is_one_piece(inside_fences)


def is_one_piece(cells: int) -> bool:
    """Return whether all of these cells can be reached from the first one by their sides."""
    reached = cells & -cells
    while reached != (wider := (reached | beside(reached)) & cells):
        reached = wider
    return reached == cells


def has_no_more_than_there_is(seat: Seat) -> None:
    """Check the rulebook's limits: five discs, four stables and fifteen fences a seat. No amount is ever negative."""
    assert min(seat.goods) >= 0
    assert min(seat.yard.stacks + seat.plot_stacks, default=0) >= 0
    assert discs(seat) <= LARGEST_FAMILY
    assert seat.yard.stables.bit_count() <= STABLES
    assert seat.yard.fences.bit_count() <= FENCES
    assert len(seat.places) == len(seat.born) == len(seat.kinds)


SETTLED = ("place", "end-turn", "feed")
"""Questions between actions: all animals have found their places before them."""


def animals_have_room(table: Table) -> None:
    """Check that all animals have room whenever a seat is asked for its next action, and at the end."""
    if table.over or any(decision.kind in SETTLED for decision in table.open.values()):
        assert all(animals_fit(table.state, seat) for seat in range(len(table.state.seats)))


def everywhere(state: State) -> Iterator[int]:
    """Yield every card that has a place, majors on the board among them."""
    for pile in (*state.decks, *state.discards, *state.packs, *state.kept, state.gone):
        yield from pile
    for seat in state.seats:
        yield from (*seat.hand, *seat.cards)
    yield from (card for card in range(10) if state.owner[card] == NOBODY)


def listeners_lie_on_the_table(state: State) -> None:
    for cards in state.listening:
        assert len(set(cards)) == len(cards)
        assert all(state.owner[card] != NOBODY for card in cards)
    for number, seat in enumerate(state.seats):
        assert all(state.owner[card] == number for card in seat.cards)
        for cards in (*seat.rules, seat.offering):
            assert all(state.owner[card] == number for card in cards)


def quick_checks_tell_the_truth(state: State, seat: int) -> None:
    """Check that a quick check of a space agrees with its acts' own tests, for every seat.

    In the family game it decides every space, except for gathered goods and spaces that are always of use.
    """
    for space in state.open:
        facts = Facts(seat, space)
        if ALWAYS[space] or state.heaps[GATHERING[space]]:
            assert usable(state, facts)
            assert usable(state, facts, SURE)
            continue
        quick = uses_of(state.options.values).quick_checks[space](state, state.seats[seat])
        if quick is None:
            assert not state.options.family
        else:
            assert quick == usable(state, facts) == usable(state, facts, SURE)


def who_may_enter_agrees(state: State, seat: int) -> None:
    """Check that the spaces found quickly are those found one by one, without a quick check."""
    collecting = collectors(state, seat)
    for how in (KNOWN, SURE):
        assert spaces_for(state, seat, how) == [
            space
            for space in all_spaces(state, seat)
            if may_enter(state, seat, space)
            and pays_tolls(state, seat, space, collecting)
            and (
                usable(state, Facts(seat, space), how)
                or usable_after_entering(state, Facts(seat, space), how)
            )
        ]


def shortcuts_agree(state: State, seat: int) -> None:
    """Check that plain prices, which are compared before cards are asked, give the result of all prices."""
    mine = state.seats[seat]
    house = mine.yard.house
    assert can_buy_room(state, seat) == can_pay(state, seat, Purchase(ROOM, house=house))
    for card in (*MAJORS, *(card for card in mine.hand if not IS_OCCUPATION[card])):
        assert can_buy_card(state, seat, card) == can_pay(state, seat, Purchase(IMPROVEMENT, card))
    assert can_build_major(state, seat) == bool(majors(state, seat))
    assert has_improvement(state, seat, True, True) == bool(improvements(state, seat, True, True))
    before = food_before(state, seat)
    for price in range(3):
        found = occupations(state, seat, price)
        assert plays_occupation(state, seat, price) == bool(found)
        for card in mine.hand:
            if IS_OCCUPATION[card]:
                paid = can_pay(state, seat, Purchase(OCCUPATION, card, price=food(price)), before)
                assert (card in found) == paid
    if house < STONE_HOUSE and not mine.rules[MAY_RENOVATE]:
        paid = can_pay(state, seat, renovation_to(state, seat, house + 1))
        assert houses_to(state, Facts(seat)) == ([house + 1] if paid else [])
    fences = payable_fences(state, seat, Tally())
    assert can_build_fences(state, seat) == (fewest_fences(mine.yard.fences, mine.yard.bare()) <= fences)

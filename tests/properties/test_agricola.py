"""Agricola in whatever mix of its options: the laws of every game, and what no match of this one may ever do."""

from collections.abc import Iterator
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tilth_rules.agricola import Options, game
from tilth_rules.agricola.animals import animals_fit
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.farm.yard import FIELD, ROOM, fenced, pastures, ring
from tilth_rules.agricola.spaces import GLANCES, usable
from tilth_rules.agricola.state import Seat, State, discs
from tilth_rules.agricola.words import FENCES, LARGEST_FAMILY, NOBODY, STABLES
from tilth_rules.conformance import conforms
from tilth_rules.kernel import OptionsRefused, Record, Seeded, Table, taken_back
from tilth_rules.randomly import inside

SEEDS = st.integers(0, 2**32)
MODES = ("without_e", "without_i", "without_k", "draft", "ten_keep_seven", "mulligan", "three_for_one")


@st.composite
def mixes(draw: st.DrawFn) -> tuple[int, Options]:
    """Any number of seats, and any options that can be played with."""
    seats = draw(st.sampled_from(game.seats))
    if draw(st.booleans()):
        return seats, Options(family=True)
    chosen = {name: True for name in MODES if draw(st.integers(0, 3)) == 0}
    options = msgspec.structs.replace(Options(), **chosen)
    try:
        game.check(options, seats)
    except OptionsRefused:
        return seats, Options()
    return seats, options


def tables_of(mix: tuple[int, Options], seed: int) -> Iterator[Table]:
    """A match at random, after the set-up and after every answer."""
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)), journal=False)
    table.start()
    yield table
    while not table.over:
        seat = random.choice(table.waiting)
        table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))
        yield table


# The laws ----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, thorough=False)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_no_match_takes_what_it_did_not_ask_for_and_nothing_hidden_shows(
    mix: tuple[int, Options], seed: int
) -> None:
    seats, options = mix
    conforms(game, options, seats, seed)


# Farms and goods ---------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_no_farm_ever_breaks_a_rule_of_building(mix: tuple[int, Options], seed: int) -> None:
    for table in tables_of(mix, seed):
        for seat in table.state.seats:
            stands(seat)
            has_no_more_than_there_is(seat)


def stands(seat: Seat) -> None:
    yard = seat.yard
    areas = pastures(yard.fences)
    closed = 0
    for area in areas:
        closed |= ring(area)
    assert closed == yard.fences, "a fence that closes nothing"
    inside_fences = fenced(yard.fences)
    for cell, use in enumerate(yard.cells):
        used = (use in (ROOM, FIELD), bool(yard.stables >> cell & 1), bool(inside_fences >> cell & 1))
        assert not (used[0] and (used[1] or used[2]))
        assert not yard.stacks[cell] or (use == FIELD and yard.crops[cell])
        assert yard.stacks[cell] or not yard.crops[cell]
    assert yard.fences.bit_count() <= FENCES
    assert yard.stables.bit_count() <= STABLES


def has_no_more_than_there_is(seat: Seat) -> None:
    assert min(seat.goods) >= 0
    assert discs(seat) <= LARGEST_FAMILY
    assert len(seat.places) == len(seat.born) == len(seat.kinds)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_animals_always_have_room_when_a_person_is_placed(mix: tuple[int, Options], seed: int) -> None:
    for table in tables_of(mix, seed):
        if any(decision.kind == "place" for decision in table.open.values()):
            assert all(animals_fit(table.state, seat) for seat in range(len(table.state.seats)))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_every_card_is_in_one_place(mix: tuple[int, Options], seed: int) -> None:
    box: list[int] = []
    for table in tables_of(mix, seed):
        cards = sorted(everywhere(table.state))
        box = box or cards
        assert cards == box
        assert len(set(cards)) == len(cards)


def everywhere(state: State) -> Iterator[int]:
    """Every card that is somewhere, majors on the board among them."""
    for pile in (*state.decks, *state.discards, *state.packs, *state.kept, state.gone):
        yield from pile
    for seat in state.seats:
        yield from (*seat.hand, *seat.cards)
    yield from (card for card in range(10) if state.owner[card] == NOBODY)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_who_listens_is_who_lies_on_the_table(mix: tuple[int, Options], seed: int) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        for cards in state.listening:
            assert len(set(cards)) == len(cards)
            assert all(state.owner[card] != NOBODY for card in cards)
        for number, seat in enumerate(state.seats):
            assert all(state.owner[card] == number for card in seat.cards)
            for cards in (*seat.rules, seat.offering):
                assert all(state.owner[card] == number for card in cards)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_a_glance_never_hides_a_space_that_is_of_use(mix: tuple[int, Options], seed: int) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        for seat, decision in table.open.items():
            if decision.kind == "place":
                for space in state.open:
                    glance = GLANCES[space]
                    if glance is not None and glance(state.seats[seat]):
                        assert not usable(state, Facts(seat, space))


# The log -----------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_a_match_is_told_by_its_log_alone(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)))
    records: list[Record | None] = [table.start()]
    while not table.over:
        seat = random.choice(table.waiting)
        if table.undoable(seat) is not None and random.random() < 0.1:
            kept = [record for record in records if record is not None]
            table, undone = table.undo(seat, kept)
            records.append(undone)
            continue
        records.append(table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ()))))
    log = [record for record in records if record is not None]
    state, _ = game.start(options, seats)
    back = taken_back(log)
    for record in log:
        if record.number not in back:
            for event in record.events:
                event.apply(state)
    assert state == table.state
    assert game.result(state) is not None

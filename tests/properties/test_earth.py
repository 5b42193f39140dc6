"""Earth in any mix of its options: the laws of every game, and faults that no match of it may have."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.earth.short_decks import short
from tests.seeds import examples
from tilth_rules.conformance import conforms
from tilth_rules.earth import Earth, Level, Options, Setup, game
from tilth_rules.earth.area.area import AROUND, FULL, SIDE
from tilth_rules.earth.area.awards import is_reached
from tilth_rules.earth.content.cards import EARTH
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.rounds.goals import LEAF_POINTS
from tilth_rules.earth.state import Seat, State
from tilth_rules.kernel import Record, SeededChance, Table, undone_numbers
from tilth_rules.random_play import inside

SEEDS = st.integers(0, 2**32)
BOOK = book_of("")
LANES = ("plant", "react", "draw", "activate", "sprouts", "keep", "growth", "place", "compost")


@st.composite
def mixes(draw: st.DrawFn, max_rounds: int = 6) -> tuple[int, Options, Earth]:
    """Draw any number of seats, any options, and a deck that may run dry."""
    seats = draw(st.sampled_from(game.seats))
    options = Options(
        setup=draw(st.sampled_from(list(Setup)[1:] if seats == 1 else list(Setup))),
        level=draw(st.sampled_from(Level)) if seats == 1 else Level.MEDIUM,
        teams=seats == 4 and draw(st.booleans()),
        turn_limit=draw(st.integers(1, max_rounds)),
    )
    return seats, options, short(draw(st.sampled_from((1, 1, 3, 5))))


def tables_of(mix: tuple[int, Options, Earth], seed: int) -> Iterator[Table]:
    """Yield the table of a random match, after the set-up and after every answer."""
    seats, options, earth = mix
    random = Random(seed)
    table = Table(earth, options, seats, SeededChance(random.randbytes(32)), journal=False)
    table.start()
    yield table
    while not table.over:
        seat = random.choice(table.pending_seats)
        table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))
        yield table


# The laws ----------------------------------------------------------------------------------------


@examples(8, 40)
@given(mix=mixes(), seed=SEEDS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options, Earth], seed: int) -> None:
    seats, options, earth = mix
    conforms(earth, options, seats, seed, thorough=False)


@examples(5, 25)
@given(mix=mixes(max_rounds=2), seed=SEEDS)
def test_no_match_takes_what_it_did_not_ask_for_and_nothing_hidden_shows(
    mix: tuple[int, Options, Earth], seed: int
) -> None:
    seats, options, earth = mix
    conforms(earth, options, seats, seed)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_match_ends_with_a_full_field(seats: int) -> None:
    random = Random(seats)
    table = Table(game, Options(), seats, SeededChance(bytes(32)), journal=False)
    table.start()
    while not table.over:
        seat = random.choice(table.pending_seats)
        table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))
    assert max(len(seat.places) for seat in table.state.seats) == FULL
    assert table.state.filled >= 0


# The cards ---------------------------------------------------------------------------------------


@examples(8, 40)
@given(mix=mixes(), seed=SEEDS)
def test_every_card_is_in_one_place(mix: tuple[int, Options, Earth], seed: int) -> None:
    box: list[int] = []
    for table in tables_of(mix, seed):
        state: State = table.state
        cards = sorted(everywhere(state))
        box = box or cards
        assert cards == box
        assert len(set(cards)) == len(cards)
    assert set(box) <= set(EARTH)


def everywhere(state: State) -> Iterator[int]:
    """Yield every Earth card that has a place."""
    for at, card in enumerate(state.deck):
        if not state.stripes or at // state.stripes >= state.taken[at % state.stripes]:
            yield card
    yield from state.discards
    for seat in state.seats:
        area = seat.area
        yield from (card for card in area.spots if card >= 0)
        for pile in (area.hand, area.compost, area.events, seat.looked, seat.aside, seat.heap):
            yield from pile
        yield from (*seat.shared_cards, *seat.shared_compost)
        if seat.planting >= 0:
            yield seat.planting
    if state.gaia is not None:
        yield from (*state.gaia.compost, *state.gaia.scoring)


@examples(8, 40)
@given(mix=mixes(), seed=SEEDS)
def test_no_field_ever_breaks_a_rule_of_planting(mix: tuple[int, Options, Earth], seed: int) -> None:
    for table in tables_of(mix, seed):
        for seat in table.state.seats:
            hangs_together(seat)
            holds_no_more_than_it_has_room_for(seat)


def hangs_together(seat: Seat) -> None:
    places = seat.area.places()
    assert places == seat.places
    top, bottom, left, right = seat.area.bounds()
    assert bottom - top < SIDE
    assert right - left < SIDE
    reached = set(places[:1])
    while more := {near for at in reached for near in AROUND[at] if near in places} - reached:
        reached |= more
    assert len(reached) == len(places)


def holds_no_more_than_it_has_room_for(seat: Seat) -> None:
    area = seat.area
    assert area.soil >= 0
    for at, card in enumerate(area.spots):
        assert 0 <= area.sprouts[at] <= (BOOK.cards.spaces[card] if card >= 0 else 0)
        assert 0 <= area.growth[at] <= (BOOK.cards.limits[card] if card >= 0 else 0)
        assert card < 0 or not BOOK.event[card]
    assert all(BOOK.event[card] for card in area.events)


@examples(8, 40)
@given(mix=mixes(), seed=SEEDS)
def test_a_seats_rules_depend_on_the_cards_that_lie_before_it(
    mix: tuple[int, Options, Earth], seed: int
) -> None:
    for table in tables_of(mix, seed):
        for seat in table.state.seats:
            area = seat.area
            cards = [card for card in (area.island, area.climate, *area.spots) if card >= 0]
            assert sorted(seat.standing) == sorted(card for card in cards if BOOK.standing[card])


@examples(8, 40)
@given(mix=mixes(), seed=SEEDS)
def test_leaves_are_worth_what_the_board_says(mix: tuple[int, Options, Earth], seed: int) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        leaves = [seat.leaves for seat in state.seats]
        if state.gaia is not None:
            leaves.append(state.gaia.leaves)
        assert state.claims == tuple(sum(bits >> goal & 1 for bits in leaves) for goal in range(4))
        beginner = state.options.setup == Setup.BEGINNER
        worth = sum(10 * n if beginner else sum(LEAF_POINTS[:n]) for n in state.claims)
        assert sum(state.points) == worth + 7 * (state.filled >= 0)


BETWEEN = ("action", "plant", "draw", "react", "activate")


@examples(5, 25)
@given(mix=mixes(max_rounds=20), seed=SEEDS)
def test_no_goal_that_a_seat_meets_between_two_things_goes_unnoticed(
    mix: tuple[int, Options, Earth], seed: int
) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        for number, asked in table.open.items():
            if asked.kind in BETWEEN:
                seat = state.seats[number]
                noticed = seat.leaves | seat.reached
                for at, face in enumerate(state.fauna):
                    if not noticed >> at & 1:
                        assert not is_reached(BOOK.goals[face][0], seat.area, (seat.area,))


# Lanes -------------------------------------------------------------------------------------------


def played_to(kind: str, seats: int, seed: int) -> tuple[Table, list[Record]]:
    """Play a random match up to lanes of which one is asked this. Return the table and the records."""
    random = Random(seed)
    table = Table(game, Options(turn_limit=20), seats, SeededChance(random.randbytes(32)))
    started = table.start()
    assert started is not None
    records = [started]
    while table.lanes is None or not any(open_.kind == kind for open_ in table.open.values()):
        seat = random.choice(table.pending_seats)
        record = table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))
        assert record is not None
        records.append(record)
        assert not table.over
    return table, records


@pytest.mark.parametrize("kind", LANES)
@pytest.mark.parametrize("seats", [3, 5])
def test_a_seat_that_gives_up_in_the_midst_of_open_lanes_holds_nobody_up(kind: str, seats: int) -> None:
    table, records = played_to(kind, seats, seed=len(kind))
    gone = next(seat for seat, open_ in table.open.items() if open_.kind == kind)
    others = [seat for seat in table.pending_seats if seat != gone]
    resigned = table.resign(gone)
    assert resigned is not None
    records += [resigned, *table.answer_for_resigned()]
    assert gone not in table.open
    assert all(seat in table.pending_seats for seat in others), "the others' lanes are as they were"
    random = Random(1)
    while not table.over and table.state.round < 20:
        seat = table.pending_seats[0]
        record = table.answer(seat, *inside(table.open[seat], random))
        assert record is not None
        records += [record, *table.answer_for_resigned()]
        assert gone not in table.open
    assert_folds(table, records)


@pytest.mark.parametrize("kind", LANES)
def test_a_timeout_answers_for_one_lane_only(kind: str) -> None:
    table, records = played_to(kind, 4, seed=len(kind))
    slow = next(seat for seat, open_ in table.open.items() if open_.kind == kind)
    before = {seat: open_ for seat, open_ in table.open.items() if seat != slow}
    record = table.answer_default(slow, "timeout")
    assert record is not None
    if table.lanes is not None:
        assert {seat: table.open[seat] for seat in before} == before
    assert_folds(table, [*records, record])


def assert_folds(table: Table, records: list[Record]) -> None:
    back = undone_numbers(records)
    state, _ = game.start(table.options, table.seats)
    for record in records:
        if record.number not in back:
            for event in record.events:
                event.apply(state)
    assert msgspec.msgpack.encode(state) == msgspec.msgpack.encode(table.state)

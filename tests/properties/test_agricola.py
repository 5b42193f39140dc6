"""Agricola in whatever mix of its options: the laws of every game, and what no match of this one may ever do."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.agricola_chronicle import Chronicle
from tests.properties.agricola_farms import (
    animals_have_room,
    everywhere,
    glances_tell_the_truth,
    has_no_more_than_there_is,
    listeners_lie_on_the_table,
    shortcuts_agree,
    stands,
    who_may_enter_agrees,
)
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.content.cards import CARDS, occupations
from tilth_rules.agricola.state import State
from tilth_rules.conformance import conforms
from tilth_rules.kernel import OptionsRefused, Record, Seeded, Table, taken_back
from tilth_rules.randomly import inside

SEEDS = st.integers(0, 2**32)
MODES = ("without_e", "without_i", "without_k", "draft", "ten_keep_seven", "mulligan", "three_for_one")


@st.composite
def mixes(draw: st.DrawFn) -> tuple[int, Options]:
    """Any number of seats, and any options that can be played with."""
    seats = draw(st.sampled_from(game.seats))
    kind = draw(st.sampled_from(("family", "hands", "hands", "series")))
    if kind == "family":
        return seats, Options(family=True)
    if kind == "series":
        return 1, series(draw(st.integers(1, 8)))
    chosen = {name: True for name in MODES if draw(st.integers(0, 3)) == 0}
    options = msgspec.structs.replace(Options(), **chosen)
    try:
        game.check(options, seats)
    except OptionsRefused:
        return seats, Options()
    return seats, options


def series(number: int) -> Options:
    """A game of the solo series, with the first occupations there are as the permanent ones."""
    permanent = tuple(CARDS[card].id for card in occupations("EIK", 1)[: number - 1])
    return Options(series=number, permanent=permanent, extra_food=2 if number > 1 else 0)


# The laws ----------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, thorough=False)


@settings(max_examples=6, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_no_match_takes_what_it_did_not_ask_for_and_nothing_hidden_shows(
    mix: tuple[int, Options], seed: int
) -> None:
    seats, options = mix
    conforms(game, options, seats, seed)


# Farms, goods, people and cards ------------------------------------------------------------------


@settings(max_examples=50, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_nothing_that_is_watched_ever_goes_wrong(mix: tuple[int, Options], seed: int) -> None:
    watched(mix, seed)


def watched(mix: tuple[int, Options], seed: int) -> None:
    """A match at random in which everything below is looked at after each answer."""
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)))
    chronicle = Chronicle()
    before = table.state.clone()
    record = table.start()
    box = sorted(everywhere(table.state))
    while True:
        assert record is not None
        state: State = table.state
        assert chronicle.retold(before, record.events) == state
        assert sorted(everywhere(state)) == box, "a card is lost, or there twice"
        listeners_lie_on_the_table(state)
        for mine in state.seats:
            stands(mine)
            has_no_more_than_there_is(mine)
        assert min(state.heaps) >= 0
        animals_have_room(table)
        for place in (seat for seat, decision in table.open.items() if decision.kind == "place"):
            glances_tell_the_truth(state, place)
            who_may_enter_agrees(state, place)
            shortcuts_agree(state, place)
        if table.over:
            assert game.result(state) is not None
            return
        before = state.clone()
        seat = random.choice(table.waiting)
        record = table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))


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

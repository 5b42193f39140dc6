"""Agricola in any mix of its options: the laws of every game, and faults that no match of it may have."""

from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.agricola_event_log import EventLog
from tests.properties.agricola_farms import (
    animals_have_room,
    everywhere,
    has_no_more_than_there_is,
    listeners_lie_on_the_table,
    quick_checks_tell_the_truth,
    shortcuts_agree,
    stands,
    who_may_enter_agrees,
)
from tests.seeds import examples
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.content.cards import CARDS, occupations
from tilth_rules.agricola.state import State
from tilth_rules.conformance import conforms
from tilth_rules.kernel import OptionsRefused, Record, SeededChance, Table, undone_numbers
from tilth_rules.random_play import inside

SEEDS = st.integers(0, 2**32)
MODES = ("without_e", "without_i", "without_k", "draft", "ten_keep_seven", "mulligan", "three_for_one")


@st.composite
def mixes(draw: st.DrawFn) -> tuple[int, Options]:
    """Draw any number of seats, and any options that can be played with."""
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
    """Return the options of a game of the solo series, with the first occupations as the permanent ones."""
    permanent = tuple(CARDS[card].id for card in occupations("EIK", 1)[: number - 1])
    return Options(series=number, permanent=permanent, extra_food=2 if number > 1 else 0)


# The laws ----------------------------------------------------------------------------------------


@examples(3, 25)
@given(mix=mixes(), seed=SEEDS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, thorough=False)


@examples(1, 8)
@given(mix=mixes(), seed=SEEDS)
def test_no_match_takes_what_it_did_not_ask_for_and_nothing_hidden_shows(
    mix: tuple[int, Options], seed: int
) -> None:
    seats, options = mix
    conforms(game, options, seats, seed)


# Farms, goods, people and cards ------------------------------------------------------------------


@examples(10, 50)
@given(mix=mixes(), seed=SEEDS)
def test_nothing_that_is_watched_ever_goes_wrong(mix: tuple[int, Options], seed: int) -> None:
    watched(mix, seed)


def watched(mix: tuple[int, Options], seed: int) -> None:
    """Play a random match in which everything below is checked after each answer."""
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, SeededChance(random.randbytes(32)))
    event_log = EventLog()
    before = table.state.clone()
    record = table.start()
    box = sorted(everywhere(table.state))
    while True:
        assert record is not None
        state: State = table.state
        assert event_log.retold(before, record.events) == state
        assert sorted(everywhere(state)) == box, "a card is lost, or there twice"
        listeners_lie_on_the_table(state)
        for mine in state.seats:
            stands(mine)
            has_no_more_than_there_is(mine)
        assert min(state.heaps) >= 0
        animals_have_room(table)
        for place in (seat for seat, decision in table.open.items() if decision.kind == "place"):
            quick_checks_tell_the_truth(state, place)
            who_may_enter_agrees(state, place)
            shortcuts_agree(state, place)
        if table.over:
            assert game.result(state) is not None
            return
        before = state.clone()
        seat = random.choice(table.pending_seats)
        record = table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))


# The log -----------------------------------------------------------------------------------------


@examples(5, 20)
@given(mix=mixes(), seed=SEEDS)
def test_a_match_follows_from_its_log_alone(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, SeededChance(random.randbytes(32)))
    records: list[Record | None] = [table.start()]
    while not table.over:
        seat = random.choice(table.pending_seats)
        if table.undoable(seat) is not None and random.random() < 0.1:
            kept = [record for record in records if record is not None]
            table, undone = table.undo(seat, kept)
            records.append(undone)
            continue
        records.append(table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ()))))
    log = [record for record in records if record is not None]
    state, _ = game.start(options, seats)
    back = undone_numbers(log)
    for record in log:
        if record.number not in back:
            for event in record.events:
                event.apply(state)
    assert state == table.state
    assert game.result(state) is not None

"""Sonora in whatever mix of its options: the laws of every game, and what no match of this one may ever do."""

import json
from collections.abc import Iterator
from random import Random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.sonora.ports import scattered, straight
from tests.worlds import imagined
from tilth_rules.conformance import conforms
from tilth_rules.kernel import SPECTATOR, Outside, SeededChance, Table
from tilth_rules.random_play import inside
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.codes import (
    ANIMALS,
    FLICKING,
    IN_HAND,
    IN_HOLE,
    MARKED,
    MARKING,
    ON_BOARD,
    OUT,
    SECTIONS,
)
from tilth_rules.sonora.flick_question import CameToRest, Flick, Resting, decode, encode
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import cells_of, is_connected
from tilth_rules.sonora.state import Sheet, State

SEEDS = st.integers(0, 2**32)
PORTS = st.sampled_from((straight, scattered))


@st.composite
def mixes(draw: st.DrawFn) -> tuple[int, Options]:
    """Any number of seats, and any options."""
    options = Options(draw(st.sampled_from((5, 6, 7))), draw(st.booleans()), draw(st.booleans()))
    return draw(st.sampled_from(game.seats)), options


@st.composite
def corrections(draw: st.DrawFn) -> str:
    """Values that another owner of the box might read off it."""
    number = st.integers(1, 9)
    patch = {
        "ruins": {"bot_building": {"cells": draw(st.integers(1, 40))}},
        "canyon": {"cactus_table": {"rows": sorted(draw(st.lists(number, min_size=1, max_size=8)))}},
        "mud": {"small_cells": draw(st.integers(1, 5))},
        "bonuses": {
            "discovery": {name: draw(st.integers(0, 3)) for name in ("fox", "owl", "rabbit")},
            "fox_number": {"value": draw(st.integers(1, 5))},
            "owl_length": {"value": draw(st.integers(1, 5))},
            "rabbit": {"value": draw(number)},
        },
        "physics": {"tremor_aim": draw(st.integers(0, 4500)), "tremor_speed": draw(st.integers(0, 500))},
    }
    return json.dumps(patch)


def tables_of(mix: tuple[int, Options], seed: int, port: Outside) -> Iterator[Table]:
    """Yield the table of a random match after the set-up and after every answer."""
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, SeededChance(random.randbytes(32)), outside=port, journal=False)
    table.start()
    yield table
    while not table.over:
        seat = random.choice(table.pending_seats)
        table.answer(seat, *inside(table.open[seat], random))
        yield table


# The laws ----------------------------------------------------------------------------------------


@examples(3, 12)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options], seed: int, port: Outside) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, ask_outside=port, thorough=False)


@examples(1, 4)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_no_match_takes_what_it_did_not_ask_for(mix: tuple[int, Options], seed: int, port: Outside) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, ask_outside=port)


@examples(3, 8)
@given(mix=mixes(), values=corrections(), seed=SEEDS, port=PORTS)
def test_corrected_values_change_no_law(
    mix: tuple[int, Options], values: str, seed: int, port: Outside
) -> None:
    seats, options = mix
    changed = msgspec.structs.replace(options, values=values)
    conforms(game, changed, seats, seed, ask_outside=port, thorough=False)


@examples(3, 5)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_a_resample_of_nothing_hidden_is_the_same_world(
    mix: tuple[int, Options], seed: int, port: Outside
) -> None:
    for table in tables_of(mix, seed, port):
        for viewer in (SPECTATOR, *range(mix[0])):
            resampled = imagined(game, table.state, viewer, Random(seed))
            assert resampled == table.state
            assert resampled is not table.state


# Discs -------------------------------------------------------------------------------------------


@examples(3, 25)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_every_disc_is_flicked_in_its_round_and_counts_for_one_section(
    mix: tuple[int, Options], seed: int, port: Outside
) -> None:
    for table in tables_of(mix, seed, port):
        state: State = table.state
        if state.phase == FLICKING:
            assert not any(state.sections)
            assert not any(state.left)
        if state.phase != MARKING:
            continue
        assert IN_HAND not in state.where
        assert all(flicks > 0 for flicks in state.flicks)
        if not any(state.sections):
            continue
        for disc, where in enumerate(state.where):
            if where in (ON_BOARD, IN_HOLE):
                assert state.sections[disc] in SECTIONS
                assert state.left[disc] > 0
            elif where == MARKED:
                assert state.left[disc] == 0


@examples(3, 25)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_after_a_round_nothing_is_left_to_mark_or_to_use(
    mix: tuple[int, Options], seed: int, port: Outside
) -> None:
    number = 0
    for table in tables_of(mix, seed, port):
        state: State = table.state
        if state.round > number or state.places:
            number = state.round
            if state.places:
                assert set(state.where) <= {MARKED, OUT}
            for sheet in state.sheets:
                assert sheet.points == -1
                assert not any(sheet.ready[animal] for animal in ANIMALS)


# Sheets ------------------------------------------------------------------------------------------


@examples(3, 25)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_no_sheet_ever_holds_more_than_is_printed_on_it(
    mix: tuple[int, Options], seed: int, port: Outside
) -> None:
    values = values_of(mix[1])
    for table in tables_of(mix, seed, port):
        for sheet in table.state.sheets:
            assert all(0 <= n <= most for n, most in zip(sheet.crossed, values.ruins.cells, strict=True))
            assert all(
                (reward > 0) == (n == most)
                for reward, n, most in zip(sheet.rewards, sheet.crossed, values.ruins.cells, strict=True)
            )
            assert 0 <= sheet.bot_crossed <= sheet.bot_circled <= values.ruins.bot_cells
            assert all(0 <= n <= most for n, most in zip(sheet.columns, values.mud.column_cells, strict=True))
            assert all(0 <= n <= values.mud.small_cells for n in sheet.small)
            assert all(sheet.kept[a] <= sheet.circled[a] <= values.discoveries[a] for a in ANIMALS)
            assert sum(sheet.circled) <= sheet.discoveries
            assert min(*sheet.ready, *sheet.kept) >= 0
            shapes_lie_in_white_cells(sheet)
            paths_hang_together(sheet)
            nodes_hang_together(sheet)


def shapes_lie_in_white_cells(sheet: Sheet) -> None:
    canyon = values_of(Options()).canyon
    drawn = [cell for shape in (*sheet.shapes, *sheet.bot_shapes) for cell in shape]
    assert len(set(drawn)) == len(drawn), "no shape covers another"
    assert all(canyon.white >> cell & 1 for cell in drawn)
    mine = [cell for shape in sheet.shapes for cell in shape]
    assert is_connected((*cells_of(canyon.start), *mine))
    held = [canyon.cacti[cell] for cell in mine if cell in canyon.cacti]
    assert sheet.cacti == [held.count(kind) for kind in (1, 2, 3)]


def paths_hang_together(sheet: Sheet) -> None:
    river = values_of(Options()).river
    assert sheet.ends & sheet.river == sheet.ends
    assert not sheet.painted & sheet.river
    assert all(sheet.river >> river.parents[cell] & 1 for cell in cells_of(sheet.river) if cell)


def nodes_hang_together(sheet: Sheet) -> None:
    mud = values_of(Options()).mud
    reached = 1 << mud.start
    while more := sum(1 << n for n in cells_of(sheet.nodes & ~reached) if mud.neighbours[n] & reached):
        reached |= more
    assert reached == sheet.nodes


@examples(3, 20)
@given(mix=mixes(), seed=SEEDS, port=PORTS)
def test_a_top_reward_goes_to_one_seat_only_and_points_never_shrink(
    mix: tuple[int, Options], seed: int, port: Outside
) -> None:
    before = (0,) * mix[0]
    for table in tables_of(mix, seed, port):
        state: State = table.state
        for building, struck in enumerate(state.struck):
            tops = [sheet.rewards[building] for sheet in state.sheets].count(1)
            assert tops == int(struck)
        scores = game.scores(state)
        assert all(now >= then for now, then in zip(scores, before, strict=True))
        before = scores


# Facts -------------------------------------------------------------------------------------------


@examples(3, 15)
@given(mix=mixes(), seed=SEEDS)
def test_the_drawing_of_a_flick_changes_nothing_that_counts(mix: tuple[int, Options], seed: int) -> None:
    """Contacts and ways are only drawn: without them the same match comes out."""

    def bare(flick: Flick) -> bytes:
        fact = decode(straight(flick))
        return encode(msgspec.structs.replace(fact, contacts=(), frames=()))

    with_ways, without_ways = tables_of(mix, seed, straight), tables_of(mix, seed, bare)
    for one, other in zip(with_ways, without_ways, strict=True):
        assert one.state == other.state


@examples(3, 10)
@given(seed=SEEDS, power=st.integers(0, 1000))
def test_discs_that_knock_each_other_off_forever_come_to_an_end(seed: int, power: int) -> None:
    """Every flick knocks everything else off the board; the round ends all the same."""

    def hostile(flick: Flick) -> bytes:
        others = tuple(disc.disc for disc in flick.resting)
        return encode(CameToRest(moved=(Resting(flick.disc, 0, 6000),), off_board=others))

    random = Random(seed)
    table = Table(game, Options(rounds=5), 4, SeededChance(random.randbytes(32)), outside=hostile)
    table.start()
    records = 0
    while table.state.round == 1:
        seat = random.choice(table.pending_seats)
        decision = table.open[seat]
        picks = ((), (500, 500, 0, power)) if decision.kind == "flick" else inside(decision, random)
        table.answer(seat, *picks)
        records += 1
    assert records < game.max_records / 7

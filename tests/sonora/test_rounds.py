"""Rounds, the turning board, and who begins."""

from random import Random

import pytest

from tests.sonora.ports import straight
from tests.sonora.situations import BLUE, GREEN, RED, Scene, asked, of_kind
from tilth_rules.kernel import OptionsRefused, ScriptedChance, ScriptedDraw, SeededChance, Table
from tilth_rules.random_play import inside
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.board import corner_of
from tilth_rules.sonora.codes import FOX, IN_HAND, MARKED, MARKING, MUD, OUT
from tilth_rules.sonora.events.marks import DiscsSorted, MarkingFinished
from tilth_rules.sonora.events.rounds import (
    BoardTurned,
    FirstPlayerChosen,
    MatchEnded,
    PhaseBegan,
    RoundBegan,
)
from tilth_rules.sonora.rounds.marking import MarkRest
from tilth_rules.sonora.rounds.match import EndRound


def test_chance_chooses_the_first_player() -> None:
    table = Table(game, Options(), 3, ScriptedChance(**{"first-player": [ScriptedDraw([2])]}))
    record = table.start()
    assert record is not None
    assert record.events[0] == FirstPlayerChosen(GREEN)
    assert table.pending_seats == [GREEN]
    assert corner_of(table.state, GREEN) == 0


def test_alone_nobody_has_to_be_chosen() -> None:
    record = Table(game, Options(), 1, ScriptedChance()).start()
    assert record is not None
    assert (record.events, record.draws) == ((RoundBegan(1),), ())


def test_after_a_round_the_board_turns_and_the_token_goes_to_the_next_seat() -> None:
    scene = Scene(3, first=BLUE)
    scene.sheet(RED).kept[FOX] = 1
    scene.state.where[:5] = [MARKED, OUT, MARKED, MARKED, MARKED]
    state = scene.state
    state.settled[3] = state.sections[4] = MUD
    state.flicks[2], state.doubled[1], state.left[0] = 20, True, 1
    table = scene.run(MarkRest(), EndRound(1))
    assert scene.answer(table, RED) == [
        MarkingFinished(RED, (0,)),
        BoardTurned(GREEN),
        RoundBegan(2),
    ]
    assert set(state.where) == {IN_HAND}
    assert not any((*state.settled, *state.sections, *state.flicks, *state.doubled, *state.left))
    assert table.pending_seats == [GREEN]
    assert asked(table, GREEN).kind == "disc"


@pytest.mark.parametrize("rounds", [5, 6, 7])
def test_the_match_has_as_many_rounds_as_were_agreed(rounds: int) -> None:
    random = Random(rounds)
    table = Table(game, Options(rounds=rounds), 2, SeededChance(random.randbytes(32)), outside=straight)
    start = table.start()
    assert start is not None
    events = list(start.events)
    while not table.over:
        record = table.answer(table.pending_seats[0], *inside(table.open[table.pending_seats[0]], random))
        assert record is not None
        events += record.events
    assert of_kind(events, RoundBegan) == [RoundBegan(number) for number in range(1, rounds + 1)]
    assert of_kind(events, PhaseBegan) == [PhaseBegan(MARKING)] * rounds
    assert len(of_kind(events, DiscsSorted)) == rounds
    assert len(of_kind(events, BoardTurned)) == rounds - 1
    assert isinstance(events[-1], MatchEnded)


@pytest.mark.parametrize("rounds", [0, 4, 8])
def test_other_lengths_are_refused(rounds: int) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(Options(rounds=rounds), 2)
    assert refused.value.field == "rounds"


@pytest.mark.parametrize("seats", [0, 5])
def test_one_to_four_can_play(seats: int) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(Options(), seats)
    assert refused.value.field == "seats"


def test_the_first_seat_of_the_first_round_flicks_from_the_ruins() -> None:
    table = Table(game, Options(), 2, ScriptedChance(), outside=straight)
    table.start()
    assert table.pending_seats == [RED]
    assert corner_of(table.state, RED) == 0

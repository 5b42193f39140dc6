"""The rounds of whole matches: which phases follow each other, and what moves between them."""

from itertools import pairwise

import pytest

from tilth_rules.conformance import RandomMatch, conforms
from tilth_rules.kernel import Event
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import ACTION, CLEAN_UP, HARVEST, WEATHER
from tilth_rules.petrichor.events.cards import CardsDealt, CardsDiscarded
from tilth_rules.petrichor.events.rounds import (
    DiceRolled,
    FirstPlayerChanged,
    MatchEnded,
    PhaseBegan,
    PlayerPassed,
    RoundBegan,
)
from tilth_rules.petrichor.events.votes import TrackScored, VoteWon

TABLES = [(1, False), (2, False), (3, False), (4, False), (2, True), (4, True)]


def counted_events(play: RandomMatch) -> list[Event]:
    """Return the events of the records that were not undone."""
    back = {number for record in play.records for number in getattr(record.cause, "undone_records", ())}
    return [event for record in play.records if record.number not in back for event in record.events]


def rounds_of_events(seats: int, long_form: bool) -> list[list[Event]]:
    """Return the events of each round."""
    events = counted_events(conforms(game, Options(long_form=long_form), seats, 11, thorough=False))
    begins = [at for at, event in enumerate(events) if isinstance(event, RoundBegan)]
    return [events[start:end] for start, end in pairwise([*begins, len(events)])]


@pytest.mark.parametrize(("seats", "long_form"), TABLES)
def test_there_are_four_rounds_or_six_and_the_final_one_is_not_cleaned_up(
    seats: int, long_form: bool
) -> None:
    rounds = rounds_of_events(seats, long_form)
    assert [turn[0] for turn in rounds] == [RoundBegan(n + 1) for n in range(6 if long_form else 4)]
    for turn in rounds[:-1]:
        phases = [event.phase for event in turn if isinstance(event, PhaseBegan)]
        assert [phase for phase in phases if phase != HARVEST] == [ACTION, WEATHER, CLEAN_UP]
    final = [event.phase for event in rounds[-1] if isinstance(event, PhaseBegan)]
    assert final == [ACTION, WEATHER, HARVEST]
    assert not any(isinstance(event, DiceRolled | CardsDealt) for event in rounds[-1])
    assert isinstance(rounds[-1][-1], MatchEnded)
    assert sum(isinstance(event, TrackScored) for event in rounds[-1]) == 1


@pytest.mark.parametrize(("seats", "long_form"), TABLES)
def test_everybody_passes_at_most_once_a_round_and_somebody_does(seats: int, long_form: bool) -> None:
    for turn in rounds_of_events(seats, long_form):
        passed = [event.seat for event in turn if isinstance(event, PlayerPassed)]
        assert 1 <= len(passed) == len(set(passed)) <= seats


@pytest.mark.parametrize("seats", [3, 4])
def test_with_three_and_four_players_the_marker_moves_once_a_round_with_the_first_pass(seats: int) -> None:
    for turn in rounds_of_events(seats, long_form=False):
        (moved,) = (at for at, event in enumerate(turn) if isinstance(event, FirstPlayerChanged))
        before = turn[moved - 2 : moved] if isinstance(turn[moved - 1], CardsDiscarded) else turn[moved - 1 :]
        assert isinstance(before[0], PlayerPassed)


@pytest.mark.parametrize(("seats", "long_form"), TABLES)
def test_nobody_wins_more_than_two_votes_a_round(seats: int, long_form: bool) -> None:
    for turn in rounds_of_events(seats, long_form):
        won = [event for event in turn if isinstance(event, VoteWon)]
        assert len(won) <= 2

"""Round robins: everybody meets everybody, in rounds in which nobody sits twice."""

from collections import Counter
from itertools import combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments import tally
from tilth_server.tournaments.formats import Finished, Tables, Wait, schedule
from tilth_server.tournaments.formats.of import check, most_entrants
from tilth_server.tournaments.formats.schedule import circle, cycle


def robin(entrants: int, seats: int = 2, cycles: int = 1, **fields: object) -> Simulated:
    asked = simulated.settings(seats, round_robin=pb.RoundRobin(cycles=cycles), **fields)
    return Simulated(asked, entrants)


def test_four_entrants_meet_in_the_order_everybody_knows() -> None:
    assert circle(4) == (((0, 3), (1, 2)), ((0, 2), (3, 1)), ((0, 1), (2, 3)))


@settings(deadline=None, max_examples=40)
@given(data=st.data(), seats=st.integers(2, 5), cycles=st.integers(1, 3))
def test_every_company_meets_once_a_cycle(data: st.DataObject, seats: int, cycles: int) -> None:
    entrants = data.draw(st.integers(seats, 8))
    order = Random(data.draw(st.integers(0, 99)))
    played = robin(entrants, seats, cycles).play(order=order, at_once=data.draw(st.integers(1, 20)))
    met = Counter(table for _, table in played.tables())
    assert met == dict.fromkeys(combinations(range(entrants), seats), cycles)
    assert all(len(each.games) for each in played.contest.rounds)
    assert played.format.rounds(played.contest) == len(played.contest.rounds)


@settings(deadline=None, max_examples=40)
@given(entrants=st.integers(2, 16), seats=st.integers(2, 5))
def test_nobody_sits_twice_in_a_round_and_the_load_is_spread(entrants: int, seats: int) -> None:
    sat = Counter(dict.fromkeys(range(entrants), 0))
    for tables in cycle(entrants, seats):
        sitting = [place for table in tables for place in table]
        assert sitting
        assert len(sitting) == len(set(sitting))
        sat.update(sitting)
        assert max(sat.values()) - min(sat.values()) <= 4
    assert len(set(sat.values())) <= 1


@pytest.mark.parametrize("entrants", range(2, 30))
def test_pairs_take_as_few_rounds_as_can_be(entrants: int) -> None:
    assert len(circle(entrants)) == (entrants - 1 if entrants % 2 == 0 else entrants)


def test_who_has_no_game_in_a_round_has_no_point_for_it() -> None:
    played = robin(5).play()
    assert not any(each.byes for each in played.contest.rounds)
    assert sum(tally.points(played.contest)) == len(played.contest.games)


def test_rounds_are_handed_out_while_others_are_played() -> None:
    contest = robin(6)
    contest.start()
    assert [type(contest.step()) for _ in range(6)] == [Tables] * 5 + [Wait]
    contest.play_round()
    assert isinstance(contest.step(), Finished)


def test_who_withdraws_is_left_out_of_later_rounds() -> None:
    contest = robin(6)
    contest.start()
    contest.step()
    contest.play_round()
    assert contest.format.games_to_come(contest.contest) == 4 * 3 * 2
    contest.withdraw(3)
    assert contest.format.games_to_come(contest.contest) == 4 * 2 * 2
    contest.play()
    met = {table for _, table in contest.tables()}
    assert len([table for table in met if 3 in table]) == 1
    assert set(combinations((0, 1, 2, 4, 5), 2)) <= met


def test_who_was_gone_at_the_start_makes_no_gaps() -> None:
    contest = robin(5)
    contest.withdraw(1)
    contest.play()
    assert len(contest.contest.rounds) == 3
    assert {table for _, table in contest.tables()} == set(combinations((0, 2, 3, 4), 2))


def test_more_than_twenty_thousand_games_are_refused() -> None:
    asked = simulated.settings(2, round_robin=pb.RoundRobin())
    assert most_entrants(asked) == 141
    asked.most_entrants = 142
    with pytest.raises(Refusal, match="141") as refused:
        check(asked)
    assert refused.value.field == "settings.most_entrants"
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(2, round_robin=pb.RoundRobin(cycles=10_001)))
    assert refused.value.field == "settings.round_robin.cycles"


@pytest.mark.parametrize(("entrants", "seats"), [(7, 2), (8, 3), (7, 5)])
def test_how_many_games_there_will_be_is_known_before_it_begins(entrants: int, seats: int) -> None:
    """Without the schedule, which takes long where tables have more than two seats."""
    contest = Simulated(simulated.settings(seats, round_robin=pb.RoundRobin(cycles=2)), entrants)
    expected = contest.format.games_to_come(contest.contest)
    assert contest.format.rounds(contest.contest) == (0 if seats > 2 else 14)
    contest.start()
    assert contest.format.games_to_come(contest.contest) == expected
    assert contest.format.rounds(contest.contest) > 0


def test_the_longest_schedule_takes_no_more_than_a_moment() -> None:
    began = process_time()
    rounds = schedule.spread(20, 5)
    assert process_time() - began < 4
    assert len({table for tables in rounds for table in tables}) == schedule.table_count(20, 5)

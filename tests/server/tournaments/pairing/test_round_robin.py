"""Round robins: everybody meets everybody, in rounds in which nobody sits twice."""

from collections import Counter
from itertools import combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import Finished, Tables, Wait, schedule
from tilth_server.tournaments.formats.lookup import check, max_entrants
from tilth_server.tournaments.formats.schedule import cycle, pair_schedule
from tilth_server.tournaments.points import points_by_entrant


def robin(entrants: int, seats: int = 2, cycles: int = 1, **fields: object) -> Simulated:
    asked = simulated.settings(seats, round_robin=pb.RoundRobin(cycles=cycles), **fields)
    return Simulated(asked, entrants)


def test_four_entrants_meet_in_the_order_everybody_knows() -> None:
    assert pair_schedule(4) == (((0, 3), (1, 2)), ((0, 2), (3, 1)), ((0, 1), (2, 3)))


@examples(13, 80)
@given(data=st.data(), seats=st.integers(2, 5), cycles=st.integers(1, 3))
def test_every_company_meets_once_a_cycle(data: st.DataObject, seats: int, cycles: int) -> None:
    entrants = data.draw(st.integers(seats, 8))
    order = Random(data.draw(st.integers(0, 99)))
    played = robin(entrants, seats, cycles).play(order=order, at_once=data.draw(st.integers(1, 20)))
    met = Counter(table for _, table in played.tables())
    assert met == dict.fromkeys(combinations(range(entrants), seats), cycles)
    assert all(len(each.pairings) for each in played.tournament.rounds)
    assert played.format.rounds(played.tournament) == len(played.tournament.rounds)


@examples(13, 80)
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
    assert len(pair_schedule(entrants)) == (entrants - 1 if entrants % 2 == 0 else entrants)


def test_a_round_without_a_game_is_worth_no_point() -> None:
    played = robin(5).play()
    assert not any(each.byes for each in played.tournament.rounds)
    assert sum(points_by_entrant(played.tournament)) == len(played.tournament.pairings)


def test_rounds_are_handed_out_while_others_are_played() -> None:
    tournament = robin(6)
    tournament.start()
    assert [type(tournament.step()) for _ in range(6)] == [Tables] * 5 + [Wait]
    tournament.play_round()
    assert isinstance(tournament.step(), Finished)


def test_a_withdrawn_entrant_is_left_out_of_later_rounds() -> None:
    tournament = robin(6)
    tournament.start()
    tournament.step()
    tournament.play_round()
    assert tournament.format.games_to_come(tournament.tournament) == 4 * 3 * 2
    tournament.withdraw(3)
    assert tournament.format.games_to_come(tournament.tournament) == 4 * 2 * 2
    tournament.play()
    met = {table for _, table in tournament.tables()}
    assert len([table for table in met if 3 in table]) == 1
    assert set(combinations((0, 1, 2, 4, 5), 2)) <= met


def test_an_entrant_withdrawn_before_the_start_leaves_no_gaps() -> None:
    tournament = robin(5)
    tournament.withdraw(1)
    tournament.play()
    assert len(tournament.tournament.rounds) == 3
    assert {table for _, table in tournament.tables()} == set(combinations((0, 2, 3, 4), 2))


def test_more_than_twenty_thousand_games_are_refused() -> None:
    asked = simulated.settings(2, round_robin=pb.RoundRobin())
    assert max_entrants(asked) == 141
    asked.max_entrants = 142
    with pytest.raises(Refusal, match="141") as refused:
        check(asked)
    assert refused.value.field == "settings.max_entrants"
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(2, round_robin=pb.RoundRobin(cycles=10_001)))
    assert refused.value.field == "settings.round_robin.cycles"


@pytest.mark.parametrize(("entrants", "seats"), [(7, 2), (8, 3), (7, 5)])
def test_the_number_of_games_is_known_before_the_start(entrants: int, seats: int) -> None:
    """The number is computed without the schedule, which takes long for tables of more than two seats."""
    tournament = Simulated(simulated.settings(seats, round_robin=pb.RoundRobin(cycles=2)), entrants)
    expected = tournament.format.games_to_come(tournament.tournament)
    assert tournament.format.rounds(tournament.tournament) == (0 if seats > 2 else 14)
    tournament.start()
    assert tournament.format.games_to_come(tournament.tournament) == expected
    assert tournament.format.rounds(tournament.tournament) > 0


def test_the_longest_schedule_takes_no_more_than_a_moment() -> None:
    began = process_time()
    rounds = schedule.cycle.__wrapped__(20, 5)
    assert process_time() - began < 4
    assert len({table for tables in rounds for table in tables}) == schedule.table_count(20, 5)

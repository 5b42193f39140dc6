"""Gauntlets: the challengers meet everybody else, and nobody else meets."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb


def gauntlet(entrants: int, challengers: int, seats: int = 2, luck: int = 0, **fields: int) -> Simulated:
    form = pb.Gauntlet(challengers=challengers, **fields)
    return Simulated(simulated.settings(seats, gauntlet=form), entrants, luck=luck)


@examples(30, 200)
@given(data=st.data(), seats=st.integers(2, 5), challengers=st.integers(1, 4), cycles=st.integers(1, 2))
def test_each_challenger_has_a_table_with_every_set_of_the_others(
    data: st.DataObject, seats: int, challengers: int, cycles: int
) -> None:
    others = data.draw(st.integers(seats - 1, 7))
    tournament = gauntlet(challengers + others, challengers, seats, cycles=cycles)
    before = tournament.format.games_to_come(tournament.tournament)
    tournament.play(order=Random(challengers), at_once=9)
    field = range(challengers, challengers + others)
    wanted = {(one, *company) for one in range(challengers) for company in combinations(field, seats - 1)}
    assert Counter(table for _, table in tournament.tables()) == dict.fromkeys(wanted, cycles)
    assert before == len(tournament.tournament.pairings) == len(wanted) * cycles * seats


@pytest.mark.parametrize(("entrants", "challengers", "rounds"), [(9, 1, 8), (9, 2, 7), (9, 6, 6), (5, 4, 4)])
def test_pairs_need_no_more_rounds_than_an_entrant_has_tables(
    entrants: int, challengers: int, rounds: int
) -> None:
    tournament = gauntlet(entrants, challengers)
    assert tournament.format.rounds(tournament.tournament) == 0
    tournament.play()
    assert len(tournament.tournament.rounds) == rounds == tournament.format.rounds(tournament.tournament)


def test_a_challenger_who_withdraws_takes_only_their_own_tables_along() -> None:
    tournament = gauntlet(6, 2)
    tournament.start()
    tournament.step()
    tournament.play_round()
    tournament.withdraw(1)
    tournament.play()
    tables = Counter(table for _, table in tournament.tables())
    assert {table for table in tables if table[0] == 0} == {(0, each) for each in range(2, 6)}
    assert sum(table[0] == 1 for table in tables) == 1


def test_challengers_are_ranked_before_the_others() -> None:
    tournament = gauntlet(5, 2)
    assert tournament.format.stages(tournament.tournament) == ["challenger", "challenger", "", "", ""]
    tournament.withdraw(0)
    tournament.play()
    assert tournament.format.stages(tournament.tournament) == ["", "challenger", "challenger", "", ""]
    assert tournament.format.rank(tournament.tournament) == [(1, 2), (3, 4), [0]]
    assert len(tournament.tournament.pairings) == 2 * comb(2, 1) * 2

"""The bracket in the standings says what happened at each table."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.pairing.formats import FORMATS, played_as
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats.drawn_bracket import drawn_rounds
from tilth_server.tournaments.paired_tables import tables_of

BRACKETS = sorted(name for name in FORMATS if "elimination" in name or "groups" in name)


@examples(25, 150)
@given(data=st.data(), name=st.sampled_from(BRACKETS), seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_the_bracket_agrees_with_the_pairings_and_the_stages(
    data: st.DataObject, name: str, seats: int, luck: int
) -> None:
    tournament = Simulated(played_as(name, seats), data.draw(st.integers(seats, 14)), luck=luck, void=0.05)
    random = Random(luck)

    def leave(now: Simulated) -> None:
        if len(now.tournament.active()) > 1 and random.random() < 0.01:
            now.withdraw(random.choice(now.tournament.active()).number)

    tournament.play(order=random, at_once=30, between=leave)
    drawn = drawn_rounds(tournament.tournament)
    rounds = {each.number: each for each in tournament.tournament.rounds}
    stages = tournament.format.stages(tournament.tournament)
    out: Counter[int] = Counter()
    met = 0
    for one in drawn:
        assert one.decided
        tables = tables_of(rounds[one.round])
        assert list(one.byes) == list(rounds[one.round].byes)
        assert [each.table for each in one.tables] == list(tables)
        for table in one.tables:
            games = tables[table.table]
            met += len(games)
            assert {each.entrant for each in table.entrants} == set(games[0].seats)
            assert len(games) == seats * (1 + table.further_sets)
            for each in table.entrants:
                got = sum(
                    game.points()[game.seats.index(each.entrant)] for game in games if game.state.counts
                )
                assert each.points == pytest.approx(got, abs=0.3)
                assert not (each.advances and each.out)
                if each.out and stages[each.entrant] == f"out in round {one.round}":
                    out[each.entrant] += 1
    for entrant, stage in enumerate(stages):
        assert out[entrant] <= 1
        if stage == "winner" and drawn:
            assert next(each for each in drawn[-1].tables[0].entrants if each.entrant == entrant).out is False
    if "groups" not in name:
        assert met == len(tournament.tournament.pairings)
        assert len(drawn) == len(rounds)


def test_a_bracket_is_drawn_while_it_is_played() -> None:
    tournament = Simulated(simulated.settings(2, knockout=pb.Knockout(lives=2, max_further_sets=1)), 3)
    assert drawn_rounds(tournament.tournament) == []
    tournament.start()
    tournament.step()
    [first] = drawn_rounds(tournament.tournament)
    assert (first.decided, list(first.byes)) == (False, [0])
    assert [(each.entrant, each.advances, each.out) for each in first.tables[0].entrants] == [
        (1, False, False),
        (2, False, False),
    ]
    for game in tournament.due():
        tournament.end(game, [1, 1])
    tournament.step()
    [first] = drawn_rounds(tournament.tournament)
    assert (first.decided, first.tables[0].further_sets) == (False, 1)
    for game in tournament.due():
        tournament.end(game, [1 if each == 2 else 2 for each in game.seats])
    tournament.step()
    first, second = drawn_rounds(tournament.tournament)
    ended = [(each.entrant, each.points, each.advances, each.out) for each in first.tables[0].entrants]
    assert ended == [(2, 3.0, True, False), (1, 1.0, False, False)]
    assert first.decided
    assert (second.tables[0].lost_lives, list(second.byes)) == (0, [1])


def test_only_knockouts_of_a_size_that_can_be_read_have_a_bracket() -> None:
    for entrants, rounds in ((512, 1), (513, 0)):
        tournament = Simulated(simulated.settings(2, knockout=pb.Knockout()), entrants)
        tournament.start()
        tournament.step()
        assert len(drawn_rounds(tournament.tournament)) == rounds
    assert drawn_rounds(Simulated(played_as("round robin", 2), 4).play().tournament) == []

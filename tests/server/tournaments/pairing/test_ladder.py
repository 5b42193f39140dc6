"""Ladders: pairing of free entrants by rating."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import BEGIN_MS, Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import Finished, Tables, Wait
from tilth_server.tournaments.formats.ladder import ratings


def ladder(entrants: int, seats: int = 2, luck: int = 0, **asked: int) -> Simulated:
    return Simulated(simulated.settings(seats, ladder=pb.Ladder(**asked)), entrants, luck=luck)


def tables(found: object) -> list[frozenset[int]]:
    assert isinstance(found, Tables)
    return [frozenset(table.entrants) for table in found.tables]


@examples(13, 80)
@given(data=st.data(), seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_nobody_is_seated_who_still_plays(data: st.DataObject, seats: int, luck: int) -> None:
    tournament = ladder(data.draw(st.integers(seats, 14)), seats, luck, games=80)

    def look(now: Simulated) -> None:
        busy = {each for game in now.due() for each in game.seats}
        found = now.format.next(now.tournament, now.now_ms)
        if isinstance(found, Tables):
            assert not busy & {each for table in found.tables for each in table.entrants}

    tournament.play(order=Random(luck), at_once=1_000, between=look)
    assert 80 <= len(tournament.tournament.pairings) < 80 + seats


def test_the_better_get_better_ratings_and_are_ranked_by_them() -> None:
    tournament = Simulated(
        simulated.settings(2, ladder=pb.Ladder(games=600)), 6, strengths=[0, 900, 300, 1_200, 600, 1_500]
    ).play()
    rated = ratings(tournament.tournament)
    assert sorted(range(6), key=lambda each: rated[each]) == [0, 2, 4, 1, 3, 5]
    assert tournament.format.rank(tournament.tournament) == [[5], [3], [1], [4], [2], [0]]
    assert sum(rated) == pytest.approx(6 * 1_500)


def climbed(tournament: Simulated) -> None:
    """Entrants 0 and 1 end far above 2 and 3, all of them free."""
    for _ in range(40):
        for first, second in ((0, 2), (1, 3)):
            number = len(tournament.tournament.pairings) + 1
            game = pb.NewPairing(number=number, table=1, seats=(first, second))
            tournament.take(
                paired=pb.TournamentPaired(round=tournament.tournament.last_round + 1, pairings=[game])
            )
            tournament.end(tournament.tournament.pairings[-1], [1, 2])


def test_the_near_ones_play_at_once() -> None:
    tournament = ladder(4)
    tournament.start()
    climbed(tournament)
    assert set(tables(tournament.step())) == {frozenset((0, 1)), frozenset((2, 3))}


def test_the_far_ones_play_when_somebody_has_waited() -> None:
    tournament = ladder(4, widen_after_ms=60_000)
    tournament.start()
    climbed(tournament)
    tournament.withdraw(1)
    tournament.withdraw(2)
    ended = max(game.ended_ms for game in tournament.tournament.pairings if 0 in game.seats)
    found = tournament.format.next(tournament.tournament, ended)
    assert found == Wait(ended + 60_000)
    apart = ratings(tournament.tournament)[0] - ratings(tournament.tournament)[3]
    assert 200 < apart < 800
    now = ended
    while isinstance(found, Wait):
        now = found.until_ms
        found = tournament.format.next(tournament.tournament, now)
    assert tables(found) == [frozenset((0, 3))]
    assert now - ended == 60_000 * (2 if apart <= 400 else 3)


def test_entrants_who_have_just_met_wait_for_somebody_else() -> None:
    tournament = ladder(3, widen_after_ms=10_000)
    tournament.start()
    [first] = tables(tournament.step())
    tournament.play_round()
    [resting] = {0, 1, 2} - first
    [second] = tables(tournament.step())
    assert resting in second
    tournament.play_round()
    [third] = tables(tournament.step())
    assert third != second


def test_the_only_two_entrants_meet_again_at_once() -> None:
    tournament = ladder(2)
    tournament.start()
    for _ in range(3):
        assert tables(tournament.step()) == [frozenset((0, 1))]
        tournament.play_round()


def test_a_rematch_waits_while_others_play() -> None:
    tournament = ladder(4, widen_after_ms=10_000)
    tournament.start()
    first, second = tables(tournament.step())
    for game in tournament.due():
        if set(game.seats) == first:
            tournament.end(game, [1, 1])
    found = tournament.step()
    assert isinstance(found, Wait)
    assert found.until_ms == tournament.now_ms + 10_000
    assert tables(tournament.format.next(tournament.tournament, found.until_ms)) == [first]
    assert second not in tables(tournament.format.next(tournament.tournament, found.until_ms))


def test_a_late_entrant_is_paired_and_a_withdrawn_one_is_not() -> None:
    tournament = ladder(2)
    tournament.start()
    tournament.step()
    tournament.enter("late")
    assert tournament.step() == Wait(0)
    tournament.play_round()
    tournament.withdraw(0)
    assert tables(tournament.step()) == [frozenset((1, 2))]
    tournament.play_round()
    tournament.enter("player-0")
    assert 0 in {each for table in tables(tournament.step()) for each in table}


def test_a_ladder_ends_by_its_time_after_the_last_game() -> None:
    tournament = ladder(2, duration_ms=5_000)
    tournament.start()
    tournament.step()
    end = BEGIN_MS + 5_000
    assert tournament.format.next(tournament.tournament, end - 1) == Wait(end)
    assert tournament.format.next(tournament.tournament, end) == Wait(0)
    tournament.play_round()
    assert isinstance(tournament.format.next(tournament.tournament, end), Finished)


def test_a_ladder_without_an_end_continues() -> None:
    tournament = ladder(2)
    tournament.start()
    tournament.withdraw(0)
    assert tournament.step() == Wait(0)
    tournament.withdraw(1)
    assert tournament.step() == Wait(0)

"""Ladders: whoever is free, by rating."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


@settings(deadline=None, max_examples=40)
@given(data=st.data(), seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_nobody_is_seated_who_still_plays(data: st.DataObject, seats: int, luck: int) -> None:
    contest = ladder(data.draw(st.integers(seats, 14)), seats, luck, games=80)

    def look(now: Simulated) -> None:
        busy = {each for game in now.due() for each in game.seats}
        found = now.format.next(now.contest, now.now_ms)
        if isinstance(found, Tables):
            assert not busy & {each for table in found.tables for each in table.entrants}

    contest.play(order=Random(luck), at_once=1_000, between=look)
    assert 80 <= len(contest.contest.games) < 80 + seats


def test_the_better_get_better_ratings_and_are_ranked_by_them() -> None:
    contest = Simulated(
        simulated.settings(2, ladder=pb.Ladder(games=600)), 6, strengths=[0, 900, 300, 1_200, 600, 1_500]
    ).play()
    rated = ratings(contest.contest)
    assert sorted(range(6), key=lambda each: rated[each]) == [0, 2, 4, 1, 3, 5]
    assert contest.format.rank(contest.contest) == [[5], [3], [1], [4], [2], [0]]
    assert sum(rated) == pytest.approx(6 * 1_500)


def climbed(contest: Simulated) -> None:
    """Entrants 0 and 1 end far above 2 and 3, all of them free."""
    for _ in range(40):
        for first, second in ((0, 2), (1, 3)):
            number = len(contest.contest.games) + 1
            game = pb.PairedGame(number=number, table=1, seats=(first, second))
            contest.take(paired=pb.TournamentPaired(round=contest.contest.last_round + 1, games=[game]))
            contest.end(contest.contest.games[-1], [1, 2])


def test_the_near_ones_play_at_once() -> None:
    contest = ladder(4)
    contest.start()
    climbed(contest)
    assert set(tables(contest.step())) == {frozenset((0, 1)), frozenset((2, 3))}


def test_the_far_ones_play_when_somebody_has_waited() -> None:
    contest = ladder(4, patience_ms=60_000)
    contest.start()
    climbed(contest)
    contest.withdraw(1)
    contest.withdraw(2)
    ended = max(game.ended_ms for game in contest.contest.games if 0 in game.seats)
    found = contest.format.next(contest.contest, ended)
    assert found == Wait(ended + 60_000)
    apart = ratings(contest.contest)[0] - ratings(contest.contest)[3]
    assert 200 < apart < 800
    now = ended
    while isinstance(found, Wait):
        now = found.until_ms
        found = contest.format.next(contest.contest, now)
    assert tables(found) == [frozenset((0, 3))]
    assert now - ended == 60_000 * (2 if apart <= 400 else 3)


def test_who_have_just_met_wait_for_somebody_else() -> None:
    contest = ladder(3, patience_ms=10_000)
    contest.start()
    [first] = tables(contest.step())
    contest.play_round()
    [resting] = {0, 1, 2} - first
    [second] = tables(contest.step())
    assert resting in second
    contest.play_round()
    [third] = tables(contest.step())
    assert third != second


def test_two_who_are_alone_meet_again_at_once() -> None:
    contest = ladder(2)
    contest.start()
    for _ in range(3):
        assert tables(contest.step()) == [frozenset((0, 1))]
        contest.play_round()


def test_a_rematch_waits_while_others_play() -> None:
    contest = ladder(4, patience_ms=10_000)
    contest.start()
    first, second = tables(contest.step())
    for game in contest.due():
        if set(game.seats) == first:
            contest.end(game, [1, 1])
    found = contest.step()
    assert isinstance(found, Wait)
    assert found.until_ms == contest.now_ms + 10_000
    assert tables(contest.format.next(contest.contest, found.until_ms)) == [first]
    assert second not in tables(contest.format.next(contest.contest, found.until_ms))


def test_who_comes_late_is_paired_and_who_leaves_is_not() -> None:
    contest = ladder(2)
    contest.start()
    contest.step()
    contest.enter("late")
    assert contest.step() == Wait(0)
    contest.play_round()
    contest.withdraw(0)
    assert tables(contest.step()) == [frozenset((1, 2))]
    contest.play_round()
    contest.enter("player-0")
    assert 0 in {each for table in tables(contest.step()) for each in table}


def test_it_ends_by_its_time_when_the_last_game_is_over() -> None:
    contest = ladder(2, duration_ms=5_000)
    contest.start()
    contest.step()
    end = BEGIN_MS + 5_000
    assert contest.format.next(contest.contest, end - 1) == Wait(end)
    assert contest.format.next(contest.contest, end) == Wait(0)
    contest.play_round()
    assert isinstance(contest.format.next(contest.contest, end), Finished)


def test_it_goes_on_for_ever_where_no_end_is_set() -> None:
    contest = ladder(2)
    contest.start()
    contest.withdraw(0)
    assert contest.step() == Wait(0)
    contest.withdraw(1)
    assert contest.step() == Wait(0)

"""What holds for every format."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.tournaments import simulated
from tests.server.tournaments.pairing.formats import FORMATS, played_as
from tests.server.tournaments.simulated import Simulated, replayed
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.contest import State
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.formats.of import check, least_entrants, most_entrants

NAMES = st.sampled_from(sorted(FORMATS))
TIMELESS = st.sampled_from(sorted(name for name in FORMATS if not name.startswith("ladder")))
"""Formats that pair by results alone, not by when they came."""


def pairings(contest: Simulated) -> list[pb.TournamentPaired]:
    return [record.paired for record in contest.records if record.HasField("paired")]


@settings(deadline=None, max_examples=60)
@given(data=st.data(), name=TIMELESS, seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_the_order_of_results_changes_nothing(data: st.DataObject, name: str, seats: int, luck: int) -> None:
    entrants = data.draw(st.integers(seats, 10))
    void = data.draw(st.sampled_from([0.0, 0.1]))
    asked = played_as(name, seats)
    usual = Simulated(asked, entrants, luck=luck, void=void).play()
    for number in range(2):
        other = Simulated(asked, entrants, luck=luck, void=void)
        other.play(order=Random(number), at_once=data.draw(st.integers(1, 30)))
        assert pairings(other) == pairings(usual)
        assert other.format.rank(other.contest) == usual.format.rank(usual.contest)
        assert other.format.stages(other.contest) == usual.format.stages(usual.contest)


@settings(deadline=None, max_examples=60)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_who_begins_anew_pairs_as_the_one_who_was_killed(
    data: st.DataObject, name: str, seats: int, luck: int
) -> None:
    contest = Simulated(played_as(name, seats), data.draw(st.integers(seats, 10)), luck=luck)

    def compare(now: Simulated) -> None:
        again = replayed(now.records)
        assert again == now.contest
        assert now.format.next(again, now.now_ms) == now.format.next(now.contest, now.now_ms)

    contest.play(order=Random(luck), at_once=20, between=compare)


@settings(deadline=None, max_examples=150)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 5), luck=st.integers(0, 999))
def test_withdrawals_at_any_time_block_nothing(data: st.DataObject, name: str, seats: int, luck: int) -> None:
    entrants = data.draw(st.integers(seats, 11))
    contest = Simulated(played_as(name, seats), entrants, luck=luck, void=0.05)
    random = Random(luck)
    fewest = seats if name == "ladder" else 0
    often = data.draw(st.sampled_from([0.01, 0.05, 0.3]))

    def leave(now: Simulated) -> None:
        there = now.contest.active()
        if len(there) > fewest and random.random() < often:
            now.withdraw(random.choice(there).number)
        if now.format.takes_late_entries and random.random() < often / 2:
            now.enter(f"player-{random.randrange(entrants + 4)}")
        for game in now.due():
            assert not any(now.contest.entrants[each].withdrawn for each in game.seats)
        assert len(now.format.stages(now.contest)) == len(now.contest.entrants)

    contest.play(order=random, at_once=data.draw(st.integers(1, 40)), between=leave)
    assert contest.contest.state is State.FINISHED
    ranked = contest.format.rank(contest.contest)
    if ranked is not None:
        everybody = Counter(each for rank in ranked for each in rank)
        assert everybody == dict.fromkeys(range(len(contest.contest.entrants)), 1)


@settings(deadline=None, max_examples=60)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_nobody_sits_at_two_tables_of_a_round(data: st.DataObject, name: str, seats: int, luck: int) -> None:
    contest = Simulated(played_as(name, seats), data.draw(st.integers(seats, 12)), luck=luck).play()
    seen: Counter[tuple[int, int]] = Counter()
    for number, table in contest.tables():
        assert len(set(table)) == seats
        seen.update((number, each) for each in table)
    for played in contest.contest.rounds:
        seen.update((played.number, each) for each in played.byes)
    assert set(seen.values()) <= {1}
    assert all(each.games for each in contest.contest.rounds)
    numbers = [each.number for each in contest.contest.rounds]
    assert numbers == sorted(set(numbers))


@settings(deadline=None, max_examples=60)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 4), luck=st.integers(0, 99))
def test_games_to_come_are_known_where_they_can_be(
    data: st.DataObject, name: str, seats: int, luck: int
) -> None:
    contest = Simulated(played_as(name, seats), data.draw(st.integers(seats, 9)), luck=luck)
    foreseen: list[tuple[int, int]] = []

    def count(now: Simulated) -> None:
        to_come = now.format.games_to_come(now.contest)
        foreseen.append((len(now.contest.games) + to_come, now.format.rounds(now.contest)))

    contest.play(between=count)
    games, rounds = len(contest.contest.games), len(contest.contest.rounds)
    assert contest.format.games_to_come(contest.contest) == 0
    if "time" in name:
        return
    most = games if "ladder" not in name else games + seats
    assert all(least <= most for least, _ in foreseen)
    if "double" not in name and "lives" not in name and "ladder" not in name:
        assert foreseen == [(games, rounds)] * len(foreseen)


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("settings.format", pb.TournamentSettings(table_seats=2)),
        ("settings.table_seats", pb.TournamentSettings(table_seats=1, swiss=pb.Swiss())),
        ("settings.table_seats", pb.TournamentSettings(table_seats=6, swiss=pb.Swiss())),
        ("settings.games", pb.TournamentSettings(table_seats=2, swiss=pb.Swiss())),
        ("settings.sets", simulated.settings(2, swiss=pb.Swiss(), sets=1_001)),
        (
            "settings.most_entrants",
            simulated.settings(2, swiss=pb.Swiss(), least_entrants=5, most_entrants=4),
        ),
        ("settings.most_entrants", simulated.settings(4, swiss=pb.Swiss(), most_entrants=3)),
        ("settings.tie_breaks", simulated.settings(2, swiss=pb.Swiss(), tie_breaks=[1, 1])),
        ("settings.swiss.rounds", simulated.settings(2, swiss=pb.Swiss(rounds=1_001))),
        ("settings.ladder.duration_ms", simulated.settings(2, ladder=pb.Ladder(duration_ms=1 << 60))),
        ("settings.table_seats", simulated.settings(3, series=pb.Series(games=2))),
    ],
)
def test_what_can_not_be_played_is_refused_by_its_field(field: str, asked: pb.TournamentSettings) -> None:
    with pytest.raises(Refusal) as refused:
        check(asked)
    assert (refused.value.reason, refused.value.field) == ("bad_tournament", field)


def test_how_many_can_play() -> None:
    asked = simulated.settings(3, swiss=pb.Swiss())
    assert (least_entrants(asked), most_entrants(asked)) == (3, 20_000 // 3 * 3)
    asked = simulated.settings(2, series=pb.Series(games=2), most_entrants=9)
    assert (least_entrants(asked), most_entrants(asked)) == (2, 2)
    asked = simulated.settings(2, groups=pb.Groups(groups=4, advance=3), least_entrants=3)
    assert least_entrants(asked) == 12


def test_each_setting_has_its_format() -> None:
    kinds = {type(format_of(played_as(name, 2))).__name__ for name in FORMATS}
    assert kinds == {"RoundRobin", "Swiss", "Knockout", "Groups", "Ladder"}


def test_no_round_has_more_than_twenty_thousand_games() -> None:
    asked = simulated.settings(5, swiss=pb.Swiss())
    asked.sets = 1_000
    assert most_entrants(asked) == 20

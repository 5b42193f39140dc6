"""Properties of all tournament formats."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.pairing.formats import FORMATS, played_as
from tests.server.tournaments.simulated import Simulated, replayed
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.formats.lookup import check, max_entrants, min_entrants
from tilth_server.tournaments.tournament import State

NAMES = st.sampled_from(sorted(FORMATS))
TIMELESS = st.sampled_from(sorted(name for name in FORMATS if not name.startswith("ladder")))
"""Formats that pair by results alone, not by when they came."""


def pairings(tournament: Simulated) -> list[pb.TournamentPaired]:
    return [record.paired for record in tournament.records if record.HasField("paired")]


@examples(20, 120)
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
        assert other.format.rank(other.tournament) == usual.format.rank(usual.tournament)
        assert other.format.stages(other.tournament) == usual.format.stages(usual.tournament)


@examples(20, 120)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_a_restarted_director_pairs_as_the_killed_one_would_have(
    data: st.DataObject, name: str, seats: int, luck: int
) -> None:
    tournament = Simulated(played_as(name, seats), data.draw(st.integers(seats, 10)), luck=luck)

    def compare(now: Simulated) -> None:
        again = replayed(now.records)
        assert again == now.tournament
        assert now.format.next(again, now.now_ms) == now.format.next(now.tournament, now.now_ms)

    tournament.play(order=Random(luck), at_once=20, between=compare)


@examples(50, 300)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 5), luck=st.integers(0, 999))
def test_withdrawals_at_any_time_block_nothing(data: st.DataObject, name: str, seats: int, luck: int) -> None:
    entrants = data.draw(st.integers(seats, 11))
    tournament = Simulated(played_as(name, seats), entrants, luck=luck, void=0.05)
    random = Random(luck)
    fewest = seats if name == "ladder" else 0
    often = data.draw(st.sampled_from([0.01, 0.05, 0.3]))

    def leave(now: Simulated) -> None:
        there = now.tournament.active()
        if len(there) > fewest and random.random() < often:
            now.withdraw(random.choice(there).number)
        if now.format.takes_late_entries and random.random() < often / 2:
            now.enter(f"player-{random.randrange(entrants + 4)}")
        for game in now.due():
            assert not any(now.tournament.entrants[each].withdrawn for each in game.seats)
        assert len(now.format.stages(now.tournament)) == len(now.tournament.entrants)

    tournament.play(order=random, at_once=data.draw(st.integers(1, 40)), between=leave)
    assert tournament.tournament.state is State.FINISHED
    ranked = tournament.format.rank(tournament.tournament)
    if ranked is not None:
        everybody = Counter(each for rank in ranked for each in rank)
        assert everybody == dict.fromkeys(range(len(tournament.tournament.entrants)), 1)


@examples(20, 120)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 5), luck=st.integers(0, 99))
def test_nobody_sits_at_two_tables_of_a_round(data: st.DataObject, name: str, seats: int, luck: int) -> None:
    tournament = Simulated(played_as(name, seats), data.draw(st.integers(seats, 12)), luck=luck).play()
    seen: Counter[tuple[int, int]] = Counter()
    for number, table in tournament.tables():
        assert len(set(table)) == seats
        seen.update((number, each) for each in table)
    for played in tournament.tournament.rounds:
        seen.update((played.number, each) for each in played.byes)
    assert set(seen.values()) <= {1}
    assert all(each.pairings for each in tournament.tournament.rounds)
    numbers = [each.number for each in tournament.tournament.rounds]
    assert numbers == sorted(set(numbers))


@examples(20, 120)
@given(data=st.data(), name=NAMES, seats=st.integers(2, 4), luck=st.integers(0, 99))
def test_games_to_come_are_known_where_they_can_be(
    data: st.DataObject, name: str, seats: int, luck: int
) -> None:
    settings = played_as(name, seats)
    # With fewer no tournament starts.
    fewest = max(seats, min_entrants(settings))
    tournament = Simulated(settings, data.draw(st.integers(fewest, max(9, fewest))), luck=luck)
    foreseen: list[tuple[int, int]] = []

    def count(now: Simulated) -> None:
        to_come = now.format.games_to_come(now.tournament)
        foreseen.append((len(now.tournament.pairings) + to_come, now.format.rounds(now.tournament)))

    tournament.play(between=count)
    games, rounds = len(tournament.tournament.pairings), len(tournament.tournament.rounds)
    assert tournament.format.games_to_come(tournament.tournament) == 0
    if "time" in name:
        return
    most = games if "ladder" not in name else games + seats
    assert all(least <= most for least, _ in foreseen)
    if "further" in name or name == "groups":
        assert name.startswith("double") or {rounds for _, rounds in foreseen} == {
            len(tournament.tournament.rounds)
        }
    elif "double" not in name and "lives" not in name and "ladder" not in name:
        assert foreseen == [(games, rounds)] * len(foreseen)


@pytest.mark.parametrize(
    ("field", "asked"),
    [
        ("settings.format", pb.TournamentSettings(table_seats=2)),
        ("settings.table_seats", pb.TournamentSettings(table_seats=1, swiss=pb.Swiss())),
        ("settings.table_seats", pb.TournamentSettings(table_seats=6, swiss=pb.Swiss())),
        ("settings.game_setups", pb.TournamentSettings(table_seats=2, swiss=pb.Swiss())),
        ("settings.sets", simulated.settings(2, swiss=pb.Swiss(), sets=1_001)),
        (
            "settings.max_entrants",
            simulated.settings(2, swiss=pb.Swiss(), min_entrants=5, max_entrants=4),
        ),
        ("settings.max_entrants", simulated.settings(4, swiss=pb.Swiss(), max_entrants=3)),
        ("settings.tie_breaks", simulated.settings(2, swiss=pb.Swiss(), tie_breaks=[1, 1])),
        ("settings.swiss.rounds", simulated.settings(2, swiss=pb.Swiss(rounds=1_001))),
        ("settings.ladder.duration_ms", simulated.settings(2, ladder=pb.Ladder(duration_ms=1 << 60))),
        (
            "settings.knockout.max_further_sets",
            simulated.settings(2, knockout=pb.Knockout(max_further_sets=1_001)),
        ),
        (
            "settings.groups.max_further_sets",
            simulated.settings(2, groups=pb.Groups(max_further_sets=1_001)),
        ),
        ("settings.gauntlet.challengers", simulated.settings(2, gauntlet=pb.Gauntlet(challengers=20_000))),
        ("settings.gauntlet.cycles", simulated.settings(2, gauntlet=pb.Gauntlet(cycles=20_000))),
        ("settings.max_entrants", simulated.settings(3, gauntlet=pb.Gauntlet(), max_entrants=200)),
    ],
)
def test_unplayable_settings_are_refused_with_their_field(field: str, asked: pb.TournamentSettings) -> None:
    with pytest.raises(Refusal) as refused:
        check(asked)
    assert (refused.value.reason, refused.value.field) == ("TOURNAMENT_INVALID", field)


def test_the_bounds_of_entrants_follow_from_the_settings() -> None:
    asked = simulated.settings(3, swiss=pb.Swiss())
    assert (min_entrants(asked), max_entrants(asked)) == (3, 20_000 // 3 * 3)
    asked = simulated.settings(2, series=pb.Series(games=2), max_entrants=9)
    assert (min_entrants(asked), max_entrants(asked)) == (2, 2)
    asked = simulated.settings(4, series=pb.Series(games=2), max_entrants=9)
    assert (min_entrants(asked), max_entrants(asked)) == (4, 9)
    asked = simulated.settings(3, gauntlet=pb.Gauntlet(challengers=5))
    assert (min_entrants(asked), max_entrants(asked)) == (7, 5 + 52)
    asked = simulated.settings(2, groups=pb.Groups(groups=4, advance=3), min_entrants=3)
    assert min_entrants(asked) == 12


def test_each_setting_has_its_format() -> None:
    kinds = {type(format_of(played_as(name, 2))).__name__ for name in FORMATS}
    assert kinds == {
        "RoundRobin",
        "Swiss",
        "Knockout",
        "Groups",
        "Ladder",
        "Gauntlet",
        "Series",
    }


def test_no_round_has_more_than_twenty_thousand_games() -> None:
    asked = simulated.settings(5, swiss=pb.Swiss())
    asked.sets = 1_000
    assert max_entrants(asked) == 20

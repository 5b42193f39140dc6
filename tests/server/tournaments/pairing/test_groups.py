"""Groups: who is in which, who goes on, and whom they meet."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import Tables, Wait
from tilth_server.tournaments.formats.groups import _groups, _in_bracket, _standings, group_count
from tilth_server.tournaments.formats.of import check


def grouped(entrants: int, seats: int = 2, luck: int = 0, **asked: int) -> Simulated:
    return Simulated(simulated.settings(seats, groups=pb.Groups(**asked)), entrants, luck=luck)


def members(contest: Simulated) -> list[list[int]]:
    stages = contest.format.stages(contest.contest)
    names = sorted(set(stages))
    return [[each for each, stage in enumerate(stages) if stage == name] for name in names]


def test_groups_are_dealt_in_a_snake() -> None:
    contest = grouped(9, groups=3)
    contest.start()
    assert members(contest) == [[0, 5, 6], [1, 4, 7], [2, 3, 8]]


@settings(deadline=None, max_examples=40)
@given(
    data=st.data(),
    seats=st.integers(2, 4),
    groups=st.integers(1, 4),
    advance=st.integers(1, 3),
    luck=st.integers(0, 99),
)
def test_the_best_of_each_group_go_on(
    data: st.DataObject, seats: int, groups: int, advance: int, luck: int
) -> None:
    advance = max(advance, -(-seats // groups))
    entrants = data.draw(st.integers(groups * max(seats, advance), groups * max(seats, advance) + 5))
    contest = grouped(entrants, seats, luck, groups=groups, advance=advance)
    contest.start()
    parts = members(contest)
    while not isinstance(contest.step(), Wait):
        pass
    contest.play_round()
    met = Counter(table for _, table in contest.tables())
    assert met == Counter(table for part in parts for table in combinations(part, seats))
    points = [0.0] * entrants
    for game in contest.contest.games:
        for entrant, got in zip(game.seats, game.points(), strict=True):
            points[entrant] += got
    contest.step()
    stages = contest.format.stages(contest.contest)
    through = {each for each, stage in enumerate(stages) if stage == "in"}
    for part in parts:
        assert len(through & set(part)) == advance
        out = [points[each] for each in part if each not in through]
        assert min(points[each] for each in part if each in through) >= max(out, default=0) - 1e-9
    contest.play()
    ranked = contest.format.rank(contest.contest)
    assert ranked is not None
    best = [each for rank in ranked for each in rank][: len(through)]
    assert set(best) == through


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 7, 8])
def test_winners_meet_those_who_came_second_elsewhere(groups: int) -> None:
    entrants = 3 * groups
    contest = Simulated(
        simulated.settings(2, groups=pb.Groups(groups=groups)),
        entrants,
        strengths=[2_500.0 * (entrants - number) for number in range(entrants)],
    )
    contest.start()
    parts = members(contest)
    while not isinstance(contest.step(), Wait):
        pass
    contest.play_round()
    found = contest.step()
    assert isinstance(found, Tables)
    home = {each: number for number, part in enumerate(parts) for each in part}
    assert all(home[a] != home[b] for a, b in (table.entrants for table in found.tables))
    winners = {min(part) for part in parts}
    assert not any(set(table.entrants) <= winners for table in found.tables)


def test_who_has_withdrawn_by_then_does_not_go_on() -> None:
    contest = grouped(8, groups=2)
    contest.start()
    while not isinstance(contest.step(), Wait):
        pass
    contest.play_round()
    before = [each for each, stage in enumerate(contest.format.stages(contest.contest)) if stage == "in"]
    contest.withdraw(before[0])
    contest.step()
    after = {each for each, stage in enumerate(contest.format.stages(contest.contest)) if stage == "in"}
    assert len(after) == 4
    assert set(before[1:]) < after


def test_nothing_is_ranked_but_by_points_before_the_groups_are_over() -> None:
    contest = grouped(8, groups=2)
    contest.start()
    contest.step()
    assert contest.format.rank(contest.contest) is None
    assert contest.format.stages(contest.contest)[0] == "group 1"


@pytest.mark.parametrize(
    ("entrants", "groups"), [(2, 1), (4, 1), (7, 1), (8, 2), (16, 2), (20, 2), (21, 3), (64, 8)]
)
def test_groups_have_about_eight_by_default(entrants: int, groups: int) -> None:
    assert group_count(simulated.settings(2, groups=pb.Groups()), entrants) == groups


def test_groups_that_can_not_fill_a_table_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(4, groups=pb.Groups(groups=1, advance=3)))
    assert refused.value.field == "settings.groups.advance"
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(2, groups=pb.Groups(groups=20_000)))
    assert refused.value.field == "settings.groups.groups"
    with pytest.raises(Refusal) as refused:
        check(simulated.settings(2, groups=pb.Groups(lives=3)))
    assert refused.value.field == "settings.groups.lives"


def test_more_groups_than_there_can_be_entrants_are_refused_at_once() -> None:
    with pytest.raises(Refusal, match="5000 groups at most"):
        check(simulated.settings(2, groups=pb.Groups(groups=2_000_000)))
    check(simulated.settings(2, groups=pb.Groups(groups=5_000)))


@pytest.mark.parametrize("seats", [2, 3])
def test_how_many_games_there_will_be_is_known_before_it_begins(seats: int) -> None:
    contest = grouped(14, seats, groups=3)
    expected = contest.format.games_to_come(contest.contest)
    assert contest.format.rounds(contest.contest) == 0 or seats == 2
    contest.start()
    assert contest.format.games_to_come(contest.contest) == expected
    assert contest.format.rounds(contest.contest) > 0


def test_who_goes_on_is_worked_out_once() -> None:
    """Whoever asks about a big tournament would have to wait for it each time."""
    contest = grouped(8, luck=3, groups=2)
    contest.start()
    while not _in_bracket(contest.contest):
        if isinstance(contest.step(), Wait):
            contest.play_round()
    parts = _groups(contest.contest)
    assert _standings(contest.contest, parts) is _standings(contest.contest, parts)

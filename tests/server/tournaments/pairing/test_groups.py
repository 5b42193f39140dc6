"""Groups: their entrants, those who advance, and their opponents in the knockout."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import Tables, Wait
from tilth_server.tournaments.formats.groups import _group_rankings, _groups, _has_bracket_begun, group_count
from tilth_server.tournaments.formats.lookup import check


def grouped(entrants: int, seats: int = 2, luck: int = 0, **asked: int) -> Simulated:
    return Simulated(simulated.settings(seats, groups=pb.Groups(**asked)), entrants, luck=luck)


def members(tournament: Simulated) -> list[list[int]]:
    stages = tournament.format.stages(tournament.tournament)
    names = sorted(set(stages))
    return [[each for each, stage in enumerate(stages) if stage == name] for name in names]


def test_groups_are_dealt_in_a_snake() -> None:
    tournament = grouped(9, groups=3)
    tournament.start()
    assert members(tournament) == [[0, 5, 6], [1, 4, 7], [2, 3, 8]]


@examples(13, 80)
@given(
    data=st.data(),
    seats=st.integers(2, 4),
    groups=st.integers(1, 4),
    advance=st.integers(1, 3),
    luck=st.integers(0, 99),
)
def test_the_best_of_each_group_advance(
    data: st.DataObject, seats: int, groups: int, advance: int, luck: int
) -> None:
    advance = max(advance, -(-seats // groups))
    entrants = data.draw(st.integers(groups * max(seats, advance), groups * max(seats, advance) + 5))
    tournament = grouped(entrants, seats, luck, groups=groups, advance=advance)
    tournament.start()
    parts = members(tournament)
    while not isinstance(tournament.step(), Wait):
        pass
    tournament.play_round()
    met = Counter(table for _, table in tournament.tables())
    assert met == Counter(table for part in parts for table in combinations(part, seats))
    points = [0.0] * entrants
    for game in tournament.tournament.pairings:
        for entrant, got in zip(game.seats, game.points(), strict=True):
            points[entrant] += got
    tournament.step()
    stages = tournament.format.stages(tournament.tournament)
    through = {each for each, stage in enumerate(stages) if stage == "in"}
    for part in parts:
        assert len(through & set(part)) == advance
        out = [points[each] for each in part if each not in through]
        assert min(points[each] for each in part if each in through) >= max(out, default=0) - 1e-9
    tournament.play()
    ranked = tournament.format.rank(tournament.tournament)
    assert ranked is not None
    best = [each for rank in ranked for each in rank][: len(through)]
    assert set(best) == through


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 7, 8])
def test_group_winners_meet_the_second_of_other_groups(groups: int) -> None:
    entrants = 3 * groups
    tournament = Simulated(
        simulated.settings(2, groups=pb.Groups(groups=groups)),
        entrants,
        strengths=[2_500.0 * (entrants - number) for number in range(entrants)],
    )
    tournament.start()
    parts = members(tournament)
    while not isinstance(tournament.step(), Wait):
        pass
    tournament.play_round()
    found = tournament.step()
    assert isinstance(found, Tables)
    home = {each: number for number, part in enumerate(parts) for each in part}
    assert all(home[a] != home[b] for a, b in (table.entrants for table in found.tables))
    winners = {min(part) for part in parts}
    assert not any(set(table.entrants) <= winners for table in found.tables)


def test_an_entrant_who_withdrew_from_the_groups_does_not_advance() -> None:
    tournament = grouped(8, groups=2)
    tournament.start()
    while not isinstance(tournament.step(), Wait):
        pass
    tournament.play_round()
    before = [
        each for each, stage in enumerate(tournament.format.stages(tournament.tournament)) if stage == "in"
    ]
    tournament.withdraw(before[0])
    tournament.step()
    after = {
        each for each, stage in enumerate(tournament.format.stages(tournament.tournament)) if stage == "in"
    }
    assert len(after) == 4
    assert set(before[1:]) < after


def test_nothing_is_ranked_but_by_points_before_the_groups_are_over() -> None:
    tournament = grouped(8, groups=2)
    tournament.start()
    tournament.step()
    assert tournament.format.rank(tournament.tournament) is None
    assert tournament.format.stages(tournament.tournament)[0] == "group 1"


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
    with pytest.raises(Refusal, match="at most 5000 groups"):
        check(simulated.settings(2, groups=pb.Groups(groups=2_000_000)))
    check(simulated.settings(2, groups=pb.Groups(groups=5_000)))


@pytest.mark.parametrize("seats", [2, 3])
def test_the_number_of_games_is_known_before_the_start(seats: int) -> None:
    tournament = grouped(14, seats, groups=3)
    expected = tournament.format.games_to_come(tournament.tournament)
    assert tournament.format.rounds(tournament.tournament) == 0 or seats == 2
    tournament.start()
    assert tournament.format.games_to_come(tournament.tournament) == expected
    assert tournament.format.rounds(tournament.tournament) > 0


def test_the_entrants_who_advance_are_computed_once() -> None:
    """The server computes once which entrants advance; in a big tournament each reader would have to wait for it."""
    tournament = grouped(8, luck=3, groups=2)
    tournament.start()
    while not _has_bracket_begun(tournament.tournament):
        if isinstance(tournament.step(), Wait):
            tournament.play_round()
    parts = _groups(tournament.tournament)
    assert _group_rankings(tournament.tournament, parts) is _group_rankings(tournament.tournament, parts)

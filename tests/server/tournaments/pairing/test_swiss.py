"""Swiss: held against an exhaustive search through all pairings, where there are few enough of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import Finished, Tables, Wait, swiss_pairs
from tilth_server.tournaments.points import points_by_entrant
from tilth_server.tournaments.tournament import Tournament

Pairs = list[tuple[int, int]]


def swiss(entrants: int, rounds: int = 0, seats: int = 2, luck: int = 0, **fields: object) -> Simulated:
    return Simulated(simulated.settings(seats, swiss=pb.Swiss(rounds=rounds), **fields), entrants, luck=luck)


def every_pairing(entrants: Sequence[int]) -> Iterator[Pairs]:
    if not entrants:
        yield []
        return
    first, *others = entrants
    for other in others:
        for rest in every_pairing([each for each in others if each != other]):
            yield [(first, other), *rest]


def met(tournament: Tournament) -> Counter[tuple[int, int]]:
    """By the games alone."""
    tables = {(game.round, game.table): tuple(sorted(game.seats)) for game in tournament.pairings}
    return Counter(pair for table in tables.values() for pair in combinations(table, 2))


def worth(tournament: Tournament, pairs: Pairs, without: int | None) -> tuple[int, int, int]:
    """Return how bad a round's pairs are: repeated pairs, then the rank of the bye, then the differences in points."""
    again = met(tournament)
    points = [round(2 * each) for each in points_by_entrant(tournament)]
    order = sorted((each.number for each in tournament.active()), key=lambda each: (points[each], -each))
    return (
        sum(again[min(pair), max(pair)] for pair in pairs),
        0 if without is None else order.index(without),
        sum((points[a] - points[b]) ** 2 for a, b in pairs),
    )


def best(tournament: Tournament) -> tuple[int, int, int]:
    """Return the best worth of all rounds in which nobody has a second bye before everybody had one."""
    there = [each.number for each in tournament.active()]
    if len(there) % 2 == 0:
        return min(worth(tournament, pairs, None) for pairs in every_pairing(there))
    had = Counter(each for played in tournament.rounds for each in played.byes)
    fewest = min(had[each] for each in there)
    return min(
        worth(tournament, pairs, without)
        for without in there
        if had[without] == fewest
        for pairs in every_pairing([each for each in there if each != without])
    )


def check_rounds(tournament: Simulated) -> None:
    tournament.start()
    while True:
        wanted = best(tournament.tournament)
        found = tournament.format.next(tournament.tournament, 0)
        if isinstance(found, Finished):
            return
        assert isinstance(found, Tables)
        pairs: Pairs = [(table.entrants[0], table.entrants[1]) for table in found.tables]
        without = found.byes[0] if found.byes else None
        assert worth(tournament.tournament, pairs, without) == wanted
        tournament.step()
        tournament.play_round()


@examples(10, 60)
@given(entrants=st.integers(2, 8), rounds=st.integers(1, 9), luck=st.integers(0, 999))
def test_nobody_meets_twice_while_it_can_be_avoided(entrants: int, rounds: int, luck: int) -> None:
    check_rounds(swiss(entrants, rounds, luck=luck))


@examples(10, 60)
@given(entrants=st.integers(6, 8), rounds=st.integers(3, 8), luck=st.integers(0, 999))
def test_nor_where_each_sees_only_those_around(entrants: int, rounds: int, luck: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss_pairs, "MAX_EXACT_ENTRANTS", 0)
        patch.setattr(swiss_pairs, "WIDTHS", (1, 2))
        tournament = swiss(entrants, rounds, luck=luck)
        tournament.start()
        while True:
            again, _, _ = best(tournament.tournament)
            found = tournament.format.next(tournament.tournament, 0)
            if isinstance(found, Finished):
                return
            assert isinstance(found, Tables)
            pairs: Pairs = [(table.entrants[0], table.entrants[1]) for table in found.tables]
            assert worth(tournament.tournament, pairs, found.byes[0] if found.byes else None)[0] == again
            tournament.step()
            tournament.play_round()


@examples(6, 40)
@given(entrants=st.integers(100, 140), luck=st.integers(0, 999))
def test_nobody_meets_twice_in_a_big_field(entrants: int, luck: int) -> None:
    played = swiss(entrants, 7, luck=luck).play()
    assert set(met(played.tournament).values()) == {1}
    assert len(met(played.tournament)) == 7 * (entrants // 2)


def test_eight_entrants_when_the_better_always_wins() -> None:
    tournament = Simulated(
        simulated.settings(2, swiss=pb.Swiss()),
        8,
        strengths=[20_000.0 - 2_500 * number for number in range(8)],
    ).play()
    assert [table for number, table in tournament.tables() if number == 1] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert [table for number, table in tournament.tables() if number == 2] == [(0, 2), (1, 3), (4, 6), (5, 7)]
    assert next(table for number, table in tournament.tables() if number == 3) == (0, 1)
    assert points_by_entrant(tournament.tournament)[0] == 6
    assert len(tournament.tournament.rounds) == 3


@examples(13, 80)
@given(data=st.data(), seats=st.integers(2, 5), rounds=st.integers(1, 8), luck=st.integers(0, 999))
def test_byes_are_spread_and_tables_full(data: st.DataObject, seats: int, rounds: int, luck: int) -> None:
    entrants = data.draw(st.integers(seats, 14))
    tournament = swiss(entrants, rounds, seats, luck)
    tournament.start()
    had = Counter(dict.fromkeys(range(entrants), 0))
    for _ in range(rounds):
        found = tournament.step()
        assert isinstance(found, Tables)
        sitting = [each for table in found.tables for each in table.entrants]
        assert sorted([*sitting, *found.byes]) == list(range(entrants))
        assert {len(table.entrants) for table in found.tables} == {seats}
        had.update(found.byes)
        assert max(had.values()) - min(had.values()) <= 1
        tournament.play_round()


def test_the_first_bye_goes_to_the_lowest() -> None:
    tournament = swiss(7)
    tournament.start()
    found = tournament.step()
    assert isinstance(found, Tables)
    assert found.byes == [6]
    assert points_by_entrant(tournament.tournament)[6] == 2


@examples(8, 50)
@given(data=st.data(), seats=st.integers(3, 5), luck=st.integers(0, 999))
def test_no_swap_would_leave_fewer_meetings_again(data: st.DataObject, seats: int, luck: int) -> None:
    tournament = swiss(data.draw(st.integers(2 * seats, 20)), 6, seats, luck)
    tournament.start()
    for _ in range(6):
        before = met(tournament.tournament)
        found = tournament.step()
        assert isinstance(found, Tables)
        tables = [list(table.entrants) for table in found.tables]
        least = again(tables, before)
        for one, other in combinations(range(len(tables)), 2):
            for mine in range(seats):
                for theirs in range(seats):
                    swapped = [list(table) for table in tables]
                    swapped[one][mine], swapped[other][theirs] = tables[other][theirs], tables[one][mine]
                    assert again(swapped, before) >= least
        tournament.play_round()


def again(tables: Sequence[Sequence[int]], before: Counter[tuple[int, int]]) -> int:
    return sum(before[pair] for table in tables for pair in combinations(sorted(table), 2))


def test_tables_of_four_meet_others_in_the_second_round() -> None:
    played = swiss(32, 3, 4).play()
    assert set(met(played.tournament).values()) == {1}


@examples(10, 60)
@given(entrants=st.integers(4, 20), luck=st.integers(0, 999))
def test_without_rotation_nobody_sits_three_times_more_on_one_seat(entrants: int, luck: int) -> None:
    tournament = swiss(entrants, max(1, entrants // 2), luck=luck, rotate=False)
    lean = Counter(dict.fromkeys(range(entrants), 0))
    for game in tournament.play().tournament.pairings:
        lean[game.seats[0]] += 1
        lean[game.seats[1]] -= 1
    assert max(abs(each) for each in lean.values()) <= 2


def test_a_late_entrant_starts_at_the_bottom() -> None:
    tournament = swiss(8, 3)
    tournament.start()
    tournament.step()
    assert isinstance(tournament.format.next(tournament.tournament, 0), Wait)
    tournament.play_round()
    tournament.enter("late")
    found = tournament.step()
    assert isinstance(found, Tables)
    assert found.byes == [8]
    tournament.play_round()
    tournament.enter("later")
    found = tournament.step()
    assert isinstance(found, Tables)
    assert not found.byes
    assert any(9 in table.entrants for table in found.tables)
    assert tournament.format.rounds(tournament.tournament) == 3


def test_a_withdrawn_entrant_is_no_longer_paired() -> None:
    tournament = swiss(8, 5)
    tournament.start()
    tournament.step()
    tournament.withdraw(2)
    tournament.play_round()
    tournament.play()
    assert [number for number, table in tournament.tables() if 2 in table] == [1]
    assert len(tournament.tournament.rounds) == 5


@pytest.mark.parametrize(
    ("seats", "entrants", "rounds"),
    [(2, 2, 1), (2, 8, 3), (2, 9, 4), (2, 1_000, 10), (3, 27, 3), (3, 28, 4), (4, 16, 2), (5, 5, 1)],
)
def test_rounds_are_a_knockouts_by_default(seats: int, entrants: int, rounds: int) -> None:
    tournament = swiss(entrants, 0, seats)
    assert tournament.format.rounds(tournament.tournament) == rounds

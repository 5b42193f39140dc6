"""Tables become games: seats, deals and kinds of games."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.server.tournaments import simulated
from tests.server.tournaments.pairing.formats import FORMATS, played_as
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import Table, Tables
from tilth_server.tournaments.paired_tables import tables_of
from tilth_server.tournaments.seating import pairing_record


def seats_taken(tournament: Simulated) -> list[list[int]]:
    """By entrant and seat."""
    taken = [[0] * tournament.tournament.settings.table_seats for _ in tournament.tournament.entrants]
    for game in tournament.tournament.pairings:
        for seat, entrant in enumerate(game.seats):
            taken[entrant][seat] += 1
    return taken


@examples(20, 120)
@given(
    data=st.data(),
    name=st.sampled_from(sorted({*FORMATS} - {"series"})),
    seats=st.integers(2, 5),
    sets=st.integers(1, 3),
)
def test_with_rotation_everybody_sits_on_each_seat_equally_often(
    data: st.DataObject, name: str, seats: int, sets: int
) -> None:
    entrants = data.draw(st.integers(seats, 9))
    tournament = Simulated(played_as(name, seats, sets=sets), entrants).play()
    assert all(len(set(each)) == 1 for each in seats_taken(tournament))
    for played in tournament.tournament.rounds:
        for games in tables_of(played).values():
            assert len(games) >= sets * seats
            assert len(games) % seats == 0


@examples(20, 120)
@given(
    data=st.data(),
    name=st.sampled_from(sorted(FORMATS)),
    seats=st.integers(2, 5),
    sets=st.integers(1, 3),
    luck=st.integers(0, 99),
)
def test_without_rotation_seats_are_balanced_over_the_tournament(
    data: st.DataObject, name: str, seats: int, sets: int, luck: int
) -> None:
    entrants = data.draw(st.integers(seats, 9))
    tournament = Simulated(played_as(name, seats, rotate=False, sets=sets), entrants, luck=luck).play()
    assert all(max(each) - min(each) <= 2 for each in seats_taken(tournament))


def test_two_entrants_take_turns_with_the_seats() -> None:
    asked = simulated.settings(2, series=pb.Series(games=12), rotate=False)
    games = Simulated(asked, 2).play().tournament.pairings
    assert all(one.seats == other.seats[::-1] for one, other in pairwise(games))


def seated(tables: list[Table], **fields: object) -> pb.TournamentPaired:
    tournament = Simulated(simulated.settings(**fields), 6)  # type: ignore[arg-type]
    tournament.start()
    return pairing_record(tournament.tournament, Tables(1, tables, [5]))


def test_duplicate_rotations_of_a_set_share_a_deal() -> None:
    tables = [Table((0, 1)), Table((2, 3))]
    made = seated(tables, round_robin=pb.RoundRobin(), sets=2, duplicate=True)
    assert [game.deal for game in made.pairings] == [0, 0, 1, 1, 2, 2, 3, 3]
    made = seated(tables, round_robin=pb.RoundRobin(), sets=2)
    assert [game.deal for game in made.pairings] == list(range(8))
    made = seated(tables, round_robin=pb.RoundRobin(), sets=2, duplicate=True, rotate=False)
    assert [game.deal for game in made.pairings] == list(range(4))


def test_deals_and_numbers_continue_from_round_to_round() -> None:
    asked = simulated.settings(2, round_robin=pb.RoundRobin(), duplicate=True)
    games = Simulated(asked, 6).play().tournament.pairings
    assert [game.number for game in games] == list(range(1, 31))
    assert [game.deal for game in games] == [number // 2 for number in range(30)]
    assert [game.table for game in games[:8]] == [1, 1, 2, 2, 3, 3, 1, 1]


def test_games_take_turns_set_after_set() -> None:
    kinds = [
        pb.GameSetup(game="petrichor"),
        pb.GameSetup(game="orchard"),
        pb.GameSetup(game="raw"),
    ]
    asked = simulated.settings(2, game_setups=kinds, round_robin=pb.RoundRobin(), sets=2)
    tournament = Simulated(asked, 4).play().tournament
    for played in tournament.rounds:
        first = (played.number - 1) * 2 % 3
        for games in tables_of(played).values():
            assert [game.game_setup for game in games] == [first, first, (first + 1) % 3, (first + 1) % 3]
    assert Counter(game.game_setup for game in tournament.pairings) == {0: 8, 1: 8, 2: 8}


def test_stages_and_byes_are_kept() -> None:
    made = seated([Table((0, 1), 3), Table((2, 3), 4)], round_robin=pb.RoundRobin())
    assert [game.stage for game in made.pairings] == [3, 3, 4, 4]
    assert list(made.byes) == [5]

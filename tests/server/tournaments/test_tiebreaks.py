"""Tie-breaks: as published of real tournaments, and worked by hand where tables are larger."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.tournaments.sheets import Result, Sheet, drawn, won
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.paired_tables import LOWEST_SUBTRACTED, score_shares
from tilth_server.tournaments.pairing import PairingState
from tilth_server.tournaments.tiebreaks import MEASURES, Field, ranked_classes

BUCHHOLZ, CUT = pb.TIE_BREAK_BUCHHOLZ, pb.TIE_BREAK_BUCHHOLZ_CUT
BERGER, HEAD_TO_HEAD = pb.TIE_BREAK_SONNEBORN_BERGER, pb.TIE_BREAK_HEAD_TO_HEAD
IN_PLAY, WINS, SURVIVED = pb.TIE_BREAK_POINTS_IN_PLAY, pb.TIE_BREAK_WINS, pb.TIE_BREAK_ROUNDS_SURVIVED

# UzChess Cup 2025 (chess-results.com/tnr1175851.aspx), its results as in scalachess' uzchesscup.pgn, round by round.
UZCHESS_ROUNDS = """
Aravindh=Praggnanandhaa Yakubboev-Erigaisi Maghsoodloo=Rapport Nepomniachtchi-Sindarov Abdusattorov+Vokhidov
Praggnanandhaa+Vokhidov Sindarov=Abdusattorov Rapport=Nepomniachtchi Erigaisi=Maghsoodloo Aravindh-Yakubboev
Yakubboev=Praggnanandhaa Maghsoodloo=Aravindh Nepomniachtchi=Erigaisi Abdusattorov+Rapport Vokhidov=Sindarov
Praggnanandhaa+Sindarov Rapport=Vokhidov Erigaisi=Abdusattorov Aravindh=Nepomniachtchi Yakubboev-Maghsoodloo
Maghsoodloo+Praggnanandhaa Nepomniachtchi=Yakubboev Abdusattorov+Aravindh Vokhidov-Erigaisi Sindarov+Rapport
Praggnanandhaa-Rapport Erigaisi=Sindarov Aravindh=Vokhidov Yakubboev+Abdusattorov Maghsoodloo=Nepomniachtchi
Nepomniachtchi=Praggnanandhaa Abdusattorov+Maghsoodloo Vokhidov=Yakubboev Sindarov+Aravindh Rapport=Erigaisi
Praggnanandhaa+Erigaisi Aravindh-Rapport Yakubboev=Sindarov Maghsoodloo-Vokhidov Nepomniachtchi=Abdusattorov
Abdusattorov-Praggnanandhaa Vokhidov+Nepomniachtchi Sindarov=Maghsoodloo Rapport=Yakubboev Erigaisi=Aravindh
"""
# The final table there: points, direct encounter, Sonneborn-Berger, wins.
UZCHESS_TABLE = {
    "Praggnanandhaa": (5.5, 2.0, 25.25, 4),
    "Abdusattorov": (5.5, 0.5, 22.5, 4),
    "Sindarov": (5.5, 0.5, 22.25, 3),
    "Erigaisi": (5.0, 0.0, 21.5, 2),
    "Maghsoodloo": (4.5, 1.5, 20.5, 2),
    "Rapport": (4.5, 1.0, 18.75, 2),
    "Yakubboev": (4.5, 0.5, 19.5, 2),
    "Vokhidov": (4.0, 0.0, 16.5, 2),
    "Nepomniachtchi": (3.5, 0.0, 16.0, 0),
    "Aravindh": (2.5, 0.0, 11.25, 0),
}

# Candidates 2016 after 13 of 14 rounds (chessdailynews.com, "Karjakin or Caruana will challenge Carlsen"): results
# of the rows against the columns, white's game first; a dot is to be played.
CANDIDATES = ["Caruana", "Karjakin", "Anand", "Giri", "Svidler", "Aronian", "Nakamura", "Topalov"]
CANDIDATES_TABLE = """
** =. =1 == == == =1 ==
=. ** 10 == == == 1= =1
=0 01 ** == 1. =1 =0 1=
== == == ** == == == =.
== == 0. == ** =1 == ==
== == =0 == =0 ** 1. 1=
=0 0= =1 == == 0. ** 11
== =0 0= =. == 0= 00 **
"""


def settings(of: str = "round_robin") -> pb.TournamentSettings:
    made = pb.TournamentSettings(rotate=False)
    getattr(made, of).SetInParent()
    return made


def uzchess() -> Sheet:
    sheet = Sheet(UZCHESS_TABLE, settings())
    for line in UZCHESS_ROUNDS.split("\n")[1:-1]:
        sheet.round(*([game(text)] for text in line.split()))
    return sheet


def game(text: str) -> Result:
    for mark, places in (("+", (1, 2)), ("=", (1, 1)), ("-", (2, 1))):
        if mark in text:
            return Result(text.split(mark), places)
    raise ValueError(text)


def candidates(*last_round: str) -> Sheet:
    """The last round's four games, or as many as have been played."""
    sheet = Sheet(CANDIDATES, settings())
    rows = [line.split() for line in CANDIDATES_TABLE.split("\n")[1:-1]]
    marks = {"1": "+", "=": "=", "0": "-"}
    games = [
        game(CANDIDATES[first] + marks[result] + CANDIDATES[second])
        for first, row in enumerate(rows)
        for second, results in enumerate(row[:first])
        for result in results
        if result in marks
    ]
    sheet.round(*([each] for each in games))
    return sheet.round(*([game(text)] for text in last_round))


def values(sheet: Sheet, tie_break: "pb.TieBreak.ValueType", tied: Sequence[str] = ()) -> dict[str, float]:
    """By player; of those who are tied, or of all."""
    numbers = sheet.tournament.numbers
    among = tied or list(numbers)
    measured = MEASURES[tie_break](Field(sheet.tournament), [numbers[player] for player in among])
    return {player: measured[numbers[player]] for player in among}


def order(sheet: Sheet, *tie_breaks: "pb.TieBreak.ValueType") -> list[list[str]]:
    players = list(sheet.tournament.numbers)
    classes, _ = ranked_classes(Field(sheet.tournament), range(len(players)), tie_breaks)
    return [[players[entrant] for entrant in tied] for tied in classes]


def test_uzchess_cup_comes_out_as_published() -> None:
    sheet = uzchess()
    berger, wins = values(sheet, BERGER), values(sheet, WINS)
    points = [line.points for line in Field(sheet.tournament).totals.entrants]
    for number, (player, (total, encounter, sonneborn, won_games)) in enumerate(UZCHESS_TABLE.items()):
        assert points[number] == total
        assert berger[player] == sonneborn
        assert wins[player] == won_games
        tied = [other for other, row in UZCHESS_TABLE.items() if row[0] == total]
        assert values(sheet, HEAD_TO_HEAD, tied)[player] == encounter
    assert [player for (player,) in order(sheet, HEAD_TO_HEAD, BERGER)] == list(UZCHESS_TABLE)


def test_candidates_2016_would_have_gone_to_karjakin_by_wins() -> None:
    """The page named in `test_candidates_2016_as_it_ended` says so: of two tied, even players he has more wins."""
    sheet = candidates("Karjakin=Caruana", "Svidler=Anand", "Giri=Topalov", "Nakamura=Aronian")
    assert values(sheet, HEAD_TO_HEAD, ["Karjakin", "Caruana"]) == {"Karjakin": 1, "Caruana": 1}
    assert [tied[0] for tied in order(sheet, HEAD_TO_HEAD, WINS)[:2]] == ["Karjakin", "Caruana"]


def test_candidates_2016_would_have_gone_to_caruana_had_three_been_tied() -> None:
    """The page named in `test_candidates_2016_as_it_ended` says it: he is +1 against Anand and 1-1 against Karjakin."""
    sheet = candidates("Karjakin=Caruana", "Svidler-Anand", "Giri=Topalov", "Nakamura=Aronian")
    three = ["Caruana", "Karjakin", "Anand"]
    assert values(sheet, HEAD_TO_HEAD, three) == {"Caruana": 2.5, "Karjakin": 2, "Anand": 1.5}
    assert [tied[0] for tied in order(sheet, HEAD_TO_HEAD, WINS, BERGER)[:3]] == three


def test_candidates_2016_as_it_ended() -> None:
    """followchess.com/news/tag/candidates2016: Karjakin beat Caruana, everything else was drawn."""
    sheet = candidates("Karjakin+Caruana", "Svidler=Anand", "Giri=Topalov", "Nakamura=Aronian")
    points = dict(
        zip(CANDIDATES, (line.points for line in Field(sheet.tournament).totals.entrants), strict=True)
    )
    assert points == {
        "Karjakin": 8.5,
        "Caruana": 7.5,
        "Anand": 7.5,
        "Giri": 7,
        "Svidler": 7,
        "Aronian": 7,
        "Nakamura": 7,
        "Topalov": 4.5,
    }
    assert order(sheet, HEAD_TO_HEAD)[:3] == [["Karjakin"], ["Caruana"], ["Anand"]]


def test_five_players_worked_out_in_scalachess() -> None:
    """lichess-org/scalachess, TiebreakersTest.scala, where these are the values of player A."""
    games = ["A+B", "A=C", "D+A", "A+E", "B+C", "B=D", "E+B", "C+D", "C=E", "D+E"]
    sheet = Sheet("ABCDE", settings()).round(*([game(text)] for text in games))
    points = dict(
        zip("ABCDE", (line.points for line in Field(sheet.tournament).totals.entrants), strict=True)
    )
    assert points == {"A": 2.5, "B": 1.5, "C": 2.0, "D": 2.5, "E": 1.5}
    assert values(sheet, BUCHHOLZ)["A"] == 7.5
    assert values(sheet, CUT)["A"] == 6
    assert values(sheet, BERGER)["A"] == 4
    assert values(sheet, HEAD_TO_HEAD, ["A", "D"]) == {"A": 0, "D": 1}
    assert values(sheet, WINS)["A"] == 2


def test_a_bye_counts_as_beating_an_opponent_with_equal_final_points() -> None:
    sheet = Sheet(["ann", "bob", "cid"], settings("swiss"))
    sheet.round([won("ann", "bob")], byes=["cid"])
    sheet.round([won("ann", "cid")], byes=["bob"])
    # Ann has 2; Bob and Cid have 1 each, both for a bye.
    assert values(sheet, BUCHHOLZ) == {"ann": 2, "bob": 2 + 1, "cid": 2 + 1}
    assert values(sheet, CUT) == {"ann": 1, "bob": 2, "cid": 2}
    assert values(sheet, BERGER) == {"ann": 2, "bob": 1, "cid": 1}
    assert values(sheet, WINS) == {"ann": 2, "bob": 0, "cid": 0}


def test_an_opponent_who_left_a_swiss_tournament_counts_as_if_they_had_drawn_since() -> None:
    sheet = Sheet(["ann", "bob", "cid", "dan", "eve"], settings("swiss"))
    sheet.round([won("ann", "bob")], [won("cid", "dan")], byes=["eve"])
    sheet.withdraw("bob")
    sheet.round([won("ann", "cid")], [won("dan", "eve")])
    sheet.round([won("ann", "eve")], [won("cid", "dan")])
    # Bob has 0 and was away for two rounds, Cid has 2, Eve 1 for her bye.
    assert values(sheet, BUCHHOLZ)["ann"] == (0 + 2 / 2) + 2 + 1
    assert values(sheet, BERGER)["ann"] == (0 + 2 / 2) + 2 + 1
    # It is for those who met him; his own points are what they are.
    assert values(sheet, BUCHHOLZ)["bob"] == 3


def test_a_late_entrant_counts_for_opponents_as_if_they_had_drawn_before() -> None:
    sheet = Sheet(["ann", "bob"], settings("swiss"))
    sheet.round([won("ann", "bob")])
    sheet.enter("cid")
    sheet.round([won("ann", "cid")], byes=["bob"])
    assert values(sheet, BUCHHOLZ)["ann"] == 1 + 0.5


def test_missed_rounds_are_adjusted_only_in_swiss_tournaments() -> None:
    sheet = Sheet(["ann", "bob", "cid"], settings("round_robin"))
    sheet.round([won("ann", "bob")])
    sheet.withdraw("bob")
    sheet.round([won("ann", "cid")])
    assert values(sheet, BUCHHOLZ)["ann"] == 0


def test_several_games_at_a_table_are_one_meeting() -> None:
    made = settings("swiss")
    made.rotate = True
    sheet = Sheet(["ann", "bob", "cid", "dan"], made)
    sheet.round([won("ann", "bob"), drawn("bob", "ann")], [won("cid", "dan"), won("cid", "dan")])
    sheet.round([won("ann", "cid"), won("cid", "ann")], [won("bob", "dan"), won("bob", "dan")])
    # Points: Ann 2.5, Bob 2.5, Cid 3, Dan 0.
    assert values(sheet, BUCHHOLZ) == {"ann": 5.5, "bob": 2.5, "cid": 2.5, "dan": 5.5}
    assert values(sheet, BERGER) == {
        "ann": 0.75 * 2.5 + 0.5 * 3,
        "bob": 0.25 * 2.5 + 1 * 0,
        "cid": 1 * 0 + 0.5 * 2.5,
        "dan": 0,
    }
    assert values(sheet, HEAD_TO_HEAD, ["ann", "bob"]) == {"ann": 1.5, "bob": 0.5}


def test_a_bye_of_a_table_with_several_games_is_still_one_meeting() -> None:
    made = settings("swiss")
    made.rotate = True
    sheet = Sheet(["ann", "bob", "cid"], made)
    sheet.round([won("ann", "bob"), won("ann", "bob")], byes=["cid"])
    assert values(sheet, BUCHHOLZ) == {"ann": 0, "bob": 2, "cid": 2}


def test_at_larger_tables_everybody_there_is_an_opponent() -> None:
    made = settings("swiss")
    made.table_seats = 3
    sheet = Sheet(["ann", "bob", "cid", "dan"], made)
    sheet.round([Result(("ann", "bob", "cid"), (1, 2, 3))], byes=["dan"])
    sheet.round([Result(("dan", "ann", "bob"), (1, 2, 2))], byes=["cid"])
    # Points: Ann 1 + a quarter, Bob a half + a quarter, Cid 0 + a bye, Dan a bye + 1.
    assert values(sheet, BUCHHOLZ) == {
        "ann": (0.75 + 1) + (2 + 0.75),
        "bob": (1.25 + 1) + (2 + 1.25),
        "cid": (1.25 + 0.75) + (1 + 1),
        "dan": (2 + 2) + (1.25 + 0.75),
    }
    assert values(sheet, CUT)["ann"] == 1 + 2 + 0.75
    assert values(sheet, BERGER) == {
        "ann": (0.75 + 1) + (0 + 0.75 / 2),
        "bob": (0 + 1) + (0 + 1.25 / 2),
        "cid": 1 + 1,
        "dan": 2 + 2 + 1.25 + 0.75,
    }
    assert values(sheet, HEAD_TO_HEAD, ["ann", "bob"]) == {"ann": 1.5, "bob": 0.5}
    assert values(sheet, WINS) == {"ann": 1, "bob": 0, "cid": 0, "dan": 1}


def test_head_to_head_decides_nothing_unless_all_tied_entrants_have_met() -> None:
    sheet = Sheet(["ann", "bob", "cid", "dan"], settings("swiss"))
    sheet.round([won("ann", "bob")], [won("cid", "dan")])
    assert values(sheet, HEAD_TO_HEAD, ["ann", "bob", "cid"]) == {"ann": 0, "bob": 0, "cid": 0}
    assert values(sheet, HEAD_TO_HEAD, ["ann", "bob"]) == {"ann": 1, "bob": 0}


def test_points_in_play_are_shares_of_a_tables_scores() -> None:
    sheet = Sheet(["ann", "bob"], settings())
    sheet.round(
        [Result(("ann", "bob"), (1, 2), scores=(30, 10))],
        [Result(("bob", "ann"), (1, 1), scores=(0, 0))],
        [Result(("ann", "bob"), (1, 2), forfeits=(1,))],
    )
    assert values(sheet, IN_PLAY) == {"ann": (0.75 + 0.5) / 2, "bob": (0.25 + 0.5) / 2}


def test_a_negative_score_never_puts_a_loser_before_a_winner_by_points_in_play() -> None:
    sheet = Sheet(["ann", "bob"], settings())
    sheet.round([Result(("ann", "bob"), (1, 2), scores=(-4, -57))])
    assert values(sheet, IN_PLAY) == {"ann": 1, "bob": 0}
    sheet.round([Result(("ann", "bob"), (1, 2), scores=(57, -19))])
    assert values(sheet, IN_PLAY) == {"ann": 1, "bob": 0}
    sheet.round([Result(("ann", "bob"), (1, 1), scores=(-3, -3))])
    assert values(sheet, IN_PLAY) == pytest.approx({"ann": 2.5 / 3, "bob": 0.5 / 3})


def test_a_tournament_of_an_earlier_build_keeps_its_points_in_play() -> None:
    sheet = Sheet(["ann", "bob"], settings(), formula=0)
    sheet.round([Result(("ann", "bob"), (1, 2), scores=(57, -19))])
    assert values(sheet, IN_PLAY) == {"ann": 1.5, "bob": -0.5}


@given(st.lists(st.integers(-200, 300), min_size=2, max_size=5))
def test_shares_are_within_bounds_add_up_to_one_and_follow_the_scores(scores: list[int]) -> None:
    shared = shares_of(scores, LOWEST_SUBTRACTED)
    assert all(0 <= share <= 1 for share in shared)
    assert sum(shared) == pytest.approx(1)
    by_score = [share for _, share in sorted(zip(scores, shared, strict=True))]
    assert by_score == sorted(by_score)
    assert len(set(shared)) == len(set(scores)), "equal shares for equal scores only"


@given(st.lists(st.integers(0, 300), min_size=2, max_size=5))
def test_scores_that_are_not_negative_have_the_shares_of_earlier_builds(scores: list[int]) -> None:
    assert shares_of(scores, LOWEST_SUBTRACTED) == shares_of(scores, 0)


def shares_of(scores: Sequence[int], formula: int) -> tuple[float, ...]:
    """The shares of one table with these scores."""
    players = [f"player-{number}" for number in range(len(scores))]
    sheet = Sheet(players, pb.TournamentSettings(table_seats=len(scores)), formula)
    sheet.round([Result(players, range(1, len(scores) + 1), scores=scores)])
    return score_shares(sheet.tournament, sheet.tournament.pairings[0])


def test_void_games_are_no_meetings_and_adjudicated_ones_and_forfeits_are() -> None:
    sheet = Sheet(["ann", "bob", "cid", "dan"], settings())
    void = Result(("ann", "bob"), state=PairingState.VOID)
    settled = won("ann", "cid")._replace(state=PairingState.ADJUDICATED)
    sheet.round([void], [settled], [Result(("dan", "cid"), (1, 2), forfeits=(1,))], [won("ann", "dan")])
    assert values(sheet, BUCHHOLZ)["ann"] == 0 + 1
    assert values(sheet, BUCHHOLZ)["bob"] == 0
    assert values(sheet, WINS)["dan"] == 1


def test_rounds_survived_is_the_last_round_one_was_in() -> None:
    sheet = Sheet(["ann", "bob", "cid"], settings("knockout"))
    sheet.round([won("ann", "bob")], byes=["cid"]).round([won("ann", "cid")])
    assert values(sheet, SURVIVED) == {"ann": 2, "bob": 1, "cid": 2}


@pytest.mark.parametrize("tie_break", MEASURES)
def test_nothing_played_breaks_no_tie(tie_break: "pb.TieBreak.ValueType") -> None:
    assert order(Sheet(["ann", "bob", "cid"], settings()), tie_break) == [["ann", "bob", "cid"]]

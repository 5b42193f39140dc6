"""The score sheet of a finished match, in show and replay, for people and for scripts."""

import json

from rich.console import Console

from tests.cli.conftest import Place
from tilth_cli.score_sheet import score_table
from tilth_dataclasses.tilth.v1 import Result, ScoreRow, SoloResult

ALONE = ("--seats", "1", "--take", "0", "--start-when-full", "--json")


def lines(table: object) -> list[list[str]]:
    console = Console(width=80, record=True, file=None)
    with console.capture() as captured:
        console.print(table)
    return [line.split() for line in captured.get().splitlines()]


def test_the_sheet_has_a_column_for_each_seat_and_the_scores_below() -> None:
    rows = [
        ScoreRow(name="a", text="Fields", points=[3, -1]),
        ScoreRow(name="b", text="Sheep", points=[4, 2]),
    ]
    shown = lines(score_table(rows, ["Ann", "Bo"], Result(places=[1, 2], scores=[7, 1])))
    assert [line[-2:] for line in shown] == [["▲", "Bo"], ["3", "-1"], ["4", "2"], ["7", "1"]]


def test_an_opponent_has_a_column_too() -> None:
    rows = [
        ScoreRow(name="a", text="Cards", points=[5], opponent=2),
        ScoreRow(name="b", text="Fauna", points=[0]),
    ]
    result = Result(places=[1], scores=[5], solo=SoloResult(opponent="gaia", points=2, won=True))
    shown = lines(score_table(rows, ["Ann"], result))
    assert shown == [["For", "●", "Ann", "Gaia"], ["Cards", "5", "2"], ["Fauna", "0"], ["Sum", "5", "2"]]


def test_show_and_replay_end_with_the_score_sheet(place: Place) -> None:
    place.registered("Ada")
    match = place.tilth("new", "petrichor", *ALONE).document()["id"]
    assert "score_rows" not in place.tilth("show", match, "--json").document()
    assert place.tilth("bot", "first", match).code == 0
    document = place.tilth("show", match, "--json").document()
    rows = document["score_rows"]
    assert [row["name"] for row in rows] == ["harvests", "dice", "track", "wheat", "missed"]
    assert sum(row["points"][0] for row in rows) == document["result"]["scores"][0]
    assert sum(row["opponent"] for row in rows) == document["result"]["solo"]["points"]
    assert json.loads(place.tilth("replay", match, "--json").out.splitlines()[-1])["score_rows"] == rows
    for command in ("show", "replay"):
        out = place.tilth(command, match).out
        assert out.rindex("Harvested crops") < out.rindex("Voting Wins track") < out.rindex("Sum")

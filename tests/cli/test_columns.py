"""The columns of tables: declared once for the terminal, CSV and reports."""

import csv
import io

import pytest
from rich.console import Console

from tests.report.samples import ALL
from tilth_cli.matches import MATCH
from tilth_cli.output import Output
from tilth_cli.plain import field_names
from tilth_cli.terminal_table import terminal_table
from tilth_cli.tournament_csv import STANDING_COLUMNS, standings_columns
from tilth_cli.tournament_tables import TOURNAMENT, conduct_table, standings_table, under_lines
from tilth_dataclasses.tilth.v1 import (
    ForfeitCause,
    ForfeitCount,
    GetStandingsResponse,
    PlayedUnder,
    Rating,
    Standing,
    ThinkingTime,
    TieBreak,
)
from tilth_report.columns import Column, pick, without_empty
from tilth_report.conduct import CONDUCT, has_conduct, warnings
from tilth_report.html import column_table
from tilth_report.messages import translator
from tilth_report.page import page
from tilth_report.tables import standings
from tilth_report.tournament_columns import RATING, STANDING
from tilth_report.tournament_data import TournamentData

TR = translator("en")
COLUMNS = (
    Column[Rating]("player_name", heading="column-player", is_left=True),
    Column[Rating]("mu", text=lambda one: f"{one.mu:.1f}", heading="column-points"),
    Column[Rating]("wins", is_optional=True),
)
ROWS = [Rating(player_name="<b>[red]Ann", mu=25.123), Rating(player_name='Q"uo,te', mu=1)]


def printed(table: object) -> str:
    console = Console(width=150, file=io.StringIO(), markup=False, highlight=False, emoji=False)
    console.print(table)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_one_declaration_is_written_for_the_terminal_csv_and_html(capsys: pytest.CaptureFixture[str]) -> None:
    people = without_empty(COLUMNS, ROWS)
    head, *lines = printed(terminal_table(people, ROWS)).splitlines()
    assert head.split() == ["player", "points"]
    assert [line.split() for line in lines] == [["<b>[red]Ann", "25.1"], ['Q"uo,te', "1.0"]]
    Output(as_json=False).rows(COLUMNS, ROWS)
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["player_name", "mu", "wins"],
        ["<b>[red]Ann", "25.123", "0"],
        ['Q"uo,te', "1", "0"],
    ]
    html = column_table(people, ROWS, TR)
    assert '<th class="text" scope="col">Player</th><th class="number" scope="col">Points</th>' in html
    assert '<td class="text">&lt;b&gt;[red]Ann</td><td class="number">25.1</td>' in html


def test_an_optional_column_is_shown_if_a_row_has_a_value() -> None:
    assert [column.name for column in without_empty(COLUMNS, ROWS)] == ["player_name", "mu"]
    assert without_empty(COLUMNS, [*ROWS, Rating(wins=1)]) == list(COLUMNS)


def test_columns_are_picked_in_the_order_of_their_names_and_an_unknown_one_is_an_error() -> None:
    assert [column.name for column in pick(COLUMNS, "wins", "mu")] == ["wins", "mu"]
    with pytest.raises(KeyError):
        pick(COLUMNS, "loses")


def test_a_column_of_an_inner_row_is_the_same_column() -> None:
    column: Column[tuple[int, Rating]] = COLUMNS[1].inside(lambda pair: pair[1])
    assert (column.name, column.title(TR), column.is_left) == ("mu", "Points", False)
    assert (column.value_of((0, ROWS[0])), column.text_of((0, ROWS[0]))) == (25.123, "25.1")


def test_csv_has_every_field_of_standings_and_ratings_that_is_no_list() -> None:
    lists = {"tie_breaks", "seats", "forfeit_causes", "earlier_versions"}
    conduct = {column.name for column in CONDUCT}
    assert set(STANDING_COLUMNS) | {"version"} == set(field_names(Standing())) - lists - {"thinking"}
    assert {"version", *field_names(ThinkingTime())} <= conduct
    assert {f"forfeits_{str(cause.name).lower()}" for cause in ForfeitCause} <= conduct
    assert [column.name for column in RATING] == [n for n in field_names(Rating()) if n != "history"]


def test_no_two_columns_of_a_table_have_one_name() -> None:
    for columns in (MATCH, TOURNAMENT, STANDING, RATING):
        names = [column.name for column in columns]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("forfeits", [0, 2])
def test_standings_have_the_same_columns_in_the_terminal_and_in_a_report(forfeits: int) -> None:
    data = ALL["eight"]()
    found = data.standings
    found.tie_breaks = [TieBreak.WINS, TieBreak.BUCHHOLZ]
    for standing in found.standings:
        standing.tie_breaks, standing.forfeits, standing.byes = [3, 7.5], 0, 0
    found.standings[0].forfeits = forfeits
    html = standings(data, TR)
    head = printed(standings_table(found)).splitlines()[0]
    assert (">Forfeits<" in html, "forfeits" in head) == (forfeits > 0, forfeits > 0)
    assert (">Wins<" in html, " wins " in head) == (True, True)
    assert (">95%<" in html, "95%" in head) == (True, True)
    assert (">Byes<" in html, "byes" in head) == (False, False)
    names = [column.name for column in standings_columns(found)]
    assert names[: len(STANDING_COLUMNS) + 2] == [*STANDING_COLUMNS, "wins", "buchholz"]


def test_a_standing_without_a_tie_break_has_an_empty_cell() -> None:
    data = ALL["eight"]()
    data.standings.tie_breaks = [TieBreak.BUCHHOLZ]
    for standing in data.standings.standings:
        standing.tie_breaks = []
    assert " BH " in printed(standings_table(data.standings))


def with_conduct() -> TournamentData:
    """Eight entrants; the conduct of the first two is known."""
    data = ALL["eight"]()
    first, second = data.standings.standings[:2]
    first.version, first.earlier_versions = "2.1", ["1.0"]
    first.thinking = ThinkingTime(answers=1000, mean_ms=12.5, p99_ms=1_250, longest_ms=61_000, timeouts=7)
    second.forfeit_causes = [ForfeitCount(cause=ForfeitCause.CRASH, games=3)]
    data.standings.played_under = [
        PlayedUnder(builds=["0.1.0"], game="petrichor", rules_version=2, games=50),
        PlayedUnder(builds=["", "0.1.0"], game="petrichor", games=6),
    ]
    return data


def test_the_terminal_and_a_report_show_how_the_entrants_played() -> None:
    data = with_conduct()
    found = data.standings
    table = conduct_table(found)
    lines = [line.split() for line in printed(table).splitlines()]
    player = found.standings[0].player_name.split()
    assert lines[0][:4] == ["player", "version", "answers", "mean,"]
    assert [*player, "2.1", "1000", "0.013", "1.25", "61", "7"] in lines
    assert "crashed" in lines[0]
    assert "limit" not in lines[0]
    under = printed(under_lines(found))
    assert "50 × petrichor, rules 2, build 0.1.0" in under
    assert "6 × petrichor, rules unknown, build unknown → 0.1.0" in under
    assert list(warnings(found, TR)) == [
        TR("under-builds_differ"),
        TR("under-rules_differ", game="petrichor"),
        TR("under-versions_differ", player=found.standings[0].player_name, versions="1.0, 2.1"),
    ]
    html = page(data)
    for text in ("61", "Crashed", *warnings(found, TR)):
        assert f">{text}<" in html


def test_no_conduct_is_shown_if_none_is_known() -> None:
    data = ALL["eight"]()
    assert not has_conduct(data.standings)
    assert conduct_table(data.standings) is None
    assert list(warnings(GetStandingsResponse(played_under=[PlayedUnder(builds=["1"])]), TR)) == []
    assert TR("conduct-title") not in page(data)


def test_csv_has_a_cell_for_each_time_and_cause(capsys: pytest.CaptureFixture[str]) -> None:
    found = with_conduct().standings
    Output(as_json=False).rows(standings_columns(found), found.standings)
    first, second, third, *_ = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (first["version"], first["mean_ms"], first["p99_ms"], first["longest_ms"]) == (
        *("2.1", "12.5", "1250", "61000"),
    )
    assert (first["timeouts"], first["forfeits_crash"], second["forfeits_crash"]) == ("7", "0", "3")
    assert (third["version"], third["answers"], third["mean_ms"]) == ("", "0", "")

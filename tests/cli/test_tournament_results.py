"""tilth tournament: what came of one that bots have played."""

import csv
import io
import re
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from rich.console import Console

from tests.cli.conftest import SLOW_NOTE, Place, ServerProcess
from tests.report.samples import ALL
from tilth_cli.tournament_tables import crosstables, sparks

BOTS = {"Ann": "gardener", "Bo": "first", "Cleo": "random"}
PLAYED_S = 90
"""For a few games of bots on a machine that has much else to do."""


@dataclass
class Cup:
    place: Place
    id: str

    def tournament(self, command: str, *words: str) -> Any:
        return self.place.tilth("tournament", command, self.id, *words)

    def table(self, command: str, *words: str) -> list[dict[str, str]]:
        ran = self.tournament(command, *words, "--csv")
        assert ran.code == 0, ran.err
        return list(csv.DictReader(io.StringIO(ran.out)))


@pytest.fixture(scope="module")
def cup(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Cup:
    """A finished round robin of four bots that have left. One has a name that has to be quoted."""
    place = Place(server.address, tmp_path_factory.mktemp("cup"))
    place.registered(*BOTS, 'Q"uo,te')
    organiser = place.names['Q"uo,te']
    made = place.tilth(
        *("tournament", "create", "--as", organiser, "--game", "petrichor", "--title", "The cup"),
        *("--duplicate", "--json"),
    )
    cup = Cup(place, made.document()["id"])
    play(cup)
    return cup


def play(cup: Cup) -> None:
    """Enter the bots in the order of BOTS and the organiser last, and play the tournament."""
    place, organiser = cup.place, cup.place.names['Q"uo,te']
    entrants = [word for name in BOTS for word in ("--player", place.names[name])]
    assert cup.tournament("enter", "--as", organiser, *entrants).code == 0
    assert cup.tournament("enter", "--as", organiser).code == 0
    with ExitStack() as bots:
        for name, bot in [*BOTS.items(), ('Q"uo,te', "first")]:
            bots.enter_context(place.started("bot", bot, "--as", place.names[name]))
        assert cup.tournament("start", "--as", organiser).code == 0
        until_finished(cup)


def until_finished(cup: Cup) -> None:
    until = time.monotonic() + PLAYED_S
    while cup.tournament("show", "--json").document()["state"] != "FINISHED":
        assert time.monotonic() < until, cup.tournament("pairings").out
        time.sleep(0.5)


def test_standings_are_a_table_a_document_and_csv(cup: Cup) -> None:
    document = cup.tournament("standings", "--json").document()
    rows = document["standings"]
    assert len(rows) == 4
    assert sum(row["games"] for row in rows) == 2 * 12
    assert sum(row["points"] for row in rows) == 12
    text = cup.tournament("standings").out
    names = [line.split("  ")[1].strip() for line in text.splitlines()[1:5]]
    assert names == [row["player_name"] for row in rows]
    assert f"won {document['seats'][0]['wins']} of 12" in text
    table = cup.table("standings")
    for row, line in zip(rows, table, strict=True):
        assert (line["player_name"], int(line["place"]), float(line["points"])) == (
            row["player_name"],
            row["place"],
            row["points"],
        )
        assert float(line["elo"]) == pytest.approx(row["elo"])
        assert [int(line["seat_0"]), int(line["seat_1"])] == row["seats"]
        breaks = [name.lower() for name in document["tie_breaks"]]
        assert [float(line[name]) for name in breaks] == row["tie_breaks"]


def test_a_crosstable_is_a_table_a_document_and_csv(cup: Cup) -> None:
    rows = cup.tournament("crosstable", "--json").document()
    order = [row["player_id"] for row in cup.tournament("standings", "--json").document()["standings"]]
    lines = cup.table("crosstable")
    assert len(lines) == 4 * 3
    for line in lines:
        at, other = order.index(line["player_id"]), order.index(line["other_player_id"])
        cell = rows[at]["cells"][other]
        assert (float(line["points"]), int(line["games"])) == (cell["points"], cell["games"])
        assert cell["points"] + rows[other]["cells"][at]["points"] == cell["games"] == 2
    text = cup.tournament("crosstable").out
    assert re.search(r"1 +2 +3 +4", text.splitlines()[0])
    assert text.count("/2") == 12


def test_a_bracket_is_drawn_and_is_a_document_and_csv(cup: Cup) -> None:
    assert "no bracket" in cup.tournament("bracket").err
    made = cup.place.tilth(
        *("tournament", "create", "--as", cup.place.names['Q"uo,te'], "--game", "petrichor", "--json"),
        *("--format", "knockout", "--further-sets", "1", "--duplicate"),
    )
    assert made.document()["settings"]["knockout"] == {"lives": 0, "max_further_sets": 1}
    knockout = Cup(cup.place, made.document()["id"])
    play(knockout)
    first, second = knockout.tournament("bracket", "--json").document()
    assert [len(first["tables"]), len(second["tables"]), second["decided"]] == [2, 1, True]
    [winner] = [each["entrant"] for each in second["tables"][0]["entrants"] if each["advances"]]
    lines = knockout.table("bracket")
    assert len(lines) == 6
    assert sum(line["advances"].lower() == "true" for line in lines) == 3
    assert {line["entrant"] for line in lines if line["out"].lower() == "false"} == {str(winner)} | {
        str(each["entrant"]) for table in first["tables"] for each in table["entrants"] if each["advances"]
    }
    text = knockout.tournament("bracket").out
    assert [line for line in text.splitlines() if line.startswith("Round")] == ["Round 1", "Round 2"]
    assert text.count("→") == 3


def test_games_are_a_table_a_document_and_csv_and_have_filters(cup: Cup) -> None:
    games = cup.tournament("pairings", "--json").document()
    assert [game["number"] for game in games] == list(range(1, 13))
    assert {game["state"] for game in games} == {"FINISHED"}
    lines = cup.table("pairings")
    assert len(lines) == 24
    for line in lines:
        game = games[int(line["number"]) - 1]
        seat = int(line["seat"])
        assert line["match_id"] == game["match_id"]
        assert int(line["place"]) == game["result"]["places"][seat]
        assert int(line["score"]) == game["result"]["scores"][seat]
        assert float(line["points"]) == game["points"][seat]
    text = cup.tournament("pairings").out
    assert all(game["match_id"] in text for game in games)
    ann = cup.place.names["Ann"]
    anns = cup.tournament("pairings", "--player", ann, "--round", "1", "--json").document()
    assert 0 < len(anns) < 6
    assert {game["round"] for game in anns} == {1}
    assert "No game fits" in cup.tournament("pairings", "--state", "void").err


def test_quoted_names_come_through_csv_whole(cup: Cup) -> None:
    odd = cup.place.names['Q"uo,te']
    for command in ("standings", "crosstable", "pairings"):
        assert odd in {line["player_name"] for line in cup.table(command)}


def test_csv_and_json_exclude_each_other(cup: Cup) -> None:
    assert cup.tournament("standings", "--csv", "--json").code == 2


def test_ratings_are_shown_for_one_tournament_for_a_game_and_over_all(cup: Cup) -> None:
    of_cup = ("tournament", "ratings", "--tournament", cup.id)
    rated = cup.place.tilth(*of_cup, "--history", "--json").document()
    assert {rating["player_name"] for rating in rated} == {
        cup.place.names[name] for name in [*BOTS, 'Q"uo,te']
    }
    assert [len(rating["history"]) for rating in rated] == [6, 6, 6, 6]
    ordinals = [rating["ordinal"] for rating in rated]
    assert ordinals == sorted(ordinals, reverse=True)
    text = cup.place.tilth(*of_cup, "--history").out
    assert re.search(r"[▁-█]{6}", text)
    lines = list(csv.DictReader(io.StringIO(cup.place.tilth(*of_cup, "--csv").out)))
    assert [float(line["mu"]) for line in lines] == [pytest.approx(rating["mu"]) for rating in rated]
    history = list(csv.DictReader(io.StringIO(cup.place.tilth(*of_cup, "--csv", "--history").out)))
    assert len(history) == 24
    assert history[0]["match_id"] == rated[0]["history"][0]["match_id"]
    everywhere = cup.place.tilth("tournament", "ratings", "--game", "petrichor", "--limit", "2")
    assert len(everywhere.out.splitlines()) == 3
    assert "--limit" in everywhere.err
    assert "Nobody has a rating" in cup.place.tilth("tournament", "ratings", "--game", "chess").err


def test_two_players_are_compared_by_name(cup: Cup) -> None:
    ann, bo = cup.place.names["Ann"], cup.place.names["Bo"]
    duel = cup.place.tilth("tournament", "compare", ann, bo, "--json").document()["head_to_head"]
    assert duel["games"] == 2
    assert 0 <= duel["superiority"] <= 1
    text = cup.place.tilth("tournament", "compare", ann, bo).out
    assert text.startswith(f"{ann} – {bo}  won {duel['wins']}, drawn {duel['draws']}, lost {duel['losses']}")
    assert "likelihood of superiority" in text
    cup.place.registered("Zed")
    assert "never met" in cup.place.tilth("tournament", "compare", ann, cup.place.names["Zed"]).err


def test_watching_a_finished_tournament_prints_its_story(cup: Cup) -> None:
    lines = cup.tournament("watch").out.splitlines()
    assert lines[0] == "The tournament is created."
    assert sum("is finished  ●" in line for line in lines) == 12
    assert lines[-1].startswith("The tournament is finished: 1. ")
    documents = cup.tournament("watch", "--json").documents()
    assert [entry["number"] for entry in documents] == list(range(len(documents)))
    assert "finished" in documents[-1]["record"]
    tail = cup.tournament("watch", "--once", "--from", str(len(documents) - 2)).out.splitlines()
    assert len(tail) == 2
    assert "is finished  ●" in tail[0]
    assert all(name in tail[0] for name in re.findall(r"● (.+?) \d", tail[0]))


def test_a_report_is_one_file_written_whole_or_not_at_all(cup: Cup) -> None:
    file = cup.place.home / "report.html"
    document = cup.tournament("report", "--output", str(file), "--json").document()
    assert document == {"tournament_id": cup.id, "file": str(file), "bytes": file.stat().st_size}
    html = file.read_text()
    assert html.startswith("<!doctype html>")
    assert html.count("<svg") == 5
    assert all(printed in html for printed in (cup.place.names["Ann"], "The cup", "round robin"))
    assert "Q&quot;uo,te" in html
    assert f"{cup.id}.html" in cup.tournament("report").out
    assert (cup.place.home / f"{cup.id}.html").read_text() == html
    piped = cup.tournament("report", "--output", "-", "--lang", "ru")
    assert piped.out.startswith('<!doctype html>\n<html lang="ru">')
    nowhere = cup.tournament("report", "--output", str(cup.place.home / "no" / "where.html"))
    assert (nowhere.code, len(nowhere.err.splitlines())) == (1, 1)


def test_a_tournament_is_watched_live_until_it_is_finished(server: ServerProcess, place: Place) -> None:
    place.registered("Ann", "Bo")
    cup = Cup(place, place.tilth("tournament", "create", "--game", "petrichor", "--json").document()["id"])
    for name in ("Ann", "Bo"):
        assert cup.tournament("enter", "--player", place.names[name]).code == 0
    with place.terminal("tournament", "watch", cup.id) as terminal:
        terminal.shows(lambda text: "entry is open" in text and place.names["Ann"] in text, 40)
        with ExitStack() as bots:
            for name in ("Ann", "Bo"):
                bots.enter_context(place.started("bot", "first", "--as", place.names[name]))
            assert cup.tournament("start").code == 0
            # Two quick bots may be done before the screen is drawn again.
            terminal.shows(lambda text: "The tournament begins." in text or "superiority" in text, 60)
            assert terminal.ends(60) == 0
        assert "likelihood of superiority" in terminal.text


def test_a_viewer_leaves_a_running_tournament(place: Place) -> None:
    place.registered("Ann")
    cup = Cup(place, place.tilth("tournament", "create", "--game", "petrichor", "--json").document()["id"])
    with place.terminal("tournament", "watch", cup.id) as terminal:
        terminal.shows("q: leave", 40)
        terminal.press("q")
        assert terminal.ends(40) == 0


def test_watching_continues_when_the_server_comes_back(place: Place, own_server: ServerProcess) -> None:
    place.address = own_server.address
    place.registered("Ann", "Bo")
    cup = Cup(place, place.tilth("tournament", "create", "--game", "petrichor", "--json").document()["id"])
    with place.started("tournament", "watch", cup.id, "--from", "0") as following:
        assert following.stdout is not None
        assert following.stdout.readline() == "The tournament is created.\n"
        own_server.stop()
        own_server.start()
        assert cup.tournament("enter", "--player", place.names["Ann"]).code == 0
        assert following.stdout.readline() == f"{place.names['Ann']} enters.\n"
        assert cup.tournament("cancel", "--reason", "enough").code == 0
        assert following.stdout.readline() == "The tournament is cancelled. enough\n"
        assert following.wait(30) == 0


def test_a_wide_crosstable_comes_in_parts_that_fit() -> None:
    found = ALL["forty"]().standings
    console = Console(width=100, file=io.StringIO(), legacy_windows=False)
    tables = list(crosstables(found, 100))
    assert len(tables) > 1
    for table in tables:
        console.print(table)
    file = console.file
    assert isinstance(file, io.StringIO)
    text = file.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 100
    numbers = [word for line in text.splitlines() if "player" in line for word in line.split()[1:]]
    assert numbers == [str(number) for number in range(1, 41)]
    met = [f"{cell.points:g}/{cell.games}" for row in found.crosstable for cell in row.cells if cell.games]
    assert sorted(re.findall(r"[\d.]+/\d+", text)) == sorted(met)


def test_sparks_show_the_course_of_a_rating() -> None:
    assert sparks([]) == ""
    assert sparks([3]) == "▁"
    assert sparks([0, 7]) == "▁█"
    assert len(sparks(list(range(1000)))) <= 17
    assert sparks(list(range(1000)))[-1] == "█"


def test_a_reader_who_leaves_is_no_error(cup: Cup) -> None:
    with cup.place.started("tournament", "pairings", cup.id, "--csv") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(30) in (0, 141)
        assert process.stderr is not None
        assert SLOW_NOTE.sub("", process.stderr.read()) == ""

"""tilth tournament: making and running them."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Place, ServerProcess

SEED = "ab" * 32


def settled(place: Place) -> Place:
    place.registered("Bo", "Cleo", "Ada")
    assert place.tilth("players", "use", place.names["Ada"]).code == 0
    return place


@pytest.fixture
def organiser(place: Place) -> Place:
    """Return a place whose player has only the tournaments of the test."""
    return settled(place)


@pytest.fixture(scope="module")
def maker(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return a place shared by tests that look only at the tournaments they create."""
    return settled(Place(server.address, tmp_path_factory.mktemp("maker")))


def made(place: Place, *more: str) -> Any:
    return place.tilth("tournament", "create", "--game", "petrichor", *more, "--json").document()


def test_a_tournament_is_created_with_every_setting_of_the_command(maker: Place) -> None:
    bo, cleo = maker.names["Bo"], maker.names["Cleo"]
    before = datetime.now(UTC)
    found = maker.tilth(
        *("tournament", "create", "--title", "Rainy days", "--format", "groups"),
        *("--cycles", "2", "--lives", "2", "--further-sets", "4", "--groups", "3", "--advance", "1"),
        *("--game", "petrichor", "--option", "long_form=true", "--option", "lake"),
        *("--game", "petrichor", "--option", "cactus"),
        *("--seats", "3", "--no-rotate", "--duplicate", "--sets", "2"),
        *("--entry", "invitation", "--invite", bo, "--invite", cleo, "--entry-closes", "2h"),
        *(
            "--min-entrants",
            "4",
            "--max-entrants",
            "12",
            "--max-running",
            "5",
            "--per-entrant",
            "2",
            "--absence-timeout",
            "90s",
            "--seed",
            SEED,
        ),
        *("--per-decision", "10s", "--bank", "5m", "--increment", "2s", "--on-timeout", "resign"),
        *("--tie-break", "wins", "--tie-break", "buchholz-cut", "--json"),
    ).document()
    settings = found["settings"]
    assert len(settings.pop("invited_player_ids")) == 2
    closes = datetime.fromisoformat(settings.pop("entry_closes_at"))
    assert timedelta(hours=1, minutes=55) < closes - before < timedelta(hours=2, minutes=5)
    assert settings.pop("seed") in ("", SEED)
    assert settings == {
        "title": "Rainy days",
        "game_setups": [
            {"game": "petrichor", "settings": {"long_form": "true", "lake": "true"}},
            {"game": "petrichor", "settings": {"cactus": "true"}},
        ],
        "clock": {"decision_ms": 10_000, "bank_ms": 300_000, "increment_ms": 2_000, "on_timeout": "RESIGN"},
        "groups": {"groups": 3, "advance": 1, "cycles": 2, "lives": 2, "max_further_sets": 4},
        "table_seats": 3,
        "rotate": False,
        "duplicate": True,
        "sets": 2,
        "entry": "INVITATION",
        "min_entrants": 4,
        "max_entrants": 12,
        "tie_breaks": ["WINS", "BUCHHOLZ_CUT"],
        "max_running_pairings": 5,
        "games_per_entrant": 2,
        "absence_timeout_ms": 90_000,
    }
    assert found["state"] == "ENTRY"


@pytest.mark.parametrize(
    ("words", "field", "content"),
    [
        (["--format", "round-robin", "--cycles", "3"], "round_robin", {"cycles": 3}),
        (["--cycles", "3"], "round_robin", {"cycles": 3}),
        (
            ["--format", "gauntlet", "--challengers", "2", "--cycles", "3"],
            "gauntlet",
            {"challengers": 2, "cycles": 3},
        ),
        (["--format", "benchmark", "--deals", "40"], "benchmark", {"deals": 40}),
        (["--format", "swiss", "--rounds", "7"], "swiss", {"rounds": 7}),
        (["--format", "knockout", "--lives", "2"], "knockout", {"lives": 2, "max_further_sets": 0}),
        (
            ["--format", "ladder", "--games", "9", "--duration", "8h", "--widen-after", "1s"],
            "ladder",
            {"games": 9, "duration_ms": 28_800_000, "widen_after_ms": 1000},
        ),
        (
            ["--format", "series", "--games", "400", "--sprt", "-5,10,0.1,0.02"],
            "series",
            {"games": 400, "sprt": {"elo0": -5.0, "elo1": 10.0, "alpha": 0.1, "beta": 0.02}},
        ),
    ],
)
def test_every_format_takes_its_own_options(
    maker: Place, words: list[str], field: str, content: dict[str, Any]
) -> None:
    settings = made(maker, *words)["settings"]
    assert settings[field] == content
    formats = {"round_robin", "swiss", "knockout", "groups", "ladder", "series", "gauntlet", "benchmark"}
    assert set(settings) & formats == {field}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--format", "swiss", "--cycles", "2"], "round-robin"),
        (["--sprt", "0,5"], "series"),
        (["--format", "series", "--sprt", "five"], "ELO0,ELO1"),
        (["--format", "league"], "knockout"),
        (["--entry-closes", "soonish"], "2026-12-24"),
        (["--seats", "6"], "6"),
        (["--tie-break", "coin"], "buchholz"),
        (["--seed", "12"], "64"),
    ],
)
def test_options_that_do_not_fit_are_refused_before_anything_is_created(
    maker: Place, words: list[str], message: str
) -> None:
    ran = maker.tilth("tournament", "create", "--game", "petrichor", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_setting_needs_a_game_in_front_of_it(maker: Place) -> None:
    for words in (["--option", "lake"], ["--option", "lake", "--game", "petrichor"]):
        ran = maker.tilth("tournament", "create", *words)
        assert ran.code == 2
        assert "--game" in ran.err


TOML = """
title = "From a file"
table_seats = 4
rotate = false
tie_breaks = ["wins", "HEAD_TO_HEAD"]
absence_timeout_ms = 5000

[swiss]
rounds = 5

[[game_setups]]
game = "petrichor"
settings = { long_form = true }
"""


def test_settings_come_from_a_file_and_options_override_it(maker: Place, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(TOML)
    from_file = ("tournament", "create", "--file", str(file), "--json")
    settings = maker.tilth(*from_file).document()["settings"]
    assert (settings["title"], settings["table_seats"], settings["rotate"]) == ("From a file", 4, False)
    assert settings["tie_breaks"] == ["WINS", "HEAD_TO_HEAD"]
    assert settings["game_setups"] == [{"game": "petrichor", "settings": {"long_form": "true"}}]
    assert settings["swiss"] == {"rounds": 5}
    changed = maker.tilth(*from_file, "--title", "Said", "--rounds", "6", "--seats", "2").document()
    assert (changed["settings"]["title"], changed["settings"]["swiss"]) == ("Said", {"rounds": 6})
    assert changed["settings"]["absence_timeout_ms"] == 5000
    other = maker.tilth(*from_file, "--format", "knockout").document()["settings"]
    assert "swiss" not in other
    assert other["knockout"] == {"lives": 0, "max_further_sets": 0}


def test_the_settings_that_show_prints_are_accepted_as_a_file(maker: Place, tmp_path: Path) -> None:
    words = ["--format", "series", "--sprt", "0,10", "--games", "50", "--bank", "5m", "--entry-closes", "3h"]
    first = made(maker, *words, "--invite", maker.names["Bo"])
    shown = maker.tilth("tournament", "show", first["id"], "--json").document()
    file = tmp_path / "again.json"
    file.write_text(json.dumps(shown["settings"]))
    again = maker.tilth("tournament", "create", "--file", str(file), "--json").document()
    assert again["settings"] == first["settings"]
    assert again["id"] != first["id"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("cup.toml", "table_seat = 3", "table_seat "),
        ("cup.toml", 'table_seats = "three"', "table_seats"),
        ("cup.toml", 'game_setups = [{ game = "petrichor", seats = 3 }]', "game_setups[0].seats"),
        ("cup.toml", 'tie_breaks = ["coin"]', "tie_breaks[0]"),
        ("cup.toml", "title = ", "can't be read"),
        ("cup.json", "[]", "-"),
        ("cup.json", "{", "can't be read"),
        ("nowhere.toml", None, "can't be read"),
    ],
)
def test_an_invalid_settings_file_is_refused_in_one_line(
    maker: Place, tmp_path: Path, name: str, text: str | None, message: str
) -> None:
    file = tmp_path / name
    if text is not None:
        file.write_text(text)
    ran = maker.tilth("tournament", "create", "--file", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err


def test_entrants_come_and_go_by_name_or_id(organiser: Place) -> None:
    bo, cleo = organiser.names["Bo"], organiser.names["Cleo"]
    cleo_id = organiser.tilth("--as", cleo, "players", "me", "--json").document()["id"]
    cup = made(organiser)["id"]
    entered = organiser.tilth(
        "tournament", "enter", cup, "--player", bo, "--player", cleo_id, "--json"
    ).document()
    assert [entrant["player_name"] for entrant in entered["entrants"]] == [bo, cleo]
    text = organiser.tilth("tournament", "enter", cup).out
    assert organiser.names["Ada"] in text
    assert bo in text
    left = organiser.tilth("--as", bo, "tournament", "withdraw", cup, "--json").document()
    assert [entrant["withdrawn"] for entrant in left["entrants"]] == [True, False, False]
    thrown = organiser.tilth("tournament", "withdraw", cup, "--player", cleo, "--json").document()
    assert [entrant["withdrawn"] for entrant in thrown["entrants"]] == [True, True, False]
    unknown = organiser.tilth("tournament", "enter", cup, "--player", "Nobody of that name")
    assert unknown.code == 1
    assert "tilth players list" in unknown.err


def test_names_and_titles_of_strangers_are_text_and_no_markup(organiser: Place) -> None:
    organiser.registered("[bold]Eve[/bold]")
    eve = organiser.names["[bold]Eve[/bold]"]
    cup = made(organiser, "--title", "[red]Cup[/red]")["id"]
    assert organiser.tilth("tournament", "enter", cup, "--player", eve).code == 0
    for words in (["show"], ["standings"], ["crosstable"]):
        assert eve in organiser.tilth("tournament", *words, cup).out
    assert "[red]Cup[/red]" in organiser.tilth("tournament", "show", cup).out
    assert "[red]Cup[/red]" in organiser.tilth("tournament", "list").out


def test_a_tournament_is_started_paused_resumed_and_cancelled(organiser: Place) -> None:
    cup = made(organiser, "--cycles", "1", "--max-running", "1")["id"]
    organiser.tilth("tournament", "enter", cup, *("--player", organiser.names["Bo"]))
    organiser.tilth("tournament", "enter", cup, *("--player", organiser.names["Cleo"]))

    def state(*words: str) -> Any:
        return organiser.tilth("tournament", words[0], cup, *words[1:], "--json").document()["state"]

    assert state("show") == "ENTRY"
    assert organiser.tilth("--as", organiser.names["Bo"], "tournament", "start", cup).code == 1
    assert state("start") == "RUNNING"
    assert state("pause", "--reason", "lunch") == "PAUSED"
    assert state("resume") == "RUNNING"
    assert "is cancelled" in organiser.tilth("tournament", "cancel", cup, "--reason", "thunder").out
    shown = organiser.tilth("tournament", "show", cup)
    assert re.search(r"cancelled +thunder", shown.out)
    assert organiser.tilth("tournament", "start", cup).code == 1


def test_games_are_adjudicated_and_the_standings_follow(organiser: Place) -> None:
    bo, cleo = organiser.names["Bo"], organiser.names["Cleo"]
    cup = made(organiser)["id"]
    organiser.tilth("tournament", "enter", cup, "--player", bo, "--player", cleo)
    assert organiser.tilth("tournament", "start", cup).code == 0
    drawn = organiser.tilth("tournament", "adjudicate", cup, "1", "1", "1", "--reason", "both slept")
    assert "Game 1 is adjudicated" in drawn.out
    assert "both slept" in drawn.out
    won = organiser.tilth("tournament", "adjudicate", cup, "2", "2", "1", "--json").document()
    assert (won["state"], won["points"]) == ("ADJUDICATED", [0.0, 1.0])
    standings = organiser.tilth("tournament", "standings", cup, "--json").document()
    assert sorted(standing["points"] for standing in standings["standings"]) == [0.5, 1.5]
    assert standings["finished"]
    wrong = organiser.tilth("tournament", "adjudicate", cup, "99", "1", "2")
    assert (wrong.code, len(wrong.err.splitlines())) == (1, 1)


def test_the_list_has_filters_and_a_limit(organiser: Place) -> None:
    bo = organiser.names["Bo"]
    cups = [made(organiser, "--title", f"cup {number}")["id"] for number in range(3)]
    for cup in cups[:2]:
        organiser.tilth("tournament", "enter", cup, "--player", bo)
    organiser.tilth("tournament", "cancel", cups[0])

    def listed(*words: str) -> list[str]:
        found = organiser.tilth("tournament", "list", *words, "--json").document()
        return [tournament["id"] for tournament in found]

    assert listed("--player", bo) == [cups[1], cups[0]]
    assert listed("--player", bo, "--state", "cancelled") == [cups[0]]
    bos = organiser.tilth("--as", bo, "tournament", "list", "--mine", "--limit", "1")
    assert cups[1] in bos.out
    assert cups[0] not in bos.out
    assert "--limit" in bos.err
    nothing = organiser.tilth("tournament", "list", "--mine")
    assert (nothing.code, nothing.out) == (0, "")
    assert "tilth tournament create" in nothing.err


def test_settings_are_shown_in_the_language_of_the_client(maker: Place) -> None:
    cup = made(maker, "--format", "swiss", "--rounds", "4")["id"]
    assert "Swiss, 4 rounds" in maker.tilth("tournament", "show", cup).out
    assert "швейцарская система, 4 тура" in maker.tilth("tournament", "show", cup, "--lang", "ru").out


def test_an_unknown_tournament_is_refused_in_one_line(maker: Place, tmp_path: Path) -> None:
    for words in (
        ["show"],
        ["standings"],
        ["pairings"],
        ["watch"],
        ["report", "--output", str(tmp_path / "x.html")],
    ):
        ran = maker.tilth("tournament", words[0], "nothing", *words[1:])
        assert (ran.code, len(ran.err.splitlines())) == (1, 1), words
    assert not (tmp_path / "x.html").exists()

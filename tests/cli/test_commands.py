"""The commands that ask once and print: for people, and as one JSON document."""

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Place, ServerProcess
from tests.cli.terminal import PROGRAM

RECORD = "SELECT body FROM records JOIN streams ON stream = streams.id WHERE name = ? AND number = ?"


def test_games_lists_every_option_with_its_default_and_its_text(place: Place) -> None:
    place.registered("Ada")
    text = place.tilth("games").out
    assert "Petrichor  petrichor  players: 1, 2, 3, 4" in text
    assert re.search(r"long_form=false +bool +The long form: six rounds instead of four", text)
    document = place.tilth("games", "petrichor", "--json").document()
    assert [game["name"] for game in document] == ["petrichor"]
    assert {"name": "lake", "kind": "bool", "default": "false"}.items() <= next(
        option for option in document[0]["options"] if option["name"] == "lake"
    ).items()


def test_the_language_changes_the_texts_of_the_server_and_of_the_client(place: Place) -> None:
    place.registered("Ada")
    assert "Петрикор" in place.tilth("games", "--lang", "ru").out
    assert "Показать игры сервера" in place.tilth("--lang", "ru", "games", "--help").out
    assert "Партия" in place.tilth("new", "petrichor", "--seats", "2", TILTH_LANG="ru").out


def test_a_new_match_has_the_options_clocks_and_seats_of_the_command(place: Place) -> None:
    place.registered("Ada")
    made = place.tilth(
        *(
            "new",
            "petrichor",
            "long_form",
            "cactus=true",
            "--seats",
            "3",
            "--take",
            "1",
            "--title",
            "Slow rain",
        ),
        *("--bank", "5m", "--per-decision", "1m30s", "--increment", "2s", "--on-timeout", "resign"),
        *("--seed", "ab" * 32),
    )
    assert made.code == 0
    match = re.search(r"The match is (\w+)\.", made.out)
    assert match
    shown = place.tilth("show", match[1], "--json").document()
    assert shown["settings"] == {"long_form": "true", "cactus": "true"}
    assert shown["clock"] == {
        "decision_ms": 90_000,
        "bank_ms": 300_000,
        "increment_ms": 2_000,
        "on_timeout": "RESIGN",
    }
    assert [bool(seat["player_id"]) for seat in shown["seats"]] == [False, True, False]
    assert shown["seed_given"]
    text = place.tilth("show", match[1]).out
    for part in (
        "Slow rain",
        "cactus=true long_form=true",
        "bank 300 s",
        "the seat resigns",
        "who therefore knows every deal",
    ):
        assert part in text


def test_an_option_may_come_from_a_file_and_a_long_one_is_cut_in_texts(place: Place, tmp_path: Path) -> None:
    place.registered("Ada")
    smaller = {"cells": 20, "tag": "S"}, {"value": 3, "tag": "S"}
    values = json.dumps({"ruins": {"bot_building": smaller[0]}, "bonuses": {"fox_number": smaller[1]}})
    corrections = tmp_path / "corrections.json"
    corrections.write_text(values)
    made = place.tilth("new", "sonora", f"values=@{corrections}", "--seats", "2", "--json").document()
    settings = json.loads(made["settings"]["values"])
    assert settings.items() >= json.loads(values).items()
    shown = place.tilth("show", made["id"]).out
    assert "fox_number" in shown
    assert "bot_building" not in shown
    missing = place.tilth("new", "sonora", f"values=@{tmp_path}/none.json", "--seats", "2")
    assert missing.code == 2
    assert "none.json can't be read" in " ".join(missing.err.split())


def test_seats_are_taken_left_and_the_match_started(place: Place) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--take", "0")
    bo = ("--as", place.names["Bo"])
    assert place.tilth(*bo, "join", match).out.startswith("You have seat 1.")
    assert place.tilth(*bo, "leave", match).code == 0
    assert "free" in place.tilth("show", match).out
    assert place.tilth(*bo, "join", match, "--seat", "1", "--json").document()["seat"] == 1
    assert place.tilth("start", match, "--json").document()["state"] == "RUNNING"
    assert place.tilth(*bo, "leave", match).code == 1


def test_the_list_has_filters_and_pages(place: Place) -> None:
    place.registered("Ada", "Bo")
    matches = [place.new_match("--seats", "2", "--take", "0", "--title", f"number {i}") for i in range(3)]
    listed = place.tilth("list", "--mine", "--json").document()
    assert [match["id"] for match in listed] == matches[::-1]
    first = place.tilth("list", "--mine", "--limit", "2")
    assert "number 2" in first.out
    assert "number 0" not in first.out
    assert "--limit" in first.err
    nobody = place.tilth("--as", place.names["Bo"], "list", "--mine")
    assert (nobody.code, nobody.out) == (0, "")
    assert "tilth new" in nobody.err
    assert place.tilth("list", "--mine", "--state", "finished", "--json").document() == []


def test_a_title_is_shown_to_the_letter(place: Place) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0", "--title", "[/i] [bold]all:smile: mine")
    for command in (("list", "--mine"), ("show", match)):
        assert "[/i] [bold]all:smile: mine" in place.tilth(*command).out, command


def test_a_played_match_is_verified_exported_and_imported_elsewhere(
    place: Place, own_server: ServerProcess, tmp_path: Path
) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    running = place.tilth("verify", match)
    assert running.code == 0
    assert "the last hash is shown when the match has ended" in running.out
    assert "last hash \n" not in running.out
    with place.started("bot", "first", match, "--seat", "0"):
        assert "place" in place.tilth("bot", "random", match, "--seat", "1").out
    verified = place.tilth("verify", match)
    assert verified.code == 0
    assert re.search("last hash [0-9a-f]{64}", verified.out.replace("\n", ""))
    assert verified.out.count("ok ") == 5
    assert place.tilth("verify", match, "--json").document()["rules_ok"] is True

    assert f"{match}.tilth" in place.tilth("export", match).out
    file = tmp_path / f"{match}.tilth"
    piped = subprocess.run(
        [sys.executable, *PROGRAM, "export", match, "-o", "-"],
        env={**os.environ, **place.environment},
        capture_output=True,
        check=True,
    )
    assert piped.stdout == file.read_bytes()

    elsewhere = Place(own_server.address, tmp_path)
    elsewhere.registered("Cleo")
    there = elsewhere.tilth("import", str(file), "--json").document()
    assert there["match_id"] == match
    assert not there["already_present"]
    assert "was here already" in elsewhere.tilth("import", str(file)).out
    assert elsewhere.tilth("verify", match).code == 0

    spoiled = bytearray(file.read_bytes())
    spoiled[len(spoiled) // 2] ^= 1
    file.write_bytes(spoiled)
    refused = elsewhere.tilth("import", str(file))
    assert refused.code == 1
    assert len(refused.err.splitlines()) == 1


def test_a_match_that_does_not_verify_fails_the_command(place: Place, own_server: ServerProcess) -> None:
    """A byte of the stored log is changed while the server is down."""
    place.address = own_server.address
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    with place.started("bot", "first", match, "--seat", "0"):
        place.tilth("bot", "first", match, "--seat", "1")
    own_server.stop()
    with closing(sqlite3.connect(own_server.data / "tilth.db")) as stored, stored:
        (body,) = stored.execute(RECORD, (f"match/{match}", 20)).fetchone()
        spoiled = body[:-1] + bytes([body[-1] ^ 1])
        stored.execute("UPDATE records SET body = ? WHERE body = ?", (spoiled, body))
    own_server.start()
    verified = place.tilth("verify", match, "--json")
    assert verified.code == 1
    assert "20" in verified.out + verified.err
    assert len(place.tilth("verify", match).err.splitlines()) <= 1


def test_a_registered_players_token_is_kept_for_its_owner_alone(place: Place) -> None:
    name = f"Ada of {place.home.name[-30:]}"
    assert place.tilth("players", "register", name).code == 0
    file = place.home / "tilth" / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    me = place.tilth("players", "me", "--json").document()
    assert me["name"] == name
    kept = json.loads(file.read_text())[place.address]
    assert kept["current"] == me["name"]


def test_a_person_acts_as_another_player_once_or_from_then_on(place: Place) -> None:
    place.registered("Ada", "Bo")
    ada, bo = place.names["Ada"], place.names["Bo"]

    def me(*more: str, **environment: str) -> str:
        return str(place.tilth(*more, "players", "me", "--json", **environment).document()["name"])

    assert (me(), me("--as", bo), me()) == (ada, bo, ada)
    assert place.tilth("players", "use", bo).code == 0
    assert me() == bo
    token = json.loads((place.home / "tilth" / "tokens.json").read_text())[place.address]["players"][ada]
    assert me(TILTH_TOKEN=token) == ada
    assert me("--token", token) == ada


def test_a_token_from_elsewhere_is_kept_by_login(
    place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place.registered("Ada")
    token = json.loads((place.home / "tilth" / "tokens.json").read_text())[place.address]["players"][
        place.names["Ada"]
    ]
    other_machine = Place(place.address, tmp_path_factory.mktemp("other"))
    assert other_machine.tilth("players", "login", typed=token + "\n").code == 0
    assert other_machine.tilth("players", "me", "--json").document()["name"] == place.names["Ada"]
    wrong = other_machine.tilth("players", "login", typed="wrong\n")
    assert (wrong.code, len(wrong.err.splitlines())) == (1, 1)


def test_a_code_brings_another_machine_in(place: Place, tmp_path_factory: pytest.TempPathFactory) -> None:
    place.registered("Ada")
    shown = place.tilth("players", "code")
    assert shown.code == 0
    code = shown.out.splitlines()[0]
    other_machine = Place(place.address, tmp_path_factory.mktemp("other"))
    assert other_machine.tilth("players", "login", typed=f"{code.lower()}\n").code == 0
    for machine in (place, other_machine):
        assert machine.tilth("players", "me", "--json").document()["name"] == place.names["Ada"]
    again = other_machine.tilth("players", "login", typed=f"{code}\n")
    assert (again.code, len(again.err.splitlines())) == (1, 1)
    assert len(place.tilth("players", "code", "--json").document()["code"]) == 8


def test_a_renewed_token_replaces_the_old_one(place: Place) -> None:
    place.registered("Ada")
    file = place.home / "tilth" / "tokens.json"
    before = json.loads(file.read_text())[place.address]["players"]
    assert place.tilth("players", "renew").code == 0
    assert json.loads(file.read_text())[place.address]["players"] != before
    assert place.tilth("players", "me").code == 0
    assert place.tilth("--token", before[place.names["Ada"]], "players", "me").code == 1


def test_all_players_are_listed(place: Place) -> None:
    place.registered("Ada", "Bo")
    names = [player["name"] for player in place.tilth("players", "list", "--json").document()]
    assert set(place.names.values()) <= set(names)
    assert place.names["Ada"] in place.tilth("players", "list").out


def test_an_operator_sees_the_status_invites_cancels_revokes_and_drains(
    place: Place, own_server: ServerProcess
) -> None:
    place.address = own_server.address
    place.registered("Ada")
    token = (own_server.data / "operator.token").read_text().strip()

    def ops(*words: str) -> str:
        ran = place.tilth("ops", *words, "--token", token)
        assert ran.code == 0, ran.err
        return ran.out

    match = place.new_match("--seats", "2")
    status = json.loads(ops("status", "--json"))
    assert (status["open_matches"], status["draining"]) == (1, False)
    assert re.search(r"open matches +1", ops("status"))
    invitation = ops("invite").strip()
    assert invitation
    assert place.tilth("players", "register", "Bo", "--invitation", invitation).code == 0
    ops("cancel", match, "--reason", "rain")
    assert place.tilth("show", match, "--json").document()["cancel_reason"] == "rain"
    assert "The match was cancelled. rain" in place.tilth("watch", match).out
    assert "takes no new matches" in ops("drain")
    assert place.tilth("new", "petrichor", "--seats", "2").code == 1
    assert "takes new matches again" in ops("drain", "--stop")
    me = place.tilth("players", "me", "--json").document()
    ops("revoke", me["id"])
    revoked = place.tilth("players", "me")
    assert (revoked.code, len(revoked.err.splitlines())) == (1, 1)


def test_operations_are_for_operators(place: Place) -> None:
    place.registered("Ada")
    ran = place.tilth("ops", "status")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)


def test_a_bot_plays_every_match_of_its_player_until_it_is_stopped(place: Place) -> None:
    place.registered("Ada")
    with place.started("bot", "first", "--json") as bot:
        place.new_match("--seats", "1", "--take", "0", "--start-when-full")
        assert bot.stdout is not None
        ended = json.loads(bot.stdout.readline())
        assert (ended["seat"], ended["place"] > 0) == (0, True)
        bot.terminate()
        assert bot.wait(60) == 143


def test_a_bot_waits_before_each_answer_with_delay(place: Place) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "1", "--take", "0", "--start-when-full")
    with place.started("watch", match, "--json") as watching:
        assert watching.stdout is not None
        answers = (line for line in watching.stdout if '"ANSWERED"' in line)
        began = time.monotonic()
        with place.started("bot", "first", match, "--delay", "0.5"):
            # The frames may come late, but never before the answers were given.
            for _ in range(4):
                next(answers)
            assert time.monotonic() - began > 4 * 0.5

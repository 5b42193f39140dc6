"""Receipts that are kept and compared, and records that are explained, by the terminal client and a real server."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.conftest import Place, serving
from tilth.v1.record_pb2 import Record


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with serving(tmp_path / "data") as server:
        here = Place(server.address, tmp_path / "home")
        here.home.mkdir()
        here.registered("Ada")
        yield here


def begun(place: Place) -> str:
    return place.new_match("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")


def played(place: Place, match: str) -> None:
    with place.started("bot", "first", match, "--seat", "0") as other:
        assert place.tilth("bot", "random", match, "--seat", "1").code == 0
        assert other.wait(60) == 0


def kept_in(place: Place, match: str) -> Path:
    return place.home / "tilth" / "receipts" / f"{match}.jsonl"


def test_a_receipt_of_a_running_match_is_compared_when_it_has_ended(place: Place) -> None:
    match = begun(place)
    early = place.tilth("receipt", match, "--json").document()
    assert early["head"] == ""
    assert place.tilth("receipt", match).code == 0
    assert len(kept_in(place, match).read_text().splitlines()) == 1, "it states no more than the first"
    before = place.tilth("verify", match)
    assert before.code == 0
    assert "compared when the match has ended" in before.out
    played(place, match)
    late = place.tilth("receipt", match, "--json").document()
    assert late["record_count"] > early["record_count"]
    found = place.tilth("verify", match, "--json").document()
    assert [each["verdict"] for each in found["receipts"]] == ["ok", "ok"]
    assert late["head"] == found["head"]
    assert f"the log begins with the {early['record_count']} records" in place.tilth("verify", match).out
    file = kept_in(place, match).rename(place.home / "carried.jsonl")
    assert "receipts" not in place.tilth("verify", match, "--json").document()
    found = place.tilth("verify", match, "--receipt", str(file), "--json").document()
    assert [each["verdict"] for each in found["receipts"]] == ["ok", "ok"]


def test_verify_fails_if_the_server_shows_another_log_than_it_signed(tmp_path: Path) -> None:
    """A dishonest operator writes the first record of a finished match again, with all hashes after it."""
    data = tmp_path / "data"
    with serving(data) as server:
        place = Place(server.address, tmp_path / "home")
        place.home.mkdir()
        place.registered("Ada")
        match = begun(place)
        assert place.tilth("receipt", match).code == 0
        played(place, match)
        assert place.tilth("receipt", match).code == 0
        server.stop()
        _rewrite(data / "tilth.db", f"match/{match}")
        server.start()
        found = place.tilth("verify", match, "--json")
        assert found.code == 1
        report = json.loads(found.out)
        assert report["chain_ok"], "the server itself finds no fault"
        assert [each["verdict"] for each in report["receipts"]] == ["changed", "changed"]
        assert "NOT those that the server signed" in place.tilth("verify", match).out


def _rewrite(database: Path, name: str) -> None:
    """Write the first record of a stream again, with all hashes."""
    with closing(sqlite3.connect(database)) as store, store:
        (stream,) = store.execute("SELECT id FROM streams WHERE name = ?", (name,)).fetchone()
        rows = store.execute("SELECT number, body FROM records WHERE stream = ? ORDER BY number", (stream,))
        link = sha256(b"tilth stream\0" + name.encode()).digest()
        for number, body in rows.fetchall():
            written = body if number else _retimed(body)
            link = sha256(link + written).digest()
            store.execute(
                "UPDATE records SET body = ?, hash = ? WHERE stream = ? AND number = ?",
                (written, link, stream, number),
            )
        store.execute("UPDATE streams SET head = ? WHERE id = ?", (link, stream))


def _retimed(body: bytes) -> bytes:
    """Return the first record, written a second later."""
    record = Record.FromString(body)
    record.at.seconds += 1
    return record.SerializeToString()


def test_an_altered_receipt_and_a_bad_file_are_named(place: Place) -> None:
    match = begun(place)
    assert place.tilth("receipt", match).code == 0
    file = kept_in(place, match)
    line = json.loads(file.read_text())
    line["statement"] = line["statement"][:-2] + "00"
    file.write_text(json.dumps(line) + "\n")
    altered = place.tilth("verify", match)
    assert altered.code == 1
    assert "its signature does not fit" in altered.out
    file.write_text("{}\n")
    assert "can't be read" in place.tilth("verify", match).err


def test_a_record_is_explained_in_words(place: Place) -> None:
    match = begun(place)
    played(place, match)
    asked = [json.loads(line) for line in place.tilth("replay", match, "--json").out.splitlines()]
    answers = [frame["record"] for frame in asked if frame.get("update", {}).get("cause") == "ANSWERED"]
    shown = place.tilth("explain", match, str(answers[3]))
    assert shown.code == 0, shown.err
    assert "answered by hand." in shown.out
    assert "Asked in record" in shown.out
    assert "✓" in shown.out
    document = place.tilth("explain", match, str(answers[3]), "--json").document()
    assert document["answered_by"] == "PLAYER"
    picked = [each for each in document["decision"]["options"] if each["id"] in document["picks"]]
    assert picked
    assert all(each["text"] in " ".join(shown.out.split()) for each in picked)
    assert "The match is created." in place.tilth("explain", match, "0").out
    assert place.tilth("explain", match, "100000").code == 1


def test_a_match_says_when_it_ends_if_nobody_plays(tmp_path: Path, place: Place) -> None:
    match = begun(place)
    assert "cancels the match" not in place.tilth("show", match).out
    with serving(tmp_path / "strict", "--idle-match-days", "30") as server:
        there = Place(server.address, tmp_path / "there")
        there.home.mkdir()
        there.registered("Bo")
        shown = there.tilth("show", begun(there)).out
    at = datetime.now().astimezone() + timedelta(days=30)
    assert f"cancels the match on {at:%Y-%m-%d}" in shown

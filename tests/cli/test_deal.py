"""`tilth verify --deal`: what it works out on the player's machine, from a real server's export."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from tests.cli.conftest import Place, ServerProcess
from tests.cli.message_files import parsed, variables
from tests.deal.exports import changed, exported, setup
from tilth.games.petrichor.v1 import petrichor_pb2
from tilth.v1.record_pb2 import Record
from tilth_cli.deals import PACKAGE
from tools import check_deal
from tools.check_deal import SENTENCES
from tools.generate import REPOSITORY

STREAM = "(SELECT id FROM streams WHERE name = ?)"
ROWS = f"SELECT number, body FROM records WHERE stream = {STREAM} ORDER BY number"
STORE = f"UPDATE records SET body = ?, hash = ? WHERE number = ? AND stream = {STREAM}"


def played(place: Place) -> str:
    match = place.new_match("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    with place.started("bot", "first", match, "--seat", "0"):
        assert place.tilth("bot", "first", match, "--seat", "1").code == 0
    return match


def test_every_draw_is_derived_again_and_hashes_of_the_player_are_compared(place: Place) -> None:
    place.registered("Ada")
    match = played(place)
    checked = place.tilth("verify", match, "--deal")
    assert checked.code == 0
    assert checked.out.count("ok ") == 3
    derived, drawn = map(int, re.findall(r"(\d+) of (\d+) recorded draws", checked.out)[0])
    assert derived == drawn > 5
    parts = (
        "deal: ",
        "harvest-dice: ",
        "Not checked here: whether the answers keep the rules",
        "Not checked: whether",
    )
    for part in parts:
        assert part in checked.out
    assert "fair" not in checked.out.lower()
    report = place.tilth("verify", match, "--deal", "--json").document()
    assert report["sound"] is True
    assert sum(report["draws"].values()) == report["drawn"] == drawn
    shown = place.tilth("show", match, "--json").document()
    assert report["head"] == place.tilth("verify", match, "--json").document()["head"]
    assert shown["id"] == report["match_id"]
    mine = ("--commitment", report["commitment"], "--head", report["head"])
    agreed = place.tilth("verify", match, "--deal", *mine)
    assert agreed.code == 0
    assert agreed.out.count(", the one that you gave.") == 2
    assert "Not checked: whether" not in agreed.out
    other = place.tilth("verify", match, "--deal", "--commitment", "00" * 32)
    assert other.code == 1
    assert "NOT the one that you gave" in other.out
    assert other.out.count("ok ") == 3, "nothing is wrong with the match itself"
    assert place.tilth("verify", match, "--head", report["head"]).code == 2


def test_other_cards_under_the_right_hashes_are_detected(place: Place, own_server: ServerProcess) -> None:
    """The store is changed: two seats' cards are exchanged, and all hashes are computed again."""
    place.address = own_server.address
    place.registered("Ada")
    match = played(place)
    own_server.stop()
    with closing(sqlite3.connect(own_server.data / "tilth.db")) as stored, stored:
        deal_otherwise(stored, f"match/{match}")
    own_server.start()
    checked = place.tilth("verify", match, "--deal")
    assert checked.code == 1, checked.err
    assert re.search(r"NO +Record \d+: CardsDealt takes \[.*\], and on top of pile lie \[", checked.out)
    assert re.search(r"ok +every record's hash follows", checked.out)
    assert checked.out.count("ok ") == 2, "the hashes and the seed; the draws are not"
    russian = place.tilth("verify", match, "--deal", "--lang", "ru")
    assert russian.code == 1
    assert re.search(r"Запись \d+: событие CardsDealt берёт", russian.out)


def deal_otherwise(stored: sqlite3.Connection, stream: str) -> None:
    hashed = sha256(b"tilth stream\0" + stream.encode()).digest()
    done = False
    for number, body in stored.execute(ROWS, (stream,)).fetchall():
        record = Record.FromString(body)
        if not done and exchanged(record):
            done, body = True, record.SerializeToString()
        hashed = sha256(hashed + body).digest()
        stored.execute(STORE, (body, hashed, number, stream))
    assert done
    stored.execute("UPDATE streams SET head = ? WHERE name = ?", (hashed, stream))


def exchanged(record: Record) -> bool:
    """Exchange the first two hands that are dealt in the record; return whether that has changed the record."""
    before = list(record.events)
    events = [petrichor_pb2.Event.FromString(body) for body in record.events]
    dealt = [at for at, event in enumerate(events) if event.HasField("cards_dealt")]
    if len(dealt) < 2:
        return False
    one, other = (events[at].cards_dealt for at in dealt[:2])
    one.cards[:], other.cards[:] = other.cards[: len(one.cards)], [*one.cards, *other.cards[len(one.cards) :]]
    other.cards.sort()
    for at in dealt[:2]:
        record.events[at] = events[at].SerializeToString()
    return list(record.events) != before  # both seats may hold the same cards


def test_every_finding_of_the_checker_has_a_message_with_its_variables() -> None:
    for language in ("en", "ru"):
        messages = parsed("tilth_cli", language)
        kinds = {key.removeprefix("deal-not-") for key in messages if key.startswith("deal-not-")}
        assert kinds == set(SENTENCES)
        for kind, sentence in SENTENCES.items():
            assert variables(messages[f"deal-not-{kind}"]) == blanks(sentence), kind


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_the_installed_checker_is_the_one_in_tools_and_reads_the_files_beside_it(tmp_path: Path) -> None:
    folder = REPOSITORY / "generated" / PACKAGE
    assert (folder / "check_deal.py").read_bytes() == Path(check_deal.__file__).read_bytes(), (
        "run `make proto`"
    )
    match = exported(setup("earth-three"))
    files: list[Path] = []
    for name, content in (
        ("as-it-was", match),
        ("changed", changed(match, lambda records: records[1].draws.pop())),
    ):
        files.append(tmp_path / f"{name}.tilth")
        files[-1].write_bytes(content)
    for file, code in zip(files, (0, 1), strict=True):
        words = [sys.executable, "-m", f"{PACKAGE}.check_deal", str(file)]
        assert subprocess.run(words, capture_output=True, check=False, cwd=tmp_path).returncode == code

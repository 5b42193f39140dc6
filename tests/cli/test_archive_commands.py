"""The archive's commands: searching, bundles, text, jumping to scores, and two matches side by side."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Place, serving

TITLE = "The archive's own"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, list[str]]]:
    """Start a server of its own with three finished matches; the first two have the same deal."""
    data = tmp_path_factory.mktemp("archive-server") / "data"
    home = tmp_path_factory.mktemp("archive")
    with serving(data) as server:
        place = Place(server.address, home)
        place.registered("Ada")
        seed = "ab" * 32
        matches = [
            _played(place, "--seed", seed, "--title", f"{TITLE} first", bots=("first", "first")),
            _played(place, "--seed", seed, "--title", f"{TITLE} second", bots=("first", "random")),
            _played(place, "draft=true", bots=("first", "first")),
        ]
        yield place, matches


def _played(place: Place, *how: str, bots: tuple[str, str]) -> str:
    match = place.new_match(*how, "--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    with place.started("bot", bots[0], match, "--seat", "0") as other:
        assert place.tilth("bot", bots[1], match, "--seat", "1").code == 0
        assert other.wait(60) == 0
    return match


Archive = tuple[Place, list[str]]


def ids(place: Place, *options: str) -> list[str]:
    return [match["id"] for match in place.tilth("list", *options, "--json").document()]


def test_the_archive_is_searched_by_properties_of_matches(archive: Archive) -> None:
    place, matches = archive
    first, second, third = matches
    assert ids(place) == [third, second, first]
    assert ids(place, "--title", "archive's OWN") == [second, first]
    assert ids(place, "--option", "draft") == [third]
    assert ids(place, "--game", "petrichor", "--option", "draft=false") == [second, first]
    assert ids(place, "--seats", "3") == []
    assert set(ids(place, "--mine", "--won")) == set(matches)
    assert ids(place, "--until", "2020-01-01") == []
    assert ids(place, "--since", "2020-01-01", "--limit", "1") == [third]
    assert ids(place, "--min-score", "1000") == []
    assert set(ids(place, "--min-score", "0")) == set(matches)
    assert set(ids(place, "--order", "records")) == set(matches)
    assert ids(place, "--order", "ended")[-1] == first
    counts = [
        match["record_count"] for match in place.tilth("list", "--order", "records", "--json").document()
    ]
    assert counts == sorted(counts, reverse=True)
    assert set(ids(place, "--records", f"{counts[1]}..")) == set(ids(place, "--order", "records")[:2])
    assert ids(place, "--took", "2h..") == []
    assert set(ids(place, "--took", "..2h", "--margin", "0..")) == set(matches)
    assert place.tilth("list", "--records", "many").code == 2
    assert place.tilth("list", "--won").code == 2
    assert place.tilth("list", "--since", "yesterday").code == 2
    wrong = place.tilth("list", "--game", "petrichor", "--option", "moon=full")
    assert wrong.code == 1
    assert "moon" in wrong.err


def test_forfeits_are_listed_by_cause_and_running_matches_by_their_last_record(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        place = Place(server.address, tmp_path)
        place.registered("Ada")
        how = ("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
        first, second = place.new_match(*how), place.new_match(*how)
        assert ids(place, "--order", "last-record") == [second, first]
        assert ids(place, "--order", "last-record", "--last-record-before", "2020-01-01") == []
        assert ids(place, "--last-record-since", "2020-01-01") == [second, first]
        table = place.tilth("list", "--order", "last-record").out
        assert "last record" in table
        assert "surprise" not in table
        token = (server.data / "operator.token").read_text().strip()
        assert place.tilth("ops", "resign", first, "0", "--reason", "away", "--token", token).code == 0
        assert ids(place, "--order", "last-record") == [first, second]
        assert ids(place, "--forfeit", "operator") == [first]
        assert ids(place, "--forfeit", "illegal-answer") == []
        assert ids(place, "--order", "surprise", "--surprise", "10..") == []
        assert "an operator resigned the seat" in place.tilth("show", first).out
        rows = list(csv.DictReader(io.StringIO(place.tilth("list", "--csv").out)))
        assert {row["id"]: row["forfeits"] for row in rows} == {first: "operator", second: ""}


def test_a_list_is_a_table_for_spreadsheets(archive: Archive) -> None:
    place, matches = archive
    rows = list(csv.DictReader(io.StringIO(place.tilth("list", "--csv").out)))
    assert [row["id"] for row in rows] == matches[::-1]
    assert rows[0]["settings"] == "draft=true"
    assert len(rows[0]["scores"].split()) == 2


def test_a_bundle_is_imported_and_verified_by_another_server(archive: Archive, tmp_path: Path) -> None:
    place, matches = archive
    file = tmp_path / "all.gz"
    written = place.tilth("matches", "export", "-o", str(file), "--json").document()
    assert (written["matches"], written["skipped"]) == (3, [])
    found = place.tilth("matches", "verify")
    assert (found.code, "3 matches" in found.out, "0 matches failed" in found.out) == (0, True, True)
    with serving(tmp_path / "there") as server:
        there = Place(server.address, tmp_path)
        there.registered("Bo")
        assert there.tilth("matches", "import", str(file)).out.startswith(
            "3 matches imported, 0 already present"
        )
        assert there.tilth("matches", "import", str(file), "--json").document()["already_present"] == 3
        assert set(ids(there)) == set(matches)
        file.write_bytes(file.read_bytes()[:-20])
        torn = there.tilth("matches", "import", str(file))
        assert (torn.code, "incomplete" in torn.err) == (1, True), torn.err
        wrong = there.tilth("import", str(file))
        assert (wrong.code, "matches import" in wrong.err) == (1, True)
        assert place.tilth("matches", "export", "--title", "second", "-o", str(file)).code == 0
        assert there.tilth("matches", "verify", "--title", "second", "--json").document()["matches_done"] == 1


def test_a_match_travels_as_text(archive: Archive, tmp_path: Path) -> None:
    place, (match, *_) = archive
    file = tmp_path / "match.txt"
    assert place.tilth("export", match, "--text", "-o", str(file)).code == 0
    text = file.read_text()
    assert text == place.tilth("export", match, "--text", "-o", "-").out
    assert f'[Title "{TITLE} first"]' in text
    with serving(tmp_path / "there") as server:
        there = Place(server.address, tmp_path)
        there.registered("Bo")
        assert match in there.tilth("import", str(file)).out
        head = [place_.tilth("verify", match, "--json").document()["head"] for place_ in (place, there)]
        assert head[0] == head[1]
        file.write_text(text.replace("seat 0: ", "seat 0: 77", 1).replace(match, "other"))
        refused = there.tilth("import", str(file))
        assert (refused.code, "line " in refused.err) == (1, True)
    exported = tmp_path / "match.tilth"
    assert place.tilth("export", match, "-o", str(exported)).code == 0
    assert "already" in place.tilth("import", str(exported)).out


def test_two_matches_are_compared(archive: Archive, tmp_path: Path) -> None:
    place, (first, second, third) = archive
    same = place.tilth("diff", first, first)
    assert (same.code, same.out[:5]) == (0, "alike")
    parted = place.tilth("diff", first, second)
    assert parted.code == 1
    assert "other answers" in parted.out
    assert first in parted.out
    document = json.loads(place.tilth("diff", first, second, "--json").out)
    assert (document["same"], document["made"], document["parting"]["what"]) == (False, {}, "answers")
    at = document["parting"]["records"]
    records = [
        [r for r in place.tilth("replay", match, "--json").documents() if "update" in r]
        for match in (first, second)
    ]
    before = [
        [record["update"]["events"] for record in log[4:number]]
        for log, number in zip(records, at, strict=True)
    ]
    assert before[0] == before[1]
    other = json.loads(place.tilth("diff", first, third, "--json").out)
    assert set(other["made"]) == {"options", "seed"}
    file = tmp_path / "first.tilth"
    assert place.tilth("export", first, "-o", str(file)).code == 0
    assert place.tilth("diff", str(file), first).code == 0
    assert place.tilth("diff", str(file), second, "--json").code == 1
    file.write_bytes(file.read_bytes()[:-3])
    for a, b in ((str(file), first), ("nowhere", first)):
        trouble = place.tilth("diff", a, b)
        assert (trouble.code, trouble.out) == (2, "")
        assert trouble.err.startswith("tilth: ")


def test_a_replay_goes_to_where_a_score_changed(archive: Archive) -> None:
    place, (match, *_) = archive
    frames = place.tilth("replay", match, "--json").documents()
    count = sum("update" in record for record in frames)

    def scores(*where: str) -> tuple[int, list[int]]:
        seen = place.tilth("replay", match, *where, "--json").document()
        return seen["record"], seen["scores"]

    record, after = scores("--score-change", "1")
    before = scores("--at", str(record - 1))[1]
    assert before == [0, 0]
    assert after != before
    last = scores("--score-change", "-1")
    assert last[1] == place.tilth("show", match, "--json").document()["result"]["scores"]
    of_one, mine = scores("--score-change", "1", "--score-seat", "1")
    assert mine[1] != scores("--at", str(of_one - 1))[1][1]
    missing = place.tilth("replay", match, "--score-change", "9999")
    assert (missing.code, "9999" in missing.err) == (1, True)
    with place.terminal("replay", match, "--at", "4") as terminal:
        terminal.shows("5/")
        terminal.press("}")
        terminal.shows(f"{record + 1}/{count}")
        terminal.press("\x1b[F")
        terminal.shows(f"{count}/{count}")
        terminal.press("{", "{")
        terminal.shows(lambda text: f"{count}/{count}" not in text)
        terminal.press("q")
        assert terminal.ends() == 0

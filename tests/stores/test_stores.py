"""Stores and files of earlier builds open, play on and verify.

Each folder here is named after the commit that wrote it, and holds its store with the script that made it.
"""

import asyncio
import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.store.moving import count
from tests.e2e.serving import ServerProcess, assert_calm, running
from tests.seeds import thinned
from tilth.v1 import lobby_pb2
from tilth.v1.players_pb2 import NAME_SOURCE_CLAIMED, NAME_SOURCE_ERASED, NAME_SOURCE_RECORDED
from tilth_bots import random_bot
from tilth_client import Refused, Tilth, connect

HERE: Final = Path(__file__).parent
STORES: Final = sorted(folder.name for folder in HERE.iterdir() if (folder / "store.tar.xz").exists())
GAMES: Final = ("agricola", "earth", "petrichor", "sonora")
OTHER_RULES: Final = ("agricola", "petrichor", "sonora")
"""Games whose rules have changed since a store was written."""
FLAGS: Final = ("--calls-per-second", "100000")


@dataclass(frozen=True)
class Old:
    """A server of this build on a store of an earlier one."""

    folder: Path
    server: ServerProcess
    expected: dict[str, Any]

    def player(self, name: str = "Ann") -> Tilth:
        return connect(self.server.address, token=self.expected["tokens"][name])


RENAMED = {"MATCH_STATE_OVER": "MATCH_STATE_FINISHED"}
"""Names in the notes beside the stores of earlier builds, and what they are called now."""


def unpacked(name: str, folder: Path) -> dict[str, Any]:
    """Unpack a store into the folder; return what its script wrote of it."""
    with tarfile.open(HERE / name / "store.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    (folder / "data").chmod(0o700)
    expected: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    return expected


@pytest.fixture(scope="module", params=STORES)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    folder = tmp_path_factory.mktemp(f"store-{request.param}")
    expected = unpacked(request.param, folder)
    with running(folder / "data", *FLAGS) as server:
        yield Old(folder, server, expected)
        assert_calm(server)


def test_there_is_a_store_and_none_is_large() -> None:
    assert STORES
    assert all((HERE / name / "store.tar.xz").stat().st_size <= 300_000 for name in STORES)


async def test_a_store_of_an_earlier_build_is_indexed_while_the_server_runs(old: Old) -> None:
    async with old.player() as ann:
        listed = {match.id for match in await all_listed(ann)}
    assert listed >= {*old.expected["finished"], *old.expected["stopped"]}


@pytest.mark.parametrize("name", thinned(STORES, 3))
async def test_an_indexing_that_is_killed_is_continued(name: str, tmp_path: Path) -> None:
    expected = unpacked(name, tmp_path)
    server = ServerProcess(tmp_path / "data", *FLAGS)
    for kill in range(6):
        server.begin()
        if kill % 2:
            server.greeted()
        await asyncio.sleep(0.05 * kill)
        server.kill()
    with running(tmp_path / "data", *FLAGS) as again:
        async with connect(again.address, token=expected["tokens"]["Ann"]) as ann:
            listed = {match.id for match in await all_listed(ann)}
        assert_calm(again)
    assert listed >= {*expected["finished"], *expected["stopped"]}


async def all_listed(player: Tilth) -> list[lobby_pb2.Match]:
    """Return all matches, as soon as no list is incomplete."""
    await bundle_findings(player)
    return [match async for match in player.matches()]


async def bundle_findings(player: Tilth) -> list[Any]:
    """Verify all matches, as soon as all of them are in the index."""
    async with asyncio.timeout(60):
        while True:
            try:
                return [*await player.archive.verify_matches()]
            except Refused as refused:
                assert refused.reason == "INDEX_BUILDING"
                await asyncio.sleep(0.1)


async def test_finished_matches_are_listed_as_they_ended_and_verify(old: Old) -> None:
    async with old.player() as ann:
        for match_id, wanted in old.expected["finished"].items():
            match = await ann.match(match_id)
            state = RENAMED.get(wanted["state"], wanted["state"])
            assert lobby_pb2.MatchState.Name(match.state) == state
            assert list(match.result.scores) == wanted["scores"]
            assert list(match.result.places) == wanted["places"]
            assert [seat.player_name for seat in match.seats] == wanted["players"]
            verdict = await ann.archive.verify(match_id)
            assert (verdict.chain_ok, verdict.fold_ok, verdict.seed_ok) == (True, True, True)
            assert verdict.head.hex() == wanted["head"]
            assert list(verdict.findings) == []
        assert await bundle_findings(ann) == []


async def test_archived_matches_are_read_from_the_bundles(old: Old) -> None:
    if "archived" not in old.expected:
        pytest.skip("that commit had no archive")
    names = ", ".join(f"'match/{match_id}'" for match_id in old.expected["archived"])
    data = old.server.data
    assert count(data, f"SELECT count(*) FROM archived JOIN streams ON id = stream WHERE name IN ({names})") == 4
    left = f"SELECT count(*) FROM records JOIN streams ON id = stream WHERE name IN ({names})"
    async with old.player() as ann:
        for match_id in old.expected["archived"]:
            log = [entry async for entry in ann.archive.log(match_id)]
            assert len(log) == (await ann.archive.verify(match_id)).records_done
    async with connect(old.server.address, token=old.server.operator_token) as operator:
        await operator.operations.retitle(old.expected["archived"][0], "An old match", "nobody knew which")
    assert count(data, left) == 1, "the record of the new title is the only one in the database"


async def test_a_tournament_has_the_standings_it_had(old: Old) -> None:
    wanted = old.expected["tournament"]
    async with old.player() as ann:
        lines = (await ann.tournaments.standings(wanted["id"])).standings
        assert [[line.place, line.player_name, line.points] for line in lines] == wanted["standings"]
        # The client waits until the tournaments are indexed.
        rated = [each.player_name async for each in ann.tournaments.ratings()]
        assert sorted(rated) == sorted(line.player_name for line in lines)
        assert [each.id async for each in ann.tournaments.list()] == [wanted["id"]]


async def test_actions_of_operators_still_show(old: Old) -> None:
    if "retitled" not in old.expected:
        pytest.skip("an operator of that commit could change neither titles nor names")
    async with old.player() as ann:
        assert (await ann.match(old.expected["retitled"])).title == "Another title"
        (seat,) = (await ann.match(old.expected["erased"])).seats
        assert seat.name_source == NAME_SOURCE_ERASED
        assert "Guest" not in seat.player_name


async def test_clocks_run_on_and_a_paused_match_stays_paused(old: Old) -> None:
    if "clocks" not in old.expected:
        pytest.skip("there are no clocks in this store")
    running, paused = (old.expected["clocks"][name] for name in ("running", "paused"))
    async with old.player() as ann:
        assert (await ann.match(paused)).pause_reason == "tea"
        assert not (await ann.match(running)).HasField("pause_reason")
        seats = (await ann.view(running)).pending_seats
        assert seats
        before = (await ann.view(running)).clocks
        await asyncio.sleep(0.2)
        after = (await ann.view(running)).clocks
        assert before != after


def _stopped() -> list[tuple[str, str]]:
    """The hard moments of all stores: the store, and the game and why."""
    found = []
    for name in STORES:
        with tarfile.open(HERE / name / "store.tar.xz") as archive:
            file = archive.extractfile("expected.json")
            assert file is not None
            expected = json.loads(file.read())
        found += [(name, f"{one['game']}: {one['why']}") for one in expected["stopped"].values()]
    return found


@pytest.mark.parametrize(("old", "moment"), thinned(_stopped(), 7), indirect=["old"])
async def test_a_match_stopped_in_a_hard_moment_continues_to_its_end_and_verifies(
    old: Old, moment: str
) -> None:
    match_id, wanted = next(
        (match_id, one)
        for match_id, one in old.expected["stopped"].items()
        if moment == f"{one['game']}: {one['why']}"
    )
    async with old.player() as ann:
        standing = await ann.view(match_id)
        assert list(standing.pending_seats) == wanted["waiting"]
        for seat, (number, kind) in wanted["asked"].items():
            asked = (await ann.view(match_id, int(seat))).decision
            assert asked is not None
            assert (asked.id, asked.kind) == (number, kind)
        plays = [ann.play(match_id, seat, random_bot(seat)) for seat in range(wanted["seats"])]
        ends = await asyncio.wait_for(asyncio.gather(*plays), 120)
        assert all(len(end.result.scores) == wanted["seats"] for end in ends)
        verdict = await ann.archive.verify(match_id)
        assert (verdict.chain_ok, verdict.fold_ok, verdict.seed_ok) == (True, True, True)
        assert list(verdict.findings) == []


@pytest.fixture(scope="module")
def new_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running(tmp_path_factory.mktemp("new") / "data", *FLAGS) as server:
        yield server


@pytest.mark.parametrize("game", GAMES)
async def test_match_files_season_files_and_texts_are_imported_by_another_server(
    old: Old, new_server: ServerProcess, game: str
) -> None:
    match_id = next(one for one, wanted in old.expected["finished"].items() if wanted["game"] == game)
    wanted = old.expected["finished"][match_id]
    async with connect(new_server.address, token=new_server.operator_token) as operator:
        reply = await operator.archive.import_match([(old.folder / f"{game}.tilth").read_bytes()])
        assert reply.match_id == match_id
        match = await operator.match(match_id)
        assert list(match.result.scores) == wanted["scores"]
        # The records of 03e65fd hold no hashes of names.
        known = NAME_SOURCE_CLAIMED if old.expected["commit"] == "03e65fd" else NAME_SOURCE_RECORDED
        assert {seat.name_source for seat in match.seats} == {known}
        verdict = await operator.archive.verify(match_id)
        assert verdict.head.hex() == wanted["head"]
        assert list(verdict.findings) == []
        bundle = [(old.folder / f"{game}.season").read_bytes()]
        progress = [one async for one in operator.archive.import_matches(bundle)]
        assert progress[-1].finished
        assert (progress[-1].matches_done, progress[-1].already_present, len(progress[-1].refused)) == (
            1,
            1,
            0,
        )
        text = (old.folder / f"{game}.txt").read_text(encoding="utf-8")
        try:
            read = await operator.archive.import_text(text)
        except Refused as refused:
            # A text has no events, so the rules are run, and may be others by now.
            assert game in OTHER_RULES, refused  # noqa: PT017
            assert refused.reason == "OTHER_RULES_VERSION"  # noqa: PT017
        else:
            assert list((await operator.match(read.match_id)).result.scores) == wanted["scores"]

"""Matches that are recorded under other rules than this build has: verified without them, and continued under these."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.server.archive.made import Bodies, Made, stored
from tests.server.archive.test_archive import verified
from tests.server.archive.test_bundles import verified as verified_in_bulk
from tests.server.archive.test_text_format import info_of
from tests.server.serve.full_server import Person, full_server, new_match, play_randomly
from tests.server.serve.process import ended
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import Record
from tilth_server.archive.verify.verify import Verdict, verify_records
from tilth_server.wire import GameWire, load_games


@pytest.fixture(scope="module")
def wire() -> GameWire:
    return load_games()["agricola"]


@pytest.fixture
def earlier(wire: GameWire, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """While this is on, matches are recorded under the version before this build's."""
    monkeypatch.setattr(wire.game, "version", wire.game.version - 1, raising=False)
    return monkeypatch


def other_rules(body: bytes) -> bytes:
    """The record with other waiting steps: no rules of this build make it so, and its events are what they were."""
    record = Record.FromString(body)
    del record.stack_changes[:]
    return record.SerializeToString()


def family(wire: GameWire, seed: int) -> Bodies:
    """A match whose last answers leave other steps waiting than this build's rules would."""
    bodies = Made(wire, 2, Random(seed), options=wire.game.options(family=True)).play().bodies
    number = next(
        number for number in range(len(bodies) - 1, 0, -1) if Record.FromString(bodies[number]).stack_changes
    )
    bodies[number] = other_rules(bodies[number])
    return bodies


def verdict_on(wire: GameWire, bodies: Bodies) -> Verdict:
    return asyncio.run(verify_records(info_of("m", bodies), wire, list(enumerate(bodies))))


def test_the_rules_are_not_run_again_for_a_match_of_another_version(
    wire: GameWire, earlier: pytest.MonkeyPatch
) -> None:
    bodies = family(wire, 3)
    assert verdict_on(wire, bodies).rules_ok is False, "under its own version they are"
    earlier.undo()
    verdict = verdict_on(wire, bodies)
    assert (verdict.chain_ok, verdict.fold_ok, verdict.seed_ok) == (True, True, True)
    assert verdict.rules_ok is None
    assert verdict.is_ok


def test_seed_and_fold_are_checked_for_every_version(wire: GameWire, earlier: pytest.MonkeyPatch) -> None:
    bodies = family(wire, 4)
    earlier.undo()
    wrong_score = Record.FromString(bodies[-1])
    wrong_score.finished.result.scores[0] += 1
    assert not verdict_on(wire, [*bodies[:-1], wrong_score.SerializeToString()]).fold_ok
    wrong_seed = Record.FromString(bodies[0])
    wrong_seed.created.seed = bytes(32)
    assert not verdict_on(wire, [wrong_seed.SerializeToString(), *bodies[1:]]).seed_ok


async def test_verifying_says_that_the_rules_were_not_run(
    tmp_path: Path, wire: GameWire, earlier: pytest.MonkeyPatch
) -> None:
    old = [(f"old{seed}", family(wire, seed)) for seed in (5, 6)]
    earlier.undo()
    new = Made(wire, 2, Random(7), options=wire.game.options(family=True)).play().bodies
    await stored(tmp_path, [*old, ("new", new)])
    code, out, err = await ended("verify", "--data", str(tmp_path))
    assert (code, err) == (0, "")
    assert "no faults\nrecorded under another version of the rules than this build has: 2; " in out
    async with full_server(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        last, failed = await verified_in_bulk(ann)
        assert (last.matches_done, last.rules_not_run, failed) == (3, 2, {})
        found = await verified(ann, "old5")
        assert (found.chain_ok, found.fold_ok, found.seed_ok) == (True, True, True)
        assert not found.HasField("rules_ok")
        assert found.server_rules_version == found.rules_version + 1 == wire.game.version
        found = await verified(ann, "new")
        assert found.rules_ok
        assert found.rules_version == found.server_rules_version


async def test_a_running_match_continues_under_the_new_rules(
    tmp_path: Path, wire: GameWire, earlier: pytest.MonkeyPatch
) -> None:
    games = {"agricola": wire}
    async with full_server(tmp_path, games) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        match = await new_match(ann, bob, game="agricola")
        await play_randomly(match, ann, bob, max_answers=40)
        before = [record.body async for record in house.server.store.read(f"match/{match}")]
    earlier.undo()
    async with full_server(tmp_path, games) as house:
        ann, bob = (Person(house.channel, person.token, person.id) for person in (ann, bob))
        await play_randomly(match, ann, bob)
        after = [record.body async for record in house.server.store.read(f"match/{match}")]
        assert after[: len(before)] == before, "what was played stays as it was"
        shown = (await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
        assert shown.state == lobby_pb2.MATCH_STATE_FINISHED
        found = await verified(ann, match)
        assert (found.chain_ok, found.fold_ok, found.seed_ok) == (True, True, True)
        assert not found.HasField("rules_ok")
        assert not found.findings

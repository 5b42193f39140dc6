"""The archive by the SDK: text, moments and seasons."""

from pathlib import Path
from random import Random

import pytest

import tilth_client
from tests.server.archive.made import Made, stored
from tests.server.serve.full_server import full_server
from tilth.v1 import archive_pb2, lobby_pb2
from tilth_bots import BOTS
from tilth_client import receipts
from tilth_server.wire import load_games


async def test_matches_travel_by_text_and_by_season(tmp_path: Path) -> None:
    wire = load_games()["petrichor"]
    matches = [(f"m{seed}", Made(wire, 2, Random(seed), title=f"T{seed}").play().bodies) for seed in range(3)]
    await stored(tmp_path / "here", matches)
    async with (
        full_server(tmp_path / "here", load_games()) as here,
        full_server(tmp_path / "there", load_games()) as there,
    ):
        ann, bob = await here.person("Ann"), await there.person("Bob")
        async with (
            tilth_client.connect(str(here.server.address), token=ann.token) as ours,
            tilth_client.connect(str(there.server.address), token=bob.token) as theirs,
        ):
            moments = await ours.archive.bookmarks("m0")
            assert [moment.round for moment in moments][:2] == [0, 1]
            assert moments[-1].scores == (await ours.match("m0")).result.scores
            hands = [await hands_at(ours, spectator=spectator) for spectator in (True, False)]
            assert hands[0] == [[], []]
            assert all(hands[1]), (
                "the match has ended: nothing is hidden from a client that asks for everything"
            )
            read = await theirs.archive.import_text(await ours.archive.export_text("m0"))
            assert (read.match_id, read.already_present, read.record_count) == (
                "m0",
                False,
                len(matches[0][1]),
            )
            file = [piece async for piece in ours.archive.export_matches()]
            progress = [progress async for progress in theirs.archive.import_matches(file)]
            assert (progress[-1].matches_done, progress[-1].already_present) == (3, 1)
            wanted = lobby_pb2.ListMatchesRequest(title="t2")
            assert [match.id async for match in theirs.matches(wanted)] == ["m2"]
            done: list[int] = []
            assert (
                await theirs.archive.verify_matches(
                    wanted, lambda progress: done.append(progress.matches_done)
                )
                == []
            )
            assert done[-1] == 1


async def hands_at(tilth: tilth_client.Tilth, *, spectator: bool) -> list[list[int]]:
    """Return the hands that a view of the first turn shows."""
    reply = await tilth.archive.view_at("m0", 8, spectator=spectator)
    return [list(player.hand) for player in tilth_client.decoded(reply.view_type, reply.view).players]


async def test_a_receipt_and_an_explanation_of_a_running_match_and_of_a_finished_one(tmp_path: Path) -> None:
    async with full_server(tmp_path / "here", load_games()) as here:
        ann = await here.person("Ann")
        async with tilth_client.connect(str(here.server.address), token=ann.token) as tilth:
            match = await tilth.create_match("petrichor", 1, take=[0])
            early = receipts.statement_of(await tilth.archive.receipt(match.id))
            last = (await tilth.play(match.id, 0, BOTS["random"](1))).receipt
            end = receipts.statement_of(last)
            log = [entry async for entry in tilth.archive.log(match.id)]
            assert receipts.fits(end, log[-1].hash)
            assert receipts.fits(early, log[early.record_count - 1].hash, end.salt)
            assert not receipts.fits(early, log[early.record_count].hash, end.salt)
            found = await tilth.archive.explain(match.id, early.record_count)
            assert (found.answered_by, found.player_name) == (archive_pb2.ANSWERED_BY_PLAYER, "Ann")
            assert found.decision.text
        last.statement += b"\x10\x01"
        with pytest.raises(receipts.BadReceipt):
            receipts.statement_of(last)

"""Matches of Agricola go to another server, as a file and as text, and are held against each other."""

import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.agricola_campaign import EVERYTHING, begun
from tests.e2e.serving import ServerProcess, running
from tests.e2e.sonora_campaign import FLAGS, assert_proven, entries_of, people, played, view_at
from tests.e2e.test_sonora_killed import assert_sound
from tests.warm import run
from tilth_bots import random_bot
from tilth_client import connect

SEATS = 3


def compared(address: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """`tilth diff`."""
    words = (sys.executable, "-m", "tilth_cli.main", "diff", *arguments)
    environment = {**os.environ, "TILTH_SERVER": address, "TILTH_LANG": "en", "TILTH_TOKEN": ""}
    return run(words, env=environment, timeout=60)


async def test_matches_travel_and_are_held_against_each_other(server: ServerProcess, tmp_path: Path) -> None:
    files, texts = [], []
    async with people(server.address, SEATS) as tilths, connect(server.address, language="ru") as russian:
        ada = tilths[0]
        await russian.register("reader of texts")
        matches = [await begun(tilths, EVERYTHING) for _ in range(2)]
        await played(tilths, matches[0].id, [random_bot(seat) for seat in range(SEATS)])
        await played(tilths, matches[1].id, [random_bot(seat + SEATS) for seat in range(SEATS)])
        logs = [await entries_of(ada, match.id) for match in matches]
        ends = [await view_at(ada, match.id, len(log) - 1) for match, log in zip(matches, logs, strict=True)]
        for match, log in zip(matches, logs, strict=True):
            files.append(tmp_path / f"{match.id}.tilth")
            files[-1].write_bytes(b"".join([piece async for piece in ada.archive.export(match.id)]))
            replayed = [each async for each in ada.archive.replay(match.id)]
            assert [each.record for each in replayed if each.ended is None] == list(range(len(log)))
            texts.append(await russian.archive.export_text(match.id))
            for text in (texts[-1], await ada.archive.export_text(match.id)):
                assert " raw " not in text
                assert "Record0" not in text

    assert compared(server.address, str(files[0]), str(files[0])).returncode == 0
    parted = compared(server.address, *map(str, files))
    assert parted.returncode == 1, parted.stderr
    assert "other answers" in parted.stdout

    with running(tmp_path / "there", *FLAGS) as there:
        async with people(there.address, 1) as (eve,):
            await eve.archive.import_match([files[0].read_bytes()])
            await eve.archive.import_text(texts[1])
            for match, log, end in zip(matches, logs, ends, strict=True):
                assert await entries_of(eve, match.id) == log
                assert await view_at(eve, match.id, len(log) - 1) == end
                await assert_proven(eve, match.id)
        assert_sound(there)

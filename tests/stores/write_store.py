"""Writes the store of a commit. Run it in a checkout of that commit, set up by `make setup`:

    .venv/bin/python write_store.py FOLDER

FOLDER, which is named after the commit, then holds `store.tar.xz`: the server's data directory as a clean stop left it,
with finished matches, a tournament, matches of every game stopped in a hard moment, and running ones with clocks; an
exported match, a text and a season file of each game; and `expected.json`, which says what they were. From the commits
on that can do it, an operator has changed a title and erased a name, and the matches that ended are in the archive. (The
store of 03e65fd has no clocks.)
"""

import asyncio
import json
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tilth.v1 import lobby_pb2, record_pb2
from tilth_bots import random_bot
from tilth_client import Answer, Decision, RoundRobin, Tilth, connect

SERVE = (sys.executable, "-m", "tilth_server.main", "serve", "--calls-per-second", "100000")
ARCHIVE = (sys.executable, "-m", "tilth_server.main", "archive", "--before", "2100-01-01")
SEED = bytes(range(32))
BANK_MS = 1_000_000_000

FINISHED: dict[str, tuple[int, dict[str, str]]] = {
    "petrichor": (2, {}),
    "sonora": (1, {"rounds": "5"}),
    "earth": (2, {"setup": "beginner", "turn_limit": "4"}),
    "agricola": (2, {"without_i": "true"}),
}
"""A finished match of each game: seats and settings."""

Stop = Callable[[Decision, list[int], int], bool]
"""Returns whether to stop at this decision, given the seats that the match waits for and the answers so far."""

HARD: list[tuple[str, int, dict[str, str], Stop, str]] = [
    (
        "petrichor",
        3,
        {"draft": "true"},
        lambda decision, waiting, answers: decision.kind == "pay" and answers > 20,
        "an action is chosen and not paid for",
    ),
    (
        "sonora",
        2,
        {},
        lambda decision, waiting, answers: decision.kind == "flick" and answers > 12,
        "a disc is taken and not flicked",
    ),
    (
        "earth",
        3,
        {},
        lambda decision, waiting, answers: len(waiting) > 1 and answers > 30,
        "lanes of several seats are open",
    ),
    (
        "agricola",
        3,
        {},
        lambda decision, waiting, answers: (
            decision.kind in ("use-card", "next-card", "one-of") and answers > 30
        ),
        "a card asks its owner",
    ),
    (
        "agricola",
        2,
        {"draft": "true", "without_k": "true"},
        lambda decision, waiting, answers: decision.kind == "draft" and len(waiting) > 1 and answers > 3,
        "hands are drafted in sealed lanes",
    ),
    (
        "agricola",
        1,
        {"series": "1", "three_for_one": "true"},
        lambda decision, waiting, answers: decision.kind == "feed",
        "a family is fed in a harvest",
    ),
]


class Table:
    """One match whose seats are all played by one client, until it is over or a stop says so."""

    def __init__(self, client: Tilth, match_id: str, stop: Stop | None, seed: int) -> None:
        self.client = client
        self.match_id = match_id
        self.stop = stop
        self.seed = seed
        self.answers = 0
        self.stopped = asyncio.Event()

    async def play(self, seats: int) -> None:
        games = [
            asyncio.create_task(self.client.play(self.match_id, seat, self.bot(seat)))
            for seat in range(seats)
        ]
        over = asyncio.gather(*games)
        stopped = asyncio.create_task(self.stopped.wait())
        waited: set[asyncio.Future[Any]] = {over, stopped}
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED, timeout=60)
        if over.done():
            over.result()
        assert over.done() or stopped.done(), "the match neither ended nor stopped"
        await asyncio.sleep(0.3)
        for task in (*waited, *games):
            task.cancel()
        await asyncio.gather(stopped, over, *games, return_exceptions=True)

    def bot(self, seat: int) -> Any:
        plays: Any = random_bot(self.seed + seat)

        async def play(view: Any, decision: Decision) -> Answer:
            if self.stop is not None:
                standing = await self.client.view(self.match_id, seat)
                if self.stop(decision, list(standing.pending_seats), self.answers):
                    self.stopped.set()
                if self.stopped.is_set():
                    await asyncio.Event().wait()
            self.answers += 1
            answer: Answer = await plays(view, decision)
            return answer

        return play


async def write(address: str, folder: Path) -> dict[str, Any]:
    async with connect(address) as ann, connect(address) as bo:
        await ann.register("Ann")
        await bo.register("Борис")
        expected: dict[str, Any] = {
            "commit": folder_commit(),
            "tokens": {"Ann": ann.token, "Борис": bo.token},
            "finished": {},
            "stopped": {},
        }
        for game, (seats, settings) in FINISHED.items():
            match = await ann.create_match(
                game, seats, settings, take=range(seats), seed=SEED, title=f"A whole {game}"
            )
            await Table(ann, match.id, None, 7).play(seats)
            expected["finished"][match.id] = await summary(ann, match.id)
            (folder / f"{game}.tilth").write_bytes(
                b"".join([piece async for piece in ann.archive.export(match.id)])
            )
            (folder / f"{game}.txt").write_text(await ann.archive.export_text(match.id), encoding="utf-8")
            only = lobby_pb2.ListMatchesRequest(game=game)
            (folder / f"{game}.season").write_bytes(
                b"".join([piece async for piece in ann.archive.export_matches(only)])
            )
        # Before the hard moments: while a cup lasts, its players play all their matches.
        expected["tournament"] = await cup(ann, bo)
        for number, (game, seats, settings, stop, why) in enumerate(HARD):
            for seed in range(100, 200):
                match = await ann.create_match(
                    game, seats, settings, take=range(seats), seed=bytes([number] * 32)
                )
                table = Table(ann, match.id, stop, seed)
                await table.play(seats)
                if table.stopped.is_set():
                    break
            else:
                raise AssertionError(why)
            stopped = await summary(ann, match.id)
            stopped["why"] = why
            stopped["waiting"] = list((await ann.view(match.id)).pending_seats)
            stopped["asked"] = {}
            for seat in stopped["waiting"]:
                asked = (await ann.view(match.id, seat)).decision
                assert asked is not None
                stopped["asked"][seat] = [asked.id, asked.kind]
            expected["stopped"][match.id] = stopped
        expected["clocks"] = {name: await with_clocks(ann, bo) for name in ("running", "paused")}
        return expected


def folder_commit() -> str:
    """Return the commit that this runs in."""
    words = ("git", "rev-parse", "--short=7", "HEAD")
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


async def with_clocks(ann: Tilth, bo: Tilth) -> str:
    """Return the id of a match that has begun with clocks."""
    clock = record_pb2.ClockSettings(bank_ms=BANK_MS)
    match = await ann.create_match("petrichor", 2, take=[0], clock=clock, seed=SEED, title="By the clock")
    await bo.take_seat(match.id)
    return match.id


async def operate(address: str, token: str, expected: dict[str, Any]) -> None:
    """Pause a match; change a title and erase a name, if the commit can."""
    async with connect(address, token=token) as operator, connect(address) as guest:
        await operator.operations.pause(expected["clocks"]["paused"], "tea")
        if hasattr(operator.operations, "retitle"):
            expected["retitled"] = expected["clocks"]["running"]
            await operator.operations.retitle(expected["retitled"], "Another title", "it was long")
            player = await guest.register("Guest")
            match = await guest.create_match("sonora", 1, take=[0], title="Left by a guest")
            await operator.operations.erase(player.id, "asked for")
            expected["erased"] = match.id


async def summary(client: Tilth, match_id: str) -> dict[str, Any]:
    match = await client.match(match_id)
    verdict = await client.archive.verify(match_id)
    return {
        "game": match.game,
        "state": lobby_pb2.MatchState.Name(match.state),
        "seats": len(match.seats),
        "players": [seat.player_name for seat in match.seats],
        "places": list(match.result.places),
        "scores": list(match.result.scores),
        "head": verdict.head.hex(),
    }


async def cup(ann: Tilth, bo: Tilth) -> dict[str, Any]:
    made = await ann.tournaments.create(RoundRobin(cycles=1), "petrichor", title="A cup")
    bots = []
    for seed, client in enumerate((ann, bo)):
        await client.tournaments.enter(made.id)
        bots.append(asyncio.create_task(client.play_all(random_bot(seed))))
    await ann.tournaments.start(made.id)
    async for _ in ann.tournaments.watch(made.id):
        pass
    for bot in bots:
        bot.cancel()
    await asyncio.gather(*bots, return_exceptions=True)
    lines = (await ann.tournaments.standings(made.id)).standings
    return {"id": made.id, "standings": [[line.place, line.player_name, line.points] for line in lines]}


def main() -> None:
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        data = folder / "data"
        words = (*SERVE, "--data", str(data), "--listen", "127.0.0.1:0")
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().partition(" on ")[2].split()[0]
                expected = asyncio.run(write(address, folder))
                token = (data / "operator.token").read_text().strip()
                asyncio.run(operate(address, token, expected))
            finally:
                server.terminate()
                server.wait(30)
        if find_spec("tilth_server.archive.ageing") is not None:
            subprocess.run((*ARCHIVE, "--data", str(data)), check=True)
            expected["archived"] = sorted(expected["finished"])
            # What the moved records have left in the file would make the store a third larger.
            with closing(sqlite3.connect(data / "tilth.db")) as database:
                database.execute("VACUUM")
        (folder / "expected.json").write_text(
            json.dumps(expected, indent=1, ensure_ascii=False), encoding="utf-8"
        )
        with tarfile.open(target / "store.tar.xz", "w:xz", preset=9) as archive:
            for file in sorted(folder.rglob("*")):
                if file.is_file() and file.name not in ("lock", "tilth.lock"):
                    archive.add(file, file.relative_to(folder))


if __name__ == "__main__":
    main()

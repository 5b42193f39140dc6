"""A round of a campaign: a new cluster, a crowd of clients, faults one after the other, and the checks."""

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.checker import Diaries, check
from tests.campaign.cluster import Cluster
from tests.campaign.diary import Diary, read_diary
from tests.campaign.faults import Part
from tests.campaign.logs import differences, match_logs, read_streams, tournament_logs
from tests.campaign.match import CampaignMatch
from tests.campaign.players import GAMES, Crowd
from tests.postgres.servers import PostgresServer
from tests.warm import run
from tilth.v1.record_pb2 import ClockSettings

CLOCK = ClockSettings(decision_ms=20_000, bank_ms=600_000, increment_ms=1000)
"""Every other match is played with clocks. Nobody thinks that long: who loses by time has lost it to a fault."""
START_SECONDS = 60.0
HEAL_SECONDS = 60.0
VERIFY_SECONDS = 300.0
WRONG_IN_LOGS = ("Traceback", "incident")
STOPPED_EARLY, STARTED = '"server stopped early"', '"server started"'
MAX_FOUND = 50
"""Sentences that are kept of one round."""


class Round:
    """One round. `found` gets what is wrong."""

    def __init__(
        self,
        cluster: Cluster,
        part: Part,
        seed: int,
        folder: Path,
        *,
        matches: int = 64,
        players: int = 16,
        think_seconds: float = 1.5,
        games: Sequence[str] = GAMES,
        has_tournaments: bool = False,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`report` gets a line for each fault."""
        self.cluster = cluster
        self.part = part
        self.random = Random(seed)
        self.found: list[str] = []
        self.struck: list[dict[str, Any]] = []
        self.counts: dict[str, Any] = {"seed": seed}
        self._matches, self._players = matches, players
        self._has_tournaments = has_tournaments
        self._began = time.monotonic()
        self._report = report
        self.diary = Diary(folder / "diary.jsonl")
        self.crowd = Crowd(
            cluster.nodes, self.diary, Random(seed + 1), think_seconds=think_seconds, games=games, clock=CLOCK
        )

    async def begin(self) -> None:
        """Let the crowd begin, and wait until every match moves."""
        if not self.crowd.players:
            await self.crowd.register(self._players)
        await self.crowd.begin(self._matches, has_tournaments=self._has_tournaments)
        late = await self.crowd.progress(START_SECONDS)
        assert not late, f"{len(late)} matches do not begin; {self.crowd.faults}"

    async def strike(self, *, waits: bool = True) -> None:
        """Strike once. With `waits`, every match has to continue before the method returns."""
        fault = self.part.draw(self.random)
        began = time.monotonic()
        done = await fault.strike(self.cluster, self.random)
        healed = time.monotonic()
        late = await self.crowd.progress(self.part.progress_seconds) if waits else []
        self.found += [
            f"{match.id} ({match.game}): no answer was confirmed in {self.part.progress_seconds:.0f} s after"
            f" {fault.name!r} had healed"
            for match in late
        ]
        silences = sorted(silence_of(match, began, time.monotonic()) for match in self.crowd.running)
        self.struck.append(
            {
                "name": fault.name,
                "seconds": round(healed - began, 2),
                "silences": [round(silence, 2) for silence in silences],
            }
        )
        self._report(
            f"{len(self.struck):4} {fault.name}{f' ({done})' if done else ''}: {healed - began:.1f} s; silence at most"
            f" {silences[-1] if silences else 0:.1f} s, {self.crowd.confirmed} answers"
            + (f"; {len(late)} MATCHES DO NOT CONTINUE" if late else "")
        )

    async def finish(self, primary: PostgresServer, database: str = "tilth") -> None:
        """Heal, wait until every match continues, end, and check everything."""
        await asyncio.wait_for(self.cluster.heal(), HEAL_SECONDS)
        late = await self.crowd.progress(HEAL_SECONDS)
        self.found += [f"{match.id} ({match.game}): does not continue in the end" for match in late]
        await self.crowd.end()
        self.found += self.crowd.faults + self.cluster.found
        await self.check(primary, database)

    async def check(self, primary: PostgresServer, database: str = "tilth") -> None:
        """Let the clients look at everything again, and compare the diary with the store."""
        sentences = await self.compare_diary(primary, database)
        self.found += self.look_at_nodes() + sentences

    async def compare_diary(self, primary: PostgresServer, database: str = "tilth") -> list[str]:
        """Let the clients look at everything again; return the checker's sentences."""
        try:
            await self.crowd.replay()
        except TimeoutError:
            self.found.append("a match could not be read to its end")
        await self.crowd.list_all()
        self.diary.close()
        diaries = Diaries.of(read_diary(self.diary.file))
        streams = await read_streams(primary, database)
        logs = match_logs(streams)
        sentences = [fault for stream in streams for fault in stream.faults()]
        tournaments = tournament_logs(streams)
        sentences += await asyncio.to_thread(check, diaries, logs, tournaments)
        self.counts |= {
            "seconds": round(time.monotonic() - self._began),
            "matches": len(logs),
            "tournaments": len(tournaments),
            "games": sum(record.HasField("pairing_ended") for log in tournaments.values() for record in log),
            "answers": len(diaries.accepted),
            "records": sum(map(len, logs.values())),
            "shown": sum(map(len, diaries.shown.values())),
        }
        return sentences

    async def compare(self, standbys: Sequence[PostgresServer], primary: PostgresServer) -> None:
        """Compare the standbys with the primary. No node may run."""
        self.found += await differences(primary, standbys)

    def look_at_nodes(self) -> list[str]:
        """Return what nodes say is wrong with themselves: tracebacks, incidents."""
        return [
            f"node {node.name}: {line[:1500]}"
            for node in self.cluster.nodes
            for line in wrong_lines(node.log_file.read_text(errors="replace").splitlines())
        ][:MAX_FOUND]

    def result(self) -> dict[str, Any]:
        """Return the result, to be kept."""
        return {**self.counts, "struck": self.struck, "found": self.found[:MAX_FOUND]}


def wrong_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a log that say what is wrong.

    A node that hangs while it ends, and so ends late, cancels the calls that are left. gRPC
    reports a call that had not begun yet with a traceback.
    """
    wrong = []
    is_cancelling = False
    for line in lines:
        is_cancelling = STOPPED_EARLY in line or (is_cancelling and STARTED not in line)
        if any(word in line for word in WRONG_IN_LOGS) and not is_cancelling:
            wrong.append(line)
    return wrong


def silence_of(match: CampaignMatch, began: float, ended: float) -> float:
    """Return the longest time without a confirmed answer of a match, in a time in which a fault was."""
    times = [at for at in match.confirmed_at if at <= ended]
    longest = 0.0
    for before, after in zip(times, [*times[1:], ended], strict=True):
        if after > began:
            longest = max(longest, after - before)
    return longest


def verify_store(url: str) -> list[str]:
    """Return what `tilth-server verify` finds."""
    done = run((sys.executable, "-m", "tilth_server.main", "verify", "--store", url), timeout=VERIFY_SECONDS)
    return (
        []
        if done.returncode == 0
        else [f"verify: {line}" for line in (done.stdout + done.stderr).splitlines()[-20:]]
    )

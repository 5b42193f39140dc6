"""Two servers on one database, of which neither knows the other: the fence alone keeps matches whole."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

import grpc
import pytest

from tests.e2e.people import (
    Person,
    answer_to,
    assert_proven,
    channel_to,
    give,
    log_of,
    new_match,
    refusal_of,
    somebody,
    standing,
)
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, faults_of
from tests.seeds import Seeds
from tests.warm import run
from tilth.v1 import play_pb2, record_pb2

SERVER = (sys.executable, "-m", "tilth_server.main")
FLAGS = (*MANY_CALLS, "--unfinished-matches-per-player", "100000")
LATE = ("DECISION_CLOSED", "NO_OPEN_DECISION", "MATCH_NOT_RUNNING", "NOTHING_TO_UNDO")
"""Refusals of an answer that came too late: another one has changed the match."""


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str) -> Iterator[list[ServerProcess]]:
    """Two servers, of which the second is not started yet: so far each learns of players when it starts."""
    processes = [ServerProcess(tmp_path / name, "--store", postgres_url, *FLAGS) for name in ("one", "other")]
    processes[0].start()
    yield processes
    for process in processes:
        if process.lives:
            process.kill()


@dataclass
class Diary:
    """The replies that the clients of one match have got."""

    confirmed: dict[str, tuple[int, play_pb2.Answer]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    moved: int = 0

    def assess(self, log: Sequence[record_pb2.Record]) -> None:
        """Compare it with the log: every confirmed answer is there once, at its number, and no refused one is."""
        found: dict[str, list[int]] = {}
        for number, record in enumerate(log):
            if record.WhichOneof("cause") == "answered":
                found.setdefault(record.answered.request_id, []).append(number)
        assert [number for numbers in found.values() for number in numbers[1:]] == []
        for request_id, (number, answer) in self.confirmed.items():
            assert found.get(request_id) == [number], f"{request_id} was confirmed as record {number}"
            assert log[number].answered.decision_id == answer.decision_id
            assert log[number].answered.picks == answer.picks
        assert not found.keys() & self.refused
        assert found.keys() == self.confirmed.keys(), "somebody's answer was stored, and nobody learned of it"


async def answer(
    nodes: Sequence[Sequence[Person]], match_id: str, name: str, random: Random, diary: Diary
) -> bool:
    """Look at the match at one server, and answer there what it asks; send it again where it was refused because the
    match moved, at any server. Return whether the match continues.
    """
    people = random.choice(nodes)
    view = await standing(people[0], match_id)
    if not view.pending_seats:
        return False
    seat = random.choice(view.pending_seats)
    asked = (await standing(people[seat], match_id, seat)).decision
    if not asked.id:
        return True
    sent = answer_to(asked, name, random)
    while True:
        try:
            (number,) = await give(people[seat], match_id, seat, sent)
        except grpc.aio.AioRpcError as error:
            refusal = refusal_of(error)
            if refusal.reason == "MATCH_MOVED":
                assert refusal.code is grpc.StatusCode.UNAVAILABLE
                diary.moved += 1
                people = random.choice(nodes)
                continue
            assert refusal.reason in LATE, refusal
            diary.refused.add(name)
            return True
        diary.confirmed[name] = (number, sent)
        return True


async def check(servers: Sequence[ServerProcess], store_url: str) -> None:
    """Stop the servers, which had nothing to complain of but moved matches, and verify the store."""
    for server in servers:
        assert await asyncio.to_thread(server.stop) == 0
        assert_calm(server, 0, "match moved", "signing key changed")
    printed = await asyncio.to_thread(run, (*SERVER, "verify", "--store", store_url), timeout=120)
    assert "no faults" in printed.stdout, printed.stdout + printed.stderr
    assert await faults_of(store_url) == []


async def test_the_same_matches_are_played_at_two_servers(
    servers: list[ServerProcess], postgres_url: str, seeds: Seeds
) -> None:
    one, other = servers
    async with AsyncExitStack() as stack:
        channel = await stack.enter_async_context(channel_to(one.address))
        people = [await somebody(channel) for _ in range(2)]
        match_ids = [await new_match(*people) for _ in range(2)]
        await asyncio.to_thread(other.start)
        channel = await stack.enter_async_context(channel_to(other.address))
        nodes = [people, [person.on(channel) for person in people]]
        diaries = {match_id: Diary() for match_id in match_ids}

        async def play(match_id: str, worker: int) -> None:
            random = Random(f"{seeds.first}/{match_ids.index(match_id)}/{worker}")
            names = (f"{worker}/{turn}" for turn in count(1))
            finished = 0
            while finished < 3:
                continues = await answer(nodes, match_id, next(names), random, diaries[match_id])
                finished = 0 if continues else finished + 1
            # A server that does not know the last answer conceals the seed and the draws. It learns of the end by an
            # answer of its own.
            for persons in nodes:
                while await answer([persons], match_id, next(names), random, diaries[match_id]):
                    pass

        # One worker goes now to this server, now to that; several meet there at the same time.
        workers = [1, 3]
        await asyncio.wait_for(
            asyncio.gather(
                *(
                    play(match_id, worker)
                    for match_id, number in zip(match_ids, workers, strict=True)
                    for worker in range(number)
                )
            ),
            120,
        )
        counted: Counter[str] = Counter()
        for match_id in match_ids:
            logs = [await log_of(persons[0], match_id) for persons in nodes]
            assert logs[0] == logs[1]
            assert logs[0][-1].WhichOneof("cause") == "finished"
            diaries[match_id].assess(logs[0])
            await assert_proven(people[0], match_id)
            counted.update(moved=diaries[match_id].moved, confirmed=len(diaries[match_id].confirmed))
            counted["late"] += len(diaries[match_id].refused)
        assert counted["moved"] > 30, counted
        assert counted["confirmed"] > 100, counted
    await check(servers, postgres_url)

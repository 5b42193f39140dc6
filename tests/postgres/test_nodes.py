"""Several nodes, which are one server to their clients: real processes on one PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from random import Random
from typing import Any, TypeVar

import grpc
import pytest

from tests.client.matches import answers_in_log, assert_none_lost_or_doubled
from tests.client.matches import new_match as new_sdk_match
from tests.e2e.people import (
    Person,
    Stream,
    answer_to,
    assert_proven,
    attending,
    channel_to,
    give,
    log_of,
    match_of,
    new_match,
    refusal_of,
    refused,
    somebody,
    standing,
)
from tests.e2e.serving import assert_calm, faults_of
from tests.postgres.node_processes import NodeProcess, start
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, players_pb2
from tilth_bots.simple import answer_at_random
from tilth_client import Answer, Decision, connect

Result = TypeVar("Result")
AGAIN = ("MATCH_MOVED", "CHANNEL_NOT_OPEN", "SERVER_STOPPING")
"""Refusals of a command that is sent again, unchanged, on another channel."""
LATE = ("DECISION_CLOSED", "NO_OPEN_DECISION")


@asynccontextmanager
async def at_each(
    servers: Sequence[NodeProcess], people: Sequence[Person]
) -> AsyncIterator[list[list[Person]]]:
    """Yield the people as they are connected to each node."""
    async with AsyncExitStack() as stack:
        channels = [await stack.enter_async_context(channel_to(node.address)) for node in servers]
        yield [[person.on(channel) for person in people] for channel in channels]


async def patient(call: Callable[[], Awaitable[Result]]) -> Result:
    """Make a call again while its match moves to another node, as clients do."""
    async with asyncio.timeout(20):
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if refusal_of(error).reason != "MATCH_MOVED":
                    raise
            await asyncio.sleep(0.05)


class Seat:
    """A seat that is played through streams: after a cut, or when the node is gone, at another one."""

    def __init__(self, match_id: str, number: int, random: Random, confirmed: dict[str, int]) -> None:
        """`confirmed` gets the confirmed answers."""
        self.match_id = match_id
        self.number = number
        self.random = random
        self.confirmed = confirmed
        self.next_record = 0
        self.pending: play_pb2.Answer | None = None
        self.is_over = False

    async def play(self, nodes: Sequence[Person]) -> None:
        """Play to the end of the match; `nodes` is the player, as connected to each node."""
        while not self.is_over:
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                async with attending(self.random.choice(nodes)) as stream:
                    await self._play_stream(stream)
            await asyncio.sleep(0.05)

    async def _play_stream(self, stream: Stream) -> None:
        """Play on one stream, until it or its channel ends."""
        is_live = False
        await stream.open(1, self.match_id, self.number, from_record=self.next_record)
        if self.pending is not None:
            await stream.send(1, answer=self.pending)
        async for frame in stream:
            payload = frame.WhichOneof("payload")
            if payload == "update":
                self._see(frame)
            elif payload == "accepted":
                self._confirm(frame.accepted.request_id, frame.record)
            elif payload == "refused":
                if frame.refused.reason in AGAIN:
                    return
                assert frame.refused.reason in LATE, frame
                self.pending = None
            elif payload == "caught_up":
                is_live = True
            elif payload in ("ended", "cut_off"):
                self.is_over = payload == "ended"
                assert self.is_over or frame.cut_off.reason in AGAIN, frame
                assert self.is_over or frame.record == self.next_record or not is_live, "where to resume"
                return
            asked = frame.update.decision if payload == "update" else frame.caught_up.decision
            if asked.id and self.pending is None:
                self.pending = answer_to(asked, f"{self.number}/{frame.record}/{asked.id}", self.random)
                await stream.send(1, answer=self.pending)

    def _see(self, frame: play_pb2.Frame) -> None:
        """Take note of a record: none is left out."""
        assert frame.record <= self.next_record, f"records {self.next_record} to {frame.record} were left out"
        self.next_record = max(self.next_record, frame.record + 1)
        if frame.update.accepted_request_id:
            self._confirm(frame.update.accepted_request_id, frame.record)

    def _confirm(self, request_id: str, record: int) -> None:
        """Take note of a confirmed answer."""
        assert self.confirmed.setdefault(request_id, record) == record
        if self.pending is not None and self.pending.request_id == request_id:
            self.pending = None


def assess(match_id: str, confirmed: dict[str, int], log: Sequence[Any]) -> None:
    """Compare the confirmed answers with the log: each is there once, at its number, and there is no other one."""
    found = [
        (record.answered.request_id, number)
        for number, record in enumerate(log)
        if record.WhichOneof("cause") == "answered"
    ]
    assert sorted(found) == sorted(confirmed.items()), match_id


async def play(
    nodes: Sequence[Sequence[Person]], match_ids: Sequence[str], confirmed: dict[str, dict[str, int]]
) -> None:
    """Play matches to their end, each seat at any node; then look at them at every node."""
    await asyncio.wait_for(
        asyncio.gather(
            *(
                Seat(match_id, seat, Random(f"{place}/{seat}"), confirmed[match_id]).play(
                    [persons[seat] for persons in nodes]
                )
                for place, match_id in enumerate(match_ids)
                for seat in range(2)
            )
        ),
        100,
    )
    for match_id in match_ids:
        for persons in nodes:
            log = await log_of(persons[0], match_id)
            assess(match_id, confirmed[match_id], log)
            match = await patient(partial(match_of, persons[0], match_id))
            assert match.record_count == len(log)
        await assert_proven(nodes[0][0], match_id)


async def check(servers: Sequence[NodeProcess], store_url: str) -> None:
    """Stop the nodes, and verify the store."""
    for node in servers:
        if node.lives:
            assert await asyncio.to_thread(node.stop) == 0
    assert await faults_of(store_url) == []


async def test_clients_at_any_node_see_one_server(servers: list[NodeProcess], postgres_url: str) -> None:
    one, two, _ = servers
    async with channel_to(one.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    await start([one, two], two)
    async with at_each([one, two], people) as nodes:
        created = [await new_match(nodes[place % 2][0], nodes[1 - place % 2][1]) for place in range(6)]
        confirmed: dict[str, dict[str, int]] = {}
        for match_id in created:
            seat = (await standing(nodes[0][0], match_id)).pending_seats[0]
            views = [await standing(persons[seat], match_id, seat) for persons in nodes]
            assert views[0] == views[1]
            answer = answer_to(views[0].decision, "first")
            (number,) = await give(nodes[1][seat], match_id, seat, answer)
            confirmed[match_id] = {"first": number}
            for persons in nodes:
                assert await give(persons[seat], match_id, seat, answer) == [number], (
                    "it is known at each node"
                )
                assert (await match_of(persons[0], match_id)).record_count == number + 1
                with pytest.raises(grpc.aio.AioRpcError) as late:
                    await give(persons[1 - seat], match_id, seat, answer)
                assert refusal_of(late.value).reason == "NOT_YOUR_SEAT"
        await play(nodes, created, confirmed)
    await check([one, two], postgres_url)
    for node in (one, two):
        assert_calm(node, 0, "signing key changed", "node gone")


async def test_matches_continue_when_a_node_is_killed(servers: list[NodeProcess], postgres_url: str) -> None:
    one, two, three = servers
    async with channel_to(one.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    await start(servers, two, three)
    async with at_each(servers, people) as nodes:
        created = [await new_match(*nodes[place % 3]) for place in range(12)]
        confirmed: dict[str, dict[str, int]] = {match_id: {} for match_id in created}
        playing = asyncio.create_task(play(nodes[:2], created, confirmed))
        async with asyncio.timeout(60):
            while sum(map(len, confirmed.values())) < 200:  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.01)
        killed_at = {match_id: len(answers) for match_id, answers in confirmed.items()}
        await asyncio.to_thread(three.kill)
        await playing
        assert any(len(confirmed[match_id]) > count for match_id, count in killed_at.items())
    gone = [line for line in one.log() if line["event"] == "node gone"]
    assert gone or [line for line in two.log() if line["event"] == "node gone"]
    await check([one, two], postgres_url)


async def idle_matches(nodes: Sequence[Sequence[Person]]) -> list[str]:
    """Make open matches that the first node knows from a list, and that change at the second one after that."""
    request = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0])
    made = [(await nodes[1][0].lobby.CreateMatch(request)).match.id for _ in range(8)]
    listed = await nodes[0][0].lobby.ListMatches(lobby_pb2.ListMatchesRequest())
    assert {match.id for match in listed.matches} >= set(made)
    for match_id in made:
        await nodes[1][1].lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match_id, seat=1))
    listed = await nodes[0][0].lobby.ListMatches(lobby_pb2.ListMatchesRequest())
    shown = {match.id: [seat.player_id for seat in match.seats] for match in listed.matches}
    assert all(all(shown[match_id]) for match_id in made), "a list shows what other nodes have changed"
    return made


async def test_a_node_that_stops_hands_its_matches_over_and_one_that_starts_takes_some(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two, three = servers
    async with channel_to(one.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
    await start([one, two], two)
    async with at_each(servers, people) as nodes:
        created = [await new_match(*nodes[place % 2]) for place in range(8)]
        confirmed: dict[str, dict[str, int]] = {match_id: {} for match_id in created}
        idle = await idle_matches(nodes)
        playing = asyncio.create_task(play(nodes[:1], created, confirmed))
        await start(servers, three)
        three.doomed = False
        assert await asyncio.to_thread(two.stop) == 0
        assert await asyncio.to_thread(three.stop) == 0
        for match_id in idle:
            match = await patient(partial(match_of, nodes[0][0], match_id))
            assert [seat.player_id for seat in match.seats] == [person.id for person in people]
        await playing
    await check([one], postgres_url)
    assert_calm(one, 0, "signing key changed", "match moved", "node gone")


async def test_a_player_who_registers_at_one_node_is_known_at_all(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two, _ = servers
    await start([one, two], two)
    async with channel_to(one.address) as first, channel_to(two.address) as second:
        channels = (first, second)
        people = [await somebody(channels[number % 2], f"player {number}") for number in range(6)]
        for number, person in enumerate(people):
            elsewhere = person.on(channels[1 - number % 2])
            reply = await elsewhere.players.GetMe(players_pb2.GetMeRequest())
            assert (reply.player.id, reply.player.name) == (person.id, person.name), "at once, with the name"
            taken = await refused(somebody(channels[1 - number % 2], person.name))
            assert taken.reason == "NAME_TAKEN"
        match_id = await new_match(people[0], people[1])
        for person in people[:2]:
            match = await match_of(person, match_id)
            assert [seat.player_name for seat in match.seats] == ["player 0", "player 1"]
        token = await people[0].players.RenewToken(players_pb2.RenewTokenRequest())
        old, new = people[0].on(second), Person(second, token.token)
        assert (await new.players.GetMe(players_pb2.GetMeRequest())).player.id == people[0].id
        assert (await refused(old.players.GetMe(players_pb2.GetMeRequest()))).reason == "TOKEN_INVALID"
    await check([one, two], postgres_url)


async def test_a_request_that_is_repeated_at_another_node_is_one_request(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two, _ = servers
    async with channel_to(one.address) as channel:
        people = [await somebody(channel)]
    await start([one, two], two)
    async with at_each([one, two], people) as nodes:
        for number in range(10):
            request = lobby_pb2.CreateMatchRequest(
                request_id=f"create {number}", game="petrichor", seat_count=2, take_seats=[0]
            )
            made = await asyncio.gather(*(persons[0].lobby.CreateMatch(request) for persons in nodes))
            made.append(await nodes[number % 2][0].lobby.CreateMatch(request))
            assert len({each.match.id for each in made}) == 1
        listed = await nodes[1][0].lobby.ListMatches(lobby_pb2.ListMatchesRequest())
        assert len(listed.matches) == 10
    await check([one, two], postgres_url)


async def test_operators_act_at_any_node(servers: list[NodeProcess], postgres_url: str) -> None:
    one, two, _ = servers
    await start([one, two], two)
    async with channel_to(one.address) as first, channel_to(two.address) as second:
        operators = [Person(channel, one.operator_token) for channel in (first, second)]
        people = [await somebody(channel) for channel in (first, second)]
        match_ids = [await new_match(*people) for _ in range(4)]
        for number, match_id in enumerate(match_ids):
            pause = operations_pb2.PauseMatchRequest(match_id=match_id, reason=f"pause {number}")
            await operators[number % 2].operations.PauseMatch(pause)
            for person in people:
                assert (await match_of(person, match_id)).pause_reason == f"pause {number}"
        asked = operations_pb2.ReadAuditRequest(once=True)
        audits = [
            [entry async for page in operator.operations.ReadAudit(asked) for entry in page.entries]
            for operator in operators
        ]
        assert audits[0] == audits[1]
        assert [entry.record.subject for entry in audits[0]] == match_ids
        assert all(entry.address for entry in audits[0])
        await operators[1].operations.Announce(operations_pb2.AnnounceRequest(text="soon"))
        async with attending(people[0]) as stream, asyncio.timeout(10):
            await stream.open(1, match_ids[0])
            while (await stream.next("notice")).notice.announcement != "soon":
                pass
    await check([one, two], postgres_url)


async def test_the_sdk_moves_on_by_itself_when_an_owner_is_killed(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    one, two, three = servers
    await start(servers, two, three)
    given: list[int] = []

    async def think(_: object, decision: Decision, random: Random) -> Answer:
        given.append(decision.id)
        await asyncio.sleep(0.005)
        return answer_at_random(decision, random)

    async with (
        connect(one.address, retry_seconds=60) as anna,
        connect(two.address, retry_seconds=60) as boris,
    ):
        await anna.register("anna")
        await boris.register("boris")
        ids = [(await new_sdk_match([anna, boris])).id for _ in range(6)]
        playing = [
            asyncio.create_task(
                tilth.play(match_id, seat, partial(think, random=Random(f"{match_id}/{seat}")))
            )
            for match_id in ids
            for seat, tilth in enumerate((anna, boris))
        ]
        async with asyncio.timeout(60):
            while len(given) < 100:  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.01)
        await asyncio.to_thread(three.kill)
        await asyncio.wait_for(asyncio.gather(*playing), 100)
        for match_id in ids:
            answers = await answers_in_log(anna, match_id)
            assert answers == await answers_in_log(boris, match_id)
            assert_none_lost_or_doubled(answers, 2)
    await check([one, two], postgres_url)

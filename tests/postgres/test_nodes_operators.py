"""The calls of operators over several nodes, which are real processes on one PostgreSQL."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.people import (
    Person,
    attending,
    channel_to,
    match_of,
    new_match,
    play_on,
    refusal_of,
    refused,
    somebody,
)
from tests.postgres.node_processes import NodeProcess, killed_in_the_end, nodes_named, start
from tests.postgres.test_nodes import check
from tests.warm import run
from tilth.v1 import lobby_pb2, moderation_pb2, operations_pb2, players_pb2
from tilth_server.api.node_replies import Part, Parts, merged_nodes

_numbers = count()
SOON_SECONDS = 3.0
"""A change that one node has written is in force at the others after a second."""


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Two nodes, of which the first has started."""
    with killed_in_the_end(*nodes_named(tmp_path, postgres_url, "one", "two")) as found:
        found[0].start()
        yield found


async def owned_by(operator: Person, people: list[Person], node: NodeProcess) -> str:
    """Return a running match of these people that this node owns."""
    for _ in range(30):
        # The owner follows from the request id.
        match_id = await new_match(*people, request_id=f"match {next(_numbers)}")
        reply = await operator.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))
        if reply.node == node.node:
            return match_id
    raise AssertionError("no match of that node")


async def ended(stream: Any) -> str:
    """Read a stream to its end; return the reason of the refusal that ends it."""

    async def read() -> None:
        async for _ in stream:
            pass

    with pytest.raises(grpc.aio.AioRpcError) as error:
        await asyncio.wait_for(read(), SOON_SECONDS)
    return refusal_of(error.value).reason


async def test_operators_calls_are_about_all_nodes_and_name_those_that_are_silent(
    nodes: list[NodeProcess], postgres_url: str
) -> None:
    one, two = nodes
    addresses = {one.node, two.node}
    await start(nodes, two)
    async with channel_to(one.address) as first, channel_to(two.address) as second:
        operator, other = (Person(channel, one.operator_token) for channel in (first, second))
        people = [await somebody(channel) for channel in (first, second)]
        at_two = await owned_by(operator, people, two)
        assert (await people[0].lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=at_two))).node == ""
        await owned_by(operator, people, one)
        async with attending(people[0]) as here, attending(people[1]) as there:
            await here.open(1, at_two, 0)
            await here.next("caught_up")
            await there.open(1, at_two, 1)
            await there.next("caught_up")
            status = await operator.operations.GetStatus(operations_pb2.GetStatusRequest())
            assert (status.streams, status.channels, list(status.silent_nodes)) == (2, 2, [])
            assert {row.node: (row.streams, row.channels) for row in status.nodes} == {
                one.node: (1, 0),
                two.node: (1, 2),
            }
            assert status.running_matches == sum(row.loaded_matches for row in status.nodes) > 1
            of_two = await other.operations.GetStatus(operations_pb2.GetStatusRequest())
            assert (of_two.running_matches, of_two.players) == (status.running_matches, status.players)
            calls = (await operator.operations.ListCalls(operations_pb2.ListCallsRequest())).calls
            attend = {call.player_id: (call.node, call.channels) for call in calls if "Attend" in call.method}
            assert attend == {people[0].id: (one.node, 1), people[1].id: (two.node, 1)}
            await loads_are_of_clients(operator, people)
            idle = operations_pb2.ListIdleMatchesRequest()
            asked = [await each.operations.ListIdleMatches(idle) for each in (operator, other)]
            assert asked[0].match_count == asked[1].match_count == status.running_matches
            assert [row.match.id for row in asked[0].matches] == [row.match.id for row in asked[1].matches]
            watching = other.operations.WatchServer(operations_pb2.WatchServerRequest(interval_ms=200))
            async for report in watching:
                if len(report.nodes) == 2:
                    break
            assert {row.node for row in report.nodes} == addresses
            assert {row.match_id: row.node for row in report.matches}[at_two] == two.node
            watching.cancel()
            kick = operations_pb2.KickPlayerRequest(player_id=people[1].id, reason="loud")
            assert (await operator.operations.KickPlayer(kick)).streams == 1
            assert await ended(there) == "KICKED"
        await drain(operator, two, people[1])
        listed = await operator.operations.ListNodes(operations_pb2.ListNodesRequest())
        rows = {row.address: row for row in listed.nodes}
        assert rows.keys() == addresses
        for row in rows.values():
            assert (row.state, row.links_up, list(row.links_down)) == (
                operations_pb2.NODE_STATE_SERVING,
                1,
                [],
            )
        loaded = rows[two.node].owned_matches + rows[one.node].owned_matches
        assert loaded == status.running_matches + 1, "and the one that was created since"
        assert 0 < rows[one.node].forwarded_calls < rows[one.node].match_calls
        assert (listed.standbys_known, list(listed.standbys)) == (True, [])
        await terminal(nodes, operator, at_two)
        await silent(two, operator)
    await check(nodes, postgres_url)


def test_a_node_that_was_started_again_describes_itself_beside_the_one_before() -> None:
    """Both have its address."""

    def reply(*, described: str) -> operations_pb2.ListNodesResponse:
        listed = operations_pb2.ListNodesResponse()
        for name, address, silence in (("a", "one", 1), ("b", "two", 0), ("c", "two", 90), ("d", "two", 50)):
            row = listed.nodes.add(id=name, address=address, links_up=int(name == described))
            row.state = operations_pb2.NODE_STATE_GONE if silence > 5 else operations_pb2.NODE_STATE_SERVING
            row.silence.FromSeconds(silence)
        return listed

    parts = Parts(None, [Part("one", reply(described="a")), Part("two", reply(described="b"))], [])
    rows = merged_nodes(parts).nodes
    assert {row.id: row.links_up for row in rows} == {"a": 1, "b": 1, "c": 0, "d": 0}


async def loads_are_of_clients(operator: Person, people: list[Person]) -> None:
    load = await operator.moderation.ListLoad(moderation_pb2.ListLoadRequest())
    assert {person.id for person in people} <= {row.player_id for row in load.clients}
    assert all(row.player_id or ":" in row.address for row in load.clients), "no row is that of a node"


async def drain(operator: Person, two: NodeProcess, person: Person) -> None:
    """Drain at one node: the other one takes no match, until that is stopped."""
    request = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0])
    drained = await operator.operations.Drain(operations_pb2.DrainRequest())
    assert (drained.draining, list(drained.silent_nodes)) == (True, [])
    for _ in range(4):
        assert (await refused(person.lobby.CreateMatch(request))).reason == "SERVER_DRAINING"
    assert not (await operator.operations.Drain(operations_pb2.DrainRequest(stop=True))).draining
    await person.lobby.CreateMatch(request)


async def terminal(nodes: list[NodeProcess], operator: Person, at_two: str) -> None:
    """See the nodes in the terminal."""
    one, two = nodes

    async def tilth(*words: str) -> str:
        command = [sys.executable, "-m", "tilth_cli.main", *words, "--server", one.address]
        environment = {**os.environ, "TILTH_TOKEN": operator.token, "TILTH_LANG": "en", "COLUMNS": "200"}
        ran = await asyncio.to_thread(run, command, env=environment)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    listed = await tilth("ops", "nodes")
    for node in nodes:
        assert re.search(rf"^{node.node} +serving +\S+ +[0-9]+ +[0-9]+% +1 ", listed, re.MULTILINE), listed
    assert "The database has no standby." in listed
    assert f"Owner: node {two.node}." in await tilth("show", at_two)


async def silent(two: NodeProcess, operator: Person) -> None:
    """Stop a node for a moment: the others name it, and do not wait for long."""
    os.kill(two.pid, signal.SIGSTOP)
    try:
        async with asyncio.timeout(5):
            status = await operator.operations.GetStatus(operations_pb2.GetStatusRequest())
        assert (list(status.silent_nodes), len(status.nodes)) == ([two.node], 1)
        listed = await operator.operations.ListNodes(operations_pb2.ListNodesRequest())
        assert {row.address for row in listed.nodes if row.silent} <= {two.node}
    finally:
        os.kill(two.pid, signal.SIGCONT)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it holds, which takes a second at most."""
    async with asyncio.timeout(SOON_SECONDS):
        while not await holds():  # noqa: ASYNC110 - another process changes
            await asyncio.sleep(0.05)


async def shows_name(person: Person, match_id: str, name: str) -> bool:
    return (await match_of(person, match_id)).seats[0].player_name == name


async def name_in_texts(watcher: Person, match_id: str, person: Person, *names: str) -> str:
    """Let both answer until the text of an event names this person; return by which of the names."""
    async with attending(watcher) as stream:
        await stream.open(0, match_id, 1, texts=True, language="en")
        await stream.next("caught_up")
        while await play_on(match_id, [person, watcher], 1):
            for text in (await stream.next("update")).update.texts:
                for name in names:
                    if name in text:
                        return name
    raise AssertionError("no text names this person")


async def has_role(person: Person, role: int) -> bool:
    return bool((await person.players.GetMe(players_pb2.GetMeRequest())).player.role == role)


async def test_what_moderators_do_at_one_node_holds_at_all(
    nodes: list[NodeProcess], postgres_url: str
) -> None:
    one, two = nodes
    await start(nodes, two)
    async with channel_to(one.address) as first, channel_to(two.address) as second:
        operator, other = (Person(channel, one.operator_token) for channel in (first, second))
        anna, boris, carol = [await somebody(second) for _ in range(3)]
        matches = [await owned_by(operator, [anna, boris], node) for node in nodes]
        # Names, also in the texts of matches that are in memory.
        names = anna.name, "Anna the First"
        for match_id in matches:
            assert await name_in_texts(boris, match_id, anna, *names) == anna.name
        rename = operations_pb2.RenamePlayerRequest(player_id=anna.id, new_name="Anna the First")
        await operator.operations.RenamePlayer(rename)
        for match_id in matches:
            for person in (anna, anna.on(first)):
                await until(partial(shows_name, person, match_id, "Anna the First"))
            assert await name_in_texts(boris, match_id, anna, *names) == "Anna the First"
        # A ban at one node ends the streams at the other, and seats resign at the owners of the matches.
        async with attending(anna) as stream:
            for number, match_id in enumerate(matches):
                await stream.open(number, match_id, 0)
            await stream.next("caught_up")
            ban = operations_pb2.BanPlayerRequest(player_id=anna.id, reason="cheats", resign=True)
            await operator.operations.BanPlayer(ban)
            assert await ended(stream) == "PLAYER_BANNED"
        for match_id in matches:
            for person in (boris, boris.on(first)):
                assert (await match_of(person, match_id)).seats[0].resigned
        bans = (await other.moderation.ListBans(moderation_pb2.ListBansRequest())).bans
        assert [each.player_id for each in bans] == [anna.id], "at once, for operators"
        # A role that is taken at one node ends what it allowed to read at the other.
        role = operations_pb2.SetRoleRequest(player_id=carol.id, role=players_pb2.OPERATOR_ROLE_AUDITOR)
        await operator.operations.SetRole(role)
        await until(partial(has_role, carol, role.role))
        watching = carol.operations.WatchServer(operations_pb2.WatchServerRequest())
        await anext(aiter(watching))
        await operator.operations.SetRole(operations_pb2.SetRoleRequest(player_id=carol.id))
        assert await ended(watching) == "OPERATORS_ONLY"
        await registrations([first, second])
    await check(nodes, postgres_url)


async def registrations(channels: list[Any]) -> None:
    """Repeat requests, and use codes up, at another node than before."""
    strangers = [Person(channel, "") for channel in channels]
    tokens = []
    for number in range(4):
        request = players_pb2.RegisterRequest(name=f"repeated {number}", request_id=f"a request {number}")
        replies = [await stranger.players.Register(request) for stranger in strangers]
        assert replies[0] == replies[1], "the token, too"
        tokens.append(replies[0].token)
    dora = Person(channels[1], tokens[3])
    code = (await dora.players.CreateDeviceCode(players_pb2.CreateDeviceCodeRequest())).code
    redeem = players_pb2.RedeemDeviceCodeRequest(code=code, token_hash=bytes(range(32)))
    for stranger in reversed(strangers):
        # Which node has the code follows from the player: one of the two has not.
        again = (
            await dora.on(channels[0]).players.CreateDeviceCode(players_pb2.CreateDeviceCodeRequest())
        ).code
        assert (await refused(stranger.players.RedeemDeviceCode(redeem))).reason == "DEVICE_CODE_INVALID"
        redeem = players_pb2.RedeemDeviceCodeRequest(code=again, token_hash=again.encode().ljust(32, b"."))
        assert (await stranger.players.RedeemDeviceCode(redeem)).player.name == "repeated 3"
        assert (await refused(stranger.players.RedeemDeviceCode(redeem))).reason == "DEVICE_CODE_INVALID"

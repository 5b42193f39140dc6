"""Tournaments over several nodes: one director each, wherever it is, and the same answers at every node."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.client.matches import new_match
from tests.e2e.cups import FORMS, MAX_RUNNING, playing, through
from tests.e2e.serving import MANY_CALLS, running
from tests.postgres.node_processes import NodeProcess, start
from tests.postgres.test_nodes import check
from tests.seeds import Seeds
from tilth.v1 import lobby_pb2, play_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot
from tilth_client import Tilth, connect

FEW = ("swiss",)
"""Formats whose pairings follow from results: a lost or doubled one would change what comes after it."""

ENTRY_SECONDS = 4
SOON_SECONDS = 20


def addresses(servers: Sequence[NodeProcess]) -> list[str]:
    """Return where the nodes are reached."""
    return [node.address for node in servers]


@pytest.mark.sweep
async def test_tournaments_stand_as_on_one_calm_server_although_their_directors_are_killed(
    servers: list[NodeProcess], tmp_path: Path, postgres_url: str, seeds: Seeds
) -> None:
    kills, names = seeds.often(1, 4), FEW if seeds.sweep is None else tuple(FORMS)
    with running(tmp_path / "calm", *MANY_CALLS) as server:
        async with playing([server.address], 1, names) as cups:
            await through(cups)
            calm = [await cups.outcome(name) for name in names]
    await start(servers, *servers[1:])
    random = Random(seeds.first)
    async with playing([",".join(addresses(servers))], 1, names) as cups:
        tournaments = asyncio.create_task(through(cups))
        for kill in range(kills):
            # The first one directs the tournaments that were created there.
            node = servers[0] if kill == 0 else random.choice(servers)
            await _kill_while_others_play(node, servers, cups.organiser.token)
            await asyncio.to_thread(node.start)
        await asyncio.wait_for(tournaments, 100)
        killed = [await cups.outcome(name) for name in names]
    assert killed == calm
    await check(servers, postgres_url)


@pytest.mark.sweep
async def test_a_tournament_that_nobody_asks_for_begins_although_its_directors_node_was_killed(
    servers: list[NodeProcess], postgres_url: str
) -> None:
    """No match of it runs, and nobody watches it: nothing but the change of owners tells the other node."""
    one, two, _ = servers
    await start([one, two], two)
    ends: asyncio.Queue[str] = asyncio.Queue()
    async with AsyncExitStack() as stack:
        organiser, *players = [
            await stack.enter_async_context(connect(node.address)) for node in (one, two, two)
        ]
        for number, tilth in enumerate((organiser, *players)):
            await tilth.register(f"player {number}")
        closes = datetime.now(UTC) + timedelta(seconds=ENTRY_SECONDS)
        made = await organiser.tournaments.create(pb.RoundRobin(), "petrichor", entry_closes_at=closes)
        for tilth in players:
            await tilth.tournaments.enter(made.id)
        await asyncio.to_thread(one.kill)
        assert datetime.now(UTC) < closes, "its node was killed before it began"
        playing = [
            asyncio.create_task(
                tilth.play_all(random_bot(1), ended=lambda match_id, *_: ends.put_nowait(match_id))
            )
            for tilth in players
        ]
        assert await asyncio.wait_for(ends.get(), SOON_SECONDS) == await asyncio.wait_for(
            ends.get(), SOON_SECONDS
        )
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await check([two], postgres_url)


class MatchLists:
    """A list of matches that is followed at one node."""

    def __init__(self, tilth: Tilth, player_id: str = "") -> None:
        self.shown: dict[str, play_pb2.ListedMatch] = {}
        self._updates = tilth.open_matches(player_id=player_id)
        self.following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        async for update in self._updates:
            for listed in update.matches:
                self.shown[listed.match.id] = listed
            for match_id in update.removed_match_ids:
                del self.shown[match_id]


async def answers(tilth: Tilth, tournament_id: str, player_ids: Sequence[str]) -> list[Any]:
    """Return what a node answers about a tournament, its matches and the ratings."""
    tournaments = tilth.tournaments
    pools = await tournaments.pools()
    return [
        await tournaments.get(tournament_id),
        [each async for each in tournaments.list()],
        await tournaments.standings(tournament_id),
        [each async for each in tournaments.pairings(tournament_id)],
        [each async for each in tournaments.ratings(history=True)],
        [each async for each in tournaments.ratings(tournament_id=tournament_id)],
        await tournaments.compare(*player_ids),
        list(pools),
        [each for pool in pools async for each in tournaments.pool_ratings(pool.name)],
        [each async for each in tilth.matches()],
    ]


async def _kill_while_others_play(node: NodeProcess, servers: Sequence[NodeProcess], token: str) -> None:
    """Kill a node when games have begun to end. Return when more have ended than were running then: another node must
    have continued the tournaments.
    """
    other = servers[servers.index(node) - 1]
    async with connect(other.address, token=token) as tilth:

        async def ended() -> int:
            return sum([match.state == lobby_pb2.MATCH_STATE_FINISHED async for match in tilth.matches()])

        async def are_ended(games: int) -> bool:
            return await ended() >= games

        await eventually(lambda: are_ended(1), "games are played")
        await asyncio.to_thread(node.kill)
        enough = await ended() + MAX_RUNNING + 1
        await eventually(lambda: are_ended(enough), "another node directs the tournaments")


async def eventually(look: Callable[[], Awaitable[bool]], message: str) -> None:
    """Wait until it is so."""
    try:
        async with asyncio.timeout(60):
            while not await look():  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(message) from None


async def records_of(tilth: Tilth, tournament_id: str) -> list[int]:
    """Watch a tournament to its end, in both ways; return the numbers of its records."""
    watched = [entry.number async for entry in tilth.tournaments.watch(tournament_id)]
    assert [entry.number async for entry in tilth.open_tournament(tournament_id)] == watched
    return watched


async def test_every_node_gives_the_same_answers(servers: list[NodeProcess], postgres_url: str) -> None:
    one, two, _ = servers
    await start([one, two], two)
    async with AsyncExitStack() as stack:
        people = []
        for number in range(4):
            tilth = connect((one, two)[number % 2].address)
            people.append(await stack.enter_async_context(tilth))
            await people[-1].register(f"player {number}")
        player_ids = [(await tilth.me()).id for tilth in people]
        organiser, *bots = people
        at_two = await stack.enter_async_context(connect(two.address, token=organiser.token))
        lists = [MatchLists(organiser), MatchLists(at_two), MatchLists(at_two, player_id=player_ids[0])]
        waiting = [(await new_match([organiser, bots[0]])).id for _ in range(6)]
        await eventually(lambda: shows_play(lists, waiting, organiser), "lists show whose turn it is")
        newcomer = await stack.enter_async_context(connect(two.address))
        await newcomer.register("newcomer")
        new_id = (await newcomer.me()).id
        other = await organiser.tournaments.create(pb.RoundRobin(), "petrichor", invited=[new_id])
        await newcomer.tournaments.enter(other.id)
        made = await organiser.tournaments.create(pb.RoundRobin(), "petrichor", title="all")
        watching = [asyncio.create_task(records_of(tilth, made.id)) for tilth in (organiser, at_two)]
        for bot in bots:
            await bot.tournaments.enter(made.id)
        serving = [
            asyncio.create_task(bot.play_all(random_bot(number))) for number, bot in enumerate(bots[1:])
        ]
        await at_two.tournaments.start(made.id)
        # The first bot is at its unfinished matches, too.
        serving.append(asyncio.create_task(bots[0].play_all(random_bot(9))))
        first, second = await asyncio.wait_for(asyncio.gather(*watching), 60)
        assert first == second == list(range(len(first)))
        ids = player_ids[1:3]
        await eventually(lambda: are_equal(organiser, at_two, made.id, ids), "all answers are the same")
        rated = [each async for each in at_two.tournaments.ratings()]
        assert sum(each.games for each in rated) == 2 * 6
        await at_two.tournaments.adjudicate(made.id, 1, (1, 1), "a draw after all")
        await organiser.tournaments.void(made.id, 2, "it was no game")
        await eventually(lambda: are_equal(organiser, at_two, made.id, ids), "all answers are the same")
        rated = [each async for each in at_two.tournaments.ratings()]
        assert sum(each.games for each in rated) == 2 * 4, "only results of play are rated"
        await eventually(lambda: show_all(lists[:2], organiser), "lists show how matches ended")
        for task in [*serving, *(each.following for each in lists)]:
            task.cancel()
        await asyncio.gather(*serving, *(each.following for each in lists), return_exceptions=True)
    await check([one, two], postgres_url)


async def shows_play(lists: Sequence[MatchLists], match_ids: Sequence[str], tilth: Tilth) -> bool:
    """Return whether all lists show the seats that these matches wait for."""
    for match_id in match_ids:
        pending = (await tilth.view(match_id)).pending_seats
        for followed in lists:
            listed = followed.shown.get(match_id)
            if listed is None or not listed.pending_known or list(listed.pending_seats) != list(pending):
                return False
    return True


async def show_all(lists: Sequence[MatchLists], tilth: Tilth) -> bool:
    """Return whether these lists show all matches as they are now."""
    matches = {match.id: match async for match in tilth.matches()}
    return all({key: each.match for key, each in one.shown.items()} == matches for one in lists)


async def are_equal(one: Tilth, two: Tilth, tournament_id: str, player_ids: Sequence[str]) -> bool:
    """Return whether two nodes answer the same."""
    return await answers(one, tournament_id, player_ids) == await answers(two, tournament_id, player_ids)

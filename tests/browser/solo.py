"""A person at the table of a solo match, in a tab of their own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc

from tests.browser.moments import until_asked
from tests.browser.reader import WIDE, Reader, chromium, page_server, reader
from tests.server.serve.full_server import Person
from tests.server.serve.test_process import person
from tilth.v1 import lobby_pb2

GAMES = ("petrichor", "sonora", "earth", "agricola")
DEAL = b"1" * 32
Reach = Callable[[str, Person, str], Awaitable[Any]]
"""Answers with the server's address, the person and the match, and returns what it has reached."""


class Solo(NamedTuple):
    """A tab at a table, its server and player, and what had been reached when it was opened."""

    tab: Reader
    address: str
    ann: Person
    match_id: str
    reached: Any


async def registered(address: str, name: str) -> Person:
    """Register a player of this name. The connection is closed then: only the token and the id are of use."""
    async with grpc.aio.insecure_channel(address) as channel:
        return await person(channel, name)


async def solo_match(address: str, ann: Person, game: str, seed: bytes = DEAL, options: bytes = b"") -> str:
    """Start a solo match of the player; return its id."""
    request = lobby_pb2.CreateMatchRequest(
        request_id=game,
        game=game,
        seat_count=1,
        take_seats=[0],
        start_when_full=True,
        seed=seed,
        options=options,
    )
    async with grpc.aio.insecure_channel(address) as channel:
        made = await Person(channel, ann.token).lobby.CreateMatch(request)
    match_id: str = made.match.id
    return match_id


def asked(*kinds: str, seed: int = 1) -> Reach:
    """Answer at random until one of these kinds is asked."""
    return lambda address, ann, match_id: until_asked(address, ann, match_id, kinds, seed)


async def at_once(address: str, ann: Person, match_id: str) -> None:
    """Answer nothing before the table is opened."""


@asynccontextmanager
async def solo_table(
    data: Path,
    game: str,
    reach: Reach = at_once,
    *,
    seed: bytes = DEAL,
    options: bytes = b"",
    language: str = "en",
    size: tuple[int, int] = WIDE,
    **browsing: Any,
) -> AsyncIterator[Solo]:
    """Start a server and a match, answer until something is reached, and open a tab at the table."""
    async with page_server(data) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, game, seed, options)
        reached = await reach(server.address, ann, match_id)
        async with reader(browser, home, size, **browsing) as tab:
            await tab.sit(ann.token, "Ann", ann.id, language)
            await tab.at_table(match_id)
            yield Solo(tab, server.address, ann, match_id, reached)

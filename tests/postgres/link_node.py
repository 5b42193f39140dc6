"""A node that only echoes: a process of its own, with a membership and links.

    python -m tests.postgres.link_node STORE_URL HOST:PORT [CERTIFICATE KEY CA]

It prints its member id when it has joined.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import structlog
from msgspec.structs import replace

from tilth_server.nodes.flows import Flow
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import Membership, new_member
from tilth_server.settings import Address, Tls
from tilth_server.store.postgres import PostgresEngine

FLOOD = 4000
MESSAGE = b"x" * 1000


async def serve(flow: Flow) -> None:
    """Echo, or send more than anybody takes."""
    if flow.header.method == "flood":
        for _ in range(FLOOD):
            await flow.send(MESSAGE)
        return
    while (data := await flow.receive()) is not None:
        await flow.send(flow.header.player_id.encode() + data)


@asynccontextmanager
async def joined(
    url: str, address: str, tls: Tls | None = None, *, prefix: str = ""
) -> AsyncIterator[tuple[Membership, Links]]:
    """Yield a node that has joined. The other nodes see the part of the address behind a slash, if it has one."""
    listen, _, shown = address.partition("/")
    host, _, port = listen.rpartition(":")
    member = new_member(shown or listen, "1.0")
    # The smaller id dials.
    membership = Membership(PostgresEngine(url).members(), replace(member, id=prefix + member.id))
    links = Links(membership, Address(host, int(port)), serve, tls)
    await links.listen()
    await membership.start()
    links.start()
    try:
        yield membership, links
    finally:
        await links.close()
        await membership.close()


async def main(url: str, address: str, *files: str) -> None:
    tls = Tls(Path(files[0]), Path(files[1]), Path(files[2])) if files else None
    async with joined(url, address, tls) as (membership, _):
        sys.stdout.write(membership.me.id + "\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    asyncio.run(main(*sys.argv[1:]))

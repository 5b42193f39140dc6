"""The work that keeps what a node has in memory of shared streams near to what other nodes write."""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from tilth_server.store import StoreClosed, StoreError, Turn

log = structlog.get_logger()

FOLLOW_SECONDS: Final = 1.0


async def catch_up_all(turns: Sequence[Turn]) -> None:
    """Learn what other nodes have written to each stream."""
    for turn in turns:
        await turn.catch_up()


async def follow(turns: Sequence[Turn]) -> None:
    """Catch up with each stream every second, until the store is closed. What another node has revoked holds for a
    second at most.
    """
    while True:
        await asyncio.sleep(FOLLOW_SECONDS)
        try:
            await catch_up_all(turns)
        except StoreClosed:
            return
        except StoreError as error:
            log.debug("shared streams not read", error=str(error))
        except Exception:
            log.exception("shared streams not read")

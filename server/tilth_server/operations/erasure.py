"""The erasure of a player's name from memory and from the store's files."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from tilth.v1.archive_pb2 import ImportRecord
from tilth.v1.operations_pb2 import AuditRecord
from tilth_server.archive.match_transfer import IMPORTS_STREAM as IMPORTS
from tilth_server.matches.registry import Matches
from tilth_server.operations.audit import STREAM as AUDIT
from tilth_server.operations.removal import remove_player
from tilth_server.operations.reports import Reports
from tilth_server.players import PlayerRegistry
from tilth_server.players.player_index import STREAM as PLAYERS
from tilth_server.reasons import BACKUP_RUNNING
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Streams

log = structlog.get_logger()

ATTEMPTS: Final = 20
PAUSE_S: Final = 0.5


async def erase_player(
    store: Streams,
    matches: Matches,
    players: PlayerRegistry,
    reports: Reports,
    player_id: str,
    by: str,
    reason: str,
) -> list[str]:
    """Remove the player, erase their name from memory and from the store's files, and show a placeholder for it.

    Return the records of earlier builds that still hold the name, each as its stream and number. Raise Refusal if a
    running backup keeps the files from being cleaned.
    A second call finishes an erasure that a crash or a running backup interrupted.
    """
    if players.knows(player_id):
        await remove_player(matches, players, player_id, by, reason)
    await reports.erase(player_id)
    await players.erase(player_id, by)
    await _scrub_store(store)
    log.info("player erased", player=player_id)
    return await _records_with_name(store, players, player_id)


async def _scrub_store(store: Streams) -> None:
    """Clean the store's files of deleted values. Raises Refusal if a running backup prevents it."""
    for _ in range(ATTEMPTS):
        if await store.scrub():
            return
        await asyncio.sleep(PAUSE_S)
    message = "the name is erased, but the store's files can't be cleaned during a backup: call again when it has ended"
    raise Refusal(BACKUP_RUNNING, message)


async def _records_with_name(store: Streams, players: PlayerRegistry, player_id: str) -> list[str]:
    """Return the records into which an earlier build wrote the name, each as its stream and number."""

    def in_import(body: bytes) -> bool:
        return player_id in ImportRecord.FromString(body).player_names

    def in_audit(body: bytes) -> bool:
        record = AuditRecord.FromString(body)
        return record.operator_id == player_id and bool(record.operator_name)

    number = players.names.plaintext_records.get(player_id)
    found = [] if number is None else [f"{PLAYERS} {number}"]
    return (
        found
        + await _matching_records(store, IMPORTS, in_import)
        + await _matching_records(store, AUDIT, in_audit)
    )


async def _matching_records(store: Streams, stream: str, holds: Callable[[bytes], bool]) -> list[str]:
    """Return the records of the stream for which `holds` is true, each as stream and number; and the first damaged one,
    behind which nothing can be read."""
    found = []
    try:
        async for stored in store.read(stream):
            if holds(stored.body):
                found.append(f"{stream} {stored.number}")  # noqa: PERF401 - records found before the damage are kept
    except BrokenChain as broken:
        found.append(f"{stream} {broken.number}")
    return found

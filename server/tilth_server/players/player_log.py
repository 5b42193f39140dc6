"""The writer of the stream "players": one record after the other, each applied to the index when it is durable."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from tilth.v1.players_pb2 import PlayerRecord
from tilth_server.players.bans import NETWORK
from tilth_server.players.invitations import LABEL, id_of
from tilth_server.players.name_book import PLAYER
from tilth_server.players.player_index import STREAM, PlayerIndex
from tilth_server.store import KeptValue, Streams, Turn

MAX_KEPT_READS: Final = 50
"""New records from which on all kept values are read at once, instead of those of each record."""


class PlayerLog:
    """The stream of players, its index in memory, and the turn of a caller that checks and writes."""

    def __init__(self, store: Streams) -> None:
        self.index = PlayerIndex()
        self.turn = Turn(self._catch_up)
        self.on_record: list[Callable[[PlayerRecord], None]] = []
        """Callbacks for each record that was applied after `load`, whichever node has written it."""
        self._store = store
        self._length = 0

    async def load(self) -> None:
        """Read the stream, and store the names and keys that players of earlier builds lack.

        Raises BrokenChain if a record is damaged, because then nobody's rights are certain.
        """
        kept = await self._store.kept_values()
        self.index.names.load(kept)
        self.index.invitations.load(kept)
        self.index.bans.load(kept)
        async for stored in self._store.read(STREAM):
            self.index.apply(PlayerRecord.FromString(stored.body), self._length)
            self._length += 1
        known = {player.id: player.name for player in self.index.by_id.values()}
        if keeps := self.index.names.keeps_for_earlier_builds(known):
            await self._store.append(STREAM, self._length, [], keeps)

    async def _catch_up(self) -> None:
        """Read and apply the records that other nodes have written. The caller holds the turn."""
        records = [
            PlayerRecord.FromString(stored.body) async for stored in self._store.read(STREAM, self._length)
        ]
        if not records:
            return
        kept: dict[str, bytes] = {}
        keys = [key for key in map(_kept_key, records) if key]
        for key in keys if len(keys) <= MAX_KEPT_READS else [""]:
            kept |= await self._store.kept_values(key)
        self.index.names.load(kept)
        self.index.invitations.load(kept)
        self.index.bans.load(kept)
        for record in records:
            self._apply(record)

    async def write(
        self, record: PlayerRecord, keeps: Sequence[KeptValue] = (), stored: Callable[[], None] | None = None
    ) -> None:
        """Append the record and, when it is durable, call `stored` and apply it. The caller holds the turn.

        If the caller is cancelled, the write still ends before the turn is free, so that the next record follows this
        one.
        """
        record.at.FromMilliseconds(now_ms())
        writing = asyncio.ensure_future(self._append(record, keeps, stored))
        try:
            await asyncio.shield(writing)
        finally:
            while not writing.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([writing])

    async def keep(self, keeps: Sequence[KeptValue]) -> None:
        """Store values beside the stream, without a record. The caller holds the turn."""
        await self._store.append(STREAM, self._length, [], keeps)

    async def _append(
        self, record: PlayerRecord, keeps: Sequence[KeptValue], stored: Callable[[], None] | None
    ) -> None:
        """Append the record, then call `stored` and apply the record."""
        await self._store.append(STREAM, self._length, [record.SerializeToString()], keeps)
        if stored is not None:
            stored()
        self._apply(record)

    def _apply(self, record: PlayerRecord) -> None:
        """Apply a durable record, and report it."""
        self.index.apply(record, self._length)
        self._length += 1
        for call in self.on_record:
            call(record)


def _kept_key(record: PlayerRecord) -> str:
    """Return the key of the value that was kept beside the stream with this record; "" if there is none."""
    match record.WhichOneof("cause"):
        case "registered":
            return PLAYER + record.registered.player_id
        case "renamed":
            return PLAYER + record.renamed.player_id
        case "invitation_created":
            return LABEL + id_of(record.invitation_created.invitation_hash)
        case "address_banned":
            return NETWORK + record.address_banned.ban_id
        case _:
            return ""


def now_ms() -> int:
    """Return milliseconds since 1970, from the machine's clock."""
    return time.time_ns() // 1_000_000

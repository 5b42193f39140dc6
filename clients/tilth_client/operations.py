"""What an operator may do."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from hashlib import sha256

from tilth.v1 import operations_pb2, operations_pb2_grpc
from tilth_client.connection import Connection
from tilth_client.errors import ServerFault


class Operations:
    """`tilth.operations`: for the operator's token only."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "operations_pb2_grpc.OperationsServiceAsyncStub":
        return operations_pb2_grpc.OperationsServiceStub(self._connection.channel)

    async def status(self) -> operations_pb2.GetStatusResponse:
        return await self._connection.unary(self._stub.GetStatus, operations_pb2.GetStatusRequest())

    async def watch(
        self, interval: float = 1.0, *, most: int = 20
    ) -> AsyncIterator[operations_pb2.WatchServerResponse]:
        """How the server stands, every so many seconds: rates, latencies, the busiest matches and players."""
        request = operations_pb2.WatchServerRequest(interval_ms=round(interval * 1000), most=most)
        async for snapshot in self._connection.stream(self._stub.WatchServer, request, again=True):
            yield snapshot

    async def calls(self, player_id: str = "") -> list[operations_pb2.OpenCall]:
        """Every call that is under way: everybody's, or this player's."""
        request = operations_pb2.ListCallsRequest(player_id=player_id)
        return list((await self._connection.unary(self._stub.ListCalls, request)).calls)

    async def audit(
        self, from_record: int = 0, *, follow: bool = False
    ) -> AsyncIterator[operations_pb2.AuditEntry]:
        """What operators did, the first entry first; with `follow` each that comes, too, as soon as it is there."""
        request = operations_pb2.ReadAuditRequest(from_record=from_record, once=not follow)
        async for page in self._connection.stream(self._stub.ReadAudit, request, again=True):
            for entry in page.entries:
                request.from_record = entry.number + 1
                yield entry

    async def invite(self) -> str:
        """A code that is good for one registration."""
        request = operations_pb2.CreateInvitationRequest()
        return (await self._connection.unary(self._stub.CreateInvitation, request, again=False)).invitation

    async def cancel(self, match_id: str, reason: str) -> None:
        request = operations_pb2.CancelMatchRequest(match_id=match_id, reason=reason)
        await self._connection.unary(self._stub.CancelMatch, request)

    async def revoke(self, player_id: str, reason: str) -> None:
        """The player's token is worth nothing from now on."""
        request = operations_pb2.RevokePlayerRequest(player_id=player_id, reason=reason)
        await self._connection.unary(self._stub.RevokePlayer, request)

    async def kick(self, player_id: str, reason: str) -> int:
        """End every stream of the player, who may come again; gives how many there were."""
        request = operations_pb2.KickPlayerRequest(player_id=player_id, reason=reason)
        return (await self._connection.unary(self._stub.KickPlayer, request)).streams

    async def ban(
        self, player_id: str, reason: str, *, until: datetime | None = None, resign: bool = False
    ) -> None:
        """No call of the player's is taken until then, or until it is lifted; `resign` gives their seats up."""
        request = operations_pb2.BanPlayerRequest(player_id=player_id, reason=reason, resign=resign)
        if until is not None:
            request.until.FromDatetime(until.astimezone(UTC).replace(tzinfo=None))
        await self._connection.unary(self._stub.BanPlayer, request)

    async def unban(self, player_id: str, reason: str = "") -> None:
        request = operations_pb2.UnbanPlayerRequest(player_id=player_id, reason=reason)
        await self._connection.unary(self._stub.UnbanPlayer, request)

    async def pause(self, match_id: str, reason: str) -> None:
        """The match takes no answers and its clocks stand, until it is resumed."""
        request = operations_pb2.PauseMatchRequest(match_id=match_id, reason=reason)
        await self._connection.unary(self._stub.PauseMatch, request)

    async def resume(self, match_id: str) -> None:
        request = operations_pb2.ResumeMatchRequest(match_id=match_id)
        await self._connection.unary(self._stub.ResumeMatch, request)

    async def back_up(self) -> AsyncIterator[bytes]:
        """The whole store as it is now: the pieces of one file, which `tilth-server restore` takes.

        Raises ServerFault at the end if what arrived is not what was sent.
        """
        hashed = sha256()
        told = b""
        async for response in self._connection.stream(self._stub.BackUp, operations_pb2.BackUpRequest()):
            hashed.update(response.piece)
            told = response.sha256
            yield response.piece
        if hashed.digest() != told:
            raise ServerFault("The copy arrived torn or altered; try again.")

    async def drain(self, *, undo: bool = False) -> bool:
        """Take no new matches and seats (or, undone, take them again); gives whether the server drains now."""
        request = operations_pb2.DrainRequest(undo=undo)
        return (await self._connection.unary(self._stub.Drain, request)).draining

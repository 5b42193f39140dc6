"""What an operator may do."""

from tilth.v1 import operations_pb2, operations_pb2_grpc
from tilth_client.connection import Connection


class Operations:
    """`tilth.operations`: for the operator's token only."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "operations_pb2_grpc.OperationsServiceAsyncStub":
        return operations_pb2_grpc.OperationsServiceStub(self._connection.channel)

    async def status(self) -> operations_pb2.GetStatusResponse:
        return await self._connection.unary(self._stub.GetStatus, operations_pb2.GetStatusRequest())

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

    async def drain(self, *, undo: bool = False) -> bool:
        """Take no new matches and seats (or, undone, take them again); gives whether the server drains now."""
        request = operations_pb2.DrainRequest(undo=undo)
        return (await self._connection.unary(self._stub.Drain, request)).draining

"""Calls for those who look after the people on a server."""

from collections.abc import AsyncIterator

from tilth.v1 import moderation_pb2, moderation_pb2_grpc, players_pb2
from tilth_client.connection import Connection


class Moderation:
    """The calls about people, as `tilth.moderation`. They need the token of a player with a role."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "moderation_pb2_grpc.ModerationServiceAsyncStub":
        """The stub of the moderation service."""
        return moderation_pb2_grpc.ModerationServiceStub(self._connection.channel)

    async def player(self, player_id: str) -> moderation_pb2.GetPlayerDetailsResponse:
        """Return what operators see of a player, such as the invitation the player came by."""
        request = moderation_pb2.GetPlayerDetailsRequest(player_id=player_id)
        return await self._connection.unary(self._stub.GetPlayerDetails, request)

    async def invitations(self, *, valid_only: bool = False) -> AsyncIterator[moderation_pb2.Invitation]:
        """Yield the invitations, the newest first; with `valid_only`, those that still let somebody in."""
        request = moderation_pb2.ListInvitationsRequest(valid_only=valid_only)
        while True:
            reply = await self._connection.unary(self._stub.ListInvitations, request)
            for invitation in reply.invitations:
                yield invitation
            if not reply.next_page_token:
                return
            request.page_token = reply.next_page_token

    async def revoke_invitation(self, invitation_id: str, reason: str) -> None:
        """Let nobody register with the invitation from now on."""
        request = moderation_pb2.RevokeInvitationRequest(invitation_id=invitation_id, reason=reason)
        await self._connection.unary(self._stub.RevokeInvitation, request)

    async def invited_players(
        self, invitation_id: str, *, tree: bool = False
    ) -> AsyncIterator[players_pb2.Player]:
        """Yield the players who came by the invitation; with `tree`, also by invitations of theirs, and so on."""
        request = moderation_pb2.ListInvitedPlayersRequest(invitation_id=invitation_id, tree=tree)
        while True:
            reply = await self._connection.unary(self._stub.ListInvitedPlayers, request)
            for player in reply.players:
                yield player
            if not reply.next_page_token:
                return
            request.page_token = reply.next_page_token

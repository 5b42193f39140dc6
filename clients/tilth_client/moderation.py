"""Calls for those who look after the people on a server."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

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

    async def ban_address(
        self, network: str, reason: str, *, until: datetime | None = None
    ) -> moderation_pb2.Ban:
        """Refuse all calls from an address, or from a network as CIDR, until `until`, or until the ban is lifted."""
        request = moderation_pb2.BanAddressRequest(network=network, reason=reason)
        if until is not None:
            request.until.FromDatetime(until.astimezone(UTC).replace(tzinfo=None))
        return (await self._connection.unary(self._stub.BanAddress, request, retry=False)).ban

    async def ban_invitation(
        self, invitation_id: str, reason: str, *, until: datetime | None = None, resign: bool = False
    ) -> int:
        """Ban the players who came by an invitation or by its tree, until `until`, or until the ban is lifted. Return
        their number. With `resign`, resign their seats, too."""
        request = moderation_pb2.BanInvitationRequest(
            invitation_id=invitation_id, reason=reason, resign=resign
        )
        if until is not None:
            request.until.FromDatetime(until.astimezone(UTC).replace(tzinfo=None))
        return (await self._connection.unary(self._stub.BanInvitation, request)).players

    async def lift_ban(self, ban_id: str, reason: str = "") -> None:
        """Lift a ban of any kind."""
        request = moderation_pb2.LiftBanRequest(ban_id=ban_id, reason=reason)
        await self._connection.unary(self._stub.LiftBan, request, retry=False)

    async def bans(self) -> AsyncIterator[moderation_pb2.Ban]:
        """Yield the bans that hold now, the newest first."""
        request = moderation_pb2.ListBansRequest()
        while True:
            reply = await self._connection.unary(self._stub.ListBans, request)
            for ban in reply.bans:
                yield ban
            if not reply.next_page_token:
                return
            request.page_token = reply.next_page_token

    async def load(
        self, *, by_address: bool = False, by_refusals: bool = False, max_rows: int = 20
    ) -> list[moderation_pb2.ClientLoad]:
        """Return who caused most work, or refusals, in the last hour: players, or addresses."""
        request = moderation_pb2.ListLoadRequest(
            by_address=by_address, by_refusals=by_refusals, max_rows=max_rows
        )
        return list((await self._connection.unary(self._stub.ListLoad, request)).clients)

    async def reports(
        self, *, resolved_too: bool = False, player_id: str = ""
    ) -> AsyncIterator[moderation_pb2.Report]:
        """Yield the reports that nobody has resolved, or all, the oldest first; if given, only those on one player."""
        request = moderation_pb2.ListReportsRequest(resolved_too=resolved_too, player_id=player_id)
        while True:
            reply = await self._connection.unary(self._stub.ListReports, request)
            for report in reply.reports:
                yield report
            if not reply.next_page_token:
                return
            request.page_token = reply.next_page_token

    async def resolve_report(self, number: int, reason: str, *, upheld: bool) -> None:
        """Take a report off the queue."""
        state = moderation_pb2.REPORT_STATE_UPHELD if upheld else moderation_pb2.REPORT_STATE_DISMISSED
        request = moderation_pb2.ResolveReportRequest(report_number=number, reason=reason, state=state)
        await self._connection.unary(self._stub.ResolveReport, request)

"""tilth.v1.ModerationService: the calls of those who look after the people on a server."""

from collections.abc import Sequence
from typing import Final, TypeVar

from tilth.v1 import moderation_pb2 as pb
from tilth_server.api.call_context import CallContext
from tilth_server.api.gate import Gate
from tilth_server.api.load_lists import load_list
from tilth_server.api.operator_guard import OperatorGuard, refusal_for_role
from tilth_server.api.page_tokens import page_key, page_size, page_token
from tilth_server.api.player_messages import player_message
from tilth_server.matches.registry import Matches
from tilth_server.operations.removal import vacate_seats
from tilth_server.operations.reports import Report, Reports
from tilth_server.players import PlayerRegistry, Role
from tilth_server.players.ban_admin import new_ban_id
from tilth_server.players.bans import Ban
from tilth_server.players.invitations import Invitation
from tilth_server.reasons import BAN_END_INVALID
from tilth_server.timestamps import end_of, timestamp_of

T = TypeVar("T")
INVITATIONS: Final = "invitations"
INVITED: Final = "invited"
BANS: Final = "bans"
REPORTS: Final = "reports"


class ModerationService:
    """The calls of operators that are about people: invitations, bans, reports, load, and what is known of a player."""

    FOR_OPERATORS: Final = True
    READ_ONLY: Final = (
        "GetPlayerDetails",
        "ListInvitations",
        "ListInvitedPlayers",
        "ListBans",
        "ListLoad",
        "ListReports",
    )
    FOR_AUDITORS: Final = READ_ONLY
    AUDITED_INSIDE: Final = ("BanAddress",)
    FOR_MODERATORS: Final = ("RevokeInvitation", "BanAddress", "BanInvitation", "LiftBan", "ResolveReport")

    def __init__(
        self,
        matches: Matches,
        players: PlayerRegistry,
        reports: Reports,
        gate: Gate,
        guard: OperatorGuard,
    ) -> None:
        self._matches = matches
        self._reports = reports
        self._players = players
        self._gate = gate
        self._guard = guard
        self._invitations = players.invitations
        self._bans = players.bans

    async def GetPlayerDetails(
        self, request: pb.GetPlayerDetailsRequest, call: CallContext
    ) -> pb.GetPlayerDetailsResponse:
        """Return what operators see of a player: access, tokens, and the invitation the player came by.

        Refuse an unknown player.
        """
        player = self._players.get(request.player_id)
        response = pb.GetPlayerDetailsResponse(
            player=player_message(player),
            revoked=player.revoked,
            tokens=self._players.token_count(player.id),
        )
        if player.invitation_id:
            invitation = self._invitations.all.get(player.invitation_id)
            response.invitation.CopyFrom(self._invitation(invitation))
        if (ban := self._players.ban_of(player.id)) is not None:
            response.ban.CopyFrom(self._ban(ban))
        return response

    # Invitations ---------------------------------------------------------------------------------------

    async def ListInvitations(
        self, request: pb.ListInvitationsRequest, call: CallContext
    ) -> pb.ListInvitationsResponse:
        """Return one page of the invitations, the newest first; if asked, only those that still let somebody in."""
        wanted = [
            one
            for one in self._invitations.all.newest_first()
            if not request.valid_only or one.refusal() is None
        ]
        found, last = _page(wanted, request.page_token, request.page_size, INVITATIONS)
        return pb.ListInvitationsResponse(invitations=map(self._invitation, found), next_page_token=last)

    async def RevokeInvitation(
        self, request: pb.RevokeInvitationRequest, call: CallContext
    ) -> pb.RevokeInvitationResponse:
        """Let nobody register with an invitation from now on; players who came by it stay. Refuse an unknown one."""
        await self._invitations.revoke(request.invitation_id, call.caller.player_id)
        return pb.RevokeInvitationResponse()

    async def ListInvitedPlayers(
        self, request: pb.ListInvitedPlayersRequest, call: CallContext
    ) -> pb.ListInvitedPlayersResponse:
        """Return one page of the players who came by an invitation, or by its whole tree; refuse an unknown one."""
        invited = self._invitations.players(request.invitation_id, tree=request.tree)
        found, last = _page(invited, request.page_token, request.page_size, INVITED)
        return pb.ListInvitedPlayersResponse(players=map(player_message, found), next_page_token=last)

    # Bans ------------------------------------------------------------------------------------------------

    async def ListBans(self, request: pb.ListBansRequest, call: CallContext) -> pb.ListBansResponse:
        """Return one page of the bans that hold now, of every kind, the newest first."""
        found, last = _page(self._bans.all.newest_first(), request.page_token, request.page_size, BANS)
        return pb.ListBansResponse(bans=map(self._ban, found), next_page_token=last)

    async def BanAddress(self, request: pb.BanAddressRequest, call: CallContext) -> pb.BanAddressResponse:
        """Refuse all calls from an address or a network until a time or until the ban is lifted, and end streams from
        there. The audit holds the ban's id, because an address in it could not be erased.

        Refuse what is no network, one that holds the caller's own address, and a time in the past.
        """
        ban_id = new_ban_id()
        await self._guard.record(call, "BanAddress", subject=ban_id, reason=request.reason)
        until_ms = end_of(request, "until", BAN_END_INVALID)
        ban = await self._bans.ban_address(
            ban_id, request.network, call.caller.player_id, call.address, request.reason, until_ms
        )
        return pb.BanAddressResponse(ban=self._ban(ban))

    async def BanInvitation(
        self, request: pb.BanInvitationRequest, call: CallContext
    ) -> pb.BanInvitationResponse:
        """Refuse all calls of the players in the tree of an invitation until a time or until the ban is lifted, end
        their streams, and resign their seats if asked. Refuse an unknown invitation and a time in the past."""
        until_ms = end_of(request, "until", BAN_END_INVALID)
        ban = await self._bans.ban_invitation(
            request.invitation_id, call.caller.player_id, request.reason, until_ms
        )
        hit = [one for one in self._invitations.players(request.invitation_id, tree=True) if not one.role]
        if request.resign:
            for player in hit:
                await vacate_seats(self._matches, player.id)
        return pb.BanInvitationResponse(ban=self._ban(ban), players=len(hit))

    async def LiftBan(self, request: pb.LiftBanRequest, call: CallContext) -> pb.LiftBanResponse:
        """Lift a ban of any kind; refuse one that does not hold."""
        player_id = request.ban_id
        if not self._players.knows(player_id):
            await self._bans.lift(request.ban_id, call.caller.player_id)
            return pb.LiftBanResponse()
        if self._players.get(player_id).role and call.caller.role < Role.OPERATOR:
            raise refusal_for_role(Role.OPERATOR, "ban_id")
        await self._players.unban(player_id, call.caller.player_id)
        return pb.LiftBanResponse()

    # Reports and load --------------------------------------------------------------------------------------

    async def ListLoad(self, request: pb.ListLoadRequest, call: CallContext) -> pb.ListLoadResponse:
        """Return the players or addresses that caused most work or refusals in the last hour."""
        return load_list(self._gate.load, self._players, request)

    async def ListReports(self, request: pb.ListReportsRequest, call: CallContext) -> pb.ListReportsResponse:
        """Return one page of the reports that nobody has resolved, or of all, the oldest first."""
        wanted = self._reports.oldest_first(resolved_too=request.resolved_too, player_id=request.player_id)
        in_order = sorted(wanted, key=lambda one: one.number)
        found, last = _page(in_order, request.page_token, request.page_size, REPORTS)
        return pb.ListReportsResponse(reports=map(self._report, found), next_page_token=last)

    async def ResolveReport(
        self, request: pb.ResolveReportRequest, call: CallContext
    ) -> pb.ResolveReportResponse:
        """Take a report off the queue as upheld or dismissed, or put it back; refuse an unknown one."""
        await self._reports.resolve(request.report_number, call.caller.player_id, request.state)
        return pb.ResolveReportResponse()

    def _report(self, report: Report) -> pb.Report:
        """Return the message that describes a report."""
        kept, (field, target) = self._reports.kept(report.number), report.target
        message = pb.Report(
            number=report.number,
            reported_at=timestamp_of(report.at_ms),
            reporter_id=report.reporter_id,
            reporter_name=self._players.name(report.reporter_id),
            kind=report.kind,
            reported_name=kept.reported_name,
            text=kept.text,
            state=report.state,
        )
        setattr(message, field, target)
        if report.resolver_id:
            message.resolver_id = report.resolver_id
            message.resolver_name = self._players.name(report.resolver_id)
            message.resolved_at.FromMilliseconds(report.resolved_ms)
        return message

    def _ban(self, ban: Ban) -> pb.Ban:
        """Return the message that describes a ban."""
        message = pb.Ban(
            id=ban.id,
            reason=ban.reason,
            until=timestamp_of(ban.until_ms),
            created_at=timestamp_of(ban.created_ms),
            creator_id=ban.actor_id,
            creator_name=self._players.name(ban.actor_id),
        )
        if ban.network is not None:
            message.network = str(ban.network)
        elif self._players.knows(ban.id):
            message.player_id, message.name = ban.id, self._players.name(ban.id)
        else:
            message.invitation_id, message.name = ban.id, self._invitations.all.label(ban.id)
        return message

    def _invitation(self, invitation: Invitation) -> pb.Invitation:
        """Return the message that describes an invitation."""
        message = pb.Invitation(
            id=invitation.id,
            label=self._invitations.all.label(invitation.id),
            uses=invitation.uses,
            used=len(invitation.player_ids),
            creator_id=invitation.creator_id,
            creator_name=self._players.name(invitation.creator_id),
            revoked=invitation.revoked,
        )
        message.created_at.FromMilliseconds(invitation.created_ms)
        if invitation.end_ms:
            message.expires_at.FromMilliseconds(invitation.end_ms)
        return message


def _page(rows: Sequence[T], token: str, size: int, name: str) -> tuple[Sequence[T], str]:
    """Return the page of the rows that the token asks for, and the token of the next one, "" at the end."""
    first = int(page_key(name, token) or "0")
    end = first + page_size(size)
    return rows[first:end], page_token(name, str(end) if end < len(rows) else "")

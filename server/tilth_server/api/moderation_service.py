"""tilth.v1.ModerationService: the calls of those who look after the people on a server."""

from collections.abc import Sequence
from typing import Final, TypeVar

from tilth.v1 import moderation_pb2 as pb
from tilth_server.api.call_context import CallContext
from tilth_server.api.page_tokens import page_key, page_size, page_token
from tilth_server.api.player_messages import player_message
from tilth_server.players import PlayerRegistry
from tilth_server.players.invitations import Invitation

T = TypeVar("T")
INVITATIONS: Final = "invitations"
INVITED: Final = "invited"


class ModerationService:
    """The calls of operators that are about people: invitations, and what is known of a player."""

    FOR_OPERATORS: Final = True
    READ_ONLY: Final = ("GetPlayerDetails", "ListInvitations", "ListInvitedPlayers")
    FOR_AUDITORS: Final = READ_ONLY
    FOR_MODERATORS: Final = ("RevokeInvitation",)

    def __init__(self, players: PlayerRegistry) -> None:
        self._players = players
        self._invitations = players.invitations

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

"""Making and revoking invitations."""

from tilth.v1.players_pb2 import InvitationCreated, InvitationRevoked, PlayerRecord
from tilth_server import reasons
from tilth_server.players.invitations import Invitation, id_of, label_to_keep
from tilth_server.players.player_index import Player
from tilth_server.players.player_log import PlayerLog, now_ms
from tilth_server.players.tokens import hash_of_secret, new_invitation
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import again_if_moved

MAX_USES = 10_000


class InvitationAdmin:
    """The invitations of the server for those who make, list and revoke them."""

    def __init__(self, log: PlayerLog) -> None:
        self._log = log
        self.all = log.index.invitations

    @again_if_moved
    async def create(
        self, by: str, *, label: str = "", uses: int = 0, end_ms: int = 0
    ) -> tuple[str, Invitation]:
        """Make an invitation for this number of registrations (0: 1) until `end_ms` (0: for good). Return the words to
        register with, and the invitation."""
        if uses > MAX_USES:
            raise over_limit("uses_per_invitation", MAX_USES)
        if end_ms and end_ms <= now_ms():
            message = "the end of the invitation is in the past"
            raise Refusal(reasons.END_INVALID, message, field="expires_at")
        async with self._log.turn:
            secret = new_invitation()
            made = InvitationCreated(invitation_hash=hash_of_secret(secret), actor_id=by, uses=uses or 1)
            if end_ms:
                made.expires_at.FromMilliseconds(end_ms)
            invitation_id = id_of(made.invitation_hash)
            keeps = [label_to_keep(invitation_id, label)] if label else []
            await self._log.write(
                PlayerRecord(invitation_created=made),
                keeps,
                lambda: self.all.remember_label(invitation_id, label),
            )
            return secret, self.all.get(invitation_id)

    @again_if_moved
    async def revoke(self, invitation_id: str, by: str) -> None:
        """Let nobody register with the invitation from now on. A second call changes nothing."""
        async with self._log.turn:
            invitation = self.all.get(invitation_id)
            if not invitation.revoked:
                revoked = InvitationRevoked(invitation_hash=invitation.hash, actor_id=by)
                await self._log.write(PlayerRecord(invitation_revoked=revoked))

    def made_for(self, player: Player) -> str:
        """Return the id of the invitation that let in this player and nobody else, whose label may name them; else
        ""."""
        invited = player.invitation_id
        return invited if invited and self.all.get(invited).uses == 1 else ""

    def players(self, invitation_id: str, *, tree: bool = False) -> list[Player]:
        """Return the players who came by the invitation and are not revoked; with `tree`, also those who came by
        invitations that these players made, and so on."""
        root, by_id = self.all.get(invitation_id), self._log.index.by_id
        found = (
            by_id[player_id]
            for invitation in (self.all.tree(root) if tree else (root,))
            for player_id in invitation.player_ids
        )
        return [player for player in found if not player.revoked]

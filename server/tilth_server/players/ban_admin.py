"""Banning networks and the trees of invitations, and lifting bans."""

import secrets
from collections.abc import Sequence

from tilth.v1.players_pb2 import AddressBanned, BanLifted, InvitationBanned, PlayerRecord
from tilth_server import reasons
from tilth_server.players.bans import Ban, holds, network_of, network_to_keep
from tilth_server.players.player_log import PlayerLog, now_ms
from tilth_server.refusal import Refusal
from tilth_server.store import KeptValue, again_if_moved

ID_BYTES = 8


class BanAdmin:
    """The bans of networks and invitations, for those who make, list and lift them."""

    def __init__(self, log: PlayerLog) -> None:
        self._log = log
        self.all = log.index.bans

    @again_if_moved
    async def ban_address(
        self, ban_id: str, text: str, by: str, address: str, reason: str, until_ms: int
    ) -> Ban:
        """Ban an address or a network, under a new id, until `until_ms` (0: until it is lifted).

        Refuse what is no network, one that holds the caller's own address, and an end in the past.
        """
        network = network_of(text)
        if holds(network, address):
            message = "this network holds your own address, and others may share it, too"
            raise Refusal(reasons.CANNOT_BAN_SELF, message, field="network")
        _check_end(until_ms)
        async with self._log.turn:
            banned = AddressBanned(ban_id=ban_id, actor_id=by, reason=reason)
            if until_ms:
                banned.until.FromMilliseconds(until_ms)
            keeps, ended = self._erasures()
            await self._log.write(
                PlayerRecord(address_banned=banned),
                [*keeps, network_to_keep(ban_id, network)],
                lambda: self.all.replace_networks(ended, ban_id, network),
            )
            return self._existing(ban_id)

    @again_if_moved
    async def ban_invitation(self, invitation_id: str, by: str, reason: str, until_ms: int) -> Ban:
        """Ban the tree of an invitation until `until_ms` (0: until it is lifted). Refuse an unknown one and an end in
        the past."""
        _check_end(until_ms)
        async with self._log.turn:
            invitation = self._log.index.invitations.get(invitation_id)
            banned = InvitationBanned(invitation_hash=invitation.hash, actor_id=by, reason=reason)
            if until_ms:
                banned.until.FromMilliseconds(until_ms)
            await self._log.write(PlayerRecord(invitation_banned=banned))
            return self._existing(invitation_id)

    @again_if_moved
    async def lift(self, ban_id: str, by: str) -> None:
        """Lift the ban of a network or an invitation, and erase its network. Refuse one that does not hold."""
        async with self._log.turn:
            ban = self._existing(ban_id)
            keeps = [] if ban.network is None else [network_to_keep(ban_id, None)]
            await self._log.write(
                PlayerRecord(ban_lifted=BanLifted(ban_id=ban_id, actor_id=by)),
                keeps,
                lambda: self.all.forget_networks([ban_id]),
            )

    @again_if_moved
    async def erase_ended(self) -> None:
        """Erase the networks of bans that have ended."""
        async with self._log.turn:
            keeps, ended = self._erasures()
            if keeps:
                await self._log.keep(keeps)
                self.all.forget_networks(ended)

    def _erasures(self) -> tuple[Sequence[KeptValue], list[str]]:
        """Return the values that erase the networks of bans that have ended, and the ids of these bans."""
        ended = list(self.all.ended_networks())
        return [network_to_keep(ban_id, None) for ban_id in ended], ended

    def _existing(self, ban_id: str) -> Ban:
        """Return the ban of a network or an invitation that holds now. Raises Refusal if there is none."""
        ban = self.all.by_id(ban_id)
        if ban is None:
            raise Refusal(reasons.BAN_NOT_FOUND, f"no ban {ban_id!r} holds", field="ban_id")
        return ban


def new_ban_id() -> str:
    """Return a new id of a ban of a network."""
    return "b" + secrets.token_hex(ID_BYTES)


def _check_end(until_ms: int) -> None:
    """Refuse the end of a ban that is in the past."""
    if until_ms and until_ms <= now_ms():
        raise Refusal(reasons.BAN_END_INVALID, "the ban's end is in the past", field="until")

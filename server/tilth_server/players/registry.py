"""The registry of players: the only code that changes the stream "players".

Registrations are rare, so writes run one after the other. A record is applied only when it is durable.
"""

import secrets
from collections.abc import Callable

from tilth.v1.players_pb2 import (
    IdSecretMade,
    PlayerBanned,
    PlayerErased,
    PlayerRecord,
    PlayerRegistered,
    PlayerRenamed,
    PlayerRevoked,
    PlayerUnbanned,
    RoleSet,
    TokenAdded,
    TokenRenewed,
)
from tilth_server import reasons
from tilth_server.derived_ids import new_secret
from tilth_server.players import names
from tilth_server.players.ban_admin import BanAdmin
from tilth_server.players.bans import Ban
from tilth_server.players.invitation_admin import InvitationAdmin
from tilth_server.players.invitations import label_to_keep
from tilth_server.players.name_book import name_to_keep, new_kept_name
from tilth_server.players.name_hashes import hash_of, salt_of
from tilth_server.players.player_index import STREAM, Player
from tilth_server.players.player_log import PlayerLog, now_ms
from tilth_server.players.recent_replies import RecentReplies
from tilth_server.players.roles import Role
from tilth_server.players.tokens import (
    HASH_BYTES,
    check_token_hash,
    hash_of_secret,
    new_id,
    new_token,
)
from tilth_server.reasons import REQUEST_ID_REUSED
from tilth_server.refusal import Refusal, over_limit
from tilth_server.settings import Registration
from tilth_server.store import Streams, Turn, again_if_moved

OPERATOR = "operator"
BOT = "bot"


class PlayerRegistry:
    """The registry of all players who were ever registered here. `load` reads it."""

    def __init__(self, store: Streams, registration: Registration) -> None:
        self.registration = registration
        self._log = PlayerLog(store)
        self._index = self._log.index
        self.names = self._index.names
        self.ids = self._index.ids
        self.invitations = InvitationAdmin(self._log)
        self.bans = BanAdmin(self._log)
        self._replies: RecentReplies[tuple[Player, str]] = RecentReplies()

    async def load(self) -> None:
        """Read the players' stream and what is stored beside it. Then store the secret for ids if it is missing.

        Raises BrokenChain if a record is damaged, because then nobody's rights are certain.
        """
        await self._log.load()
        await self.bans.erase_ended()
        if not self.ids.secret:
            await self._make_secret()

    @again_if_moved
    async def _make_secret(self) -> None:
        """Store the secret for ids, unless another node has done so."""
        async with self._log.turn:
            if not self.ids.secret:
                await self._log.write(PlayerRecord(id_secret_made=IdSecretMade(secret=new_secret())))

    @property
    def turn(self) -> Turn:
        """Return the turn of a caller that checks and writes."""
        return self._log.turn

    # Reading ---------------------------------------------------------------------------------------

    def player_of_token(self, token: str) -> Player | None:
        """Return the player who has this token; None if nobody has it."""
        return self._index.player_of_token(hash_of_secret(token))

    def get(self, player_id: str) -> Player:
        """Return the player. Raises Refusal if there is no player with this id."""
        player = self._index.by_id.get(player_id)
        if player is None:
            raise Refusal(reasons.PLAYER_NOT_FOUND, f"there is no player {player_id!r}", field="player_id")
        return player

    def knows(self, player_id: str) -> bool:
        """Return whether a player of this server has this id."""
        return player_id in self._index.by_id

    def name(self, player_id: str) -> str:
        """Return the player's name; for an unknown player, the id."""
        return self.names.of(player_id)

    def page(self, after: str, size: int) -> tuple[list[Player], str]:
        """Return a page of players who are not revoked, by name after the name key `after`, and the key for the next
        page, "" at the end."""
        return self._index.page(after, size)

    def ban_of(self, player_id: str) -> Ban | None:
        """Return the ban that hits the player now: the player's own, or that of the tree by which the player came; None
        if none does."""
        return self._index.ban_of(player_id)

    def __len__(self) -> int:
        """Return the number of players who are not revoked."""
        return len(self._index)

    @property
    def operator(self) -> Player | None:
        """The operator who was registered first; None before the first start of the server."""
        return next((one for one in self._index.by_id.values() if one.operator and not one.revoked), None)

    def with_roles(self) -> list[Player]:
        """Return the players who have a role and are not revoked, the greatest role first, then by name."""
        found = (one for one in self._index.by_id.values() if one.role and not one.revoked)
        return sorted(found, key=lambda one: (-one.role, names.name_key(one.name)))

    def on_token_lost(self, callback: Callable[[str], None]) -> None:
        """Call `callback` with the id of each player whose tokens become invalid, from now on."""
        self._index.on_token_lost.append(callback)

    def on_record(self, callback: Callable[[PlayerRecord], None]) -> None:
        """Call `callback` with each record that is applied from now on, whichever node has written it."""
        self._log.on_record.append(callback)

    # Changing --------------------------------------------------------------------------------------

    async def register(
        self, name: str, invitation: str = "", request_id: str = "", peer: str = "", token_hash: bytes = b""
    ) -> tuple[Player, str]:
        """Register a player. Return the player and the token, which is shown only in this reply.

        If the client made the token itself, it sends only its hash (`token_hash`). Then the returned token is empty,
        and a repeated request gets the same reply at any time. Otherwise a repeated request with the same request id
        gets the same reply for some minutes, from the same peer only, because the server does not store tokens.
        """
        kept = names.checked_name(name)
        if token_hash:
            check_token_hash(token_hash)
        known = self._registered_before(kept, token_hash)
        if known is not None:
            return known, ""
        if not request_id:
            return await self._register_once(kept, invitation, token_hash)
        return await self._replies.run_once(
            (peer, request_id),
            (kept, invitation, token_hash),
            lambda: self._register_once(kept, invitation, token_hash),
        )

    @again_if_moved
    async def make_operator(self, keep: Callable[[str], None]) -> tuple[Player, str]:
        """Register the first operator. Return the player and the token.

        `keep` gets the token before it is valid. If `keep` fails, nobody is registered, and the next start tries again.
        """
        async with self._log.turn:
            name, number = OPERATOR, 1
            while name in self._index.taken:
                number += 1
                name = f"{OPERATOR} {number}"
            token = new_token()
            keep(token)
            return await self._add(name, hash_of_secret(token), operator=True), token

    @again_if_moved
    async def make_bot(self, bot: str) -> Player:
        """Return the player of a bot that the server runs, which is registered now if there is none.

        It has the bot's name, or a longer one if that is taken. Nobody has its token.
        """
        async with self._log.turn:
            known = next(
                (self._index.by_id[one] for one, name in self.names.bots.items() if name == bot), None
            )
            if known is not None:
                return known
            name, number = names.checked_name(bot), 1
            while name in self._index.taken:
                number += 1
                name = names.checked_name(f"{bot} {BOT}" if number == 2 else f"{bot} {BOT} {number}")
            return await self._add(name, secrets.token_bytes(HASH_BYTES), bot=bot)

    @again_if_moved
    async def renew_token(self, player_id: str, *, by: str = "") -> str:
        """Give the player a new token, and return it. All earlier ones become invalid. `by`: the operator who issues
        it, to nobody who has a role; "" for the player."""
        async with self._log.turn:
            player = self._active_player(player_id)
            if by and player.role:
                message = "nobody else may get the token of a player with a role: take the role away first"
                raise Refusal(reasons.PLAYER_IS_OPERATOR, message, field="player_id")
            if player.bot:
                raise Refusal(reasons.PLAYER_IS_BOT, "a bot of the server has no token", field="player_id")
            token = new_token()
            renewed = TokenRenewed(player_id=player_id, token_hash=hash_of_secret(token), actor_id=by)
            await self._log.write(PlayerRecord(token_renewed=renewed))
            return token

    def token_count(self, player_id: str) -> int:
        """Return the number of valid tokens of the player."""
        return self._index.token_count(player_id)

    def check_tokens_left(self, player_id: str, most: int) -> None:
        """Raise Refusal if the player has `most` valid tokens already."""
        if self._index.token_count(player_id) >= most:
            raise over_limit("tokens_per_player", most)

    @again_if_moved
    async def add_token(self, player_id: str, token_hash: bytes, most: int) -> Player:
        """Give the player one more token, `most` in all, and return the player. Another device has made it and sends
        its hash. Raises Refusal if that was used before, or for a player who may not play."""
        async with self._log.turn:
            player = self._active_player(player_id)
            if (ban := self.ban_of(player_id)) is not None:
                raise ban.refusal()
            self.check_tokens_left(player_id, most)
            if self._index.player_of_token(token_hash) or self._index.registered_with(token_hash):
                message = "this token was used before: make another token"
                raise Refusal(REQUEST_ID_REUSED, message, field="token_hash")
            await self._log.write(
                PlayerRecord(token_added=TokenAdded(player_id=player_id, token_hash=token_hash))
            )
            return player

    @again_if_moved
    async def set_role(self, player_id: str, by: str, role: Role) -> None:
        """Give a player the role in place of the one before. With `Role.NONE`, take it.

        Refuse a revoked player, a bot, and to take the role of the last operator.
        """
        async with self._log.turn:
            player = self._active_player(player_id)
            if player.bot:
                raise Refusal(reasons.PLAYER_IS_BOT, "a bot of the server has no role", field="player_id")
            if player.role is not role:
                if role is not Role.OPERATOR:
                    self._check_leaves_operator(player)
                role_set = RoleSet(player_id=player_id, actor_id=by, role=role.message)
                await self._log.write(PlayerRecord(role_set=role_set))

    @again_if_moved
    async def revoke(self, player_id: str, by: str, reason: str) -> None:
        """Take a player's access away for good. Nobody else can take the name. A second call changes nothing."""
        async with self._log.turn:
            player = self.get(player_id)
            if player.revoked:
                return
            self._check_leaves_operator(player)
            revoked = PlayerRevoked(player_id=player_id, actor_id=by, reason=reason)
            await self._log.write(PlayerRecord(revoked=revoked))

    @again_if_moved
    async def erase(self, player_id: str, by: str) -> None:
        """Erase all stored names of a revoked player, or of a player of another server. A second call changes nothing.

        Refuse an id for which no name is stored.
        """
        async with self._log.turn:
            player = self._index.by_id.get(player_id)
            if player is None and not (
                self.names.knows_name_of(player_id) or self.names.is_erased(player_id)
            ):
                raise Refusal(
                    reasons.PLAYER_NOT_FOUND, f"no name is stored for {player_id!r}", field="player_id"
                )
            assert player is None or player.revoked, "the name of a player who may play is needed"
            if not self.names.is_erased(player_id):
                erased = PlayerErased(player_id=player_id, actor_id=by)
                keeps = list(self.names.erasure(player_id))
                invited = "" if player is None else self.invitations.made_for(player)
                if invited:
                    keeps.append(label_to_keep(invited, ""))
                await self._log.write(
                    PlayerRecord(erased=erased),
                    keeps,
                    lambda: self._index.invitations.remember_label(invited, ""),
                )

    @again_if_moved
    async def rename(self, player_id: str, name: str, by: str) -> str:
        """Give a player another name, and return it as it is stored. The present name changes nothing.

        Refuse an invalid name, one that another player has or that looks like it, and a player whose name was erased.
        """
        new = names.checked_name(name)
        async with self._log.turn:
            player = self.get(player_id)
            if player.erased:
                raise Refusal(
                    reasons.PLAYER_NOT_FOUND, "the name of this player was erased", field="player_id"
                )
            if player.name != new:
                self._index.taken.check(new, except_player_id=player_id)
                kept, name_hash = self.names.kept_after_rename(player_id, new, STREAM)
                renamed = PlayerRenamed(player_id=player_id, actor_id=by, name_hash=name_hash)
                await self._log.write(
                    PlayerRecord(renamed=renamed),
                    [name_to_keep(player_id, kept)],
                    lambda: self.names.remember(player_id, kept),
                )
            return new

    @again_if_moved
    async def ban(self, player_id: str, by: str, reason: str, until_ms: int = 0) -> Ban:
        """Ban the player until `until_ms`, or with 0 until the ban is lifted, in place of an older ban.

        Refuse a ban of oneself, of a revoked player or of the last operator, and an end in the past.
        """
        async with self._log.turn:
            player = self._active_player(player_id)
            if player_id == by:
                message = "you cannot ban yourself, because you could not lift the ban: ask another operator"
                raise Refusal(reasons.CANNOT_BAN_SELF, message, field="player_id")
            self._check_leaves_operator(player)
            if until_ms and until_ms <= now_ms():
                raise Refusal(reasons.BAN_END_INVALID, "the ban's end is in the past", field="until")
            banned = PlayerBanned(player_id=player_id, actor_id=by, reason=reason)
            if until_ms:
                banned.until.FromMilliseconds(until_ms)
            await self._log.write(PlayerRecord(banned=banned))
            return Ban(reason, until_ms)

    @again_if_moved
    async def unban(self, player_id: str, by: str) -> None:
        """Lift the player's ban. Change nothing if none holds now; refuse an unknown player."""
        async with self._log.turn:
            self.get(player_id)
            if self._index.bans.of(player_id) is not None:
                await self._log.write(PlayerRecord(unbanned=PlayerUnbanned(player_id=player_id, actor_id=by)))

    @again_if_moved
    async def _register_once(self, name: str, invitation: str, token_hash: bytes) -> tuple[Player, str]:
        """Register a player, unless this token has registered one already. Return the player and a new token, if one
        was made."""
        async with self._log.turn:
            known = self._registered_before(name, token_hash)
            if known is not None:
                return known, ""
            used = self._invitation_of(invitation)
            self._index.taken.check(name)
            token = "" if token_hash else new_token()
            added = await self._add(
                name, token_hash or hash_of_secret(token), invitation_hash=used, own_token=bool(token_hash)
            )
            return added, token

    def _registered_before(self, name: str, token_hash: bytes) -> Player | None:
        """Return the player who registered with a token of this hash and this name; None if nobody did, or without a
        hash. Refuse the token of another registration.
        """
        if not token_hash:
            return None
        known = self._index.registered_with(token_hash)
        if known is not None and self.names.is_possible_name(known[0].id, name, known[1], STREAM):
            return known[0]
        if known is not None or self._index.player_of_token(token_hash) is not None:
            message = "this token was used for another registration: make another token"
            raise Refusal(REQUEST_ID_REUSED, message, field="token_hash")
        return None

    def _invitation_of(self, invitation: str) -> bytes:
        """Return the hash of the invitation to use up; b"" if everybody may register. Raises Refusal if registration is
        closed, or the invitation is missing or invalid."""
        if self.registration is Registration.CLOSED:
            raise Refusal(reasons.REGISTRATION_CLOSED, "this server takes no new players")
        if self.registration is Registration.OPEN:
            return b""
        if not invitation:
            message = "this server takes new players by invitation: ask its operator for one"
            raise Refusal(reasons.INVITATION_REQUIRED, message, field="invitation")
        used = self._index.invitations.valid_for(invitation)
        if self._index.tree_ban_of(used.id) is not None:
            raise Refusal(reasons.INVITATION_INVALID, "this invitation is banned", field="invitation")
        return used.hash

    async def _add(
        self,
        name: str,
        token_hash: bytes,
        *,
        operator: bool = False,
        invitation_hash: bytes = b"",
        own_token: bool = False,
        bot: str = "",
    ) -> Player:
        """Write the registration of a new player, and return the player."""
        player_id = new_id()
        kept = new_kept_name(name)
        registered = PlayerRegistered(
            player_id=player_id,
            token_hash=token_hash,
            own_token=own_token,
            operator=operator,
            invitation_hash=invitation_hash,
            bot=bot,
            name_hash=hash_of(salt_of(kept.key, STREAM), player_id, name),
        )
        await self._log.write(
            PlayerRecord(registered=registered),
            [name_to_keep(player_id, kept)],
            lambda: self.names.remember(player_id, kept),
        )
        return self._index.by_id[player_id]

    def _active_player(self, player_id: str) -> Player:
        """Return the player. Raises Refusal if there is none, or if they are revoked."""
        player = self.get(player_id)
        if player.revoked:
            raise Refusal(reasons.PLAYER_REVOKED, f"{player.name} is revoked", field="player_id")
        return player

    def _check_leaves_operator(self, player: Player) -> None:
        """Refuse to take the rights of an operator if no other operator is left who is neither revoked nor banned."""
        others = (one for one in self._index.by_id.values() if one.operator and one.id != player.id)
        if player.operator and all(one.revoked or self._index.bans.of(one.id) for one in others):
            raise Refusal(reasons.LAST_OPERATOR, "this is the last operator", field="player_id")

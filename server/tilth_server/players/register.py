"""The register of players: the fold of the stream "players", kept in memory.

Registering is rare, so its writes go one after the other; what is durable is applied, nothing else ever is.
"""

import asyncio
import time
from bisect import bisect_right, insort
from collections.abc import Callable
from dataclasses import dataclass, replace

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1.players_pb2 import (
    InvitationMade,
    PlayerBanned,
    PlayerRecord,
    PlayerRegistered,
    PlayerRevoked,
    PlayerUnbanned,
    TokenRenewed,
)
from tilth_server.players import names, reasons
from tilth_server.players.bans import Ban, Bans
from tilth_server.players.repeats import Repeats
from tilth_server.players.tokens import hashed, new_id, new_invitation, new_token
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store import Streams

STREAM = "players"
OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who may play: a person or a bot."""

    id: str
    name: str
    operator: bool
    registered_ms: int
    revoked: bool = False


class Register:
    """Everybody who was ever registered; `load` reads them."""

    def __init__(self, store: Streams, registration: Registration) -> None:
        self.registration = registration
        self._store = store
        self._length = 0
        self._turn = asyncio.Lock()
        self._by_id: dict[str, Player] = {}
        self._by_name: dict[str, str] = {}
        self._sorted_names: list[str] = []
        self._by_token: dict[bytes, str] = {}
        self._token_of: dict[str, bytes] = {}
        self._invitations: set[bytes] = set()
        self.strangers: dict[str, str] = {}
        """Names by id of players of other servers, whose matches were imported."""
        self._token_lost: list[Callable[[str], None]] = []
        self._bans = Bans()
        self._repeats: Repeats[tuple[Player, str]] = Repeats()

    async def load(self) -> None:
        """Read the stream; BrokenChain if a record of it isn't good, for then nobody's rights are certain."""
        async for stored in self._store.read(STREAM):
            self._apply(PlayerRecord.FromString(stored.body))
            self._length += 1

    # Asking ----------------------------------------------------------------------------------------

    def holder(self, token: str) -> Player | None:
        """Whose token this is."""
        player_id = self._by_token.get(hashed(token))
        return None if player_id is None else self._by_id[player_id]

    def get(self, player_id: str) -> Player:
        player = self._by_id.get(player_id)
        if player is None:
            raise Refusal(reasons.NO_PLAYER, f"there is no player {player_id!r}", field="player_id")
        return player

    def knows(self, player_id: str) -> bool:
        return player_id in self._by_id

    def name(self, player_id: str) -> str:
        """The player's name; the id itself of somebody who was never heard of."""
        player = self._by_id.get(player_id)
        return self.strangers.get(player_id, player_id) if player is None else player.name

    def page(self, after: str, size: int) -> tuple[list[Player], str]:
        """Who may play, by name: `size` of them after the name key `after`, and the key to go on from ("": the end)."""
        first = bisect_right(self._sorted_names, after)
        keys = self._sorted_names[first : first + size]
        more = first + size < len(self._sorted_names)
        return [self._by_id[self._by_name[key]] for key in keys], keys[-1] if more else ""

    def ban_of(self, player_id: str) -> Ban | None:
        """The ban that holds now."""
        return self._bans.of(player_id)

    def __len__(self) -> int:
        return len(self._sorted_names)

    @property
    def operator(self) -> Player | None:
        """Who runs the server; None before its first start."""
        return next((one for one in self._by_id.values() if one.operator and not one.revoked), None)

    def on_token_lost(self, call: Callable[[str], None]) -> None:
        """`call` is told the player whose token is worth nothing any more."""
        self._token_lost.append(call)

    # Changing --------------------------------------------------------------------------------------

    async def register(
        self, name: str, invitation: str = "", request_id: str = "", peer: str = ""
    ) -> tuple[Player, str]:
        """A new player and the token, which nobody is shown again.

        The same request again (of the same peer, soon) gets the same reply, though the token isn't kept.
        """
        kept = names.checked(name)
        if not request_id:
            return await self._registered(kept, invitation)
        return await self._repeats.once(
            (peer, request_id, kept, invitation), lambda: self._registered(kept, invitation)
        )

    async def make_operator(self, keep: Callable[[str], None]) -> tuple[Player, str]:
        """The player who runs the server, made on its first start.

        `keep` gets the token before it is worth anything: if that fails, the next start tries again.
        """
        async with self._turn:
            name, number = OPERATOR, 1
            while names.key(name) in self._by_name:
                number += 1
                name = f"{OPERATOR} {number}"
            token = new_token()
            keep(token)
            return await self._add(name, token, operator=True), token

    async def renew_token(self, player_id: str) -> str:
        """A new token; the old one is worth nothing from now on."""
        async with self._turn:
            self._active(player_id)
            token = new_token()
            renewed = TokenRenewed(player_id=player_id, token_hash=hashed(token))
            await self._write(PlayerRecord(token_renewed=renewed))
            return token

    async def make_invitation(self, by: str) -> str:
        """Good for one registration."""
        async with self._turn:
            invitation = new_invitation()
            made = InvitationMade(invitation_hash=hashed(invitation), by_id=by)
            await self._write(PlayerRecord(invitation_made=made))
            return invitation

    async def revoke(self, player_id: str, by: str, reason: str) -> None:
        """Take a player's access away, for good. The name stays theirs. Once more changes nothing."""
        async with self._turn:
            player = self.get(player_id)
            if player.revoked:
                return
            self._leave_an_operator(player)
            revoked = PlayerRevoked(player_id=player_id, by_id=by, reason=reason)
            await self._write(PlayerRecord(revoked=revoked))

    async def ban(self, player_id: str, by: str, reason: str, until_ms: int = 0) -> Ban:
        """Take no call of the player's until then (0: until it is lifted). A new ban replaces an older one."""
        async with self._turn:
            player = self._active(player_id)
            if player_id == by:
                what = "you could not lift it again: let another operator do it"
                raise Refusal(reasons.NOT_YOURSELF, what, field="player_id")
            self._leave_an_operator(player)
            if until_ms and until_ms <= _now_ms():
                raise Refusal(reasons.BAD_UNTIL, "a ban ends in the future", field="until")
            banned = PlayerBanned(player_id=player_id, by_id=by, reason=reason)
            if until_ms:
                banned.until.FromMilliseconds(until_ms)
            await self._write(PlayerRecord(banned=banned))
            return Ban(reason, until_ms)

    async def unban(self, player_id: str, by: str) -> None:
        """Lift a ban. Where there is none, nothing changes."""
        async with self._turn:
            self.get(player_id)
            if self._bans.of(player_id) is not None:
                await self._write(PlayerRecord(unbanned=PlayerUnbanned(player_id=player_id, by_id=by)))

    async def _registered(self, name: str, invitation: str) -> tuple[Player, str]:
        async with self._turn:
            used = self._invitation_of(invitation)
            if names.key(name) in self._by_name:
                raise Refusal(reasons.NAME_TAKEN, f"the name {name!r} is taken", field="name")
            token = new_token()
            return await self._add(name, token, invitation_hash=used), token

    def _invitation_of(self, invitation: str) -> bytes:
        """The hash of the invitation to use up; none where anybody may register."""
        if self.registration is Registration.CLOSED:
            raise Refusal(reasons.REGISTRATION_CLOSED, "this server takes no new players")
        if self.registration is Registration.OPEN:
            return b""
        if not invitation:
            what = "this server takes new players by invitation: ask its operator for one"
            raise Refusal(reasons.INVITATION_NEEDED, what, field="invitation")
        used = hashed(invitation)
        if used not in self._invitations:
            what = "this invitation is not known, or has been used"
            raise Refusal(reasons.BAD_INVITATION, what, field="invitation")
        return used

    async def _add(
        self, name: str, token: str, *, operator: bool = False, invitation_hash: bytes = b""
    ) -> Player:
        registered = PlayerRegistered(
            player_id=new_id(),
            name=name,
            token_hash=hashed(token),
            operator=operator,
            invitation_hash=invitation_hash,
        )
        await self._write(PlayerRecord(registered=registered))
        return self._by_id[registered.player_id]

    def _active(self, player_id: str) -> Player:
        player = self.get(player_id)
        if player.revoked:
            raise Refusal(reasons.REVOKED, f"{player.name} has been revoked before", field="player_id")
        return player

    def _leave_an_operator(self, player: Player) -> None:
        """Refuse to take the rights of the last one who could give them back."""
        others = (one for one in self._by_id.values() if one.operator and one.id != player.id)
        if player.operator and all(one.revoked or self._bans.of(one.id) for one in others):
            raise Refusal(reasons.LAST_OPERATOR, "this is the last operator", field="player_id")

    async def _write(self, record: PlayerRecord) -> None:
        """Append and, once it is durable, apply. Who cancels the wait doesn't cancel the write."""
        record.at.FromMilliseconds(_now_ms())
        await asyncio.shield(asyncio.ensure_future(self._append(record)))

    async def _append(self, record: PlayerRecord) -> None:
        await self._store.append(STREAM, self._length, [record.SerializeToString()])
        self._length += 1
        self._apply(record)

    # Folding ---------------------------------------------------------------------------------------

    def _apply(self, record: PlayerRecord) -> None:
        match record.WhichOneof("cause"):
            case "registered":
                self._add_player(record.registered, record.at)
            case "token_renewed":
                renewed = record.token_renewed
                self._take_token(renewed.player_id)
                self._give_token(renewed.player_id, renewed.token_hash)
            case "invitation_made":
                self._invitations.add(record.invitation_made.invitation_hash)
            case "revoked":
                player = self._by_id[record.revoked.player_id]
                self._by_id[player.id] = replace(player, revoked=True)
                self._sorted_names.remove(names.key(player.name))
                self._take_token(player.id)
            case "banned":
                self._bans.began(record.banned)
            case "unbanned":
                self._bans.lifted(record.unbanned.player_id)
            case cause:
                raise ValueError(f"the register of players holds a record this server can't read: {cause}")

    def _add_player(self, new: PlayerRegistered, at: Timestamp) -> None:
        self._by_id[new.player_id] = Player(new.player_id, new.name, new.operator, at.ToMilliseconds())
        key = names.key(new.name)
        self._by_name[key] = new.player_id
        insort(self._sorted_names, key)
        self._invitations.discard(new.invitation_hash)
        self._give_token(new.player_id, new.token_hash)

    def _give_token(self, player_id: str, token_hash: bytes) -> None:
        self._by_token[token_hash] = player_id
        self._token_of[player_id] = token_hash

    def _take_token(self, player_id: str) -> None:
        self._by_token.pop(self._token_of.pop(player_id), None)
        for call in self._token_lost:
            call(player_id)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000

"""The index of players in memory, folded from the stream "players": names, hashes of tokens, invitations and bans."""

from bisect import bisect_right, insort
from collections.abc import Callable
from dataclasses import dataclass, replace

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1.players_pb2 import PlayerRecord, PlayerRegistered, PlayerRenamed
from tilth_server.derived_ids import DerivedIds
from tilth_server.players import names
from tilth_server.players.bans import Ban, Bans
from tilth_server.players.invitations import Invitations
from tilth_server.players.name_book import NameBook, placeholder
from tilth_server.players.roles import Role
from tilth_server.players.taken_names import TakenNames

STREAM = "players"


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player: a person or a bot."""

    id: str
    name: str
    role: Role
    registered_ms: int
    revoked: bool = False
    erased: bool = False
    bot: str = ""
    """The name of the server's bot that the player is; "" for everybody else."""
    invitation_id: str = ""
    """The invitation that the player came by; "" if none was needed."""

    @property
    def operator(self) -> bool:
        """True if the player may run the server."""
        return self.role is Role.OPERATOR


class PlayerIndex:
    """The index of players. It changes only by records, which are applied when they are durable."""

    def __init__(self) -> None:
        self.by_id: dict[str, Player] = {}
        self.taken = TakenNames()
        self.invitations = Invitations()
        self.names = NameBook()
        self.bans = Bans()
        self.ids = DerivedIds()
        self.on_token_lost: list[Callable[[str], None]] = []
        """Callbacks that get the id of a player whose tokens are no longer valid."""
        self._sorted_names: list[str] = []
        self._by_token: dict[bytes, str] = {}
        self._tokens_of: dict[str, tuple[bytes, ...]] = {}
        self._own_tokens: dict[bytes, tuple[str, bytes]] = {}
        """Registrations with a token that the client made: the player's id and the name's hash, by the token's hash."""

    def __len__(self) -> int:
        """Return the number of players who are not revoked."""
        return len(self._sorted_names)

    def player_of_token(self, token_hash: bytes) -> Player | None:
        """Return the player whose token has this hash."""
        player_id = self._by_token.get(token_hash)
        return None if player_id is None else self.by_id[player_id]

    def token_count(self, player_id: str) -> int:
        """Return the number of valid tokens of the player."""
        return len(self._tokens_of.get(player_id, ()))

    def registered_with(self, token_hash: bytes) -> tuple[Player, bytes] | None:
        """Return the player who registered with a token of the client's own that has this hash, and the name's hash."""
        known = self._own_tokens.get(token_hash)
        return None if known is None else (self.by_id[known[0]], known[1])

    def ban_of(self, player_id: str) -> Ban | None:
        """Return the ban that hits the player now: the player's own, or that of the tree by which the player came."""
        ban = self.bans.of(player_id)
        if ban is None and self.bans.by_invitation:
            player = self.by_id.get(player_id)
            if player is not None and not player.role:
                ban = self.tree_ban_of(player.invitation_id)
        return ban

    def tree_ban_of(self, invitation_id: str) -> Ban | None:
        """Return the ban that holds now of this invitation, or of one by which its maker came, and so on."""
        while invitation_id:
            ban = self.bans.of_invitation(invitation_id)
            if ban is not None:
                return ban
            creator = self.by_id.get(self.invitations.get(invitation_id).creator_id)
            invitation_id = "" if creator is None else creator.invitation_id
        return None

    def page(self, after: str, size: int) -> tuple[list[Player], str]:
        """Return a page of players who are not revoked, by name after the name key `after`, and the key for the next
        page, "" at the end."""
        first = bisect_right(self._sorted_names, after)
        keys = self._sorted_names[first : first + size]
        more = first + size < len(self._sorted_names)
        return [self.by_id[self.taken.holder(key)] for key in keys], keys[-1] if more else ""

    def apply(self, record: PlayerRecord, number: int) -> None:
        """Change the index by the next record of the stream "players", which has this number."""
        match record.WhichOneof("cause"):
            case "registered":
                self._add_player(record.registered, record.at, number)
            case "token_renewed":
                renewed = record.token_renewed
                self._remove_tokens(renewed.player_id)
                self._add_token(renewed.player_id, renewed.token_hash)
            case "token_added":
                self._add_token(record.token_added.player_id, record.token_added.token_hash)
            case "invitation_created" | "invitation_revoked":
                self.invitations.apply(record)
            case "revoked":
                player = self.by_id[record.revoked.player_id]
                self.by_id[player.id] = replace(player, revoked=True)
                self._sorted_names.remove(names.name_key(player.name))
                self._remove_tokens(player.id)
            case "banned" | "unbanned" | "address_banned" | "invitation_banned" | "ban_lifted":
                self.bans.apply(record)
            case "role_set":
                player = self.by_id[record.role_set.player_id]
                self.by_id[player.id] = replace(player, role=Role(record.role_set.role))
            case "renamed":
                self._apply_rename(record.renamed)
            case "id_secret_made":
                self.ids.secret = record.id_secret_made.secret
            case "erased":
                self._erase_name(record.erased.player_id)
            case cause:
                raise ValueError(f"the stream of players holds a record that this server can't read: {cause}")

    def _add_player(self, new: PlayerRegistered, at: Timestamp, number: int) -> None:
        """Add a new player, and use up the invitation."""
        name = self.names.register_name(new, STREAM, number)
        self.by_id[new.player_id] = Player(
            new.player_id,
            name,
            Role.OPERATOR if new.operator else Role.NONE,
            at.ToMilliseconds(),
            bot=new.bot,
            invitation_id=self.invitations.use(new.invitation_hash, new.player_id),
        )
        self.taken.add(name, new.player_id)
        insort(self._sorted_names, names.name_key(name))
        self._add_token(new.player_id, new.token_hash)
        if new.own_token:
            self._own_tokens[new.token_hash] = new.player_id, new.name_hash

    def _apply_rename(self, renamed: PlayerRenamed) -> None:
        """Show the player's new name, unless it is shown already.

        While the stream is loaded, the registration has already found the last name, or the name was erased.
        """
        player = self.by_id[renamed.player_id]
        name = self.names.confirmed_name(player.id, renamed.name_hash, STREAM) or player.name
        if name == player.name:
            return
        self.taken.remove(player.name)
        self.taken.add(name, player.id)
        if not player.revoked:
            self._sorted_names.remove(names.name_key(player.name))
            insort(self._sorted_names, names.name_key(name))
        self.by_id[player.id] = replace(player, name=name)

    def _erase_name(self, player_id: str) -> None:
        """Erase a player's name from memory. Others may register it."""
        self.names.forget(player_id)
        player = self.by_id.get(player_id)
        if player is not None:
            self.taken.remove(player.name)
            self.by_id[player_id] = replace(player, name=placeholder(player_id), erased=True)

    def _add_token(self, player_id: str, token_hash: bytes) -> None:
        """Note the hash of one more token of the player."""
        self._by_token[token_hash] = player_id
        self._tokens_of[player_id] = (*self._tokens_of.get(player_id, ()), token_hash)

    def _remove_tokens(self, player_id: str) -> None:
        """Forget the hashes of all tokens of the player, and call back."""
        for token_hash in self._tokens_of.pop(player_id, ()):
            self._by_token.pop(token_hash, None)
        for call in self.on_token_lost:
            call(player_id)

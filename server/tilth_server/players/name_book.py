"""Players' names, stored beside the streams so that they can be erased.

A record holds a salted hash of the name. The salts of a player of this server follow from a key that never leaves the
server. So an imported match that holds the hash of such a player was recorded by this server and no other. For a player
of another server, the file's name and salt are stored for each match, so that an import does not change the names of
another match.
"""

import sys
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import structlog

from tilth.v1 import players_pb2 as pb
from tilth_server.players.name_hashes import hash_of, new_key, salt_of
from tilth_server.store import KeptValue

log = structlog.get_logger()

PLAYER: Final = "player/"
MATCH: Final = "match/"
PLACEHOLDER: Final = "erased"
"""The first word of a placeholder; the first characters of the id follow. Nobody can register such a name."""
ID_CHARACTERS: Final = 6


class Named(NamedTuple):
    """A player's name to show, and its source as a tilth.v1.NameSource."""

    name: str
    source: "pb.NameSource.ValueType"
    bot: str = ""
    """The name of the server's bot that the player is; "" for everybody else."""


class Claim(NamedTuple):
    """A player's name as an imported file claims it, and the salt with which its hash can be checked; b"" for none."""

    name: str
    salt: bytes = b""


NOBODY: Final = Named("", pb.NAME_SOURCE_UNSPECIFIED)


def placeholder(player_id: str) -> str:
    """Return the text shown in place of an erased name."""
    return f"{PLACEHOLDER} {player_id[:ID_CHARACTERS]}"


class NameBook:
    """The names of all players that this server shows, with the keys and salts of their hashes."""

    def __init__(self, kept: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Begin with the values that are stored beside the streams."""
        self._own: dict[str, pb.KeptName] = {}
        self._claims: dict[tuple[str, str], Claim] = {}
        """Names that imported files give, by match and player."""
        self._imported: dict[str, frozenset[str]] = {}
        """By imported match: the players of this server whose hashes confirm that they played it."""
        self._erased: set[str] = set()
        self._registered: set[str] = set()
        """The ids of all players who were ever registered here."""
        self.bots: dict[str, str] = {}
        """The players that are bots of the server: the bot's name by the player's id."""
        self.plaintext_records: dict[str, int] = {}
        """By player: the number of the record that holds the name itself, because an earlier build wrote it. The name
        can't be erased from it."""
        self.load(kept)

    def load(self, kept: Mapping[str, bytes]) -> None:
        """Load the values that are stored beside the streams."""
        for key, body in kept.items():
            self._read(key, body)

    def _read(self, key: str, body: bytes) -> None:
        """Load one stored value."""
        if key.startswith(PLAYER):
            self._own[key.removeprefix(PLAYER)] = pb.KeptName.FromString(body)
        elif key.startswith(MATCH):
            match_id, _, player_id = key.removeprefix(MATCH).partition("/")
            claim = pb.ImportedName.FromString(body)
            self._claims[match_id, player_id] = Claim(sys.intern(claim.name), claim.salt)

    # Names to show ---------------------------------------------------------------------------------

    def of(self, player_id: str) -> str:
        """Return the name of a player of this server, a placeholder if it was erased; for any other player, the id."""
        if player_id in self._erased:
            return placeholder(player_id)
        own = self._own.get(player_id)
        return own.names[-1] if own else player_id

    def in_match(self, match_id: str, player_id: str) -> Named:
        """Return the name to show for a player of this match. For a player of this server, an imported match needs the
        hash; without it the file's name is shown as a claim."""
        if not player_id:
            return NOBODY
        if player_id in self._erased:
            return Named(placeholder(player_id), pb.NAME_SOURCE_ERASED)
        if self.is_own(match_id, player_id):
            bot = self.bots.get(player_id, "")
            return Named(self._own[player_id].names[-1], pb.NAME_SOURCE_REGISTERED, bot)
        claim = self._claims.get((match_id, player_id))
        if claim is None:
            return Named(player_id, pb.NAME_SOURCE_UNSPECIFIED)
        source = pb.NAME_SOURCE_RECORDED if claim.salt else pb.NAME_SOURCE_CLAIMED
        return Named(claim.name, source)

    def is_own(self, match_id: str, player_id: str) -> bool:
        """Return whether the id means a player of this server in this match. In an imported match, the hash decides."""
        confirmed = self._imported.get(match_id)
        return player_id in self._own and (confirmed is None or player_id in confirmed)

    def claimed_in(self, match_id: str, player_ids: Iterable[str]) -> frozenset[str]:
        """Return the players of this server that an imported match names without their hashes."""
        confirmed = self._imported.get(match_id)
        return frozenset() if confirmed is None else self.claimed(player_ids, confirmed)

    def claimed(self, player_ids: Iterable[str], confirmed: Iterable[str]) -> frozenset[str]:
        """Return those of `player_ids` that are players of this server and not in `confirmed`. Players with erased
        names are included."""
        return frozenset(self._registered.intersection(player_ids)) - frozenset(confirmed)

    def is_erased(self, player_id: str) -> bool:
        """Return whether the player's name was erased."""
        return player_id in self._erased

    # Hashes ----------------------------------------------------------------------------------------

    def hash_in(self, stream: str, player_id: str) -> bytes:
        """Return the hash of the player's name for a new record of the stream; b"" for an unknown player."""
        own = self._own.get(player_id)
        return hash_of(salt_of(own.key, stream), player_id, own.names[-1]) if own else b""

    def evidence(self, match_id: str, player_id: str, recorded: bytes) -> Claim | None:
        """Return the name to export with the match, and its salt if the match has a hash; None if no known name fits
        the hash.
        """
        if player_id in self._erased:
            return None
        claim = self._claims.get((match_id, player_id))
        if claim is not None:
            return claim
        own = self._own.get(player_id)
        if own is None:
            return None
        if not recorded:
            return Claim(own.names[-1])
        salt = salt_of(own.key, MATCH + match_id)
        fitting = (name for name in own.names if hash_of(salt, player_id, name) == recorded)
        name = next(fitting, None)
        return None if name is None else Claim(name, salt)

    def made_hash(self, match_id: str, player_id: str, recorded: bytes) -> bool:
        """Return whether the recorded hash was made with this server's key for the player, from one of the player's
        names here.
        """
        own = self._own.get(player_id)
        if own is None or not recorded:
            return False
        salt = salt_of(own.key, MATCH + match_id)
        return any(hash_of(salt, player_id, name) == recorded for name in own.names)

    def check_hashes(self, match_id: str, recorded: Mapping[str, bytes]) -> dict[str, bool]:
        """Return whether the stored name fits the recorded hash, for each player with both."""
        found = {}
        for player_id, expected in recorded.items():
            claim = self._claims.get((match_id, player_id))
            if claim is not None:
                found[player_id] = hash_of(claim.salt, player_id, claim.name) == expected
            elif player_id in self._own:
                found[player_id] = self.made_hash(match_id, player_id, expected)
        return found

    # Changes: some methods return values to store; others remember values that are durable ----------------

    def remember(self, player_id: str, kept: pb.KeptName) -> None:
        """Remember the names and key of a player of this server, which are durable now."""
        self._own[player_id] = kept

    def kept(self, player_id: str) -> pb.KeptName | None:
        """Return the names and key that are stored for a player of this server."""
        return self._own.get(player_id)

    def register_name(self, new: pb.PlayerRegistered, stream: str, number: int) -> str:
        """Note the registration in record `number` of the stream, and return the name to show.

        The name is stored beside the stream, or in the record if an earlier build wrote it. If the stored name does not
        fit the recorded hash, somebody has changed it, and the id is shown. For an erased name it is a placeholder.
        """
        self._registered.add(new.player_id)
        if new.bot:
            self.bots[new.player_id] = new.bot
        kept = self._own.get(new.player_id)
        if not new.name_hash:
            self.plaintext_records[new.player_id] = number
            return new.name
        if kept is None:
            return placeholder(new.player_id)
        salt = salt_of(kept.key, stream)
        if all(hash_of(salt, new.player_id, name) != new.name_hash for name in kept.names):
            log.error("stored name altered", player=new.player_id, record="registered")
            self._own[new.player_id] = kept = pb.KeptName(names=[new.player_id], key=kept.key)
        return kept.names[-1]

    def kept_after_rename(self, player_id: str, name: str, stream: str) -> tuple[pb.KeptName, bytes]:
        """Return the values to store for a player who gets this name, and the name's hash for a record of the
        stream."""
        before = self._own[player_id]
        older = [each for each in before.names if each != name]
        return (
            pb.KeptName(names=[*older, name], key=before.key),
            hash_of(salt_of(before.key, stream), player_id, name),
        )

    def confirmed_name(self, player_id: str, name_hash: bytes, stream: str) -> str:
        """Return the player's present name if the hash fits any name stored for them; "" otherwise."""
        kept = self._own.get(player_id)
        if kept is None:
            return ""
        salt = salt_of(kept.key, stream)
        if all(hash_of(salt, player_id, name) != name_hash for name in kept.names):
            log.error("stored name altered", player=player_id, record="renamed")
            return ""
        return kept.names[-1]

    def is_possible_name(self, player_id: str, name: str, name_hash: bytes, stream: str) -> bool:
        """Return whether the hash may be that of this name: it is, or the player's name was erased."""
        kept = self._own.get(player_id)
        return kept is None or hash_of(salt_of(kept.key, stream), player_id, name) == name_hash

    def keeps_for_earlier_builds(self, names: Mapping[str, str]) -> list[KeptValue]:
        """Return values to store for players of earlier builds without any, so that their new matches hold a hash,
        too. `names` are their names by id."""
        missing = {
            player_id: new_kept_name(names[player_id])
            for player_id in self.plaintext_records
            if player_id not in self._own and player_id not in self._erased
        }
        self._own.update(missing)
        return [name_to_keep(player_id, kept) for player_id, kept in missing.items()]

    def import_match(self, match_id: str, own: Iterable[str], claims: Mapping[str, Claim]) -> None:
        """Remember an imported match: the players of this server (`own`) whose hashes it has, and the names that it
        claims."""
        self._imported[match_id] = frozenset(own)
        for player_id, claim in claims.items():
            if player_id not in self._erased:
                self._claims[match_id, player_id] = claim

    def erasure(self, player_id: str) -> list[KeptValue]:
        """Return the changes to the stored values that erase the player's names."""
        keys = [PLAYER + player_id]
        keys += [f"{MATCH}{match_id}/{claimed}" for match_id, claimed in self._claims if claimed == player_id]
        return [KeptValue(key, b"") for key in keys]

    def forget(self, player_id: str) -> None:
        """Drop the player's names, key and claims from memory, and show a placeholder for them from now on."""
        self._erased.add(player_id)
        self._own.pop(player_id, None)
        for key in [key for key in self._claims if key[1] == player_id]:
            del self._claims[key]

    def knows_name_of(self, player_id: str) -> bool:
        """Return whether a name is stored for the id, of a player of this server or as an imported match claims it."""
        return player_id in self._own or any(claimed == player_id for _, claimed in self._claims)


def new_kept_name(name: str) -> pb.KeptName:
    """Return the values to store for a new player with this name: the name and a fresh key."""
    return pb.KeptName(names=[name], key=new_key())


def name_to_keep(player_id: str, kept: pb.KeptName) -> KeptValue:
    """Return the change that stores the names and key of a player."""
    return KeptValue(PLAYER + player_id, kept.SerializeToString())


def claims_to_keep(match_id: str, claims: Mapping[str, Claim]) -> list[KeptValue]:
    """Return the changes that store the names which an imported match claims."""
    return [
        KeptValue(f"{MATCH}{match_id}/{player_id}", pb.ImportedName(**claim._asdict()).SerializeToString())
        for player_id, claim in claims.items()
    ]

"""Names of a match's players in exports and imports, checked against the hashes in the match's records."""

from collections.abc import Iterable, Iterator, Mapping

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import ExportHeader
from tilth.v1.record_pb2 import Record
from tilth_server.archive.match_file import bad_file
from tilth_server.archive.verify.detailed import Finding
from tilth_server.matches.match_info import MatchInfo
from tilth_server.players.name_book import Claim, NameBook
from tilth_server.players.name_hashes import hash_of
from tilth_server.players.names import MAX_NAME_LENGTH

BEFORE_PLAY = frozenset({"created", "seat_taken", "seat_left"})


def players_of(info: MatchInfo) -> list[str]:
    """Return the ids of all players that the match names."""
    named = dict.fromkeys([info.creator_id, *info.player_ids, *info.invited_player_ids])
    return [player_id for player_id in named if player_id]


def recorded_hashes(bodies: Iterable[bytes]) -> dict[str, bytes]:
    """Return the hashes of names in the records of a match, by player. No record after its start has any."""
    return {player_id: hashed for _, player_id, hashed in _hashes(bodies)}


def name_findings(
    names: NameBook, match_id: str, bodies: Iterable[bytes]
) -> tuple[bool | None, list[Finding]]:
    """Return whether the stored names give the recorded hashes (None if none was recorded), and a finding for each that
    doesn't.
    """
    recorded = {player_id: (number, hashed) for number, player_id, hashed in _hashes(bodies)}
    checked = names.check_hashes(match_id, {player_id: hashed for player_id, (_, hashed) in recorded.items()})
    wrong = [
        Finding(
            recorded[player_id][0], f"the stored name of player {player_id} does not fit the recorded hash"
        )
        for player_id, fits in checked.items()
        if not fits
    ]
    return (not wrong if checked else None), wrong


def _hashes(bodies: Iterable[bytes]) -> Iterator[tuple[int, str, bytes]]:
    """Yield the number of the record, the player id, and the hash of the name, for each hash before the match's
    start.
    """
    for number, body in enumerate(bodies):
        try:
            record = Record.FromString(body)
        except DecodeError:
            return
        if record.WhichOneof("cause") not in BEFORE_PLAY:
            return
        for each in record.created.name_hashes:
            yield number, each.player_id, each.hash
        if record.seat_taken.name_hash:
            yield number, record.seat_taken.player_id, record.seat_taken.name_hash


def put_names(header: ExportHeader, info: MatchInfo, names: NameBook, recorded: Mapping[str, bytes]) -> None:
    """Write the names of the match's players into the header, with the salts for checking them."""
    for player_id in players_of(info):
        claim = names.evidence(info.id, player_id, recorded.get(player_id, b""))
        if claim is not None:
            header.player_names[player_id] = claim.name
            if claim.salt:
                header.name_salts[player_id] = claim.salt


def own_players(info: MatchInfo, names: NameBook, recorded: Mapping[str, bytes]) -> list[str]:
    """Return the players of this server whose hashes only this server can have made.

    Raise Refusal if the match has a hash for a player of this server that another server made.
    """
    own = []
    for player_id in players_of(info):
        kept, expected = names.kept(player_id), recorded.get(player_id, b"")
        if kept is None or not expected:
            continue
        if not names.made_hash(info.id, player_id, expected):
            raise bad_file(f"player {player_id} of this server has not played the match here")
        own.append(player_id)
    return own


def claims_of(
    info: MatchInfo, header: ExportHeader, names: NameBook, recorded: Mapping[str, bytes], own: Iterable[str]
) -> dict[str, Claim]:
    """Return the names that the file gives to players who are not registered here.

    Raise Refusal if a name does not give the recorded hash. A name that was erased here stays erased.
    """
    claims = {}
    for player_id in players_of(info):
        name = header.player_names.get(player_id, "")
        if not name or player_id in own or names.is_erased(player_id):
            continue
        if len(name) > MAX_NAME_LENGTH or not name.isprintable() or name != name.strip():
            raise bad_file(
                f"a player's name needs 1 to {MAX_NAME_LENGTH} printable characters without spaces at its ends"
            )
        expected, salt = recorded.get(player_id, b""), header.name_salts.get(player_id, b"")
        if expected and hash_of(salt, player_id, name) != expected:
            raise bad_file(f"the name of player {player_id} does not fit the hash in its records")
        claims[player_id] = Claim(name, salt if expected else b"")
    return claims

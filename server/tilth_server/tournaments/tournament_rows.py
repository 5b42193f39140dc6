"""The rows of the indexes "tournament" and "entrant", by which lists find tournaments and show those that have ended.

A tournament that has not ended is in memory, so its row has no body. A row is written with each record that changes the
state, and with each record after the end.
"""

from collections.abc import Sequence
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.store import BodyVersions, IndexRow
from tilth_server.tournaments.formats.lookup import format_of
from tilth_server.tournaments.summary import summary
from tilth_server.tournaments.tournament import State, Tournament, apply_record, copy_of

INDEX: Final = "tournament"
ENTRANTS: Final = "entrant"
"""The index of all entries of players into tournaments. Its keys are "tournament/player"."""
VERSION: Final = 2
"""Since version 2 rated matches have rows with their surprise (ratings/surprise.py). The body is the same."""
BODIES: Final = BodyVersions(VERSION, {1: lambda body: body})

STATE: Final = "state:"
ACTIVE: Final = "active"
"""The tag of tournaments that a start continues: they have not ended, or their matches may still have to be ended."""
DAMAGED: Final = "damaged"
"""The tag of tournaments that were damaged before they were indexed. Their rows have no other tag, and the order 0."""
CHANGES_STATE: Final = frozenset({"started", "paused", "resumed", "cancelled", "finished"})


def row_of(tournament: Tournament, *, is_settled: bool) -> IndexRow:
    """Return the row of a tournament. `is_settled`: it has ended, and none of its matches still has to be ended."""
    organiser_id, request_id, state = tournament.organiser_id, tournament.request_id, tournament.state
    tags = [state_tag(state)]
    body = b""
    if state.has_ended:
        body = _body(tournament)
    else:
        tags.append(unfinished_tag(organiser_id))
    if not is_settled:
        tags.append(ACTIVE)
    unique_keys = (request_key(organiser_id, request_id),) if request_id else ()
    tags.sort()
    return IndexRow(INDEX, tournament.id, tournament.created_ms, tuple(tags), unique_keys, VERSION, body)


def damaged_row(tournament_id: str) -> IndexRow:
    """Return the row of a tournament that was damaged before it was indexed."""
    return IndexRow(INDEX, tournament_id, 0, (DAMAGED,), version=VERSION)


def entrant_rows(tournament: Tournament) -> list[IndexRow]:
    """Return a row for each player who has ever entered the tournament."""
    return [_entrant_row(tournament, player_id) for player_id in tournament.numbers]


def rows_after(tournament: Tournament, records: Sequence[pb.TournamentRecord]) -> list[IndexRow]:
    """Return the rows to write with these new records, which the tournament does not have yet: of new entrants, and of
    the tournament if its state may change.
    """
    entered = {record.entered.player_id for record in records if record.HasField("entered")}
    rows = [_entrant_row(tournament, player_id) for player_id in sorted(entered - tournament.numbers.keys())]
    if tournament.state.has_ended or any(record.WhichOneof("cause") in CHANGES_STATE for record in records):
        after = copy_of(tournament)
        for record in records:
            apply_record(after, record)
        rows.append(row_of(after, is_settled=False))
    return rows


def is_settled(row: IndexRow) -> bool:
    """Return whether the row's tournament has ended, with all its matches."""
    return ACTIVE not in row.tags and DAMAGED not in row.tags


def message_of(row: IndexRow) -> pb.Tournament:
    """Return the message that lists show of a row's tournament, which has ended."""
    return pb.Tournament.FromString(BODIES.read(row))


def state_tag(state: State) -> str:
    """Return the tag of the tournaments in this state."""
    return f"{STATE}{state.name.lower()}"


def unfinished_tag(organiser_id: str) -> str:
    """Return the tag of the tournaments of an organiser that have not ended."""
    return f"unfinished:{organiser_id}"


def player_tag(player_id: str) -> str:
    """Return the tag, in the index of entrants, of the tournaments that a player has entered."""
    return f"player:{player_id}"


def request_key(organiser_id: str, request_id: str) -> str:
    """Return the unique key of the tournament that this request has created."""
    return f"request:{organiser_id}/{request_id}"


def _entrant_row(tournament: Tournament, player_id: str) -> IndexRow:
    """Return the row of a player's entry into a tournament."""
    key = f"{tournament.id}/{player_id}"
    return IndexRow(ENTRANTS, key, tournament.created_ms, (player_tag(player_id),), version=VERSION)


def _body(tournament: Tournament) -> bytes:
    """Return the body of an ended tournament's row: the message that lists show."""
    finished_pairings = sum(pairing.state.has_ended for pairing in tournament.pairings)
    rounds = format_of(tournament.settings).rounds(tournament)
    return summary(tournament, finished_pairings, rounds, 0).SerializeToString(deterministic=True)

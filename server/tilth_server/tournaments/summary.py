"""The summary of a tournament that lists show, without the present state of its director."""

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.timestamps import timestamp_of
from tilth_server.tournaments.tournament import Tournament


def summary(tournament: Tournament, finished_pairings: int, rounds: int, games_to_come: int) -> pb.Tournament:
    """Return the tournament as lists show it, with its seed if it has ended.

    `rounds` and `games_to_come` come from its format; 0 if they are not known.
    """
    message = pb.Tournament(
        id=tournament.id,
        settings=tournament.settings,
        organiser_id=tournament.organiser_id,
        state=pb.TournamentState.ValueType(tournament.state),
        created_at=timestamp_of(tournament.created_ms),
        started_at=timestamp_of(tournament.started_ms),
        ended_at=timestamp_of(tournament.ended_ms),
        round=tournament.last_round,
        round_count=rounds,
        finished_pairings=finished_pairings,
        pairing_count=len(tournament.pairings) + games_to_come,
        seed_commitment=tournament.seed_commitment,
        seed=tournament.seed if tournament.state.has_ended else b"",
        seed_given=tournament.seed_given,
        cancel_reason=tournament.cancelled,
        record_count=tournament.record_count,
        entrant_count=len(tournament.active()),
    )
    message.settings.ClearField("invited_player_ids")
    return message

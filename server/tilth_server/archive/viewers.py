"""The viewers that a caller may see a match as."""

from tilth.v1 import archive_pb2
from tilth_rules.kernel import EVERYTHING, SPECTATOR
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.reasons import NOT_YOUR_SEAT, SEAT_NOT_FOUND
from tilth_server.refusal import Refusal


def is_ended(info: MatchInfo) -> bool:
    """Return whether the match is finished or cancelled, so that nothing of it is hidden."""
    return info.state is State.FINISHED or info.state is State.CANCELLED


def viewer_of(info: MatchInfo, caller_id: str, seat: int | None, *, spectator: bool = False) -> int:
    """Return the viewer that the caller sees the match as; raise Refusal for another player's seat in a running match.

    While the match runs, the viewer is one of the caller's seats or a spectator. When it has ended, any seat may be
    asked for; without a seat, nothing is hidden.
    """
    if seat is not None and seat >= info.seat_count:
        raise Refusal(SEAT_NOT_FOUND, f"the match has {info.seat_count} seats", field="seat")
    if is_ended(info):
        return SPECTATOR if spectator else EVERYTHING if seat is None else seat
    if seat is None:
        return SPECTATOR
    if info.player_ids[seat] != caller_id:
        raise Refusal(
            NOT_YOUR_SEAT, f"seat {seat} is held by another player, and the match has not ended", field="seat"
        )
    return seat


def viewer_of_request(info: MatchInfo, caller_id: str, wanted: archive_pb2.Viewer) -> int:
    """Return the viewer that a request names. Raise Refusal for another player's seat while the match runs."""
    seat = wanted.seat if wanted.HasField("seat") else None
    return viewer_of(info, caller_id, seat, spectator=wanted.spectator)

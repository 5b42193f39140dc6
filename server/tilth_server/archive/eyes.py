"""Whose eyes a log is read with, and whether the caller may borrow them."""

from tilth_rules.kernel import EVERYTHING, SPECTATOR
from tilth_server.refusal import Refusal
from tilth_server.tables.matches import MatchInfo, State
from tilth_server.tables.reasons import NO_SEAT, NOT_YOUR_SEAT


def is_over(info: MatchInfo) -> bool:
    """Nothing of it is hidden any more."""
    return info.state is State.OVER or info.state is State.CANCELLED


def viewer_of(info: MatchInfo, caller_id: str, seat: int | None, *, spectator: bool = False) -> int:
    """The viewer a caller gets: while a match goes on its own seats, or a spectator; then any, or everything."""
    if seat is not None and seat >= info.seat_count:
        raise Refusal(NO_SEAT, f"the match has {info.seat_count} seats", field="seat")
    if is_over(info):
        return SPECTATOR if spectator else EVERYTHING if seat is None else seat
    if seat is None:
        return SPECTATOR
    if info.player_ids[seat] != caller_id:
        raise Refusal(NOT_YOUR_SEAT, f"seat {seat} is somebody else's, and the match goes on", field="seat")
    return seat

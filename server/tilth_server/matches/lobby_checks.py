"""Checks on the requests of the lobby. Each raises Refusal."""

from typing import Final

from tilth_server import reasons
from tilth_server.matches.forfeits import LONGEST_DETAIL, PLAYER_CAUSES
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.play import check_request_id
from tilth_server.refusal import Refusal
from tilth_server.request_content import reused_id_refusal

LONGEST_REASON: Final = 500
"""Characters of a reason that are recorded."""


def check_optional_request_id(request_id: str) -> None:
    """Check the request id of a call that may leave it out."""
    if request_id:
        check_request_id(request_id)


def check_given_up(info: MatchInfo, player_id: str, seat: int, request_id: str) -> None:
    """Check that the player has not given up another seat by a request of this id."""
    if request_id and info.given_up.get((player_id, request_id), seat) != seat:
        raise reused_id_refusal(request_id)


def check_open(info: MatchInfo) -> None:
    """Check that the match has not started."""
    if info.state is not State.OPEN:
        raise Refusal(
            reasons.MATCH_NOT_OPEN, f"match {info.id} is {info.state.name.lower()}: its seats stand"
        )


def check_seat(info: MatchInfo, seat: int) -> None:
    """Check that the match has the seat."""
    if not 0 <= seat < info.seat_count:
        message = f"the seats of match {info.id} are 0 to {info.seat_count - 1}"
        raise Refusal(reasons.SEAT_NOT_FOUND, message, field="seat")


def check_holder(info: MatchInfo, seat: int, player_id: str) -> None:
    """Check that the match has the seat, and that the player holds it."""
    check_seat(info, seat)
    if info.player_ids[seat] != player_id:
        raise Refusal(reasons.NOT_YOUR_SEAT, f"you don't hold seat {seat} of match {info.id}", field="seat")


def free_seat(info: MatchInfo, wanted: int | None) -> int:
    """Return the wanted seat if it is free; if none is wanted, the first free one."""
    if wanted is None:
        if "" not in info.player_ids:
            raise Refusal(reasons.NO_FREE_SEAT, f"every seat of match {info.id} is taken")
        return info.player_ids.index("")
    check_seat(info, wanted)
    if info.player_ids[wanted]:
        raise Refusal(reasons.SEAT_TAKEN, f"seat {wanted} of match {info.id} is taken", field="seat")
    return wanted


def check_forfeit(forfeit: int, detail: str) -> None:
    """Check the cause that a player gives for a resignation."""
    if forfeit not in PLAYER_CAUSES:
        message = "the cause of a resignation is a crash, an illegal answer, a limit, or nothing"
        raise Refusal(reasons.FORFEIT_INVALID, message, field="cause")
    if len(detail) > LONGEST_DETAIL or not detail.isprintable():
        message = f"detail has up to {LONGEST_DETAIL} characters, all of them printable"
        raise Refusal(reasons.FORFEIT_INVALID, message, field="detail")

"""Single calls: the same steps as on a stream, for clients without one."""

import asyncio
from collections.abc import Sequence

from tilth.v1 import play_pb2
from tilth_rules.kernel import SPECTATOR
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import clocks, reasons
from tilth_server.tables.batches import answer_together
from tilth_server.tables.channels import Speaker
from tilth_server.tables.house import House
from tilth_server.tables.joining import check_seat
from tilth_server.tables.live import FirstReply, LiveMatch
from tilth_server.tables.matches import State
from tilth_server.tables.playing import explained
from tilth_server.tables.undoing import undo
from tilth_server.wire import replies


class Errand(Speaker):
    """Gathers the replies that one call waits for."""

    __slots__ = ("_replies", "_wanted", "done")

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._replies: list[FirstReply] = []
        self.done: asyncio.Future[list[FirstReply]] = asyncio.get_running_loop().create_future()

    def accepted(self, record: int, request_id: str) -> None:
        self._replied(record)

    def refused(self, refusal: Refusal, request_id: str) -> None:
        self._replied(refusal)

    def _replied(self, reply: FirstReply) -> None:
        self._replies.append(reply)
        if len(self._replies) == self._wanted and not self.done.done():
            self.done.set_result(self._replies)


async def answer(
    house: House, player_id: str, match_id: str, seat: int, answers: Sequence[play_pb2.Answer]
) -> list[int]:
    """The records that took the answers; fewer than answers where the rest was cut unread."""
    if not answers:
        raise Refusal(reasons.NOTHING_SAID, "no answers", field="answers")
    most = house.limits.answers_per_message
    if len(answers) > most:
        raise over_limit("answers_per_message", most)
    match = _seated(house, player_id, match_id, seat)
    errand = Errand(len(answers))
    flight = house.flight()
    try:
        if len(answers) == 1:
            house.answer(flight, match, seat, answers[0], errand)
        else:
            answer_together(house, flight, match, seat, answers, errand)
    finally:
        house.depart(flight)
    outcome = await errand.done
    records = [reply for reply in outcome if isinstance(reply, int)]
    if not records:
        raise _culprit(outcome)
    return records


async def take_back(house: House, player_id: str, match_id: str, seat: int, request_id: str) -> int:
    """The record of the undo."""
    match = _seated(house, player_id, match_id, seat)
    errand = Errand(1)
    flight = house.flight()
    try:
        undo(house, flight, match, seat, request_id, errand)
    finally:
        house.depart(flight)
    (reply,) = await errand.done
    if isinstance(reply, Refusal):
        raise reply
    return reply


async def view(house: House, player_id: str, match_id: str, seat: int | None, language: str | None) -> bytes:
    """How the match stands for its seat or for a spectator: a tilth.v1.GetViewResponse."""
    info = house.find(match_id)
    info.check_whole()
    viewer = SPECTATOR
    if seat is not None:
        viewer = seat
        check_seat(info, seat, player_id)
    match = await house.grounded(match_id)
    if not info.started:
        raise Refusal(reasons.NOT_RUNNING, f"match {match_id} has not started")
    try:
        state = house.state_of(match)
    except Exception as error:
        raise explained(match_id, error) from error
    seen = match.wire.view(state, viewer)
    table = match.table
    if info.state is not State.RUNNING or table is None:
        return replies.get_view_response(match.durable, view_type=match.wire.view_type, view=seen)
    now = match.touched = house.time.now()
    return replies.get_view_response(
        match.durable,
        view_type=match.wire.view_type,
        view=seen,
        asked=match.wire.decision(table, viewer, language),
        waiting=table.waiting,
        clocks=clocks.shown(match.clocks, info.clock, match.clock_time(now)) if match.clocks else (),
        undoable=viewer != SPECTATOR and table.undoable(viewer) is not None,
    )


def _seated(house: House, player_id: str, match_id: str, seat: int) -> LiveMatch:
    if house.closing:
        raise Refusal(reasons.CLOSING, "the server is stopping: try again in a moment")
    info = house.find(match_id)
    info.check_whole()
    check_seat(info, seat, player_id)
    return house.live(match_id)


def _culprit(outcome: list[FirstReply]) -> Refusal:
    """Why nothing of it was taken."""
    refusals = [reply for reply in outcome if isinstance(reply, Refusal)]
    return next((each for each in refusals if each.reason != reasons.REFUSED_TOGETHER), refusals[0])

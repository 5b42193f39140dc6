"""Unary calls: the same steps as on a stream, for clients without one."""

import asyncio
from collections.abc import Sequence
from typing import Any

from tilth.v1 import play_pb2
from tilth_rules.kernel import SPECTATOR
from tilth_server import reasons
from tilth_server.matches import clocks
from tilth_server.matches.channels import ReplyTarget
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.lobby_checks import check_holder
from tilth_server.matches.match_info import State
from tilth_server.matches.refusals import closing, refusal_for
from tilth_server.matches.registry import Matches
from tilth_server.matches.request_ids import FirstReply
from tilth_server.refusal import Refusal, over_limit
from tilth_server.wire import unary_responses


class CallReplies(ReplyTarget):
    """The collector of one unary call's replies: `done` gets them when the wanted number has come."""

    __slots__ = ("_replies", "_wanted", "done")

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._replies: list[FirstReply] = []
        self.done: asyncio.Future[list[FirstReply]] = asyncio.get_running_loop().create_future()

    def accepted(self, record: int, request_id: str) -> None:
        """Add the reply that a request was taken in this record."""
        self._add(record)

    def refused(self, refusal: Refusal, request_id: str) -> None:
        """Add the reply that a request was refused."""
        self._add(refusal)

    def _add(self, reply: FirstReply) -> None:
        """Add a reply; after the last one, the call that waits continues."""
        self._replies.append(reply)
        if len(self._replies) == self._wanted and not self.done.done():
            self.done.set_result(self._replies)


async def answer(
    matches: Matches, player_id: str, match_id: str, seat: int, answers: Sequence[play_pb2.Answer]
) -> list[int]:
    """Give the answers to the match, in order, and return the numbers of the records that took them.

    They are fewer than the answers if one revealed something or ended the match: then the rest was not read. Raise
    Refusal if none was taken.
    """
    if not answers:
        raise Refusal(reasons.EMPTY_COMMAND, "no answers", field="answers")
    most = matches.limits.commands_per_message
    if len(answers) > most:
        raise over_limit("commands_per_message", most)
    match = await _match_of_seat(matches, player_id, match_id, seat)
    call = CallReplies(len(answers))
    work = matches.commits.begin()
    try:
        if len(answers) == 1:
            matches.play.answer(work, match, seat, answers[0], call)
        else:
            matches.batches.answer(work, match, seat, answers, call)
    finally:
        matches.commits.commit(work)
    outcome = await call.done
    records = [reply for reply in outcome if isinstance(reply, int)]
    if not records:
        raise _refusal_in(outcome)
    return records


async def undo(matches: Matches, player_id: str, match_id: str, seat: int, request_id: str) -> int:
    """Take back the seat's last answer, and return the number of the record that says so. Raise Refusal if it cannot be
    taken back.
    """
    match = await _match_of_seat(matches, player_id, match_id, seat)
    call = CallReplies(1)
    work = matches.commits.begin()
    try:
        matches.undos.undo(work, match, seat, request_id, call)
    finally:
        matches.commits.commit(work)
    (reply,) = await call.done
    if isinstance(reply, Refusal):
        raise reply
    return reply


async def view(
    matches: Matches, player_id: str, match_id: str, seat: int | None, language: str | None
) -> bytes:
    """Return the state of the match as a seat or a spectator may see it: a tilth.v1.GetViewResponse."""
    info = await matches.fetch(match_id)
    info.check_whole()
    viewer = SPECTATOR
    if seat is not None:
        viewer = seat
        check_holder(info, seat, player_id)
    match, state = await _state_of(matches, match_id)
    cache = matches.cache
    seen = match.wire.view(state, viewer)
    table = match.table
    if info.state is not State.RUNNING or table is None:
        return unary_responses.get_view_response(match.durable, view_type=match.wire.view_type, view=seen)
    now = match.touched_at = matches.time.now()
    return unary_responses.get_view_response(
        match.durable,
        view_type=match.wire.view_type,
        view=seen,
        decision=b""
        if viewer in table.resigned
        else match.wire.decision(table, viewer, language, cache.names_of(match) if language else ()),
        pending_seats=table.pending_seats,
        clocks=clocks.clock_frames(match.clocks, info.clock, match.clock_time(now)) if match.clocks else (),
        undoable=viewer != SPECTATOR and table.undoable(viewer) is not None,
        own_record=match.own_record(viewer),
    )


async def _state_of(matches: Matches, match_id: str) -> tuple[LiveMatch, Any]:
    """Return a match without pending records, and its state: the present one while it runs, else the final one. Either
    is read if it is not in memory. Raise Refusal if the match has not started.
    """
    cache = matches.cache
    while True:
        match = await matches.commits.wait_committed(match_id)
        info = match.info
        if not info.started:
            raise Refusal(reasons.MATCH_NOT_STARTED, f"match {match_id} has not started")
        if info.state is State.RUNNING and match.table is not None:
            return match, match.table.state
        if info.state is not State.RUNNING and match.final_state is not None:
            return match, match.final_state
        try:
            await (
                cache.load(match) if info.state is State.RUNNING else matches.ended.load_final_state(match)
            )
        except Exception as error:
            raise refusal_for(match_id, error) from error


async def _match_of_seat(matches: Matches, player_id: str, match_id: str, seat: int) -> LiveMatch:
    """Return the match, which is in memory from now on, if the player holds the seat. Raise Refusal if not, if there is
    no such match, or if the server is stopping.
    """
    if matches.commits.closing:
        raise closing()
    info = await matches.fetch(match_id)
    info.check_whole()
    check_holder(info, seat, player_id)
    return matches.cache.get(match_id)


def _refusal_in(outcome: list[FirstReply]) -> Refusal:
    """Return the refusal that caused the others: the first that is not BATCH_REFUSED, or else the first."""
    refusals = [reply for reply in outcome if isinstance(reply, Refusal)]
    return next((each for each in refusals if each.reason != reasons.BATCH_REFUSED), refusals[0])

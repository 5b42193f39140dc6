"""tilth.v1.OperationsService: for operators only. What changes anything stands in the audit first: desk.py."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

import structlog

from tilth.v1 import operations_pb2 as pb
from tilth_server.api.open_calls import OpenCall
from tilth_server.api.outbox import Taps
from tilth_server.api.reasons import KICKED
from tilth_server.api.service import Call, Caller, Gate
from tilth_server.api.snapshots import Snapshots
from tilth_server.operations.audit import Audit
from tilth_server.operations.copying import copied
from tilth_server.operations.counting import Counting
from tilth_server.operations.removal import give_up_seats, remove
from tilth_server.players import Register
from tilth_server.players.reasons import BAD_UNTIL
from tilth_server.refusal import Refusal
from tilth_server.tables.house import House
from tilth_server.times import is_time

log = structlog.get_logger()

USUAL_MS, LEAST_MS = 1000, 200
"""Between two snapshots."""
USUAL_LINES, MOST_LINES = 20, 200
"""Matches, and players, in one snapshot."""


class OperationsService:
    """How the server stands, and what an operator does to it."""

    FOR_OPERATORS: Final = True
    READ_ONLY: Final = ("GetStatus", "WatchServer", "ListCalls", "ReadAudit")

    def __init__(
        self, house: House, register: Register, gate: Gate, taps: Taps, audit: Audit, data: Path
    ) -> None:
        self._house = house
        self._register = register
        self._gate = gate
        self._taps = taps
        self._audit = audit
        self._data = data
        self._began = time.monotonic()
        self._version = version("tilth")

    # Looking -------------------------------------------------------------------------------------------------

    async def GetStatus(
        self, request: pb.GetStatusRequest, caller: Caller, call: Call
    ) -> pb.GetStatusResponse:
        return self._status()

    async def WatchServer(self, request: pb.WatchServerRequest, caller: Caller, call: Call) -> None:
        seconds = max(request.interval_ms or USUAL_MS, LEAST_MS) / 1000
        most = min(request.most or USUAL_LINES, MOST_LINES)
        with self._counting() as counting:
            snapshots = Snapshots(self._house, self._register, self._gate, self._taps, counting)
            while True:
                snapshot = snapshots.take(self._status(), most)
                await call.write(snapshot.SerializeToString())
                await asyncio.sleep(seconds)

    async def ListCalls(
        self, request: pb.ListCallsRequest, caller: Caller, call: Call
    ) -> pb.ListCallsResponse:
        wanted = request.player_id
        if wanted:
            self._register.get(wanted)
        calls = (one for one in self._gate.calls if not wanted or one.player_id == wanted)
        return pb.ListCallsResponse(calls=map(self._call, calls))

    async def ReadAudit(
        self, request: pb.ReadAuditRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.ReadAuditResponse]:
        async for entries in self._audit.read(request.from_record, once=request.once):
            yield pb.ReadAuditResponse(entries=entries)

    # Doing ---------------------------------------------------------------------------------------------------

    async def CreateInvitation(
        self, request: pb.CreateInvitationRequest, caller: Caller, call: Call
    ) -> pb.CreateInvitationResponse:
        return pb.CreateInvitationResponse(invitation=await self._register.make_invitation(caller.player_id))

    async def CancelMatch(
        self, request: pb.CancelMatchRequest, caller: Caller, call: Call
    ) -> pb.CancelMatchResponse:
        await self._house.cancel(caller.player_id, request.match_id, request.reason)
        return pb.CancelMatchResponse()

    async def PauseMatch(
        self, request: pb.PauseMatchRequest, caller: Caller, call: Call
    ) -> pb.PauseMatchResponse:
        await self._house.pause(caller.player_id, request.match_id, request.reason)
        return pb.PauseMatchResponse()

    async def ResumeMatch(
        self, request: pb.ResumeMatchRequest, caller: Caller, call: Call
    ) -> pb.ResumeMatchResponse:
        await self._house.resume_match(caller.player_id, request.match_id)
        return pb.ResumeMatchResponse()

    async def RevokePlayer(
        self, request: pb.RevokePlayerRequest, caller: Caller, call: Call
    ) -> pb.RevokePlayerResponse:
        await remove(self._house, self._register, request.player_id, caller.player_id, request.reason)
        return pb.RevokePlayerResponse()

    async def KickPlayer(
        self, request: pb.KickPlayerRequest, caller: Caller, call: Call
    ) -> pb.KickPlayerResponse:
        self._register.get(request.player_id)
        why = Refusal(KICKED, f"an operator has ended this stream: {request.reason}")
        return pb.KickPlayerResponse(streams=self._gate.calls.end_streams_of(request.player_id, why))

    async def BanPlayer(
        self, request: pb.BanPlayerRequest, caller: Caller, call: Call
    ) -> pb.BanPlayerResponse:
        if not is_time(request.until):
            raise Refusal(BAD_UNTIL, "a time lies between 1970 and 9999", field="until")
        until_ms = request.until.ToMilliseconds() if request.HasField("until") else 0
        player_id = request.player_id
        ban = await self._register.ban(player_id, caller.player_id, request.reason, until_ms)
        self._gate.calls.end_streams_of(player_id, ban.refusal())
        if request.resign:
            await give_up_seats(self._house, player_id)
        return pb.BanPlayerResponse()

    async def UnbanPlayer(
        self, request: pb.UnbanPlayerRequest, caller: Caller, call: Call
    ) -> pb.UnbanPlayerResponse:
        await self._register.unban(request.player_id, caller.player_id)
        return pb.UnbanPlayerResponse()

    async def Drain(self, request: pb.DrainRequest, caller: Caller, call: Call) -> pb.DrainResponse:
        self._house.draining = not request.undo
        log.info("draining" if self._house.draining else "taking matches again")
        return pb.DrainResponse(draining=self._house.draining)

    async def BackUp(
        self, request: pb.BackUpRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.BackUpResponse]:
        async for piece in copied(self._data):
            yield piece

    # ---------------------------------------------------------------------------------------------------------

    @contextmanager
    def _counting(self) -> Iterator[Counting]:
        """Counts what is done from now on, as long as it is needed."""
        counting = Counting()
        house, gate = self._house, self._gate
        house.observers, gate.observers = (*house.observers, counting), (*gate.observers, counting)
        try:
            yield counting
        finally:
            house.observers = tuple(one for one in house.observers if one is not counting)
            gate.observers = tuple(one for one in gate.observers if one is not counting)

    def _status(self) -> pb.GetStatusResponse:
        matches, metrics = self._house.counts(), self._gate.metrics
        status = pb.GetStatusResponse(
            version=self._version,
            draining=self._house.draining,
            open_matches=matches["open"],
            running_matches=matches["running"],
            over_matches=matches["over"],
            live_matches=matches["live"],
            paused_matches=self._house.paused(),
            tournaments=sum(metrics.tournaments().values()),
            players=len(self._register),
            streams=metrics.streams,
            watchers=self._house.watchers(),
            answers=metrics.answers,
            refusals=metrics.refusals.total(),
            registration=self._register.registration,
        )
        status.uptime.FromNanoseconds(int((time.monotonic() - self._began) * 1e9))
        return status

    def _call(self, one: OpenCall) -> pb.OpenCall:
        attendance = self._taps.of(one.task)
        message = pb.OpenCall(
            id=one.id,
            method=one.method,
            player_id=one.player_id,
            player_name=one.name,
            peer=one.peer,
            channels=0 if attendance is None else len(attendance.channels),
            waiting_bytes=0 if attendance is None else attendance.outbox.size,
        )
        message.since.FromMilliseconds(one.since_ms)
        return message

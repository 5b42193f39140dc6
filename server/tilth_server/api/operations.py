"""tilth.v1.OperationsService: for operators only."""

import time
from importlib.metadata import version

import structlog

from tilth.v1 import operations_pb2 as pb
from tilth_server.api.reasons import OPERATORS_ONLY
from tilth_server.api.service import Call, Caller
from tilth_server.metrics import Metrics
from tilth_server.operations.removal import remove
from tilth_server.players import Register
from tilth_server.refusal import Refusal
from tilth_server.tables.house import House

log = structlog.get_logger()


class OperationsService:
    """How the server stands, and what an operator does to it."""

    def __init__(self, house: House, register: Register, metrics: Metrics) -> None:
        self._house = house
        self._register = register
        self._metrics = metrics
        self._began = time.monotonic()
        self._version = version("tilth")

    async def GetStatus(
        self, request: pb.GetStatusRequest, caller: Caller, call: Call
    ) -> pb.GetStatusResponse:
        _only_operators(caller)
        matches = self._house.counts()
        status = pb.GetStatusResponse(
            version=self._version,
            draining=self._house.draining,
            open_matches=matches["open"],
            running_matches=matches["running"],
            over_matches=matches["over"],
            live_matches=matches["live"],
            players=len(self._register),
            streams=self._metrics.streams,
            watchers=self._house.watchers(),
            answers=self._metrics.answers,
            refusals=self._metrics.refusals.total(),
            registration=self._register.registration,
        )
        status.uptime.FromNanoseconds(int((time.monotonic() - self._began) * 1e9))
        return status

    async def CreateInvitation(
        self, request: pb.CreateInvitationRequest, caller: Caller, call: Call
    ) -> pb.CreateInvitationResponse:
        _only_operators(caller)
        return pb.CreateInvitationResponse(invitation=await self._register.make_invitation(caller.player_id))

    async def CancelMatch(
        self, request: pb.CancelMatchRequest, caller: Caller, call: Call
    ) -> pb.CancelMatchResponse:
        _only_operators(caller)
        await self._house.cancel(caller.player_id, request.match_id, request.reason)
        return pb.CancelMatchResponse()

    async def RevokePlayer(
        self, request: pb.RevokePlayerRequest, caller: Caller, call: Call
    ) -> pb.RevokePlayerResponse:
        _only_operators(caller)
        await remove(self._house, self._register, request.player_id, caller.player_id, request.reason)
        return pb.RevokePlayerResponse()

    async def Drain(self, request: pb.DrainRequest, caller: Caller, call: Call) -> pb.DrainResponse:
        _only_operators(caller)
        self._house.draining = not request.undo
        log.info("draining" if self._house.draining else "taking matches again")
        return pb.DrainResponse(draining=self._house.draining)


def _only_operators(caller: Caller) -> None:
    if not caller.operator:
        raise Refusal(OPERATORS_ONLY, "only an operator may do this")

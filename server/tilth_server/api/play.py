"""tilth.v1.PlayService."""

import asyncio

from tilth.v1 import play_pb2 as pb
from tilth_server.api.outbox import Tap, Taps
from tilth_server.api.service import Call, Caller, Requests
from tilth_server.tables import calls, reasons
from tilth_server.tables.attendance import Attendance
from tilth_server.tables.house import House
from tilth_server.wire import language_of


class PlayService:
    """Playing and watching: `tables` does it, this moves the bytes."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.taps = Taps()

    async def close(self) -> None:
        """Take no answers any more. When those that were taken are durable, end every stream with where to resume."""
        await self._house.close()
        self.taps.cut_all(reasons.CLOSING)

    async def Attend(self, requests: Requests, caller: Caller, call: Call) -> None:
        attendance = Attendance(self._house, caller.player_id)
        hearing = _Hearing(attendance, requests)
        reader = asyncio.create_task(hearing.run())
        try:
            await self._pour(attendance, call)
        finally:
            reader.cancel()
        if hearing.failed is not None:
            raise hearing.failed

    async def Watch(self, request: pb.WatchRequest, caller: Caller, call: Call) -> None:
        attendance = Attendance(self._house, caller.player_id, ends_with_channels=True)
        attendance.open(0, request.open)
        await self._pour(attendance, call)

    async def Answer(self, request: pb.AnswerRequest, caller: Caller, call: Call) -> pb.AnswerResponse:
        records = await calls.answer(
            self._house, caller.player_id, request.match_id, request.seat, request.answers
        )
        return pb.AnswerResponse(records=records)

    async def Undo(self, request: pb.UndoRequest, caller: Caller, call: Call) -> pb.UndoResponse:
        record = await calls.take_back(
            self._house, caller.player_id, request.match_id, request.seat, request.request_id
        )
        return pb.UndoResponse(record=record)

    async def GetView(self, request: pb.GetViewRequest, caller: Caller, call: Call) -> bytes:
        return await calls.view(
            self._house,
            caller.player_id,
            request.match_id,
            request.seat if request.HasField("seat") else None,
            language_of(request.language) if request.texts else None,
        )

    async def _pour(self, attendance: Attendance, call: Call) -> None:
        tap = Tap(attendance, call.write)
        task = asyncio.current_task()
        assert task is not None, "gRPC runs every handler in a task of its own"
        self.taps.open(task, tap)
        try:
            await tap.run()
        finally:
            self.taps.close(task)
            attendance.leave()


class _Hearing:
    """Takes in what a stream says, until it half-closes: that means no more answers, still watching."""

    def __init__(self, attendance: Attendance, requests: Requests) -> None:
        self._attendance = attendance
        self._requests = requests
        self.failed: Exception | None = None
        """What was wrong with a message; it ends the stream."""

    async def run(self) -> None:
        try:
            async for request in self._requests:
                self._attendance.said(request)
            self._attendance.listen_only()
        except Exception as error:  # noqa: BLE001 - raised again by the call
            self.failed = error
            self._attendance.outbox.finish()

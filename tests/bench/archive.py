"""A long log: what a look at any moment of it takes, over gRPC."""

import random
import tempfile
from pathlib import Path

from tests.bench.load import Attendance, create_matches, register
from tests.bench.measurement import Measurement, calibrate, median, wall
from tests.bench.processes import connected, tilth_server
from tilth.v1 import archive_pb2, archive_pb2_grpc, play_pb2

RECORDS = 2000
LOOKS = 200


class Wavering:
    """Plays both seats, and takes back whatever can be taken back: so the log grows long."""

    def __init__(self, attendance: Attendance) -> None:
        self.attendance = attendance
        self.asked: dict[int, play_pb2.Said] = {}
        self.record = 0

    async def sit_down(self, match: str) -> None:
        await self.attendance.say([self.attendance.opening(match, seat) for seat in (0, 1)])
        caught_up = 0
        while caught_up < 2:
            caught_up += sum(told.HasField("caught_up") for told in await self._hear())

    async def _hear(self) -> list[play_pb2.Told]:
        heard = list((await self.attendance.hear()).told)
        for told in heard:
            self.record = max(self.record, told.record)
            if told.HasField("refused"):
                raise RuntimeError(str(told))
            for source in (told.happened, told.caught_up):
                if source.HasField("asked"):
                    self.asked[told.channel] = self.attendance.answering(told.channel, source)
            if told.HasField("happened") and not told.happened.open_decision:
                self.asked.pop(told.channel, None)
        return heard

    async def _say(self, said: play_pb2.Said, request_id: str) -> bool:
        """Whether it can be taken back now."""
        await self.attendance.say([said])
        while True:
            for told in await self._hear():
                if told.happened.accepted == request_id:
                    return told.happened.undoable

    async def waver(self, records: int) -> None:
        while self.record < records:
            channel, said = next(iter(self.asked.items()))
            del self.asked[channel]
            undoable = await self._say(said, said.answer.request_id)
            for _ in range(records // 120):
                if not undoable or self.record >= records:
                    break
                back = play_pb2.Said(channel=channel)
                back.undo.request_id = f"back {self.record}"
                await self._say(back, back.undo.request_id)
                again = self.asked.pop(channel)
                undoable = await self._say(again, again.answer.request_id)


async def measure() -> Measurement:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with tilth_server(Path(folder)) as (port, _), connected(port) as (channel,):
            who = await register(channel, "historian")
            (match,) = await create_matches(channel, who, 1)
            wavering = Wavering(Attendance(channel, who))
            await wavering.sit_down(match)
            await wavering.waver(RECORDS)
            stub = archive_pb2_grpc.ArchiveServiceStub(channel)
            chance = random.Random(1)
            times = []
            for _ in range(LOOKS + 1):
                record = chance.randrange(4, wavering.record)
                request = archive_pb2.ViewAtRequest(match_id=match, record=record)
                begun = wall()
                await stub.ViewAt(request, metadata=who)
                times.append(wall() - begun)
    first, rest = times[0], times[1:]
    return Measurement(
        "archive.view",
        median(rest) * 1000,
        "ms, p50 over gRPC",
        5,
        calibrate(),
        {"records": wavering.record, "first look ms": first * 1000, "slowest ms": max(rest) * 1000},
        at_most=True,
    )

"""A long log: what a look at any moment of it takes, over gRPC."""

import random
import tempfile
from pathlib import Path

from tests.bench.alone import Alone
from tests.bench.load import Attendance, create_matches, register
from tests.bench.measurement import Measurement, calibrate, median, wall
from tests.bench.processes import connected, tilth_server
from tilth.v1 import archive_pb2, archive_pb2_grpc

RECORDS = 2000
LOOKS = 200


async def waver(alone: Alone, records: int) -> None:
    """Play, and take back again and again whatever can be taken back: so the log grows long."""
    while alone.record < records:
        channel = next(iter(alone.next_answers))
        await alone.answer(channel)
        for _ in range(records // 120):
            if not alone.undoable or alone.record >= records:
                break
            await alone.take_back(channel)
            await alone.answer(channel)


async def measure() -> Measurement:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with tilth_server(Path(folder)) as (port, _), connected(port) as (channel,):
            who = await register(channel, "historian")
            (match,) = await create_matches(channel, who, 1)
            alone = Alone(Attendance(channel, who))
            await alone.open([match])
            await waver(alone, RECORDS)
            stub = archive_pb2_grpc.ArchiveServiceStub(channel)
            chance = random.Random(1)
            times = []
            for _ in range(LOOKS + 1):
                record = chance.randrange(4, alone.record)
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
        {"records": alone.record, "first look ms": first * 1000, "slowest ms": max(rest) * 1000},
        target_is_max=True,
    )

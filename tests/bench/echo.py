"""The bare echo, measured from the client's side: what grpc.aio carries when nothing else is done."""

import asyncio
from collections.abc import Sequence

from grpc import aio

from tests.bench.measurement import median, wall

MESSAGE = b"x" * 95
STREAMS = 16


async def bidi_rate(channel: aio.Channel, seconds: float) -> float:
    """Messages a second, there and back, on 16 streams."""
    done = 0
    until = wall() + seconds

    async def stream() -> None:
        nonlocal done
        method: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream("/bench.Echo/Bidi")
        call = method()
        while wall() < until:
            await call.write(MESSAGE)
            await call.read()
            done += 1
        await call.done_writing()

    begun = wall()
    await asyncio.gather(*(stream() for _ in range(STREAMS)))
    return done / (wall() - begun)


async def slowest_p50(channels: Sequence[aio.Channel], messages: int) -> float:
    """Seconds there and back, with a stream on each of these channels that has always one message under way."""

    async def stream(channel: aio.Channel) -> float:
        method: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream("/bench.Echo/Bidi")
        call = method()
        times = []
        for _ in range(messages):
            begun = wall()
            await call.write(MESSAGE)
            await call.read()
            times.append(wall() - begun)
        await call.done_writing()
        return median(times)

    return max(await asyncio.gather(*map(stream, channels)))


async def unary_p50(channel: aio.Channel, calls: int) -> float:
    """Seconds a unary call takes, one at a time."""
    call: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/bench.Echo/Unary")
    times = []
    for _ in range(calls):
        begun = wall()
        await call(MESSAGE)
        times.append(wall() - begun)
    return median(times)

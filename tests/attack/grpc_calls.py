"""Calls of attackers that keep to gRPC: bytes in, bytes out, and every refusal counted by its name."""

from collections.abc import Awaitable, Callable
from typing import Any

import grpc

from tests.attack.attack import Target, again_and_again, together
from tests.e2e.people import bearer

SECONDS = 60.0


async def unary(
    target: Target, channel: grpc.aio.Channel, path: str, request: bytes, token: str = ""
) -> None:
    """One call; `ok` or its refusal is counted."""
    method: Any = channel.unary_unary(path)
    await _counted(target, method(request, metadata=bearer(token), timeout=SECONDS))


async def read_all(
    target: Target, channel: grpc.aio.Channel, path: str, request: bytes, token: str = ""
) -> None:
    """One call of a server stream, read to its end."""
    method: Any = channel.unary_stream(path)
    await _counted(target, _read(method(request, metadata=bearer(token), timeout=SECONDS)))


async def _counted(target: Target, call: Awaitable[Any]) -> None:
    target.seen["calls"] += 1
    try:
        await call
        target.seen["ok"] += 1
    except grpc.aio.AioRpcError as error:
        target.refused(error)


async def _read(call: Any) -> None:
    async for _ in call:
        pass


class Stream:
    """An Attend stream that counts how it ends, and is opened again until the attack ends."""

    def __init__(self, target: Target, channel: grpc.aio.Channel, token: str) -> None:
        self._target = target
        self._method: Any = channel.stream_stream("/tilth.v1.PlayService/Attend")
        self._metadata = bearer(token)
        self._call = self._method(metadata=self._metadata)

    async def talk(self, request: bytes, replied: Callable[[bytes], bool]) -> None:
        """Say this; read until that is true of a message, or the stream has ended. Then it is another stream."""
        try:
            await self._call.write(request)
            self._target.seen["messages"] += 1
            heard: Any = b""
            while (heard := await self._call.read()) is not grpc.aio.EOF:
                if replied(heard):
                    return
            status = await self._call.code()
            self._target.seen[f"stream ended {status.name}"] += 1
        except grpc.aio.AioRpcError as error:
            self._target.refused(error)
        except grpc.aio.UsageError:
            self._target.seen["stream ended"] += 1
        self._call = self._method(metadata=self._metadata)


async def loops(number: int, act: Callable[[int], Awaitable[None]]) -> None:
    """Each of these again and again, all at the same time."""
    await together(number, lambda each: again_and_again(lambda: act(each)))

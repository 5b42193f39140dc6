"""Server processes for the benches: the real server, and a bare echo to hold it against, on one core each."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc
from grpc import aio

SERVER_CORE = 0
CLIENT_CORE = 1

CHANNEL_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.use_local_subchannel_pool", 1),
]


def pin(core: int) -> None:
    """Keep this process on one core, where the machine has more than one."""
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def process(
    *arguments: str, log: Path, core: int | None = SERVER_CORE
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python process on the server's core, or on any if `core` is None; terminated at the end."""
    with log.open("wb") as output:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            stdout=output,
            stderr=output,
            preexec_fn=None if core is None else partial(pin, core),
        )
        try:
            yield child
        finally:
            if child.returncode is None:
                child.terminate()
            await child.wait()


@asynccontextmanager
async def connected(port: int, connections: int = 1) -> AsyncIterator[list[aio.Channel]]:
    channels = [aio.insecure_channel(f"127.0.0.1:{port}", CHANNEL_OPTIONS) for _ in range(connections)]
    for channel in channels:
        await asyncio.wait_for(channel.channel_ready(), 20)
    yield channels
    for channel in channels:
        await channel.close()


@asynccontextmanager
async def tilth_server(
    folder: Path, *flags: str, core: int | None = SERVER_CORE
) -> AsyncIterator[tuple[int, asyncio.subprocess.Process]]:
    """The real server with its limits out of the way."""
    port = free_port()
    arguments = [
        "-m",
        "tilth_server.main",
        "serve",
        "--data",
        str(folder / "data"),
        "--listen",
        f"127.0.0.1:{port}",
        "--calls-per-second=1000000",
        "--unfinished-matches-per-player=1000000",
        "--streams-per-player=1000000",
        "--channels-per-stream=1000000",
        "--channels-per-match=1000000",
        *flags,
    ]
    async with process(*arguments, log=folder / "server.log", core=core) as child:
        yield port, child


@asynccontextmanager
async def echo_server(folder: Path) -> AsyncIterator[int]:
    port = free_port()
    async with process("-m", "tests.bench.processes", str(port), log=folder / "echo.log"):
        yield port


def resident_bytes(pid: int) -> int:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far, all of its threads, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


async def serve_echo(port: int) -> None:
    """The bare echo: unary and bidi, bytes in and the same bytes out."""

    async def unary(request: bytes, context: object) -> bytes:
        return request

    async def bidi(requests: AsyncIterator[bytes], context: object) -> AsyncIterator[bytes]:
        async for request in requests:
            yield request

    handlers: dict[str, Any] = {
        "Unary": grpc.unary_unary_rpc_method_handler(unary),
        "Bidi": grpc.stream_stream_rpc_method_handler(bidi),
    }
    server = aio.server()
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", handlers),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    import uvloop

    uvloop.run(serve_echo(int(sys.argv[1])))

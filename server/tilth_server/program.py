"""What `tilth-server` does: serves until it is told to stop."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final

import structlog

from tilth_server import logs
from tilth_server.archive import offline
from tilth_server.archive.provers import ProverFailed
from tilth_server.arguments import settings_from
from tilth_server.players import Register, operator
from tilth_server.serving import CannotServe, Server
from tilth_server.settings import Registration, Settings
from tilth_server.store import BrokenChain, SqliteStreams, StoreFailed
from tilth_server.store.backup import back_up, database_of, restore
from tilth_server.tracing import TracingMissing

log = structlog.get_logger()

STOP_SECONDS = 9.0
"""Whoever stops a server kills it after ten."""


def run() -> None:
    """The program. It exits with 2 for flags that make no sense, with 1 if it can't serve."""
    command, settings = settings_from()
    logs.configure(settings.log)
    try:
        with asyncio.Runner(loop_factory=_fast_loop()) as runner:
            runner.run(COMMANDS[command](settings))
    except (CannotServe, TracingMissing, StoreFailed, BrokenChain, ProverFailed) as error:
        raise SystemExit(f"tilth-server: {error}") from None


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await Server.start(settings)
    # What a start leaves behind lives as long as the server: no collection needs to look at it again.
    gc.collect()
    gc.freeze()
    _greet(server)
    await stop.wait()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await server.stop()
    except TimeoutError:
        log.error("stopped without waiting for the rest: what was confirmed is stored")


async def renew_operator_token(settings: Settings) -> None:
    """Give the operator a new token and say it."""
    store = await SqliteStreams.open(settings.data)
    try:
        register = Register(store, Registration.CLOSED)
        await register.load()
        token = await operator.make_sure(register, settings.data)
        if token is None and register.operator is not None:
            token = await operator.renew(register, register.operator.id, settings.data)
    finally:
        await store.close()
    _say(f"{token}")


async def make_backup(settings: Settings) -> None:
    """Copy the store; a server may run on it."""
    assert settings.file is not None, "the command line asks for it"
    await asyncio.to_thread(back_up, database_of(settings.data), settings.file)
    _say(f"{settings.data} is copied to {settings.file} ({settings.file.stat().st_size:,} bytes)")


async def restore_backup(settings: Settings) -> None:
    """Put a copy in the place of a store that is lost."""
    assert settings.file is not None, "the command line asks for it"
    streams = await asyncio.to_thread(restore, settings.file, settings.data)
    _say(f"{settings.data} holds what {settings.file} held: {streams:,} streams, every record verified")


async def verify_data(settings: Settings) -> None:
    """Prove all that is stored; exits with 1 where something doesn't hold."""
    if not await offline.verify(settings.data, _say):
        raise SystemExit(1)


COMMANDS: Final[Mapping[str, Callable[[Settings], Coroutine[Any, Any, None]]]] = MappingProxyType(
    {
        "serve": serve,
        "operator-token": renew_operator_token,
        "backup": make_backup,
        "restore": restore_backup,
        "verify": verify_data,
    }
)


def _greet(server: Server) -> None:
    settings = server.settings
    how = "without TLS" if settings.tls is None else "with TLS"
    _say(
        f"serving {', '.join(sorted(server.games))} on {server.address} {how},"
        f" registration {settings.registration}, data in {settings.data}"
    )
    if server.operator_token is not None:
        file = settings.data / operator.FILE
        if sys.stdout.isatty():
            _say(f"the operator's token, shown this once: {server.operator_token} (also in {file})")
        else:
            _say(f"the operator's token is in {file}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _fast_loop() -> Callable[[], Any] | None:
    """uvloop's, where it is installed: a fifth more calls a second."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop

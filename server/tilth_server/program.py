"""The commands of `tilth-server`: serving, and work on a data directory."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import structlog

from tilth_server import logs
from tilth_server.archive.ageing import archive_matches
from tilth_server.archive.verify import offline
from tilth_server.archive.verify.verifier_pool import VerifierFailed
from tilth_server.arguments import settings_from
from tilth_server.operations import open_files, verified_backup
from tilth_server.players import PlayerRegistry, operator
from tilth_server.refused_words import RefusedWordsUnreadable
from tilth_server.serving import Server, StartupFailed
from tilth_server.settings import LogFormat, Registration, Settings
from tilth_server.stderr import wrap_stderr
from tilth_server.store import BrokenChain, StoreFailed, copy_streams, engine_of, migrate
from tilth_server.tournaments.index_faults import index_faults
from tilth_server.tracing import TracingMissing

log = structlog.get_logger()

STOP_SECONDS = 9.0
"""Seconds that a clean stop may take. A supervisor may kill the process after ten."""
COLLECT_AFTER: Final = 5000
"""Objects made and kept after which Python looks for garbage among the youngest."""


def run() -> None:
    """Run the program. It exits with 2 for invalid flags, and with 1 if the command fails."""
    command, settings = settings_from()
    if command != "serve":  # which begins to collect garbage when it serves
        gc.enable()
    if command == "serve" and settings.log_format is LogFormat.JSON:
        logs.configure(settings.log_format, wrap_stderr())
    else:
        logs.configure(settings.log_format)
    try:
        with asyncio.Runner(loop_factory=_fast_loop()) as runner:
            runner.run(COMMANDS[command](settings))
    except (
        StartupFailed,
        TracingMissing,
        StoreFailed,
        BrokenChain,
        VerifierFailed,
        RefusedWordsUnreadable,
    ) as error:
        raise SystemExit(f"tilth-server: {error}") from None


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C. On SIGHUP, read the certificates and the refused words again."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    # A closed terminal or `systemctl reload` sends it, and neither is a reason to stop.
    loop.add_signal_handler(signal.SIGHUP, lambda: None)
    open_files.raise_limit()
    server = await Server.start(settings)
    loop.add_signal_handler(signal.SIGHUP, server.reload_files)
    # Objects made at the start live as long as the server, so no collection needs to look at them again.
    gc.collect()
    gc.freeze()
    # With Python's 700 the objects of all players are looked at more often, for 0.1 s with a thousand of them.
    gc.set_threshold(COLLECT_AFTER)
    gc.enable()
    _print_greeting(server)
    await stop.wait()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await server.stop()
    except TimeoutError:
        log.error("server stopped early", seconds=STOP_SECONDS)


async def renew_operator_token(settings: Settings) -> None:
    """Give the first operator a new token, put it into the token file, and print it."""
    engine = engine_of(settings.store_url)
    operator.check_token_file(settings.data, engine)
    store = await engine.open()
    try:
        players = PlayerRegistry(store, Registration.CLOSED)
        await players.load()
        token = await operator.ensure_operator(players, settings.data, engine)
        if token is None and players.operator is not None:
            token = await operator.renew_first_token(players, players.operator.id, settings.data)
    finally:
        await store.close()
    _print(f"{token}")


async def make_backup(settings: Settings) -> None:
    """Copy the store, or what is new in it; a server may run on it."""
    assert settings.file is not None, "the command line asks for it"
    engine = engine_of(settings.store_url)
    made: Path | None = settings.file
    if settings.incremental:
        made = await asyncio.to_thread(engine.back_up_into, settings.file)
    else:
        await asyncio.to_thread(engine.back_up, settings.file)
    if made is None:
        _print(f"nothing in {settings.data} is new since the last backup in {settings.file}")
    else:
        _print(f"{settings.data} is copied to {made} ({made.stat().st_size:,} bytes)")
    if settings.verify_copy:
        streams = await asyncio.to_thread(engine.verify_backup, settings.file)
        verified_backup.note(settings.data)
        _print(f"{settings.file} holds {streams:,} streams, every record verified")


async def restore_backup(settings: Settings) -> None:
    """Restore a lost store from a backup."""
    assert settings.file is not None, "the command line asks for it"
    streams = await asyncio.to_thread(engine_of(settings.store_url).restore, settings.file)
    _print(f"{settings.data} holds what {settings.file} held: {streams:,} streams, every record verified")


async def archive(settings: Settings) -> None:
    """Move the records of old matches into bundles; a server may run on the store. Exit with 1 if one is damaged."""
    # A process that is stopped by the keyboard while it writes would keep a server from writing.
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    engine = engine_of(settings.store_url)
    if not await asyncio.to_thread(archive_matches, engine, settings.before_ms, _print):
        raise SystemExit(1)


async def verify_data(settings: Settings) -> None:
    """Verify every stored match and index; exit with 1 if there is a fault."""
    if not await offline.verify_store(engine_of(settings.store_url), _print, index_faults):
        raise SystemExit(1)


async def migrate_store(settings: Settings) -> None:
    """Make the tables that a database lacks."""
    made = await migrate(settings.store_url)
    _print(f"{made} migrations run" if made else "the database has all tables already")


async def copy_store(settings: Settings) -> None:
    """Copy a store into another one."""
    assert settings.source is not None, "the command line asks for it"
    copied = await copy_streams(engine_of(settings.source), engine_of(settings.store_url), _print_progress)
    _print(
        f"{settings.store} holds what {settings.source} held: {copied.streams:,} streams, {copied.records:,} records"
        f" ({copied.added:,} of them new), every chain verified, and {copied.rows:,} index rows"
    )


def _print_progress(done: int, total: int) -> None:
    """Print how many streams are copied, on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{done:,} of {total:,} streams\r")


COMMANDS: Final[Mapping[str, Callable[[Settings], Coroutine[Any, Any, None]]]] = MappingProxyType(
    {
        "serve": serve,
        "operator-token": renew_operator_token,
        "backup": make_backup,
        "restore": restore_backup,
        "verify": verify_data,
        "archive": archive,
        "migrate": migrate_store,
        "copy": copy_store,
    }
)


def _print_greeting(server: Server) -> None:
    """Print the games, the address and the registration of a server that listens, and where the operator's token is."""
    settings = server.settings
    security = "without TLS" if settings.tls is None else "with TLS"
    _print(
        f"serving {', '.join(sorted(server.games))} on {server.address} {security},"
        f" registration {settings.registration}, data in {settings.store or settings.data}"
    )
    if server.web is not None:
        _print(f"the page is at {server.web.url}")
    if server.operator_token is not None:
        file = settings.data / operator.FILE
        if sys.stdout.isatty():
            _print(f"the operator's token, shown this once: {server.operator_token} (also in {file})")
        else:
            _print(f"the operator's token is in {file}")


def _print(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _fast_loop() -> Callable[[], Any] | None:
    """Return uvloop's event loop, which serves a fifth more calls per second; None if uvloop is not installed."""
    if find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop

"""A real nginx in front of a real server, with the configuration that docs/guides prints."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from tests.docs.pages import page
from tests.e2e.serving import PATIENCE_S, ServerProcess, own_port
from tests.server.serve.certificates import Certificates
from tilth_server.settings import Tls

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
needs_nginx = pytest.mark.skipif(
    not os.access(NGINX, os.X_OK), reason="nginx is missing; it comes with Debian's package nginx"
)
TRUSTED = ("--trusted-proxy", "127.0.0.1")
"""Flags of the server behind it."""
SHORT_DEFAULTS = "\n".join(
    f"    {name} 1s;"
    for name in (
        *("client_body_timeout", "client_header_timeout", "send_timeout", "keepalive_timeout"),
        *("grpc_read_timeout", "grpc_send_timeout"),
    )
)
"""Settings with a default of 60 or 75 seconds, made short: one that the page forgets shows at once."""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def documented() -> str:
    """Return the lines for nginx on the page."""
    (block,) = re.findall(r"```\n(limit_conn_zone.*?)```", page("guides/firewall-and-proxy.md"), re.DOTALL)
    return str(block)


class Nginx:
    """One nginx, at `address` in front of the server."""

    def __init__(self, folder: Path, lines: str, *changes: tuple[str, str]) -> None:
        """`changes` replace parts of the page's lines; each has to be there."""
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.authority = Certificates(folder)
        self.port = own_port()
        self.address = f"127.0.0.1:{self.port}"
        self._lines = lines
        self._changes = changes
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        for name in TEMPORARY:
            (self.folder / name).mkdir(exist_ok=True)
        (self.folder / "nginx.conf").write_text(self._configuration(self.authority.server("nginx")))
        words = [NGINX, "-p", str(self.folder), "-c", "nginx.conf", "-e", "error.log"]
        self._process = subprocess.Popen(words)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            assert self._process.poll() is None, self.log()
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError(f"nginx does not listen: {self.log()}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)

    def log(self) -> str:
        file = self.folder / "error.log"
        return file.read_text() if file.exists() else ""

    def accesses(self) -> list[str]:
        """Return a line for each call that has ended: its status, and the bytes that it took."""
        return (self.folder / "access.log").read_text().splitlines()

    def _configuration(self, files: Tls) -> str:
        lines = self._lines
        for old, new in (
            ("listen 443 ", f"listen 127.0.0.1:{self.port} "),
            ("/etc/tilth/chain.pem", str(files.certificate)),
            ("/etc/tilth/key.pem", str(files.key)),
            *self._changes,
        ):
            assert lines.count(old) == 1, old
            lines = lines.replace(old, new)
        temporary = "\n".join(f"    {name}_temp_path {self.folder / name};" for name in TEMPORARY)
        user = "user root;\n" if os.getuid() == 0 else ""
        return (
            f"{user}daemon off;\nworker_processes 1;\npid nginx.pid;\nevents {{ worker_connections 1024; }}\n"
            f"http {{\n    access_log access.log;\n{temporary}\n{SHORT_DEFAULTS}\n{lines}}}\n"
        )


@contextmanager
def in_front(folder: Path, server: ServerProcess, *changes: tuple[str, str]) -> Iterator[Nginx]:
    """An nginx in front of the server, which should have been started with the flags TRUSTED."""
    with started(Nginx(folder, documented(), ("127.0.0.1:4030", server.address), *changes)) as nginx:
        yield nginx


@contextmanager
def started(nginx: Nginx) -> Iterator[Nginx]:
    """The nginx, until the block ends."""
    nginx.start()
    try:
        yield nginx
    finally:
        nginx.stop()


@asynccontextmanager
async def calling_from(source: str, nginx: Nginx) -> AsyncIterator[str]:
    """An address where who connects reaches nginx from the address `source` of this machine: 127.0.0.5."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        there, back = await asyncio.open_connection("127.0.0.1", nginx.port, local_addr=(source, 0))
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))
        for end in (back, writer):
            end.transport.abort()

    tasks: set[asyncio.Task[None]] = set()
    relay = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{relay.sockets[0].getsockname()[1]}"
    finally:
        relay.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
        await writer.drain()
    writer.close()

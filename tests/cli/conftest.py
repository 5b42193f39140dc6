"""A real server in a process of its own, and the `tilth` command against it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.cli.terminal import PROGRAM, Terminal
from tests.e2e.serving import own_port
from tilth.v1.players_pb2 import RegisterRequest
from tilth.v1.players_pb2_grpc import PlayersServiceStub
from tilth_cli.tokens import TokenFile

SERVE = (sys.executable, "-m", "tilth_server.main", "serve", "--log", "json")
SOON_S = 60
_numbers = count(1)


PATIENCE = re.compile(r"^.* \.\.\.\n", re.MULTILINE)
"""What a command says that has taken a second: any may, where other programs want the machine too."""


@dataclass
class Ran:
    code: int
    out: str
    err: str
    """Without the words of patience, which are apart."""
    patience: str = ""

    def document(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    def documents(self) -> list[Any]:
        """One a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@dataclass
class Place:
    """Somebody's machine: which server it talks to, and what is kept there."""

    address: str
    home: Path
    more: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "TILTH_SERVER": self.address,
            "XDG_CONFIG_HOME": str(self.home),
            "TILTH_TOKEN": "",
            "TILTH_LANG": "en",
            # Test runners set it; what is printed into a pipe is to be as wide as it is for everybody.
            "COLUMNS": "",
            **self.more,
        }

    def tilth(self, *arguments: str, typed: str | None = None, **environment: str) -> Ran:
        """Runs the command to its end."""
        done = subprocess.run(
            [sys.executable, *PROGRAM, *arguments],
            env={**os.environ, **self.environment, **environment},
            cwd=self.home,
            input=typed,
            capture_output=True,
            text=True,
            timeout=SOON_S,
            check=False,
        )
        patience = "".join(PATIENCE.findall(done.stderr))
        return Ran(done.returncode, done.stdout, PATIENCE.sub("", done.stderr), patience)

    @contextmanager
    def started(self, *arguments: str) -> "Iterator[subprocess.Popen[str]]":
        """Starts the command and goes on; ends it when the test is done with it."""
        with subprocess.Popen(
            [sys.executable, *PROGRAM, *arguments],
            env={**os.environ, **self.environment},
            cwd=self.home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def terminal(self, *arguments: str, lines: int = 40, columns: int = 100) -> Terminal:
        return Terminal(*arguments, environment=self.environment, lines=lines, columns=columns)

    def registered(self, *names: str) -> None:
        """Players of such names; others have such names on this server, too. They are left as by `tilth players
        register`, without a process for each of them."""
        kept = TokenFile.of(self.environment)
        with grpc.insecure_channel(self.address) as channel:
            register = PlayersServiceStub(channel).Register
            for name in names:
                self.names[name] = f"{name} {next(_numbers):06x}"
                reply = register(RegisterRequest(name=self.names[name]), timeout=SOON_S, wait_for_ready=True)
                kept.save(self.address, self.names[name], reply.token)

    def new_match(self, *arguments: str) -> str:
        match_id: str = self.tilth("new", "petrichor", *arguments, "--json").document()["id"]
        return match_id


class ServerProcess:
    """`tilth-server serve`; started again it listens where it did before."""

    def __init__(self, data: Path, *flags: str) -> None:
        self.address = f"127.0.0.1:{own_port()}"
        self.data = data
        self._flags = flags
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [*SERVE, "--data", str(self.data), "--listen", self.address, *self._flags]
        log = self.data.with_suffix(".log")
        with log.open("a") as errors:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        assert " on " in greeting, log.read_text()
        self.address = greeting.partition(" on ")[2].split()[0]

    def stop(self) -> None:
        if self._process is not None:
            with self._process:
                self._process.terminate()
            self._process = None


@contextmanager
def serving(data: Path, *flags: str) -> Iterator[ServerProcess]:
    server = ServerProcess(data, *flags)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server of all tests that don't stop it."""
    with serving(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of one test's own."""
    with serving(tmp_path_factory.mktemp("own-server") / "data") as process:
        yield process


@pytest.fixture
def place(server: ServerProcess, tmp_path: Path) -> Place:
    return Place(server.address, tmp_path)


@pytest.fixture
def operator_token(server: ServerProcess) -> str:
    return (server.data / "operator.token").read_text().strip()

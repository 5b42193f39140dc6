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

from tests.cli.in_process import can_run_here, run_here
from tests.cli.terminal import PROGRAM, Terminal
from tests.e2e.serving import own_port
from tests.warm import Process, run
from tilth.v1.players_pb2 import RegisterRequest
from tilth.v1.players_pb2_grpc import PlayersServiceStub
from tilth_cli.tokens import TokenFile

SERVE = (sys.executable, "-m", "tilth_server.main", "serve", "--log-format", "json")
SOON_S = 60
_numbers = count(1)


SLOW_NOTE = re.compile(r"^.* \.\.\.\n", re.MULTILINE)
"""The line that a command prints when it has taken a second; on a busy machine any command may print it."""


@dataclass
class Ran:
    code: int
    out: str
    err: str
    """Without the words of patience, which are apart."""
    slow_notes: str = ""

    def document(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)

    def documents(self) -> list[Any]:
        """Return the JSON documents of the output, one per line."""
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
        """Run the command to its end: in this process, if it asks for no input and for no other language."""
        environment = {**os.environ, **self.environment, **environment}
        if typed is None and can_run_here(arguments, environment):
            code, out, err = run_here(arguments, environment, self.home)
        else:
            words = [sys.executable, *PROGRAM, *arguments]
            done = run(words, env=environment, cwd=self.home, input=typed, timeout=SOON_S)
            code, out, err = done.returncode, done.stdout, done.stderr
        patience = "".join(SLOW_NOTE.findall(err))
        return Ran(code, out, SLOW_NOTE.sub("", err), patience)

    @contextmanager
    def started(self, *arguments: str) -> Iterator[Process]:
        """Start the command without waiting for its end; end it when the test is done with it."""
        with Process(
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
        """Register players under names made unique with a number, and keep their tokens as `tilth players
        register` does, without starting a process for each."""
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
        self._process: Process | None = None

    def start(self) -> None:
        command = [*SERVE, "--data", str(self.data), "--listen", self.address, *self._flags]
        log = self.data.with_suffix(".log")
        with log.open("a") as errors:
            self._process = Process(command, stdout=subprocess.PIPE, stderr=errors, text=True)
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
    """Start the server that all tests share, except those that stop it."""
    with serving(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server for one test."""
    with serving(tmp_path_factory.mktemp("own-server") / "data") as process:
        yield process


@pytest.fixture
def place(server: ServerProcess, tmp_path: Path) -> Place:
    return Place(server.address, tmp_path)


@pytest.fixture
def operator_token(server: ServerProcess) -> str:
    return (server.data / "operator.token").read_text().strip()

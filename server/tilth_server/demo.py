"""A demo, started by `make run`: a server, three of its bots at a match, and the board while they play.

The demo only starts our own programs, as a person would in two terminals, and uses none of their code. The bots are the
server's own, so that the page can offer a match against the one that leads.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import click

HOST = "Rowan"
"""The player who makes the match and watches it."""
BOTS = ("gardener", "random", "first")
PORT = 4030
PAGE_PORT = 4080
DATA = Path("data")
THINK_SECONDS = 0.25
"""Seconds that a bot waits before each answer if the board is shown on a terminal; without one, bots don't wait."""
START_SECONDS = 30
STOP_SECONDS = 12
MATCH_SECONDS = 300


class DemoFailed(Exception):
    """A failure of the demo; the message is one line."""


@click.command("python -m tilth_server.demo", help=__doc__)
@click.option("--once", is_flag=True, help="stop after the match")
@click.option("--lang", type=click.Choice(["en", "ru"]), default="en", help="language of the match (en)")
def main(once: bool, lang: str) -> None:
    """Run the demo. The process exits with 1 if it fails."""
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        with ExitStack() as open_things:
            _run(once, lang, open_things)
    except KeyboardInterrupt:
        pass
    except DemoFailed as failed:
        sys.stderr.write(f"tilth demo: {failed}\n")
        sys.exit(1)


def _run(once: bool, language: str, open_things: ExitStack) -> None:
    """Start the server and a match of its bots, show it, and (unless `once`) keep the server running after it."""
    data = open_things.enter_context(_data_folder(once))
    server = open_things.enter_context(ServerProcess(data, _port(once, PORT), _port(once, PAGE_PORT)))
    people = DemoPlayers(server.address, data, language)
    name = people.register(HOST)
    match = people.new_match(name)
    _print(f"Watch it in a browser: {server.page}#/match/{match}")
    people.watch(match, name)
    _print("")
    _print(f"The server is at {server.address}; the match was {match}.")
    if once:
        return
    _print(f"Play in a browser:  {server.page}")
    _print(f"Look at it again:   .venv/bin/tilth --server {server.address} --as {name} replay {match}")
    _print(f"Play yourself:      .venv/bin/tilth --server {server.address} players register YOUR-NAME")
    _print(f"                    .venv/bin/tilth --server {server.address} new petrichor --seats 2 --take 0")
    _print("Ctrl-C stops it.")
    server.wait()


class ServerProcess:
    """`tilth-server serve` as a process, its log in a file beside the data."""

    def __init__(self, data: Path, port: int, page_port: int) -> None:
        self.address = ""
        self.page = ""
        """The address to open in a browser."""
        self._log = data / "server.log"
        command = [sys.executable, "-m", "tilth_server.main", "serve", "--log-format", "json"]
        command += ["--data", str(data / "store"), "--listen", f"127.0.0.1:{port}"]
        command += ["--web", f"127.0.0.1:{page_port}"]
        command += ["--bots-at-once", str(2 * len(BOTS))]
        command += ["--bot-delay", str(THINK_SECONDS if sys.stdout.isatty() else 0)]
        with self._log.open("ab") as log:
            # A session of its own: Ctrl-C is for this program to pass on.
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )

    def __enter__(self) -> "ServerProcess":
        try:
            self.address = self._read_address()
            self.page = self._read_page()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        _stop(self._process)

    def wait(self) -> None:
        """Wait until the server ends; raise DemoFailed if it ends with an error."""
        if self._process.wait() != 0:
            raise DemoFailed(f"the server ended; {self._log} has the reason")

    def _read_address(self) -> str:
        """Return the address in the first line that the server prints. Raise DemoFailed if it does not start."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        before, _, rest = line.partition(" on ")
        if not before.startswith("serving"):
            self._process.wait(START_SECONDS)
            lines = self._log.read_text().splitlines()
            raise DemoFailed(lines[-1] if lines else "the server did not start")
        return rest.split()[0]

    def _read_page(self) -> str:
        """Return the address of the page, from the line that the server prints next."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rpartition(" ")[2].strip()


class DemoPlayers:
    """Calls the `tilth` command as different players of one server."""

    def __init__(self, address: str, folder: Path, language: str) -> None:
        self._command = [sys.executable, "-m", "tilth_cli.main", "--server", address, "--lang", language]
        # The players' tokens are kept with the demo's data, apart from the tokens of the person who runs it.
        self._environment = os.environ | {"XDG_CONFIG_HOME": str(folder / "config")}
        self._environment.pop("TILTH_TOKEN", None)

    def register(self, name: str) -> str:
        """Register a player under this name, or a similar free one. Return the name."""
        for free in (name, *(f"{name} {number}" for number in range(2, 1000))):
            reply = self._ask("players", "register", free)
            if reply.get("reason") != "NAME_TAKEN":
                return free
        raise DemoFailed(f"every name like {name} is taken")

    def new_match(self, name: str) -> str:
        """Create a match of the server's bots, which starts at once, as the player of this name. Return its id."""
        seats = [word for seat, bot in enumerate(BOTS) for word in ("--bot", f"{seat}={bot}")]
        created = self._ask(
            "--as", name, "new", "petrichor", "--seats", str(len(BOTS)), "--start-when-full", *seats
        )
        return str(created["id"])

    def watch(self, match: str, name: str) -> None:
        """Draw the match until it has ended."""
        command = [*self._command, "--as", name, "watch", match, "--from", "0"]
        ended = subprocess.run(command, env=self._environment, check=False, timeout=None)
        if ended.returncode == 128 + signal.SIGINT:
            raise KeyboardInterrupt
        if ended.returncode:
            raise DemoFailed("the match could not be watched")

    def _ask(self, *words: str) -> dict[str, Any]:
        """Run a `tilth` command and return its JSON reply, an error NAME_TAKEN included.

        Raise DemoFailed for other errors.
        """
        command = [*self._command, "--json", *words]
        done = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=False, timeout=START_SECONDS
        )
        try:
            reply: dict[str, Any] = json.loads(done.stdout if done.returncode == 0 else done.stderr)
        except ValueError:
            raise DemoFailed(f"`{' '.join(words)}`: {done.stderr.strip()}") from None
        if done.returncode and reply.get("reason") != "NAME_TAKEN":
            raise DemoFailed(f"`{' '.join(words)}`: {reply.get('error')}")
        return reply


@contextmanager
def _data_folder(once: bool) -> Iterator[Path]:
    """Yield the data directory of the demo's server: `data`, or with `once` a temporary one that is removed later."""
    if not once:
        DATA.mkdir(exist_ok=True)
        yield DATA.resolve()
        return
    folder = Path(tempfile.mkdtemp(prefix="tilth-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _port(once: bool, usual: int) -> int:
    """Return the usual port if it is free; 0, for any port, if it is not or with `once`."""
    if once:
        return 0
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", usual))
        except OSError:
            return 0
    return usual


def _stop(process: "subprocess.Popen[str]") -> None:
    """End a process, by force if it does not end in time, and close its pipes."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def _interrupted(*_: object) -> NoReturn:
    """End the demo as Ctrl-C does; the handler of SIGTERM."""
    raise KeyboardInterrupt


def _print(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

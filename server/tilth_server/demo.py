"""What `make run` shows: a server, three bots at a match, and the board while they play.

It only starts programs of ours, as a person would in four terminals, and knows none of their code.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

PLAYERS = (("Rowan", "gardener"), ("Hazel", "random"), ("Linden", "gardener"))
SEED = "4030"
PORT = 4030
DATA = Path("data")
THINK_SECONDS = 0.25
"""How long a bot thinks where somebody looks on. A script is not kept waiting."""
START_SECONDS = 30
STOP_SECONDS = 12
MATCH_SECONDS = 300


class DemoFailed(Exception):
    """What didn't work, in one line."""


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tilth_server.demo", description=__doc__)
    parser.add_argument("--once", action="store_true", help="stop after the match")
    parser.add_argument("--lang", choices=("en", "ru"), default="en", help="the language of the match")
    given = parser.parse_args(words)
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        with ExitStack() as open_things:
            return _run(given.once, given.lang, open_things)
    except KeyboardInterrupt:
        return 0
    except DemoFailed as failed:
        sys.stderr.write(f"tilth demo: {failed}\n")
        return 1


def _run(once: bool, language: str, open_things: ExitStack) -> int:
    data = open_things.enter_context(_folder(once))
    server = open_things.enter_context(Server(data, _port(once)))
    people = Clients(server.address, data, language)
    names = [people.register(name) for name, _ in PLAYERS]
    match = people.new_match(names)
    bots = [
        open_things.enter_context(people.bot(bot, match, seat, names[seat]))
        for seat, (_, bot) in enumerate(PLAYERS)
    ]
    people.watch(match, names[0])
    for bot in bots:
        _finished(bot)
    _say("")
    _say(f"The server is at {server.address}; the match was {match}.")
    if once:
        return 0
    _say(f"Look at it again:   .venv/bin/tilth --server {server.address} --as {names[0]} replay {match}")
    _say(f"Play yourself:      .venv/bin/tilth --server {server.address} players register YOUR-NAME")
    _say(f"                    .venv/bin/tilth --server {server.address} new petrichor --seats 2 --take 0")
    _say("Ctrl-C stops it.")
    server.wait()
    return 0


class Server:
    """`tilth-server serve` as a process, its log in a file beside the data."""

    def __init__(self, data: Path, port: int) -> None:
        self.address = ""
        self._log = data / "server.log"
        command = [sys.executable, "-m", "tilth_server.main", "serve", "--log", "json"]
        command += ["--data", str(data / "store"), "--listen", f"127.0.0.1:{port}"]
        with self._log.open("ab") as log:
            # A session of its own: Ctrl-C is for this program to pass on.
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )

    def __enter__(self) -> "Server":
        try:
            self.address = self._announced()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        _stop(self._process)

    def wait(self) -> None:
        """Until it ends, which it does when it is told to."""
        if self._process.wait() != 0:
            raise DemoFailed(f"the server ended; {self._log} tells why")

    def _announced(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        before, _, rest = line.partition(" on ")
        if not before.startswith("serving"):
            self._process.wait(START_SECONDS)
            lines = self._log.read_text().splitlines()
            raise DemoFailed(lines[-1] if lines else "the server did not start")
        return rest.split()[0]


class Clients:
    """The `tilth` command, called as different players of one server."""

    def __init__(self, address: str, folder: Path, language: str) -> None:
        self._command = [sys.executable, "-m", "tilth_cli.main", "--server", address, "--lang", language]
        # Their tokens are kept with the demo's data, apart from those of whoever runs it.
        self._environment = os.environ | {"XDG_CONFIG_HOME": str(folder / "config")}
        self._environment.pop("TILTH_TOKEN", None)

    def register(self, name: str) -> str:
        """A player of this name, or of one like it that is still free."""
        for free in (name, *(f"{name} {number}" for number in range(2, 1000))):
            said = self._ask("players", "register", free)
            if said.get("reason") != "name_taken":
                return free
        raise DemoFailed(f"every name like {name} is taken")

    def new_match(self, names: Sequence[str]) -> str:
        made = self._ask(
            "--as", names[0], "new", "petrichor", "--seats", str(len(names)), "--start-when-full"
        )
        return str(made["id"])

    @contextmanager
    def bot(self, bot: str, match: str, seat: int, name: str) -> Iterator[subprocess.Popen[str]]:
        command = [*self._command, "--as", name, "bot", bot, match, "--seat", str(seat), "--seed", SEED]
        command += ["--think", str(THINK_SECONDS if sys.stdout.isatty() else 0)]
        process = subprocess.Popen(
            command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            _stop(process)

    def watch(self, match: str, name: str) -> None:
        """Draw the match until it is over."""
        command = [*self._command, "--as", name, "watch", match, "--from", "0"]
        ended = subprocess.run(command, env=self._environment, check=False, timeout=None)
        if ended.returncode == 128 + signal.SIGINT:
            raise KeyboardInterrupt
        if ended.returncode:
            raise DemoFailed("the match could not be watched")

    def _ask(self, *words: str) -> dict[str, Any]:
        command = [*self._command, "--json", *words]
        done = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=False, timeout=START_SECONDS
        )
        try:
            said: dict[str, Any] = json.loads(done.stdout if done.returncode == 0 else done.stderr)
        except ValueError:
            raise DemoFailed(f"`{' '.join(words)}`: {done.stderr.strip()}") from None
        if done.returncode and said.get("reason") != "name_taken":
            raise DemoFailed(f"`{' '.join(words)}`: {said.get('error')}")
        return said


@contextmanager
def _folder(once: bool) -> Iterator[Path]:
    """Where the demo's server keeps its data: here, or for one match only in a place that is cleared away."""
    if not once:
        DATA.mkdir(exist_ok=True)
        yield DATA.resolve()
        return
    folder = Path(tempfile.mkdtemp(prefix="tilth-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _port(once: bool) -> int:
    """The usual one if it is free; any for one match only."""
    if once:
        return 0
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            return 0
    return PORT


def _finished(bot: "subprocess.Popen[str]") -> None:
    """A bot that is still at it when the match is over, or that failed, is worth a word."""
    try:
        _, said = bot.communicate(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        raise DemoFailed("a bot did not see that the match is over") from None
    if bot.returncode:
        raise DemoFailed(f"a bot failed: {said.strip()}")


def _stop(process: "subprocess.Popen[str]") -> None:
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
    raise KeyboardInterrupt


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

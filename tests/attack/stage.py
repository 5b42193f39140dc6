"""The server that is attacked, a process with the limits it has by default, and what an attack needs there."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

from tests.attack.http2 import call
from tests.attack.processes import SERVER_CORE, on_core
from tests.e2e.nginx import TRUSTED, in_front
from tests.e2e.serving import ServerProcess, own_port
from tests.server.archive.made import Made, stored
from tilth.v1 import lobby_pb2, players_pb2
from tilth_server.wire import load_games

FINISHED_EARTHS = [f"{number:016x}" for number in range(1, 5)]
"""Long finished matches: five seats, a thousand records. They are several, because each has a limit on watchers."""
FINISHED_EARTH = FINISHED_EARTHS[0]


def make_store(folder: Path) -> None:
    """A store that holds the finished matches, to start servers on."""
    wire = load_games()["earth"]
    bodies = Made(wire, 5, Random(7)).play().bodies
    asyncio.run(stored(folder, [(match_id, bodies) for match_id in FINISHED_EARTHS]))


class Stage:
    """A running server, and the players that have registered there."""

    def __init__(self, server: ServerProcess, web: str, front: str = "") -> None:
        """`web` is the address of the listener for browsers. `front` is that of a proxy, if players and attackers come
        through one.
        """
        self.server = server
        self.web = web
        self.front = front
        self._numbers = count(1)

    @property
    def address(self) -> str:
        return self.server.address

    async def player(self) -> str:
        """The token of somebody new, who comes from an address of their own: nobody else used up what it may do."""
        number = next(self._numbers)
        request = players_pb2.RegisterRequest(name=f"player {number}")
        source = f"127.1.{number // 250}.{number % 250 + 1}"
        path = "/tilth.v1.PlayersService/Register"
        reply = await call(self.address, path, request.SerializeToString(), source=source)
        return players_pb2.RegisterResponse.FromString(reply).token

    async def match(
        self, token: str, seats: Sequence[int] = (0, 1), game: str = "petrichor", **settings: str
    ) -> str:
        """A match for two. Its creator takes these seats; when both are taken it starts."""
        request = lobby_pb2.CreateMatchRequest(
            game=game, settings=settings, seat_count=2, take_seats=seats, start_when_full=True
        )
        path = "/tilth.v1.LobbyService/CreateMatch"
        reply = await call(self.address, path, request.SerializeToString(), token=token)
        return lobby_pb2.CreateMatchResponse.FromString(reply).match.id


@contextmanager
def staged_behind_nginx(folder: Path, store: Path, *, pinned: bool = True) -> Iterator[Stage]:
    """A server with a real nginx in front (on the same core), set up as docs/guides says, but without TLS."""
    with staged(folder, store, *TRUSTED, pinned=pinned) as stage, ExitStack() as stack:
        with on_core(SERVER_CORE if pinned else None):
            nginx = stack.enter_context(in_front(folder / "nginx", stage.server, (" ssl http2;", " http2;")))
        yield Stage(stage.server, stage.web, nginx.address)


@contextmanager
def staged(folder: Path, store: Path, *flags: str, pinned: bool = True) -> Iterator[Stage]:
    """A server on a copy of that store, by itself on its core where it is `pinned`."""
    data = folder / "data"
    copytree(store, data)
    web = f"127.0.0.1:{own_port()}"
    server = ServerProcess(data, "--web", web, *flags)
    with on_core(SERVER_CORE if pinned else None):
        server.begin()
    server.greeted()
    try:
        yield Stage(server, web)
    finally:
        if server.lives:
            server.kill()


def memory_of(pid: int) -> dict[str, float]:
    """Megabytes of a process and its children: what is resident now, and the most since `forget_peak`."""
    resident = peak = 0
    for each in _with_children(pid):
        fields = _status(each)
        resident += fields.get("VmRSS", 0)
        peak += fields.get("VmHWM", 0)
    return {"resident": resident / 1024, "peak": peak / 1024}


def forget_peak(pid: int) -> None:
    """Let the peak of memory begin from what is resident now."""
    for each in _with_children(pid):
        Path(f"/proc/{each}/clear_refs").write_text("5")


def _with_children(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _with_children(int(child))


def _status(pid: int) -> dict[str, Any]:
    lines = (line.partition(":") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return {name: int(value.split()[0]) for name, _, value in lines if name in ("VmRSS", "VmHWM")}

"""Ways through the server, recorded on a running one: every function of ours that the event loop's thread enters."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from tests.server.serve.full_server import Person, RunningServer
from tests.server.serve.one_service import bearer
from tilth.v1 import lobby_pb2, play_pb2, play_pb2_grpc
from tilth_server.wire import GameWire, load_games

OURS = ("tilth_server", "tilth_rules")
ALONGSIDE = ("tilth_server/tournaments/", "tilth_server/operations/", "tilth_server/api/health_service.py")
"""Parts that do something of their own from time to time, or once when the server starts."""


UNCOUNTED = ("<module>", "__init__")
"""Imports, and the making of objects, which wires up a server but is no step of its way."""


class Entered(msgspec.Struct, frozen=True):
    """One function that was entered."""

    file: str
    """Beneath the folder of its distribution; of a game's rules only the game, with what games share."""
    function: str
    caller: str
    """The nearest file of the same package on the stack, "" if there is none."""


@contextmanager
def recording() -> Iterator[list[Entered]]:
    """Record the functions that this thread enters."""
    entered: list[Entered] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_name not in UNCOUNTED:
            file = _ours(frame)
            if file and not file.startswith(ALONGSIDE):
                entered.append(Entered(file, frame.f_code.co_name, _caller(frame, file)))

    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)


def first_entered(walk: list[Entered]) -> list[str]:
    """Return the files in the order in which they were entered first."""
    return list(dict.fromkeys(each.file for each in walk))


def changes(walk: list[Entered]) -> int:
    """Return how often the walk changes from one of its files to another."""
    return sum(one.file != other.file for one, other in pairwise(walk))


def _ours(frame: FrameType) -> str:
    parts = Path(frame.f_code.co_filename).parts
    for name in OURS:
        if name in parts:
            inside = parts[parts.index(name) :]
            if inside[1] == "common":  # counts as a part of the game that uses it
                return ""
            is_game = inside[0] == "tilth_rules" and len(inside) > 2 and inside[1] != "kernel"
            return "/".join(inside[:2] if is_game else inside)
    return ""


def _caller(frame: FrameType, file: str) -> str:
    package = file.rpartition("/")[0]
    above = frame.f_back
    while above is not None:
        other = _ours(above)
        if other.rpartition("/")[0] == package:
            return other
        above = above.f_back
    return ""


class Stream:
    """One Attend stream, and the decisions that its seats have open."""

    def __init__(self, house: RunningServer, person: Person) -> None:
        self._call = play_pb2_grpc.PlayServiceStub(house.channel).Attend(metadata=bearer(person.token))
        self.decisions: dict[int, Any] = {}

    async def open(self, match: str, *seats: int | None) -> None:
        """Open a channel for each of these seats (None: a spectator's); return when all have caught up."""
        openings = [play_pb2.OpenChannel(match_id=match, seat=seat) for seat in seats if seat is not None]
        if None in seats:
            openings.append(play_pb2.OpenChannel(match_id=match, views=True, texts=True, language="en"))
        commands = [play_pb2.Command(channel=at, open=opening) for at, opening in enumerate(openings)]
        await self._call.write(play_pb2.AttendRequest(commands=commands))
        await self.receive("caught_up", len(commands))

    async def answer(self) -> None:
        """Give the default answer to some open decision."""
        channel, decision = self.decisions.popitem()
        answer = play_pb2.Answer(
            request_id=f"{channel}/{decision.id}",
            decision_id=decision.id,
            picks=decision.default_picks,
            numbers=decision.default_numbers,
        )
        await self._call.write(
            play_pb2.AttendRequest(commands=[play_pb2.Command(channel=channel, answer=answer)])
        )

    async def receive(self, kind: str, count: int = 1) -> None:
        """Return when `count` frames of this kind have been read."""
        while count > 0:
            message = await self._call.read()
            assert isinstance(message, play_pb2.AttendResponse), message
            for frame in message.frames:
                count -= frame.HasField(kind)  # type: ignore[arg-type]  # a name of a field
                for source in (frame.caught_up, frame.update):
                    if source.HasField("decision"):
                        self.decisions[frame.channel] = source.decision


def petrichor() -> dict[str, GameWire]:
    """Return the game that the ways lead through, with nothing of it in any cache yet."""
    return {"petrichor": load_games.__wrapped__()["petrichor"]}


async def match_of(person: Person) -> str:
    """Return a running match whose two seats the person holds."""
    new = lobby_pb2.CreateMatchRequest(
        game="petrichor", seat_count=2, take_seats=[0, 1], start_when_full=True, seed=bytes(32)
    )
    match: str = (await person.lobby.CreateMatch(new)).match.id
    return match

"""Sonora's matches whose server is killed at moments that are chosen by the records, and builds with another wood."""

import asyncio
import json
import os
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import tilth_physics
import tilth_rules
from tests.e2e.serving import MANY_CALLS, ServerProcess, until
from tilth.v1.archive_pb2 import LogEntry
from tilth.v1.record_pb2 import Record
from tilth_client import Answer, Bot, Decision, Match, Tilth, Update, connect

FLAGS: Final = MANY_CALLS
PATIENCE_S: Final = 120.0
"""The seconds for which a client looks for a server that is gone."""
MATCH_S: Final = 300.0
"""The seconds after which a match counts as hung; restarts after kills are included."""
SEED: Final = bytes(range(32))

FLICKING: Final = frozenset({"disc", "flick", "reflick"})
MARKING: Final = frozenset({"mark", "canyon", "river", "mud", "columns"})

# Builds ------------------------------------------------------------------------------------------------------

HELD: Final = """
import time
from pathlib import Path

from tilth_physics.flicks import port as flicked


def port(question):
    place = Path({place!r})
    if (place / "held").exists():
        (place / "slides").touch()
        while (place / "held").exists():
            time.sleep(0.005)
    return flicked(question)
"""
"""Discs slide on for as long as there is a file `held`, and `slides` says that one does."""

DYING: Final = """
import os
from pathlib import Path

from tilth_physics.flicks import port as flicked


def port(question):
    place = Path({place!r})
    if (place / "held").exists():
        (place / "slides").touch()
        os._exit(3)
    return flicked(question)
"""
"""Takes its worker along for as long as there is a file `held`."""

SILENT: Final = """
from pathlib import Path


def port(question):
    (Path({place!r}) / "asked").touch()
    raise RuntimeError("wood that nobody may touch")
"""
"""Tells that it was asked, and answers nothing."""


class Build:
    """The packages of a server that was made otherwise: they come before the installed ones."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()

    def with_port(self, source: str) -> "Build":
        """The simulator, entered by this code instead of its own."""
        package = self.place / "tilth_physics"
        shutil.copytree(Path(tilth_physics.__file__).parent, package)
        (package / "__init__.py").write_text(source.format(place=str(self.place)))
        return self

    def with_physics(self, **constants: int) -> "Build":
        """The rules, with other constants in their file of values."""
        rules = self.place / "tilth_rules"
        shutil.copytree(Path(tilth_rules.__file__).parent, rules)
        file = rules / "sonora" / "content" / "values.json"
        values = json.loads(file.read_text())
        assert values["physics"].keys() >= constants.keys()
        values["physics"] |= constants
        file.write_text(json.dumps(values))
        return self

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let servers that start inside the block be of this build."""
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = str(self.place)
        try:
            yield
        finally:
            del os.environ["PYTHONPATH"]
            if before is not None:
                os.environ["PYTHONPATH"] = before

    def hold(self) -> None:
        """From now on no disc comes to rest."""
        (self.place / "held").touch()

    def wait_for_a_slide(self) -> None:
        until((self.place / "slides").exists)

    def let_go(self) -> None:
        (self.place / "held").unlink()
        (self.place / "slides").unlink(missing_ok=True)

    @property
    def was_called(self) -> bool:
        return (self.place / "asked").exists()


# Kills -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blow:
    """The server is killed when the first question of these kinds is asked from this record on."""

    record: int
    kinds: frozenset[str]
    sliding: bool = False
    """Not before the question is answered, but while the disc slides that was flicked so."""


@dataclass
class KillPlan:
    """A layer between the bots and their server: it kills the server at planned answers. Every answer is one record."""

    server: ServerProcess
    build: Build
    blows: list[Blow]
    records: int
    """The number of the match's records before its first answer."""
    answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    """The answers by seat and decision."""
    struck: list[str] = field(default_factory=list)
    """The kinds of questions at which the server was killed."""

    def bound(self, bot: Bot) -> Bot:
        async def fated(view: Any, decision: Decision) -> Answer:
            answer = bot(view, decision)
            answer = answer if isinstance(answer, Answer) else await answer
            blow = self._due(decision)
            if blow is not None and not blow.sliding:
                self.server.kill()
                await asyncio.to_thread(self.server.start)
            elif blow is not None:
                self.build.hold()
                self._slides = asyncio.create_task(asyncio.to_thread(self._strike_a_slide))
            known = self.answers.setdefault((decision.seat, decision.id), answer)
            assert known == answer, "asked again, it answers as it did"
            return answer

        fated.wants_views = getattr(bot, "wants_views", True)  # type: ignore[attr-defined]
        return fated

    def _due(self, decision: Decision) -> Blow | None:
        if not self.blows or self.records + len(self.answers) < self.blows[0].record:
            return None
        if decision.kind not in self.blows[0].kinds:
            return None
        blow = self.blows.pop(0)
        self.struck.append("sliding" if blow.sliding else decision.kind)
        return blow

    def _strike_a_slide(self) -> None:
        self.build.wait_for_a_slide()
        self.server.kill()
        self.build.let_go()
        self.server.start()


# Matches -----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def people(address: str, number: int) -> AsyncIterator[list[Tilth]]:
    """Register several players, each on a connection of their own that outlives the server."""
    async with AsyncExitStack() as stack:
        tilths = []
        for each in range(number):
            tilth = await stack.enter_async_context(connect(address, retry_seconds=PATIENCE_S))
            await tilth.register(f"player {each} {time.monotonic_ns()}")
            tilths.append(tilth)
        yield tilths


async def begun(players: Sequence[Tilth], **settings: str) -> Match:
    """A match of these players, in their order, which always has the same deal."""
    match = await players[0].create_match("sonora", len(players), settings, take=[0], seed=SEED)
    for seat, player in enumerate(players[1:], 1):
        await player.take_seat(match.id, seat)
    return await players[0].match(match.id)


async def played(players: Sequence[Tilth], match_id: str, bots: Sequence[Bot]) -> list[Update]:
    """Play the match to its end, and return the updates that a spectator received."""
    received: list[Update] = []

    async def watch() -> None:
        received.extend([update async for update in players[0].watch(match_id)])

    seats: list[Awaitable[Any]] = [
        player.play(match_id, seat, bot) for seat, (player, bot) in enumerate(zip(players, bots, strict=True))
    ]
    await asyncio.wait_for(asyncio.gather(watch(), *seats), MATCH_S)
    return received


@dataclass
class Outcome:
    """The course and the end of a match, without its id and its times, so that two matches can be compared."""

    places: list[int]
    scores: list[int]
    view: bytes
    answers: dict[tuple[int, int], Answer]
    facts: dict[tuple[int, int], tuple[bytes, ...]]
    """The events of the flicks, by the answer that led to them."""


async def outcome(tilth: Tilth, match_id: str) -> Outcome:
    match = await tilth.match(match_id)
    log = await records_of(tilth, match_id)
    answered = {
        (record.answered.seat, record.answered.decision_id): record
        for record in log
        if record.HasField("answered")
    }
    assert len(answered) == sum(record.HasField("answered") for record in log), "answered twice"
    return Outcome(
        list(match.result.places),
        list(match.result.scores),
        await view_at(tilth, match_id, len(log) - 1),
        {
            which: Answer(tuple(record.answered.picks), tuple(record.answered.numbers))
            for which, record in answered.items()
        },
        {which: tuple(record.facts) for which, record in answered.items() if record.facts},
    )


async def entries_of(tilth: Tilth, match_id: str) -> list[LogEntry]:
    return [entry async for entry in tilth.archive.log(match_id)]


async def records_of(tilth: Tilth, match_id: str) -> list[Record]:
    """The log, which has to have each record once."""
    entries = await entries_of(tilth, match_id)
    assert [entry.number for entry in entries] == list(range(len(entries)))
    return [Record.FromString(entry.record) for entry in entries]


async def view_at(tilth: Tilth, match_id: str, record: int) -> bytes:
    view: bytes = (await tilth.archive.view_at(match_id, record)).view
    return view


async def assert_proven(tilth: Tilth, match_id: str) -> None:
    """Chain, fold, rules and seed hold."""
    found = await tilth.archive.verify(match_id)
    assert not found.findings
    assert found.chain_ok
    assert found.fold_ok
    assert found.rules_ok
    assert found.seed_ok

"""Earth's matches over gRPC whose server is killed between two activations, and what must be as if it had not been."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.e2e.serving import ServerProcess
from tests.e2e.sonora_fate import SEED, records_of, view_at
from tilth.games.earth.v1.earth_pb2 import Event
from tilth.v1.record_pb2 import Record
from tilth_client import Answer, Bot, ClockSettings, Decision, Match, Tilth


async def begun(
    players: Sequence[Tilth], settings: Mapping[str, str] | None = None, clock: ClockSettings | None = None
) -> Match:
    """A match of these players, in their order, which always has the same deal."""
    match = await players[0].create("earth", len(players), settings, take=[0], clock=clock, seed=SEED)
    for seat, player in enumerate(players[1:], 1):
        await player.take(match.id, seat)
    return await players[0].match(match.id)


@dataclass
class Fate:
    """Stands between the bots and their server, and kills it when an activation is followed by the next question.

    Before a blow the seats of a turn act one after the other, the active one first, so that the lanes of the others are
    open when it falls.
    """

    server: ServerProcess
    blows: list[int]
    """After so many answers each, at the first occasion with so many lanes open."""
    lanes: int
    answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    """By seat and decision."""
    _activating: set[int] = field(default_factory=set)
    """Seats whose last answer was an activation."""
    _alone: int | None = None
    """Who acts while the others wait."""
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def bound(self, bot: Bot, tilth: Tilth) -> Bot:
        async def fated(view: Any, decision: Decision) -> Answer:
            answer = bot(view, decision)
            answer = answer if isinstance(answer, Answer) else await answer
            async with self._news:
                await self._news.wait_for(lambda: self._may_act(decision.seat))
                if self._due():
                    self._alone = decision.seat
                    if decision.kind == "activate" and decision.seat in self._activating:
                        await self._strike(tilth, decision.context.match_id)
            known = self.answers.setdefault((decision.seat, decision.id), answer)
            assert known == answer, "asked again, it answers as it did"
            if decision.kind == "activate" and answer.chosen:
                self._activating.add(decision.seat)
            else:
                self._activating.discard(decision.seat)
            return answer

        fated.wants_views = getattr(bot, "wants_views", True)  # type: ignore[attr-defined]
        return fated

    def _due(self) -> bool:
        return bool(self.blows) and len(self.answers) >= self.blows[0]

    def _may_act(self, seat: int) -> bool:
        return not self._due() or self._alone in (None, seat)

    async def _strike(self, tilth: Tilth, match_id: str) -> None:
        waiting = (await tilth.standing(match_id)).waiting
        if len(waiting) < self.lanes:
            return
        self.blows.pop(0)
        self.server.kill()
        await asyncio.to_thread(self.server.start)
        self._make_room()

    def _make_room(self) -> None:
        self._alone = None
        self._news.notify_all()

    async def follow(self, tilth: Tilth, match_id: str) -> None:
        """Who is done with the turn, or rests because there are no cards to draw, makes room for the next one."""
        async for happening in tilth.watch(match_id, from_record=None):
            async with self._news:
                if self._alone not in happening.waiting:
                    self._make_room()


def told(record: Record) -> set[str]:
    """The kinds of its events."""
    return {str(Event.FromString(event).WhichOneof("event")) for event in record.events}


async def ends_of_turns(tilth: Tilth, match_id: str) -> list[bytes]:
    """What everybody sees where all lanes of a turn are through: there it counts no more who was faster."""
    log = await records_of(tilth, match_id)
    return [
        await view_at(tilth, match_id, number)
        for number, record in enumerate(log)
        if "turn_ended" in told(record)
    ]

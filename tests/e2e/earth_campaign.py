"""Earth's matches over gRPC whose server is killed between two activations, and what must be as if it had not been."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.e2e.serving import ServerProcess
from tests.e2e.sonora_campaign import SEED, records_of, view_at
from tilth.games.earth.v1.earth_pb2 import Event
from tilth.v1.record_pb2 import Record
from tilth_client import Answer, Bot, ClockSettings, Decision, Match, Tilth


async def begun(
    players: Sequence[Tilth], settings: Mapping[str, str] | None = None, clock: ClockSettings | None = None
) -> Match:
    """A match of these players, in their order, which always has the same deal."""
    match = await players[0].create_match("earth", len(players), settings, take=[0], clock=clock, seed=SEED)
    for seat, player in enumerate(players[1:], 1):
        await player.take_seat(match.id, seat)
    return await players[0].match(match.id)


@dataclass
class KillPlan:
    """A layer between the bots and their server: it kills the server when a question follows an activation.

    Before a blow the seats of a turn act one after the other, the active one first, so that the lanes of the others are
    open when it falls.
    """

    server: ServerProcess
    blows: list[int]
    """The numbers of answers after which to kill the server, each at the first occasion with `lanes` lanes open."""
    lanes: int
    answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    """By seat and decision."""
    _activating: set[int] = field(default_factory=set)
    """Seats whose last answer was an activation."""
    _alone: int | None = None
    """The seat that acts while the others wait; None if all may act."""
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
            if decision.kind == "activate" and answer.picks:
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
        waiting = (await tilth.view(match_id)).pending_seats
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
        """Watch the match, and let the next seat act when the one that acts alone is no longer pending."""
        async for update in tilth.watch(match_id, from_record=None):
            async with self._news:
                if self._alone not in update.pending_seats:
                    self._make_room()


def event_names(record: Record) -> set[str]:
    """Return the names of the record's events."""
    return {str(Event.FromString(event).WhichOneof("event")) for event in record.events}


async def ends_of_turns(tilth: Tilth, match_id: str) -> list[bytes]:
    """Return everybody's view after each turn, when all lanes have ended and the order of the answers no longer
    matters."""
    log = await records_of(tilth, match_id)
    return [
        await view_at(tilth, match_id, number)
        for number, record in enumerate(log)
        if "turn_ended" in event_names(record)
    ]

"""Agricola's matches over gRPC whose server is killed in the middle of something, and what must be as if it had not
been."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e.serving import ServerProcess
from tests.e2e.sonora_fate import SEED, records_of
from tilth.games.agricola.v1.agricola_pb2 import Event
from tilth.v1.record_pb2 import Record
from tilth_client import Answer, Bot, ClockSettings, Decision, Match, Tilth
from tilth_rules.agricola.choices import ENCLOSE

EVERYTHING: Final = {"draft": "true", "ten_keep_seven": "true", "mulligan": "true", "three_for_one": "true"}
"""All that can be set up beside the choice of decks, of which all three are there."""


async def begun(
    players: Sequence[Tilth], settings: Mapping[str, str] | None = None, clock: ClockSettings | None = None
) -> Match:
    """A match of these players, in their order, which always has the same deal."""
    match = await players[0].create("agricola", len(players), settings, take=[0], clock=clock, seed=SEED)
    for seat, player in enumerate(players[1:], 1):
        await player.take(match.id, seat)
    return await players[0].match(match.id)


@dataclass
class Fate:
    """Stands between the bots and their server, and kills it when a question follows an answer to one of the same kind:
    when one card of many is drafted, when a pasture is half sketched, when one family of several is fed."""

    server: ServerProcess
    blows: list[str]
    """The kinds of questions, each for one blow, in any order."""
    answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    """By seat and decision."""
    _last: str = ""
    """The kind of question that was answered last; a pasture that is enclosed is done with."""

    def bound(self, bot: Bot) -> Bot:
        async def fated(view: Any, decision: Decision) -> Answer:
            answer = bot(view, decision)
            answer = answer if isinstance(answer, Answer) else await answer
            if decision.kind == self._last and decision.kind in self.blows:
                self.blows.remove(decision.kind)
                self.server.kill()
                await asyncio.to_thread(self.server.start)
            self._last = decision.kind if answer.chosen and ENCLOSE not in answer.chosen else ""
            known = self.answers.setdefault((decision.seat, decision.id), answer)
            assert known == answer, "asked again, it answers as it did"
            return answer

        fated.wants_views = getattr(bot, "wants_views", True)  # type: ignore[attr-defined]
        return fated


def told(record: Record) -> list[str]:
    """The kinds of its events."""
    return [str(Event.FromString(event).WhichOneof("event")) for event in record.events]


async def rounds_of(tilth: Tilth, match_id: str) -> list[tuple[int, int, tuple[int, ...], tuple[bytes, ...]]]:
    """Who answered what from the first round on, and what came of it: by then nobody acts beside another."""
    log = await records_of(tilth, match_id)
    first = next(number for number, record in enumerate(log) if "round_began" in told(record))
    return [
        (
            record.answered.seat,
            record.answered.decision,
            tuple(record.answered.chosen),
            tuple(record.events),
        )
        for record in log[first + 1 :]
    ]

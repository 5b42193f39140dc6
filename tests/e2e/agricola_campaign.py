"""Agricola's matches over gRPC whose server is killed in the middle of something, and what must be as if it had not
been."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.e2e.serving import ServerProcess
from tests.e2e.sonora_campaign import SEED, records_of
from tilth.games.agricola.v1.agricola_pb2 import Event
from tilth.v1.record_pb2 import Record
from tilth_client import Answer, Bot, ClockSettings, Decision, Match, Tilth
from tilth_rules.agricola.moves.numbers import ENCLOSE

EVERYTHING: Final = {"draft": "true", "ten_keep_seven": "true", "mulligan": "true", "three_for_one": "true"}
"""Settings that switch on every optional part of the set-up; the choice of decks stays at its default, all three."""


async def begun(
    players: Sequence[Tilth], settings: Mapping[str, str] | None = None, clock: ClockSettings | None = None
) -> Match:
    """A match of these players, in their order, which always has the same deal."""
    match = await players[0].create_match(
        "agricola", len(players), settings, take=[0], clock=clock, seed=SEED
    )
    for seat, player in enumerate(players[1:], 1):
        await player.take_seat(match.id, seat)
    return await players[0].match(match.id)


@dataclass
class KillPlan:
    """A layer between the bots and their server: it kills the server between two questions of one kind.

    Such questions are one card of many that is drafted, a pasture that is half sketched, one family of several that is
    fed.
    """

    server: ServerProcess
    blows: list[str]
    """The kinds of questions, each for one blow, in any order."""
    answers: dict[tuple[int, int], Answer] = field(default_factory=dict)
    """The answers by seat and decision."""
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
            self._last = decision.kind if answer.picks and ENCLOSE.number not in answer.picks else ""
            known = self.answers.setdefault((decision.seat, decision.id), answer)
            assert known == answer, "asked again, it answers as it did"
            return answer

        fated.wants_views = getattr(bot, "wants_views", True)  # type: ignore[attr-defined]
        return fated


def event_names(record: Record) -> list[str]:
    """Return the names of the record's events."""
    return [str(Event.FromString(event).WhichOneof("event")) for event in record.events]


async def rounds_of(tilth: Tilth, match_id: str) -> list[tuple[int, int, tuple[int, ...], tuple[bytes, ...]]]:
    """Return the answers and their events from the first round on; from there on no two players act at the same
    time."""
    log = await records_of(tilth, match_id)
    first = next(number for number, record in enumerate(log) if "round_began" in event_names(record))
    return [
        (
            record.answered.seat,
            record.answered.decision_id,
            tuple(record.answered.picks),
            tuple(record.events),
        )
        for record in log[first + 1 :]
    ]

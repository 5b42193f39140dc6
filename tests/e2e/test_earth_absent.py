"""One seat resigns and another's clock runs out while four lanes of a turn are open; the other two continue."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.e2e.earth_campaign import begun, event_names
from tests.e2e.serving import ServerProcess
from tests.e2e.sonora_campaign import assert_proven, people, played, records_of
from tilth.games.earth.v1.earth_pb2 import STAGE_ACTIVATING, STAGE_DONE, View
from tilth.v1.record_pb2 import DEFAULT_REASON_RESIGNED, DEFAULT_REASON_TIMEOUT, Record
from tilth_bots import random_bot
from tilth_client import Answer, Bot, ClockSettings, Decision, Tilth, TimeoutRule, decoded

SEATS = 4
LEAVING, SILENT = 1, 2
CLOCK = ClockSettings(decision_ms=3000, on_timeout=TimeoutRule.TIMEOUT_RULE_DEFAULT_ANSWER)


@dataclass
class Meeting:
    """In the first turn of the second round each waits with its activations until all have come to them, and one has
    gone."""

    all_have_come: asyncio.Barrier = field(default_factory=lambda: asyncio.Barrier(SEATS + 1))
    one_has_gone: asyncio.Event = field(default_factory=asyncio.Event)
    been: set[int] = field(default_factory=set)

    def bound(self, bot: Bot) -> Bot:
        async def attending(view: View, decision: Decision) -> Answer:
            if decision.kind == "activate" and view.round == 2 and decision.seat not in self.been:
                self.been.add(decision.seat)
                await self.all_have_come.wait()
                await self.one_has_gone.wait()
                if decision.seat in (LEAVING, SILENT):
                    await asyncio.Future()
            answer = bot(view, decision)
            return answer if isinstance(answer, Answer) else await answer

        return attending


async def seen(tilth: Tilth, match_id: str, record: int) -> View:
    found: View = decoded("tilth.games.earth.v1.View", (await tilth.archive.view_at(match_id, record)).view)
    return found


def where(log: Sequence[Record], cause: str) -> list[int]:
    return [number for number, record in enumerate(log) if record.HasField(cause)]  # type: ignore[arg-type]


async def test_two_lanes_continue_while_a_third_seat_resigns_and_a_fourth_is_silent(
    server: ServerProcess,
) -> None:
    async with people(server.address, SEATS) as tilths:
        ada, meeting = tilths[0], Meeting()
        match = await begun(tilths, {"turn_limit": "3"}, CLOCK)

        async def leave() -> None:
            await meeting.all_have_come.wait()
            await tilths[LEAVING].resign(match.id, LEAVING)
            meeting.one_has_gone.set()

        bots = [meeting.bound(random_bot(seat)) for seat in range(SEATS)]
        heard, _ = await asyncio.gather(played(tilths, match.id, bots), leave())
        log = await records_of(ada, match.id)
        (resigned,) = where(log, "resigned")
        before = await seen(ada, match.id, resigned - 1)
        assert {player.stage for player in before.players} == {STAGE_ACTIVATING}

        defaults = [log[number].defaulted for number in where(log, "defaulted")]
        (late,) = [number for number in where(log, "defaulted") if log[number].defaulted.seat == SILENT]
        assert log[late].defaulted.reason == DEFAULT_REASON_TIMEOUT
        assert {each.reason for each in defaults if each.seat != SILENT} == {DEFAULT_REASON_RESIGNED}
        assert {each.seat for each in defaults} == {LEAVING, SILENT}

        waited_for = await seen(ada, match.id, late - 1)
        assert [player.stage == STAGE_DONE for player in waited_for.players] == [True, True, False, True]
        between = log[resigned + 1 : late]
        assert {each.answered.seat for each in between if each.HasField("answered")} == {0, 3}
        assert not any("turn_ended" in event_names(each) for each in between)
        assert not log[late].defaulted.picks
        assert "turn_ended" in event_names(log[late])

        after = [each.answered.seat for each in log[late:] if each.HasField("answered")]
        assert set(after) == {0, SILENT, 3}
        over = await ada.match(match.id)
        assert [seat.resigned for seat in over.seats] == [False, True, False, False]
        assert over.result.places[LEAVING] == SEATS
        await assert_proven(ada, match.id)
        replayed = [each async for each in ada.archive.replay(match.id)]
        assert [each.record for each in replayed if each.ended is None] == list(range(len(log)))
        assert replayed[-2].view == await seen(ada, match.id, len(log) - 1)
        assert heard[-1].ended is not None

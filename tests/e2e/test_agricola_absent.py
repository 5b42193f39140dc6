"""In the middle of a harvest one seat resigns and another's clock runs out; the other two continue."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from tests.e2e.agricola_campaign import begun, event_names
from tests.e2e.serving import ServerProcess
from tests.e2e.sonora_campaign import assert_proven, people, played, records_of
from tilth.games.agricola.v1.agricola_pb2 import PHASE_FEEDING, View
from tilth.v1.record_pb2 import DEFAULT_REASON_RESIGNED, DEFAULT_REASON_TIMEOUT, Record
from tilth_bots import random_bot
from tilth_client import Answer, Bot, ClockSettings, Decision, Tilth, TimeoutRule, decoded

SEATS = 4
CLOCK = ClockSettings(decision_ms=2000, on_timeout=TimeoutRule.TIMEOUT_RULE_DEFAULT_ANSWER)


@dataclass
class Hunger:
    """Bots of which the first one asked to feed a family resigns, and the next one asked stays silent once."""

    match_id: str
    leaving: int | None = None
    silent: int | None = None

    def bound(self, tilth: Tilth, bot: Bot) -> Bot:
        async def hungry(view: View, decision: Decision) -> Answer:
            if decision.kind == "feed" and self.leaving is None:
                self.leaving = decision.seat
                await tilth.resign(self.match_id, decision.seat)
                await asyncio.Future()
            if decision.kind == "feed" and self.silent is None:
                self.silent = decision.seat
                await asyncio.Future()
            answer = bot(view, decision)
            return answer if isinstance(answer, Answer) else await answer

        return hungry


def where(log: Sequence[Record], cause: str) -> list[int]:
    return [number for number, record in enumerate(log) if record.HasField(cause)]  # type: ignore[arg-type]


async def seen(tilth: Tilth, match_id: str, record: int) -> View:
    found: View = decoded(
        "tilth.games.agricola.v1.View", (await tilth.archive.view_at(match_id, record)).view
    )
    return found


async def test_a_harvest_continues_while_one_seat_resigns_and_another_is_silent(
    server: ServerProcess,
) -> None:
    async with people(server.address, SEATS) as tilths:
        ada = tilths[0]
        match = await begun(tilths, clock=CLOCK)
        hunger = Hunger(match.id)
        bots = [hunger.bound(tilth, random_bot(seat)) for seat, tilth in enumerate(tilths)]
        heard = await asyncio.wait_for(played(tilths, match.id, bots), 60)
        log = await records_of(ada, match.id)

        (resigned,) = where(log, "resigned")
        late = where(log, "defaulted")
        reasons = [(log[number].defaulted.seat, log[number].defaulted.reason) for number in late]
        assert set(reasons) == {
            (hunger.leaving, DEFAULT_REASON_RESIGNED),
            (hunger.silent, DEFAULT_REASON_TIMEOUT),
        }
        (silence,) = [number for number in late if log[number].defaulted.reason == DEFAULT_REASON_TIMEOUT]
        assert resigned < silence
        assert not any("harvest_ended" in event_names(record) for record in log[resigned:silence])
        for asked in (resigned, silence):
            assert (await seen(ada, match.id, asked - 1)).phase == PHASE_FEEDING
        assert sum(event_names(record).count("harvest_ended") for record in log[silence:]) == 6

        after = {record.answered.seat for record in log[silence:] if record.HasField("answered")}
        assert after == set(range(SEATS)) - {hunger.leaving}
        over = await ada.match(match.id)
        assert [seat.resigned for seat in over.seats] == [seat == hunger.leaving for seat in range(SEATS)]
        assert over.result.places[hunger.leaving or 0] == SEATS
        await assert_proven(ada, match.id)
        replayed = [each async for each in ada.archive.replay(match.id)]
        assert [each.record for each in replayed if each.ended is None] == list(range(len(log)))
        assert replayed[-2].view == await seen(ada, match.id, len(log) - 1)
        assert heard[-1].ended is not None

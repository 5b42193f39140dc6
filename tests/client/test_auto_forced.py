"""A bot that is asked only where it has a choice."""

import asyncio
from collections.abc import Awaitable, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.client.conftest import Join
from tests.client.decisions_at_random import as_sent, chooses, measures
from tilth.v1.record_pb2 import Record
from tilth_bots import random_bot
from tilth_client import Answer, Bot, Decision, Match, Tilth, auto_forced, numbers, picks
from tilth_rules.kernel import Choose, Measure

SEED = bytes(range(32))


class Witness:
    """Another bot, and every decision that it is asked."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.decisions: list[Decision] = []

    def __call__(self, view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
        self.decisions.append(decision)
        return self.bot(view, decision)


async def played(players: Sequence[Tilth], bots: Sequence[Bot]) -> Match:
    """Play two rounds of Earth, always with the same deal; where there is one player, against Gaia."""
    match = await players[0].create_match("earth", len(players), {"turn_limit": "2"}, take=[0], seed=SEED)
    for seat, player in enumerate(players[1:], 1):
        await player.take_seat(match.id, seat)
    seats = zip(players, bots, strict=True)
    await asyncio.gather(*(player.play(match.id, seat, bot) for seat, (player, bot) in enumerate(seats)))
    return await players[0].match(match.id)


async def answers(tilth: Tilth, match_id: str) -> list[Record]:
    """Return the records of its answers, without the times and the calls of this one match."""
    log = [Record.FromString(entry.record) async for entry in tilth.archive.log(match_id)]
    found = [record for record in log if record.HasField("answered")]
    for record in found:
        record.ClearField("at")
        record.answered.ClearField("request_id")
        record.answered.ClearField("request_hash")
        record.answered.ClearField("bank_spent_ms")
    return found


async def test_a_bot_is_not_asked_where_all_it_can_say_is_done_and_the_record_is_the_same(join: Join) -> None:
    tilth = await join()
    logs, decisions = [], []
    for alone in (False, True):
        witness = Witness(random_bot(1))
        match = await played([tilth], [auto_forced(witness) if alone else witness])
        logs.append(await answers(tilth, match.id))
        decisions.append(witness.decisions)
    assert logs[0] == logs[1]
    done = [decision for decision in decisions[0] if decision.forced_answer == picks()]
    assert len([decision for decision in done if decision.kind == "activate"]) > 1
    with_a_choice = [decision.id for decision in decisions[0] if decision.forced_answer is None]
    assert with_a_choice
    assert [decision.id for decision in decisions[1]] == with_a_choice


async def test_side_by_side_everybody_ends_a_turn_as_without_the_switch(join: Join) -> None:
    players = [await join(), await join(), await join()]
    outcomes = []
    for switch in (None, auto_forced):
        bots = [random_bot(seat) for seat in range(3)]
        match = await played(players, bots if switch is None else [switch(bot) for bot in bots])
        given = [record.answered for record in await answers(players[0], match.id)]
        outcomes.append((match.result, {(each.seat, each.decision_id): each for each in given}))
    assert outcomes[0] == outcomes[1]


async def test_one_that_runs_by_itself_is_asked_as_little(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("earth", 1, {"turn_limit": "1"}, take=[0], seed=SEED)
    witness = Witness(random_bot(2))
    over = asyncio.Event()
    serving = asyncio.create_task(tilth.play_all(auto_forced(witness), ended=lambda *_: over.set()))
    await asyncio.wait_for(over.wait(), 60)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    assert witness.decisions
    assert all(decision.forced_answer is None for decision in witness.decisions)
    assert not (await tilth.match(match.id)).seats[0].resigned


def test_an_auto_forced_bot_wants_the_views_and_texts_of_its_bot() -> None:
    def reader(view: Any, decision: Decision) -> Answer:
        return decision.default

    reader.wants_texts = True  # type: ignore[attr-defined]
    assert [auto_forced(bot).wants_views for bot in (reader, random_bot(1))] == [True, False]
    assert [auto_forced(bot).wants_texts for bot in (reader, random_bot(1))] == [True, False]


def legal(decision: Decision) -> list[Answer]:
    """Return the legal answers, counting the picks upwards until there are at least two answers."""
    if decision.quantities:
        ranges = [range(quantity.min, quantity.max + 1) for quantity in decision.quantities]
        return [numbers(*each) for each in product(*ranges)]
    found: set[tuple[int, ...]] = set()
    for count in range(decision.min_picks, decision.max_picks + 1):
        for chosen in combinations_with_replacement(decision.ids, count):
            if decision.allows(picks(*chosen)):
                # Two orders are enough: eighteen picks have too many.
                found |= {chosen, chosen[::-1]} if decision.ordered else {chosen}
        if len(found) > 1:
            break
    return [picks(*chosen) for chosen in found]


@given(st.one_of(chooses(), measures()))
def test_an_answer_is_the_only_one_exactly_when_no_other_is_legal(decisions: Choose | Measure) -> None:
    decision = as_sent(decisions)
    ways = legal(decision)
    assert decision.forced_answer == (ways[0] if len(ways) == 1 else None)
    assert as_sent(decisions, offers=True).forced_answer is None

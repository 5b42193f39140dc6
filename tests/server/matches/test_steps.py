"""Steps: one change to one match, all of it or none; and the tables that are kept for those that may need a fact."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.matches.coins import FIRST_THROW, Slow, at_the_throw, wait_for_questions
from tests.server.matches.market import Throw
from tests.server.matches.match_host import MatchHost, match_host
from tilth.v1 import play_pb2 as pb
from tilth_rules.kernel import Table
from tilth_server.matches.channels import ChannelState
from tilth_server.matches.commits import Step
from tilth_server.refusal import Refusal


@pytest.fixture
async def host(tmp_path: Path, slow: Slow) -> AsyncIterator[MatchHost]:
    async with match_host(tmp_path, oracle=slow) as opened:
        yield opened


@pytest.fixture
def clones(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Every table that was cloned."""
    cloned: list[Table] = []
    clone = Table.clone

    def noted(self: Table) -> Table:
        cloned.append(self)
        return clone(self)

    monkeypatch.setattr(Table, "clone", noted)
    return cloned


async def test_a_table_is_cloned_only_before_an_answer_that_may_need_a_fact(
    host: MatchHost, slow: Slow, clones: list[Table]
) -> None:
    _, ann, ben = await at_the_throw(host)
    assert clones == [], "cards and bids need no fact"
    ann.answer(numbers=[3])
    await wait_for_questions(slow)
    assert len(clones) == 1
    slow.give(4)
    await asyncio.gather(ann.receive_until("update"), ben.receive_until("update"))
    assert len(clones) == 2, "once for each run"


async def test_a_fact_after_an_answer_that_does_not_declare_it_is_a_fault_of_the_rules(
    host: MatchHost, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, ann, _ = await at_the_throw(host)
    monkeypatch.setattr(Throw, "may_need_fact", False)
    ann.answer(numbers=[3])
    assert await ann.refusal() == "RULES_FAILED"
    assert slow.questions == []
    assert host.info(match).record_count == FIRST_THROW
    monkeypatch.undo()
    slow.give(4)
    ann.answer(numbers=[3])
    assert (await ann.next("update")).record == FIRST_THROW


def resign_and_raise(begun: Step, error: Exception) -> None:
    with begun as step:
        assert step.match.table is not None
        step.add(step.match.table.resign(0), is_listed=True)
        raise error


async def test_a_fault_in_a_step_rolls_all_of_it_back_and_becomes_a_refusal(host: MatchHost) -> None:
    match_id = await host.match()
    commits, cache = host.matches.commits, host.matches.cache
    match = cache.get(match_id)
    before = match.next_record
    with pytest.raises(Refusal, match="RULES_FAILED"):
        resign_and_raise(commits.step(match), ZeroDivisionError())
    assert (match.next_record, match.pending) == (before, [])
    await cache.load(match)
    assert cache.table_of(match).resigned == set()


async def test_a_refusal_keeps_the_earlier_records_of_a_step_unless_it_is_all_or_none(
    host: MatchHost,
) -> None:
    match_id = await host.match()
    commits = host.matches.commits
    match = host.matches.cache.get(match_id)
    before = match.next_record
    for all_or_none, added in ((True, 0), (False, 1)):
        work = commits.begin()
        with pytest.raises(Refusal, match="not today"):
            resign_and_raise(commits.step(match, work, all_or_none=all_or_none), Refusal("no", "not today"))
        assert match.next_record == before + added
        await commits.commit_and_wait(work)
        assert host.info(match_id).record_count == before + added


async def test_a_channel_waits_for_the_commit_goes_live_and_is_closed(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    ben = host.attend("ben")
    states: list[ChannelState] = []
    with host.store.held():
        ann.answer(2)
        ben.open(1, match, seat=1)
        channel = ben.session.channels[1]
        states.append(channel.state)
        ben.listen()
        states.append(channel.state)
    await ben.receive_until("caught_up")
    states.append(channel.state)
    assert channel.group is not None
    ben.send(pb.Command(channel=1, close=pb.CloseChannel()))
    states.append(channel.state)
    assert states == list(ChannelState)
    assert channel.group is None

"""The clocks of matches that change their owner: the time that was used stays used, once."""

from tests.server.matches.match_host import MatchHost, match_host
from tests.server.matches.test_backlog import shop_for_long
from tests.server.matches.test_clocks import BANK, both, times
from tilth_server.matches.handed_clocks import HandedMatch
from tilth_server.matches.live import LiveMatch


def leave(host: MatchHost, match: str) -> HandedMatch:
    """Return the clocks of a match as its owner gives it up."""
    handed = host.matches.handed_clocks.leave(host.matches.cache.loaded[match])
    assert handed is not None
    return handed


async def test_the_next_owner_continues_with_the_time_that_was_used(host: MatchHost) -> None:
    match, ann, ben = await both(host, BANK)
    host.clock.advance(11)
    ann.answer(1)
    await ben.receive_until("update")
    # To the second: a running clock is not to be taken for a stopped one.
    host.clock.advance(1)
    leave(host, match)
    host.clock.advance(14)
    handed = leave(host, match)
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as other:
        other.matches.handed_clocks.take(handed)
        ann = await other.seated(match, 0)
        assert times(ann.received[-1]) == {0: (61_000, None), 1: (55_000, 55_000)}
        other.clock.advance(55)
        assert times(await ann.next("update"))[1][0] == 0, "the alarm follows"


async def test_no_time_counts_while_no_node_has_the_match(host: MatchHost) -> None:
    match, ann, _ = await both(host, BANK)
    is_owner = True
    handover = host.matches.follow_owners(
        lambda _: is_owner, is_sure_of=lambda _: is_owner, owned_before=lambda _: True
    )

    def on_leave(given_up: LiveMatch) -> None:
        host.matches.handed_clocks.leave(given_up)

    handover.on_leave = on_leave
    host.clock.advance(25)
    is_owner = False
    handover.sweep()
    await ann.receive_until("cut_off")
    assert match not in host.matches.cache.loaded
    host.clock.advance(1000)
    is_owner = True
    ann = await host.seated(match, 0)
    assert times(ann.received[-1])[0] == (45_000, 45_000)


async def test_clocks_that_come_late_or_twice_take_no_time_and_give_none_back(host: MatchHost) -> None:
    match, ann, ben = await both(host, BANK)
    host.clock.advance(1)
    early = leave(host, match)
    host.clock.advance(30)
    late = leave(host, match)
    for handed in (late, early, late):
        host.matches.handed_clocks.take(handed)
        watcher = await host.watching(match)
        assert times(watcher.received[-1])[0] == (39_000, 39_000)
    host.clock.advance(1)
    ann.answer(1)
    await ben.receive_until("update")
    host.matches.handed_clocks.take(late)
    watcher = await host.watching(match)
    assert times(watcher.received[-1]) == {0: (40_000, None), 1: (60_000, 70_000)}, (
        "an answered decision is not asked again"
    )


async def test_an_undo_after_a_change_of_owner_gives_no_time_back(host: MatchHost) -> None:
    match = await host.match(clock=BANK)
    ann, _ = await shop_for_long(host, match, 0)
    host.clock.advance(25)
    ann.answer(1)
    await ann.receive_until("update")
    handed = leave(host, match)
    loaded = host.matches.cache.loaded[match]
    before = loaded.clocks
    loaded.clocks = tuple(type(clock)(clock.bank_ms, clock.since, clock.number) for clock in before)
    host.matches.handed_clocks.take(handed)
    assert [clock.spans for clock in loaded.clocks] == [clock.spans for clock in before]
    assert any(clock.spans for clock in before)

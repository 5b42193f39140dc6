"""Worlds as bytes, for bots that think in another process."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from tests.kernel.bazaar import DIG, Bazaar, bazaar, plate
from tests.kernel.test_conforms import breaks
from tests.kernel.test_worlds import gems_found, table_at
from tilth_rules import conformance
from tilth_rules.kernel import (
    Game,
    Outside,
    Table,
    WorldUnreadable,
    world,
    world_from_bytes,
    world_to_bytes,
)
from tilth_rules.random_play import inside

LAW = "worlds continue from bytes"


def test_a_world_read_from_bytes_asks_the_same_and_has_the_same_chance() -> None:
    for kind in ("keep", "throw", "dig", "sell"):
        here = world(table_at(kind), 0, Random(1))
        there = world_from_bytes(bazaar, world_to_bytes(here), outside=plate)
        assert (there.state, there.open, there.offered) == (here.state, here.open, here.offered)
        random = Random(2)
        while not here.over:
            seat = here.pending_seats[0]
            picks = inside(here.open[seat], random, here.offered.get(seat, ()))
            here.answer(seat, *picks)
            there.answer(seat, *picks)
        assert there.state == here.state


def test_chance_resumes_after_the_last_draw() -> None:
    for seed in range(8):
        here = world(table_at("dig"), 0, Random(seed))
        for seat in range(3):
            here.answer(seat, (DIG,))
        there = world_from_bytes(bazaar, world_to_bytes(here), outside=plate)
        assert gems_found(there) == gems_found(here)


def test_a_true_table_does_not_become_bytes() -> None:
    with pytest.raises(ValueError, match="only a world"):
        world_to_bytes(table_at("sell"))


def test_bytes_of_other_rules_or_of_nothing_are_refused() -> None:
    data = world_to_bytes(world(table_at("sell"), 0, Random(1)))

    class Newer(Bazaar):
        version = 2

    class Other(Bazaar):
        name = "fair"

    for game in (Newer(), Other()):
        with pytest.raises(WorldUnreadable, match="a world of bazaar, version 1"):
            world_from_bytes(game, data)
    for broken in (b"", data[:-3], b"\0" * 20, msgspec.msgpack.encode([1, "bazaar", 1, 3])):
        with pytest.raises(WorldUnreadable):
            world_from_bytes(bazaar, broken)


# Broken on purpose ---------------------------------------------------------------------------------


def begins_chance_anew(read: Table) -> None:
    read.drawn = {}


def forgets_the_numbers_of_decisions(read: Table) -> None:
    read.counts = [1] * read.seats


def forgets_what_was_gained(read: Table) -> None:
    read.state.coins = [0] * read.seats


@pytest.mark.parametrize(
    "fault", [begins_chance_anew, forgets_the_numbers_of_decisions, forgets_what_was_gained]
)
def test_a_world_that_loses_something_in_its_bytes_is_caught(
    fault: Callable[[Table], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(game: Game, data: bytes, *, outside: Outside) -> Table:
        read = world_from_bytes(game, data, outside=outside)
        fault(read)
        return read

    monkeypatch.setattr(conformance.worlds, "world_from_bytes", wrong)
    breaks(LAW)

"""The outcome of a flick is recorded, so a change of the simulator changes no recorded match."""

from random import Random
from typing import Any

import msgspec
import pytest

from tilth_physics import port
from tilth_rules.kernel import Record, SeededChance, Table
from tilth_rules.random_play import inside
from tilth_rules.sonora import game
from tilth_rules.sonora.flick_question import Flick
from tilth_rules.sonora.options import Options

SEED = SeededChance(bytes(32))


def on_ice(question: Any) -> bytes:
    """The port of a build whose constants were changed: everything slides farther and bounces more."""
    assert isinstance(question, Flick)
    icy = msgspec.structs.replace(
        question.physics, deceleration=question.physics.deceleration // 2, edge_restitution=900
    )
    return port(msgspec.structs.replace(question, physics=icy))


def nobody(question: Any) -> bytes:
    raise AssertionError(f"a replay asked: {question!r}")


def played(seats: int, ask: Any, seed: int) -> tuple[Table, list[Record]]:
    """A match of random answers, with all of its records."""
    random = Random(seed)
    table = Table(game, Options(rounds=5), seats, SEED, outside=ask)
    records = [table.start()]
    while not table.over:
        seat = random.choice(sorted(table.open))
        records.append(table.answer(seat, *inside(table.open[seat], random)))
    return table, [record for record in records if record is not None]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_replay_asks_nothing_and_gives_the_same(seats: int) -> None:
    table, records = played(seats, port, seats)
    again = Table.resume(game, Options(rounds=5), seats, SEED, records, outside=nobody)
    assert again.state == table.state
    assert game.result(again.state) == game.result(table.state)


def test_a_match_begun_on_other_wood_continues_from_its_record() -> None:
    table, records = played(2, port, 2)
    half = records[: len(records) // 2]
    old = Table.resume(game, Options(rounds=5), 2, SEED, half, outside=port)
    new = Table.resume(game, Options(rounds=5), 2, SEED, half, outside=on_ice)
    assert new.state == old.state
    other, _ = played(2, on_ice, 2)
    assert other.state != table.state, "flicks of today do end elsewhere"

"""Every installed game through the wire and back, in mixes of its options."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.sonora import ports
from tilth_rules.kernel import (
    EVERYTHING,
    SPECTATOR,
    OptionsRefused,
    Record,
    SeededChance,
    Table,
    nothing_outside,
)
from tilth_rules.random_play import inside
from tilth_server.wire import GameWire, load_games

GAMES = load_games()
OUTSIDE = {"sonora": ports.straight}
games = pytest.mark.parametrize("wire", GAMES.values(), ids=GAMES.keys())


def some_options(wire: GameWire, random: Random, seats: int) -> Any:
    """Options that this many can play with; each yes-or-no field is set by chance."""
    while True:
        fields = wire.option_fields("en")
        chosen = {field.name: "true" for field in fields if field.kind == "bool" and random.random() < 0.3}
        options = wire.options_from(b"", chosen)
        try:
            wire.game.check(options, seats)
        except OptionsRefused:
            continue
        assert wire.decode_options(wire.encode_options(options)) == options
        assert wire.settings(options) == chosen
        return options


@games
@examples(4, 25)
@given(seed=st.binary(min_size=32, max_size=32), at=st.integers(0, 3))
def test_records_views_and_decisions_survive_the_wire(wire: GameWire, seed: bytes, at: int) -> None:
    random = Random(seed)
    seats = wire.game.seats[at % len(wire.game.seats)]
    outside = OUTSIDE.get(wire.name, nothing_outside)
    laid = Table(wire.game, some_options(wire, random, seats), seats, SeededChance(seed), outside=outside)
    started = laid.start(seats + 1)
    assert started is not None
    records = [started]
    while not laid.over:
        if random.random() < 0.05:
            assert_views_survive(wire, laid)
        seat = random.choice(laid.pending_seats)
        chosen, measured = inside(laid.open[seat], random, laid.offered.get(seat, ()))
        record = laid.answer(seat, chosen, measured)
        assert record is not None
        records.append(record)
    assert_views_survive(wire, laid)
    bodies = [wire.records.encode(record, record.number) for record in records]
    back = [wire.records.decode(seats + 1 + at, body).record for at, body in enumerate(bodies)]
    assert back == records
    state, _ = wire.game.start(laid.options, seats)
    for event in wire.records.events(bodies, seats + 1):
        event.apply(state)
    assert state == laid.state
    assert_nothing_leaks(wire, records)


def assert_views_survive(wire: GameWire, laid: Table) -> None:
    for viewer in (*range(laid.seats), SPECTATOR, EVERYTHING):
        view = wire.game.view(laid.state, viewer)
        assert wire.decode_view(wire.encode_view(view)) == view
    for seat in laid.pending_seats:
        assert wire.decision(laid, seat)
        assert wire.decision(laid, seat, "ru")


def assert_nothing_leaks(wire: GameWire, records: list[Record]) -> None:
    for record in records:
        body = wire.records.encode(record, 0)
        logged = wire.records.decode(record.number, body)
        for viewer in (record.cause.seat, SPECTATOR):
            shown = [wire.decode_event(event) for event in wire.records.visible_events(record, viewer)]
            assert shown == record.seen_by(viewer)
            redacted = wire.records.decode(record.number, wire.records.for_viewer(logged, viewer)).record
            assert redacted is not None
            assert redacted.events == tuple(shown)
            assert (redacted.stack_changes, redacted.draws, redacted.facts, redacted.restricted_events) == (
                (),
                (),
                (),
                (),
            )

"""Bots at a table without a server: the same messages, made by the server's own wire, a thousand times as fast."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tilth.games.petrichor.v1 import petrichor_pb2 as petrichor
from tilth.v1 import decision_pb2, play_pb2
from tilth_bots.simple import answer_at_random, first_answer
from tilth_client import Answer, Context, Decision, decoded
from tilth_rules import petrichor as petrichor_rules
from tilth_rules.kernel import Outside, Result, SeededChance, Table, nothing_outside
from tilth_server.wire.game import GameWire

Decide = Callable[[Any, Decision], Answer]


def playout(
    wire: GameWire, options: Any, seats: Sequence[Decide], seed: bytes, outside: Outside = nothing_outside
) -> Result:
    """Play one match to its end, and return how it ended."""
    result = wire.game.result(played(wire, options, seats, seed, outside).state)
    assert result is not None
    return result


def played(
    wire: GameWire, options: Any, seats: Sequence[Decide], seed: bytes, outside: Outside = nothing_outside
) -> Table:
    """Return the table after the end of a match. A bot's answer out of bounds fails as it would at a server."""
    table = Table(wire.game, options, len(seats), SeededChance(seed), outside=outside, journal=False)
    table.start()
    opened = play_pb2.ChannelOpened(
        game=wire.name,
        view_type=wire.view_type,
        move_type=wire.move_type,
        event_type=wire.event_type,
        options_type=wire.options_type,
        options=wire.encode_options(options),
    )
    contexts = [Context("in process", seat, "en", opened) for seat in range(len(seats))]
    while not table.over:
        seat = table.pending_seats[0]
        message = decision_pb2.Decision.FromString(wire.decision(table, seat))
        decision = Decision(message, contexts[seat])
        seen = getattr(seats[seat], "wants_views", True)
        view = decoded(wire.view_type, wire.view(table.state, seat)) if seen else None
        answer = seats[seat](view, decision)
        assert decision.allows(answer), decision.problem_with(answer)
        table.answer(seat, answer.picks, answer.numbers, decision.id)
    return table


def at_random(seed: str) -> Decide:
    """Answer anything legal."""
    random = Random(seed)

    def answer(view: Any, decision: Decision) -> Answer:
        return answer_at_random(decision, random)

    answer.wants_views = False  # type: ignore[attr-defined]
    return answer


def first(view: Any, decision: Decision) -> Answer:
    """Answer the first thing that is legal."""
    return first_answer(decision)


first.wants_views = False  # type: ignore[attr-defined]


def expect_defaults_in_another_game(decide: Decide) -> None:
    """Check that a bot that knows one game answers Petrichor as a timeout would."""

    def default(view: Any, decision: Decision) -> Answer:
        assert isinstance(view, petrichor.View)
        assert decide(view, decision) == decision.default
        return decision.default

    playout(GameWire.of(petrichor_rules.game), petrichor_rules.Options(), [default, default], bytes(32))


def expect_defaults_without_views(
    wire: GameWire, options: Any, decide: Decide, outside: Outside = nothing_outside
) -> None:
    """Check that a bot that cannot read its view answers as a timeout would."""

    def blind(view: Any, decision: Decision) -> Answer:
        assert decide(b"", decision) == decision.default
        return decision.default

    playout(wire, options, [blind, blind], bytes(32), outside)

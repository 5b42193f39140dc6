"""Worlds: complete tables that a viewer cannot tell from the true one.

A world is dealt from what the viewer knows, never from the truth: `Game.knowledge` returns that, and `Game.deal` gets
nothing else. Bots that search play worlds to their end, and the laws of secrecy are tested in them.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from tilth_rules.kernel.base import EVERYTHING, Choose, Decision
from tilth_rules.kernel.chance import SEED_BYTES, SeededChance
from tilth_rules.kernel.table import Table

DEALS: Final = 1000
"""The largest number of states that are dealt until every seat that is asked has a legal answer."""


def world(table: Table, viewer: int, random: Random, *, journal: bool = False) -> Table:
    """Return a table that `viewer` cannot tell from this one. Everything hidden is dealt again, and so is later chance.

    The kernel asks its decisions and offers again. No answer can be undone in it, and without a `journal` it makes no
    records. For EVERYTHING the state is the true one, but the chance is not.

        >>> from tilth_rules.petrichor import Options, game
        >>> table = Table(game, Options(), 2, SeededChance(bytes(32)))
        >>> record = table.start()
        >>> guessed = world(table, 0, Random(1))
        >>> game.view(guessed.state, 0) == game.view(table.state, 0)
        True
        >>> game.view(guessed.state, 1) == game.view(table.state, 1)
        False
    """
    if viewer == EVERYTHING:
        state = table.state.clone()
    else:
        state = dealt(table, viewer, table.game.knowledge(table.state, viewer), random)
    return table.around(state, SeededChance(random.randbytes(SEED_BYTES)), journal=journal)


def dealt(table: Table, viewer: int, knowledge: Any, random: Random) -> Any:
    """Return the state of a world, from this knowledge and from what everybody knows of the table's lanes.

    A waiting step can reveal more about a hand than the state: a seat that is asked how to pay can pay. So a state in
    which a question to another seat has no legal answer is dealt again. This leaves the probabilities of the others as
    they should be.
    """
    for _ in range(DEALS):
        state = _dealt_once(table, viewer, knowledge, random)
        if all(map(can_be_answered, _questions_to_others(table, viewer, state))):
            return state
    raise ValueError(f"in {DEALS} worlds of viewer {viewer} a question had no legal answer")


def can_be_answered(decision: Decision) -> bool:
    """Return whether a decision has a legal answer."""
    if type(decision) is not Choose:
        return True
    return decision.min_picks <= (sum(decision.max_each) if decision.max_each else len(decision.options))


def _dealt_once(table: Table, viewer: int, knowledge: Any, random: Random) -> Any:
    """Return the state dealt once from this knowledge, with an answer dealt for each sealed lane that has ended."""
    game = table.game
    state = game.deal(knowledge, random)
    for lane in table.lanes or ():
        if lane.sealed and lane.ended and viewer not in lane.seats:
            for seat in lane.seats:
                game.deal_sealed(state, seat, table.main.steps[-1], random)
    return state


def _questions_to_others(table: Table, viewer: int, state: Any) -> Iterator[Decision]:
    """Yield the decisions that the waiting steps ask other seats in a state."""
    for seat in table.open:
        if seat != viewer:
            asked = table.step_of(seat).ask(state)  # type: ignore[attr-defined]
            if asked is not None:
                yield from asked if type(asked) is tuple else (asked,)

"""Laws of promise 3 about worlds: they are dealt from what a viewer knows, and from nothing else."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tilth_rules.conformance.broken import LawBroken
from tilth_rules.kernel import SPECTATOR, Table, world, world_from_bytes, world_to_bytes
from tilth_rules.kernel.worlds import can_be_answered, dealt
from tilth_rules.random_play import inside

ANSWERS_IN_A_WORLD = 4


def viewers(table: Table) -> tuple[int, ...]:
    """Return all viewers that something may be hidden from: the seats and SPECTATOR."""
    return (*range(table.seats), SPECTATOR)


def known_alike_in_worlds(table: Table, viewer: int, known: Any, random: Random) -> Table:
    """A viewer has the same knowledge in the true table and in a world, and both lead to the same worlds.

    Return the world, with the true chance, so that its draws can be compared.
    """
    seed = random.getrandbits(64)
    state = dealt(table, viewer, known, Random(seed))
    otherwise = table.game.knowledge(state, viewer)
    if known != otherwise:
        raise LawBroken("a world is known as the truth is", f"viewer {viewer} knows {known}, or {otherwise}")
    again = dealt(table, viewer, otherwise, Random(seed))
    if again != state:
        raise LawBroken(
            "worlds follow from knowledge alone",
            f"viewer {viewer} deals {again} from a world, and {state} from the truth",
        )
    try:
        there = table.around(state, table.chance, journal=True)
    except ValueError as error:
        raise LawBroken("a world keeps decisions open", f"viewer {viewer}: {error}") from error
    for seat, decision in there.open.items():
        if not can_be_answered(decision):
            raise LawBroken(
                "a world keeps decisions open", f"viewer {viewer}: seat {seat} can't answer {decision}"
            )
    there.drawn = dict(table.drawn)
    return there


def worlds_continue_from_bytes(table: Table, viewer: int, random: Random) -> None:
    """Raise LawBroken unless a world that was read from its bytes equals the world that was written, and continues in
    the same way."""
    here = world(table, viewer, random)
    _play(here, (), random)
    there = world_from_bytes(table.game, world_to_bytes(here), outside=table.outside_port)
    _same(here, there, viewer)
    _play(here, (there,), random)
    _same(here, there, viewer)


def _play(here: Table, there: Sequence[Table], random: Random) -> None:
    """Give the same random answers at all these tables, for a random number of answers."""
    for _ in range(random.randrange(ANSWERS_IN_A_WORLD)):
        if not here.open:
            return
        seat = random.choice(here.pending_seats)
        picks = inside(here.open[seat], random, here.offered.get(seat, ()))
        for table in (here, *there):
            table.answer(seat, *picks)


def _same(here: Table, there: Table, viewer: int) -> None:
    """Test that a world read from bytes has the same state, decisions, counts and offers as the world `here`."""
    for name in ("state", "open", "counts", "drawn", "number", "over"):
        mine, theirs = getattr(here, name), getattr(there, name)
        if mine != theirs:
            raise LawBroken(
                "worlds continue from bytes", f"viewer {viewer}: {name} is {mine}, and read {theirs}"
            )
    for seat in here.open:
        if here.offered.get(seat, ()) != there.offered.get(seat, ()):
            raise LawBroken(
                "worlds continue from bytes", f"viewer {viewer}: seat {seat} is offered something else"
            )

"""A world as bytes, for a bot that computes in another process: its chance and its waiting steps, and nothing of the
truth.

Builds with the same version of the game's rules read the bytes. They are not a stored format: no later build has to
read them.
"""

from typing import Any, Final

import msgspec

from tilth_rules.kernel.chance import SeededChance
from tilth_rules.kernel.game import Game
from tilth_rules.kernel.lanes import OWN, Lane
from tilth_rules.kernel.outside import Outside, nothing_outside
from tilth_rules.kernel.stacks import Stacks, StackUnreadable
from tilth_rules.kernel.table import Table

FORMAT: Final = 1


class WorldUnreadable(Exception):
    """Raised for bytes that are no world of this game under the rules of this build."""


class _Heading(msgspec.Struct, frozen=True, array_like=True):
    """The first fields of a world's bytes, which are the same in any format."""

    format: int
    game: str
    version: int


class _LaneBytes(msgspec.Struct, frozen=True, array_like=True):
    """The stored form of a lane: its seats, and its waiting steps as bytes."""

    seats: tuple[int, ...]
    steps: bytes
    sealed: bool
    ended: bool


class _World(_Heading, frozen=True, array_like=True):
    """The stored form of a world; the fields of its table that follow from these are left out."""

    options: bytes
    seats: int
    seed: bytes
    drawn: tuple[tuple[str, int, int], ...]
    """The number of draws so far: purpose, place, count."""
    state: bytes
    own: _LaneBytes
    lanes: tuple[_LaneBytes, ...] | None
    counts: tuple[int, ...]
    resigned: tuple[int, ...]
    number: int


_encode = msgspec.msgpack.Encoder().encode
_heading = msgspec.msgpack.Decoder(_Heading).decode
_world = msgspec.msgpack.Decoder(_World).decode


def world_to_bytes(world: Table) -> bytes:
    """Return a world as bytes. Raises ValueError for a table at which an answer can be undone, because that may be
    the true one."""
    if world.trails or not isinstance(world.chance, SeededChance):
        raise ValueError("only a world becomes bytes, with a seed of its own; a true table has its log")
    game = world.game
    stacks = Stacks(game.steps)

    def lane_bytes(lane: Lane) -> _LaneBytes:
        return _LaneBytes(lane.seats, stacks.encode(lane.steps), lane.sealed, lane.ended)

    return _encode(
        _World(
            FORMAT,
            game.name,
            game.version,
            _encode(world.options),
            world.seats,
            world.chance.seed,
            tuple((purpose, place, count) for (purpose, place), count in world.drawn.items()),
            _encode(world.state),
            lane_bytes(world.main),
            None if world.lanes is None else tuple(map(lane_bytes, world.lanes)),
            tuple(world.counts),
            tuple(world.resigned),
            world.number,
        )
    )


def world_from_bytes(
    game: Game, data: bytes, *, outside: Outside = nothing_outside, journal: bool = False
) -> Table:
    """Return the world that was written to these bytes. Raises WorldUnreadable if they are damaged or belong to other
    rules.

    Bytes from a stranger may hold a state that no match leads to; the rules may fail on it, or run without end.
    """
    try:
        heading = _heading(data)
        if (heading.format, heading.game, heading.version) != (FORMAT, game.name, game.version):
            raise WorldUnreadable(
                f"a world of {heading.game}, version {heading.version}, in format {heading.format}; "
                f"this is {game.name}, version {game.version}, in format {FORMAT}"
            )
        read = _world(data)
        options = msgspec.msgpack.decode(read.options, type=game.options)
        table = Table(game, options, read.seats, SeededChance(read.seed), outside=outside, trails=False)
        state: Any = msgspec.msgpack.decode(read.state, type=type(table.state))
        stacks = Stacks(game.steps)
        table.main = _lane(OWN, read.own, stacks)
        if read.lanes is not None:
            table.lanes = [_lane(key, lane, stacks) for key, lane in enumerate(read.lanes)]
        table.counts = list(read.counts)
        table.resigned = set(read.resigned)
        table.number = read.number
        world = table.around(state, table.chance, journal=journal)
    except (msgspec.MsgspecError, StackUnreadable, ValueError) as error:
        raise WorldUnreadable(str(error)) from error
    world.drawn = {(purpose, place): count for purpose, place, count in read.drawn}
    return world


def _lane(key: int, read: _LaneBytes, stacks: Stacks) -> Lane:
    """Return the lane number `key` that was read from bytes."""
    lane = Lane(key, read.seats, stacks.decode(read.steps), read.sealed)
    lane.ended = read.ended
    return lane

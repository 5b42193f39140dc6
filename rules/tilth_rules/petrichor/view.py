"""What a viewer may see."""

import msgspec

from tilth_rules.kernel import EVERYTHING
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.dealing import DEALT, KEPT
from tilth_rules.petrichor.fields import FIELDS
from tilth_rules.petrichor.state import State, rounds_of


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile of the Fields with what lies on it and hangs above it. Drops are by side."""

    tile: int
    crop: int
    """0 while the tile lies face down."""
    need: int
    growth: int
    fertilized: bool
    drops: tuple[int, ...]
    cloud: int
    cloud_drops: tuple[int, ...]


class Player(msgspec.Struct, frozen=True, gc=False):
    """What a side has. In the solo game the last one is the neutral player, who holds no cards."""

    seat: int
    points: int
    voting_wins: int
    wheat: int
    supply: int
    votes_left: int
    votes: tuple[int, ...]
    """On the weather spaces, Frost first."""
    hand_size: int
    hand: tuple[int, ...]
    """For those who may see it: one's own."""
    shown: tuple[int, ...]
    """Cards in the hand that everybody knows of."""
    pack_size: int
    pack: tuple[int, ...]
    """In a draft: what the seat chooses from, for those who may see it."""
    kept: tuple[int, ...]
    """In a draft: what the seat has kept so far, for those who may see it."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one viewer sees it."""

    round: int
    rounds: int
    phase: int
    first_player: int
    dice: tuple[int, ...]
    tiles: tuple[Tile, ...]
    players: tuple[Player, ...]
    deck: int
    discards: tuple[int, ...]
    """By kind, Frost first."""
    wheat_left: int
    southern_winds: tuple[int, ...]
    """Solo: cards that may still come before a reshuffle."""
    track: tuple[int, ...]
    """Points for each number of steps on the Voting Wins track."""
    places: tuple[int, ...]
    """How the match ended, for each seat; empty while it goes on."""
    passer: int | None
    """Who took no action first in this action phase."""


def view(state: State, viewer: int) -> View:
    """The table for a seat, for SPECTATOR, or for EVERYTHING."""
    sides = state.sides
    values = values_of(state.options)
    return View(
        round=state.round,
        rounds=rounds_of(state),
        phase=state.phase,
        first_player=state.first,
        dice=state.dice,
        tiles=tuple(
            Tile(
                tile=tile,
                crop=state.crops[tile],
                need=state.needs[tile],
                growth=state.growth[tile],
                fertilized=state.fertile[tile] == 1,
                drops=tuple(state.drops[4 * tile : 4 * tile + sides]),
                cloud=state.skies[tile],
                cloud_drops=tuple(state.clouds[4 * tile : 4 * tile + sides]),
            )
            for tile in FIELDS[state.seats]
        ),
        players=tuple(_player(state, side, viewer) for side in range(sides)),
        deck=sum(state.deck),
        discards=tuple(state.discards[1:]),
        wheat_left=state.wheat_left,
        southern_winds=state.winds,
        track=values.track(state.options.long_form),
        places=state.places,
        passer=state.passer if state.passer >= 0 else None,
    )


def _player(state: State, side: int, viewer: int) -> Player:
    seated = side < state.seats
    sees = seated and viewer in (side, EVERYTHING)
    drafting = seated and state.stage > 0
    return Player(
        seat=side,
        points=state.points[side],
        voting_wins=state.wins[side],
        wheat=state.wheat[side],
        supply=state.supply[side],
        votes_left=state.free[side],
        votes=tuple(state.votes[4 * side + 1 : 4 * side + 5]),
        hand_size=state.held[side] if seated else 0,
        hand=kinds(state.hands, 4 * side) if sees else (),
        shown=kinds(state.shown, 4 * side) if seated else (),
        pack_size=pack_size(state) if drafting else 0,
        pack=kinds(state.packs, 4 * side) if sees and drafting else (),
        kept=kept(state, side) if sees and drafting else (),
    )


def kinds(counts: list[int], base: int) -> tuple[int, ...]:
    """Counted cards as a list of kinds: 2 Frost and 1 Wind are (1, 1, 3)."""
    return tuple(kind for kind in (1, 2, 3, 4) for _ in range(counts[base + kind]))


def pack_size(state: State) -> int:
    """Cards in a pack as it came to its seat: a choice not yet shown to all does not count."""
    return DEALT[state.seats] - sum(KEPT[state.seats][: state.stage - 1])


def kept(state: State, seat: int) -> tuple[int, ...]:
    counts = [0] * 5
    for stage in range(state.stage):
        base = 16 * ((seat - stage) % state.seats) + 4 * stage
        for kind in (1, 2, 3, 4):
            counts[kind] += state.takes[base + kind]
    return kinds(counts, 0)

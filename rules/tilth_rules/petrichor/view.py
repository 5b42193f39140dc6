"""The view: the state as a viewer may see it."""

import msgspec

from tilth_rules.common.piles import listed
from tilth_rules.kernel import EVERYTHING
from tilth_rules.petrichor.codes import WEATHERS
from tilth_rules.petrichor.fields import FIELDS
from tilth_rules.petrichor.hands.dealing import DEALT, KEPT
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.printed import Printed, printed
from tilth_rules.petrichor.rounds.weather import weathers_in_view
from tilth_rules.petrichor.state import State, rounds_of


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile of the fields in a view, with the drops on it and the cloud above it. Drops are by side."""

    tile: int
    crop: int
    """The crop of the tile; 0 while the tile lies face down."""
    need: int
    growth: int
    fertilized: bool
    drops: tuple[int, ...]
    cloud: int
    cloud_drops: tuple[int, ...]


class Player(msgspec.Struct, frozen=True, gc=False):
    """The components of one side in a view. In the solo game the last side is the neutral player, which holds no
    cards."""

    seat: int
    points: int
    voting_wins: int
    wheat: int
    supply: int
    votes_left: int
    votes: tuple[int, ...]
    """The votes of the side on the weather spaces, Frost first."""
    hand_size: int
    hand: tuple[int, ...]
    """The cards of the hand; empty for viewers that may not see them."""
    shown: tuple[int, ...]
    """Cards in the hand that everybody knows of."""
    pack_size: int
    pack: tuple[int, ...]
    """In a draft: the pack that the seat chooses from; empty for viewers that may not see it."""
    kept: tuple[int, ...]
    """In a draft: the cards that the seat has kept so far; empty for viewers that may not see them."""


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
    """The discards by kind, Frost first."""
    wheat_left: int
    southern_winds: tuple[int, ...]
    """Solo: the Southern Wind cards that may still come before a reshuffle."""
    track: tuple[int, ...]
    """Points for each number of steps on the Voting Wins track."""
    places: tuple[int, ...]
    """The place of each seat; empty while the match runs."""
    passer: int | None
    """The seat that passed first in this action phase."""
    printed: Printed
    leading_weathers: tuple[int, ...]
    """The weathers that would be resolved if the votes stayed as they are, ties included."""


def view(state: State, viewer: int) -> View:
    """Return the view of a seat, of SPECTATOR, or of EVERYTHING."""
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
        printed=printed(state.options.values),
        leading_weathers=weathers_in_view(state),
    )


def _player(state: State, side: int, viewer: int) -> Player:
    """Return the components of a side as the viewer sees them."""
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
        hand=card_kinds(state.hands, 4 * side) if sees else (),
        shown=card_kinds(state.shown, 4 * side) if seated else (),
        pack_size=pack_size(state) if drafting else 0,
        pack=card_kinds(state.packs, 4 * side) if sees and drafting else (),
        kept=kept(state, side) if sees and drafting else (),
    )


def card_kinds(counts: list[int], base: int) -> tuple[int, ...]:
    """Return counted cards as a list of kinds: 2 Frost and 1 Wind are (1, 1, 3). `base` is where a side's counts
    begin."""
    return listed(counts, WEATHERS, base)


def pack_size(state: State) -> int:
    """Return the number of cards in a draft pack as it came to its seat. Cards kept since then, not yet shown to
    everybody, still count."""
    return DEALT[state.seats] - sum(KEPT[state.seats][: state.stage - 1])


def kept(state: State, seat: int) -> tuple[int, ...]:
    """Return the cards that a seat has kept so far in the running draft."""
    counts = [0] * 5
    for stage in range(state.stage):
        base = 16 * ((seat - stage) % state.seats) + 4 * stage
        for kind in (1, 2, 3, 4):
            counts[kind] += state.takes[base + kind]
    return card_kinds(counts, 0)

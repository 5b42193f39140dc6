"""The state of a match: cards and goods on the table, in hands and in piles, and the cards that each seat has seen.

Cards are faces, indices into the printed cards. The first card of `deck` is on top. While lanes are open the deck is
read in stripes: of n lanes, the one that is k-th in turn order takes only the cards at places k, k + n, k + 2n, ...
of it, so that no seat's cards depend on the order of the answers.
"""

from collections.abc import Iterable

import msgspec

from tilth_rules.common.clone import Cloned
from tilth_rules.common.seats import clockwise
from tilth_rules.earth.area.area import Area
from tilth_rules.earth.codes import CLIMATE, IDLE, ISLAND, OWN_COMPOST, PLANT, PLANTING, REACTING, SET_UP
from tilth_rules.earth.content.cards import EARTH
from tilth_rules.earth.options import Options

NOTHING = -1
"""The value for no card, or no seat."""
GOALS = 4
"""The number of cards on the fauna board."""
TEAMS = 2


def amounts_by_good(goods: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return amounts of goods as a tuple, for texts: at each number of a good, its amount."""
    amounts = [0] * (OWN_COMPOST + 1)
    for good, count in goods:
        amounts[good] += count
    return tuple(amounts)


class Seat(Cloned, gc=False):
    """The state of a seat: its cards and goods, and its stage in the running turn."""

    area: Area
    ecosystem: int
    dealt: tuple[int, ...]
    """Islands, climates and ecosystems that the seat may choose from at set-up: both faces of each."""
    sides: tuple[int, ...]
    """The sides that the seat has chosen so far. No other seat sees them before all have chosen."""

    places: list[int]
    """Places of the field that have a card, in reading order."""
    sprouts: int
    """The number of sprouts on the whole field. `growth` is the number of growth in the same way."""
    growth: int
    standing: list[int]
    """Cards before the seat that change what it may do: prices, replacements, actions that are forbidden."""
    leaves: int
    """Fauna cards with a leaf of this seat, as bits."""
    reached: int
    """Fauna goals reached, for which leaves are to be placed at the end of the turn, as bits."""

    stage: int
    plantings: int
    """The number of cards that may still be planted."""
    planting: int
    """A card on its way to the field, or NOTHING."""
    covered: int
    """The part of the price that has been paid without soil."""
    planted: list[int]
    """Cards planted this turn."""
    passed: int
    """The last place whose ability was used. Abilities are used in reading order."""
    board_first: bool
    """True if island or climate was activated before the field."""

    looked: list[int]
    """Cards that only this seat looks at, to keep one of them."""
    aside: list[int]
    """Cards that the seat of a solo match has not kept, which Gaia will take."""
    heap: list[int]
    """Cards discarded in this turn, face down; the last one lies on top."""
    soil_gained: int
    """Soil gained by actions and abilities in this turn."""
    cards_drawn: int
    shared_soil: int
    """The soil on this seat's half of the team's shared area. The four fields below are about the same half."""
    shared_sprouts: int
    shared_growth: int
    shared_cards: list[int]
    shared_compost: list[int]


class Gaia(Cloned, gc=False):
    """The state of Gaia, the opponent in a solo match."""

    deck: tuple[int, ...]
    """Gaia's cards that are still to come; their order is chance not yet drawn."""
    passes: int
    """The number of times that Gaia's deck has been shuffled."""
    card: int
    """The card that lies open, or NOTHING."""
    skips: int
    """The number of her next turns that Gaia skips."""
    soil: int
    sprouts: int
    growth: int
    leaves: int
    compost: list[int]
    scoring: list[int]
    """Cards that score for Gaia, face up."""


class State(Cloned, gc=False):
    """The state of a match: the deck, the board, the seats, and what seats know of hidden cards."""

    options: Options
    phase: int
    round: int
    first: int
    """The seat that began, and begins every round."""
    active: int
    """The seat whose turn it is."""
    action: int
    """The action chosen in this turn; 0 before the choice."""
    gaia_acts: bool
    """True if the action is Gaia's: the player takes it as one of the others."""

    deck: list[int]
    """The deck. In stripes, a card that was taken leaves NOTHING."""
    stripes: int
    """The number of stripes in which the deck is read; 0 when it is one pile."""
    taken: list[int]
    """The number of cards taken from each stripe."""
    discards: list[int]
    known: list[int]
    """By Earth card, the seats that have seen it since it was last shuffled, as bits. They know its place."""

    fauna: tuple[int, ...]
    claims: tuple[int, ...]
    """The number of leaves at each fauna card."""
    points: list[int]
    """Points of each seat's leaves, Gaia's last."""
    ecosystems: tuple[int, ...]
    """The ecosystems that every seat scores."""
    filled: int
    """The seat that filled a field first, or NOTHING. Gaia counts as the seat after the last."""
    seats: list[Seat]
    gaia: Gaia | None
    places: tuple[int, ...]
    """Each seat's place at the end; empty while the match runs."""
    traces: dict[int, tuple[int, int, int]] = msgspec.field(default_factory=dict)
    """By Earth card that others have lost sight of: those others, as bits, its owner, and the piles (`traces.py`)."""


def empty_seat() -> Seat:
    """Return the state of a seat before anything is dealt."""
    return Seat(
        area=Area(),
        ecosystem=NOTHING,
        dealt=(),
        sides=(),
        places=[],
        sprouts=0,
        growth=0,
        standing=[],
        leaves=0,
        reached=0,
        stage=IDLE,
        plantings=0,
        planting=NOTHING,
        covered=0,
        planted=[],
        passed=NOTHING,
        board_first=False,
        looked=[],
        aside=[],
        heap=[],
        soil_gained=0,
        cards_drawn=0,
        shared_soil=0,
        shared_sprouts=0,
        shared_growth=0,
        shared_cards=[],
        shared_compost=[],
    )


def empty_state(options: Options, seats: int) -> State:
    """Return the state before anything is shuffled."""
    return State(
        options=options,
        phase=SET_UP,
        round=0,
        first=0,
        active=0,
        action=0,
        gaia_acts=False,
        deck=list(EARTH),
        stripes=0,
        taken=[],
        discards=[],
        known=[0] * len(EARTH),
        fauna=(),
        claims=(0,) * GOALS,
        points=[0] * (seats + 1),
        ecosystems=(),
        filled=NOTHING,
        seats=[empty_seat() for _ in range(seats)],
        gaia=Gaia((), 0, NOTHING, 0, 0, 0, 0, 0, [], []) if seats == 1 else None,
        places=(),
    )


def in_turn_order(state: State) -> list[int]:
    """Return the numbers of all seats in turn order, from the active one on."""
    return clockwise(len(state.seats), state.active)


def open_lanes(state: State, action: int) -> None:
    """Prepare the seats and the deck for the lanes of an action. Every seat takes it as one of the others, until
    StageBegan makes one active."""
    state.action = action
    state.stripes = TEAMS if state.options.teams else len(state.seats)
    state.taken = [0] * state.stripes
    stage = PLANTING if action == PLANT else REACTING
    for seat in state.seats:
        seat.stage = stage
        seat.plantings = 1
        seat.passed = NOTHING
        seat.board_first = False


def still_ahead(seat: Seat) -> tuple[int, int]:
    """Return where the seat's activating continues in this turn: the place of the field after which cards can still be
    activated, and the first of island and climate that still can. After the climate none of the two can.

    Abilities are used in reading order, island and then climate before or after the whole field.
    """
    if seat.passed < ISLAND:
        return seat.passed, CLIMATE + 1 if seat.board_first else ISLAND
    return NOTHING if seat.board_first else ISLAND, seat.passed + 1


def mates(seat: int) -> tuple[int, int]:
    """Return the two seats of this seat's team, in their order."""
    return seat % TEAMS, seat % TEAMS + TEAMS


def mate_of(seat: int) -> int:
    """Return the other seat of a seat's team."""
    return (seat + TEAMS) % (2 * TEAMS)


def areas(state: State) -> list[Area]:
    """Return the areas (cards and goods) of all seats."""
    return [seat.area for seat in state.seats]

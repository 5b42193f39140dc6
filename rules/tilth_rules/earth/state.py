"""The state of a match: what lies on the table, in hands and piles, and who has seen which card.

Cards are faces, indices into the printed cards. The deck lies with its top first. While lanes are open it is read in
stripes: of n lanes, the one that is k-th in turn order takes only the cards at places k, k + n, k + 2n, ... of it, so
that nobody's cards depend on whose answer came first.
"""

import msgspec

from tilth_rules.earth.area import Area
from tilth_rules.earth.content.cards import EARTH
from tilth_rules.earth.options import Options
from tilth_rules.earth.words import IDLE, PLANT, PLANTING, REACTING, SET_UP

NOTHING = -1
"""No card, or no seat."""
GOALS = 4
"""Cards on the fauna board."""
TEAMS = 2


class Seat(msgspec.Struct, gc=False):
    """What belongs to a seat, and how far it is in the running turn."""

    area: Area
    ecosystem: int
    dealt: tuple[int, ...]
    """Islands, climates and ecosystems to choose from at set-up: both faces of each."""
    chosen: tuple[int, ...]
    """Those that the seat has chosen so far. Nobody else sees them before all have chosen."""

    places: list[int]
    """Places of the field that have a card, in reading order."""
    sprouts: int
    """All sprouts on the field; so with growth."""
    growth: int
    standing: list[int]
    """Cards before the seat that change what it may do: prices, replacements, actions that are forbidden."""
    leaves: int
    """Fauna cards with a leaf of this seat, as bits."""
    reached: int
    """Fauna goals reached, for which leaves are to be placed at the end of the turn, as bits."""

    stage: int
    plantings: int
    """How many cards may still be planted."""
    planting: int
    """A card on its way to the field, or NOTHING."""
    covered: int
    """How much of its price has been paid without soil."""
    planted: list[int]
    """Cards planted this turn."""
    passed: int
    """The last place that was activated; abilities are activated in reading order."""
    board_first: bool
    """Island or climate was activated before the field."""

    looked: list[int]
    """Cards only this seat looks at, to keep one of them."""
    aside: list[int]
    """Alone: cards not kept, which Gaia will take."""
    heap: list[int]
    """Discarded in this turn, face down; the last one lies on top."""
    soil_gained: int
    """By actions and abilities, in this turn."""
    cards_drawn: int
    shared_soil: int
    """Teams: what lies on this seat's half of the shared area, here and below."""
    shared_sprouts: int
    shared_growth: int
    shared_cards: list[int]
    shared_compost: list[int]

    def clone(self) -> "Seat":
        return Seat(
            self.area.clone(),
            self.ecosystem,
            self.dealt,
            self.chosen,
            self.places[:],
            self.sprouts,
            self.growth,
            self.standing[:],
            self.leaves,
            self.reached,
            self.stage,
            self.plantings,
            self.planting,
            self.covered,
            self.planted[:],
            self.passed,
            self.board_first,
            self.looked[:],
            self.aside[:],
            self.heap[:],
            self.soil_gained,
            self.cards_drawn,
            self.shared_soil,
            self.shared_sprouts,
            self.shared_growth,
            self.shared_cards[:],
            self.shared_compost[:],
        )


class Gaia(msgspec.Struct, gc=False):
    """The opponent of whoever plays alone."""

    deck: tuple[int, ...]
    """Her cards that are still to come; their order is chance not yet drawn."""
    passes: int
    """How often her deck has been shuffled."""
    card: int
    """The one lying open, or NOTHING."""
    skips: int
    """How many of her next turns she skips."""
    soil: int
    sprouts: int
    growth: int
    leaves: int
    compost: list[int]
    scoring: list[int]
    """Cards that score for her, face up."""

    def clone(self) -> "Gaia":
        return Gaia(
            self.deck,
            self.passes,
            self.card,
            self.skips,
            self.soil,
            self.sprouts,
            self.growth,
            self.leaves,
            self.compost[:],
            self.scoring[:],
        )


class State(msgspec.Struct, gc=False):
    """The whole table."""

    options: Options
    phase: int
    round: int
    first: int
    """Who began, and begins every round."""
    active: int
    """Whose turn it is."""
    action: int
    """The action chosen in this turn, 0 before."""
    gaia_acts: bool
    """The action is Gaia's: the player takes it as one of the others."""

    deck: list[int]
    """In stripes, a card that was taken leaves NOTHING."""
    stripes: int
    """In how many stripes the deck is being read; 0 when it is one pile."""
    taken: list[int]
    """Cards taken from each stripe."""
    discards: list[int]
    known: list[int]
    """By Earth card, the seats that have seen it since it was last shuffled, as bits. They know where it is."""

    fauna: tuple[int, ...]
    claims: tuple[int, ...]
    """How many leaves lie at each fauna card."""
    points: list[int]
    """Points of each seat's leaves, Gaia's last."""
    ecosystems: tuple[int, ...]
    """Those that everybody scores."""
    filled: int
    """Who filled a field first, or NOTHING. It is Gaia as the seat after the last."""
    seats: list[Seat]
    gaia: Gaia | None
    places: tuple[int, ...]
    """How the match ended; empty while it goes on."""

    def clone(self) -> "State":
        return State(
            self.options,
            self.phase,
            self.round,
            self.first,
            self.active,
            self.action,
            self.gaia_acts,
            self.deck[:],
            self.stripes,
            self.taken[:],
            self.discards[:],
            self.known[:],
            self.fauna,
            self.claims,
            self.points[:],
            self.ecosystems,
            self.filled,
            [seat.clone() for seat in self.seats],
            None if self.gaia is None else self.gaia.clone(),
            self.places,
        )


def bare_seat() -> Seat:
    return Seat(
        area=Area(),
        ecosystem=NOTHING,
        dealt=(),
        chosen=(),
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


def bare(options: Options, seats: int) -> State:
    """A table before anything is shuffled."""
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
        seats=[bare_seat() for _ in range(seats)],
        gaia=Gaia((), 0, NOTHING, 0, 0, 0, 0, 0, [], []) if seats == 1 else None,
        places=(),
    )


def in_turn_order(state: State) -> list[int]:
    """All seats, from the active one on."""
    seats = len(state.seats)
    return [(state.active + step) % seats for step in range(seats)]


def open_lanes(state: State, action: int) -> None:
    """Everybody takes this action: as one of the others, until it is said of the active seat that it is not so."""
    state.action = action
    state.stripes = TEAMS if state.options.teams else len(state.seats)
    state.taken = [0] * state.stripes
    stage = PLANTING if action == PLANT else REACTING
    for seat in state.seats:
        seat.stage = stage
        seat.plantings = 1
        seat.passed = NOTHING
        seat.board_first = False


def mates(seat: int) -> tuple[int, int]:
    """In teams, the two seats of a team in their order."""
    return seat % TEAMS, seat % TEAMS + TEAMS


def mate_of(seat: int) -> int:
    return (seat + TEAMS) % (2 * TEAMS)


def areas(state: State) -> list[Area]:
    return [seat.area for seat in state.seats]

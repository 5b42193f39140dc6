"""The state of a match, in flat lists of numbers, which are fast to copy.

A card is known by its index in `content.CARDS`, a space by its index in `content.SPACES`. A place where a seat can
sow is a plot: the cells of the farmyard are 0 to 14, plots on cards follow in the order in which they came (15 + n).
"""

from msgspec import field

from tilth_rules.agricola.cards.moments import MOMENTS, RULES
from tilth_rules.agricola.codes import AT_HOME, FAMILY, GOODS, LODGER, NOBODY, SET_UP
from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.yard import Yard
from tilth_rules.agricola.options import Options
from tilth_rules.common.clone import Cloned

SPACE_COUNT = len(SPACES)
CARD_COUNT = len(CARDS)
CARD_PLOTS = 15
"""The number of the first plot that lies on a card."""

NEVER = -1
EVERYBODY = -1
"""The mask for things that all seats and spectators know."""

Laid = tuple[int, int, int, int, int, int]
"""Goods on a round space: (round, seat, card, good, amount, price in food)."""


class Seat(Cloned, gc=False):
    """A seat's farm, goods, people and cards. Animals are counts: a view works out their places."""

    goods: list[int]
    yard: Yard
    begging: int
    places: list[int]
    """The space of each person, AT_HOME or IDLE."""
    born: list[int]
    """The round in which each person came."""
    kinds: list[int]
    moved: int
    """Persons who have changed their space this round, as a bit mask."""
    cards: list[int]
    """The cards in play, in the order in which they came."""
    hand: list[int]
    plot_cards: list[int]
    plot_crops: list[int]
    plot_stacks: list[int]
    """Plots on cards: the card, the good that grows there, and its amount."""
    points: int
    """The points noted during the match."""
    rules: list[tuple[int, ...]]
    """The cards in play that answer a rule, by rule."""
    offering: tuple[int, ...]
    """Cards in play with standing offers."""
    notes: dict[int, tuple[int, ...]]
    """The numbers that a card remembers, by card. Everybody sees them."""
    skips: int
    """Harvests that the seat has no part in: 1 for the next one."""


class State(Cloned, gc=False):
    """The state of a match: the board, the seats, the decks, and what seats know of hidden cards."""

    options: Options
    seats: list[Seat]
    round: int
    phase: int
    first: int
    """The seat with the starting player's marker."""
    order: tuple[int, ...]
    """The round cards as they were revealed."""
    ahead: tuple[int, ...]
    """Round cards to come whose order is settled already, because a seat has turned them up."""
    open: tuple[int, ...]
    """Spaces that a person can be placed on."""
    heaps: list[int]
    """The goods on the spaces: GOODS * space + good."""
    visitors: list[int]
    """The people on each space: a bit PEOPLE_A_SEAT * seat + person for each."""
    placed: int
    """The number of placements of this round."""
    left: tuple[tuple[int, int], ...]
    """The goods that stay on the space of the haul that is being put together."""
    laid: list[Laid]
    owner: list[int]
    """The seat before which each card lies, or NOBODY."""
    since: list[int]
    """The round in which each card last came into play; NEVER if it has not been played in this match."""
    renovations: list[int]
    """The number of seats that have renovated to a clay house and to a stone house, by house."""
    listening: list[tuple[int, ...]]
    """The cards in play that listen to a moment, by moment."""
    spent: dict[int, int]
    """The number of uses, by SCOPES * card + scope."""
    decks: list[list[int]]
    """Minor improvements and occupations that no seat holds. The next card is chance not yet drawn."""
    discards: list[list[int]]
    known: list[int]
    """The seats that know the place of each card, as a bit mask; EVERYBODY if all do."""
    packs: list[list[int]]
    """In a draft, the cards from which each seat chooses."""
    kept: list[list[int]]
    """In a draft, the cards that each seat has kept."""
    picks: list[list[int]]
    """Of each pack that was drafted, the cards in the order in which they were kept.

    Packs of minor improvements come first, by the seat that was dealt the pack, then those of occupations.
    """
    gone: tuple[int, ...] = ()
    """Cards that have left the match."""
    agreed: int = 0
    """Seats that have said yes to a card about which several were asked, as a bit mask; 0 when everybody knows it."""
    places: tuple[int, ...] = ()
    """Each seat's place at the end; empty while the match runs."""
    blurred: dict[int, int] = field(default_factory=dict)
    """The seats that showed a card in hand and may have put it away since, by card."""


def empty_state(options: Options, seats: int) -> State:
    """Return the state before the set-up."""
    return State(
        options=options,
        seats=[_bare_seat() for _ in range(seats)],
        round=0,
        phase=SET_UP,
        first=0,
        order=(),
        ahead=(),
        open=(),
        heaps=[0] * (GOODS * SPACE_COUNT),
        visitors=[0] * SPACE_COUNT,
        placed=0,
        left=(),
        laid=[],
        owner=[NOBODY] * CARD_COUNT,
        since=[NEVER] * CARD_COUNT,
        renovations=[0, 0, 0],
        listening=[()] * MOMENTS,
        spent={},
        decks=[[], []],
        discards=[[], []],
        known=[0] * CARD_COUNT,
        packs=[[] for _ in range(seats)],
        kept=[[] for _ in range(seats)],
        picks=[[] for _ in range(2 * seats)] if options.draft else [],
    )


def _bare_seat() -> Seat:
    """Return the state of a seat before the set-up."""
    return Seat(
        goods=[0] * GOODS,
        yard=Yard(),
        begging=0,
        places=[AT_HOME, AT_HOME],
        born=[0, 0],
        kinds=[FAMILY, FAMILY],
        moved=0,
        cards=[],
        hand=[],
        plot_cards=[],
        plot_crops=[],
        plot_stacks=[],
        points=0,
        rules=[()] * RULES,
        offering=(),
        notes={},
        skips=0,
    )


def family_size(seat: Seat) -> int:
    """Return the number of members of the family, with newborns, without guests and lodgers."""
    return seat.kinds.count(FAMILY)


def discs(seat: Seat) -> int:
    """Return the number of person discs in play: those of the family, and of lodgers, who need one, too. There are five
    of each colour."""
    return family_size(seat) + seat.kinds.count(LODGER)


def in_hand(seat: Seat, occupation: bool) -> list[int]:
    """Return the cards of one kind in a hand: occupations, or minor improvements."""
    return [card for card in seat.hand if IS_OCCUPATION[card] == occupation]

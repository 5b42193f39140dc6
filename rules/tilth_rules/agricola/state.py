"""The state of a match: flat lists of numbers, because a flat list is copied in a blink.

A card is known by its index in `content.CARDS`, a space by its index in `content.SPACES`. What a seat can sow is a
plot: the cells of the farmyard are 0 to 14, plots on cards follow in the order in which they came (15 + n).
"""

import msgspec

from tilth_rules.agricola.cards.words import MOMENTS, RULES
from tilth_rules.agricola.content.cards import CARDS, FIRST_OCCUPATION
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.yard import Yard
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.words import AT_HOME, FAMILY, GOODS, LODGER, NOBODY, SET_UP

SPACE_COUNT = len(SPACES)
CARD_COUNT = len(CARDS)
CARD_PLOTS = 15
"""The number of the first plot that lies on a card."""

NEVER = -1
EVERYBODY = -1
"""Of what seats know: all of them, and spectators too."""

Laid = tuple[int, int, int, int, int, int]
"""Goods on a round space: (round, seat, card, good, amount, price in food)."""


class Seat(msgspec.Struct, gc=False):
    """What a seat has before it. Animals are counts: where they stand is for the view to say."""

    goods: list[int]
    yard: Yard
    begging: int
    places: list[int]
    """Of each person: the space, AT_HOME or IDLE."""
    born: list[int]
    """Of each person: the round in which it came."""
    kinds: list[int]
    moved: int
    """Persons who have changed their space this round, as a bit mask."""
    cards: list[int]
    """In play, in the order in which they came."""
    hand: list[int]
    plot_cards: list[int]
    plot_crops: list[int]
    plot_stacks: list[int]
    """Plots on cards: whose, what grows there, how much of it."""
    points: int
    """Noted during the match."""
    rules: list[tuple[int, ...]]
    """By rule: the cards in play that answer it."""
    offering: tuple[int, ...]
    """Cards in play with standing offers."""
    notes: dict[int, tuple[int, ...]]
    """By card: what it remembers, for all to see."""
    skips: int
    """Harvests that the seat has no part in: 1 for the next one."""

    def clone(self) -> "Seat":
        return Seat(
            self.goods[:],
            self.yard.clone(),
            self.begging,
            self.places[:],
            self.born[:],
            self.kinds[:],
            self.moved,
            self.cards[:],
            self.hand[:],
            self.plot_cards[:],
            self.plot_crops[:],
            self.plot_stacks[:],
            self.points,
            self.rules[:],
            self.offering,
            dict(self.notes) if self.notes else {},
            self.skips,
        )


class State(msgspec.Struct, gc=False):
    """Everything on the table and in the hands."""

    options: Options
    seats: list[Seat]
    round: int
    phase: int
    first: int
    """Who has the starting player's marker."""
    order: tuple[int, ...]
    """The round cards as they were revealed."""
    ahead: tuple[int, ...]
    """Round cards to come whose order is settled already, because somebody has turned them up."""
    open: tuple[int, ...]
    """Spaces that a person can be placed on."""
    heaps: list[int]
    """What lies on the spaces: GOODS * space + good."""
    visitors: list[int]
    """By space: who is there, a bit PEOPLE_A_SEAT * seat + person for each."""
    placed: int
    """Placements of this round so far."""
    left: tuple[tuple[int, int], ...]
    """What stays behind of the haul that is being made up."""
    laid: list[Laid]
    owner: list[int]
    """By card: the seat before which it lies, or NOBODY."""
    since: list[int]
    """By card: the round in which it last came into play; NEVER if it has not been played in this match."""
    renovations: list[int]
    """How many have moved into a clay house, a stone house; by house."""
    listening: list[tuple[int, ...]]
    """By moment: the cards in play that listen to it."""
    spent: dict[int, int]
    """Uses of cards whose uses are counted: SCOPES * card + scope."""
    decks: list[list[int]]
    """Minor improvements and occupations that nobody holds. Which comes next is chance not yet drawn."""
    discards: list[list[int]]
    known: list[int]
    """By card: the seats that know where it is, as a bit mask; EVERYBODY when all do."""
    packs: list[list[int]]
    """In a draft: what each seat chooses from."""
    kept: list[list[int]]
    """In a draft: what each seat has kept."""
    picks: list[list[int]]
    """Of each pack that was drafted, the cards in the order in which they were kept: minor improvements by the seat
    that was dealt the pack, then occupations."""
    gone: tuple[int, ...] = ()
    """Cards that have left the match."""
    pledged: int = 0
    """Seats that have said yes where all were asked at the same time, as a bit mask, till that is known to all."""
    places: tuple[int, ...] = ()
    """How the match ended; empty while it goes on."""

    def clone(self) -> "State":
        """An equal and independent state. Written out: a tenth of what a generic copy costs."""
        return State(
            self.options,
            [seat.clone() for seat in self.seats],
            self.round,
            self.phase,
            self.first,
            self.order,
            self.ahead,
            self.open,
            self.heaps[:],
            self.visitors[:],
            self.placed,
            self.left,
            self.laid[:],
            self.owner[:],
            self.since[:],
            self.renovations[:],
            self.listening[:],
            dict(self.spent) if self.spent else {},
            [deck[:] for deck in self.decks],
            [pile[:] for pile in self.discards],
            self.known[:],
            [pack[:] for pack in self.packs],
            [cards[:] for cards in self.kept],
            [cards[:] for cards in self.picks],
            self.gone,
            self.pledged,
            self.places,
        )


def bare(options: Options, seats: int) -> State:
    """The table before set-up."""
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


def clockwise(state: State, start: int) -> list[int]:
    """All seats from `start` on."""
    count = len(state.seats)
    return [(start + step) % count for step in range(count)]


def family_size(seat: Seat) -> int:
    """Members of the family, newborns too; guests and lodgers are none."""
    return seat.kinds.count(FAMILY)


def discs(seat: Seat) -> int:
    """Persons whose disc is in play: there are five of each colour, and lodgers need one, too."""
    return family_size(seat) + seat.kinds.count(LODGER)


def in_hand(seat: Seat, occupation: bool) -> list[int]:
    """The cards of one kind in a hand: occupations, or minor improvements."""
    return [card for card in seat.hand if (card >= FIRST_OCCUPATION) == occupation]

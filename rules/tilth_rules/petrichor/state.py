"""The state of a match: flat lists of numbers, because a flat list is copied in a blink.

Lists by tile are indexed by place (`fields.py`), lists by seat by seat; in the solo game the neutral player is
one more "side" after the seat. Two things have two indexes:

    drops and clouds    4 * tile + side
    cards and votes     4 * seat + kind      kinds count from 1, so the first entry stays empty
"""

import msgspec

from tilth_rules.petrichor.fields import CELLS
from tilth_rules.petrichor.options import Options
from tilth_rules.petrichor.words import SET_UP

DROPS = 20
VOTES = 12
DICE = 3
CARDS_OF_A_KIND = 10
WHEAT_TOKENS = 12


class State(msgspec.Struct, gc=False):
    """Everything that lies on the table, in the hands, and in the heads that saw a card."""

    options: Options
    seats: int
    sides: int
    """Owners of drops and votes: the seats, and in the solo game the neutral player."""

    round: int
    phase: int
    first: int
    """Who holds the First Player marker."""
    passer: int
    """Who passed first this round, or -1."""

    crops: tuple[int, ...]
    needs: tuple[int, ...]
    """Drops that make a tile's crop grow."""
    fertile: tuple[int, ...]
    """1 for a tile with a fertilizer token."""
    growth: list[int]
    drops: list[int]
    """On the tiles."""
    wet: list[int]
    """All drops on a tile, of whoever."""
    skies: list[int]
    """What hangs above a tile: nothing, a light cloud, a thundercloud."""
    clouds: list[int]
    """Drops in the cloud above a tile."""
    loads: list[int]
    """All drops in the cloud above a tile."""

    supply: list[int]
    free: list[int]
    """Votes in each side's supply."""
    votes: list[int]
    """Votes on the weather spaces."""
    points: list[int]
    wins: list[int]
    """Steps made on the Voting Wins track."""
    wheat: list[int]
    wheat_left: int
    dice: tuple[int, ...]

    hands: list[int]
    held: list[int]
    """How many cards are in each hand."""
    deck: list[int]
    """Cards by kind that are yet to be dealt. Which comes next is chance not yet drawn."""
    discards: list[int]
    shown: list[int]
    """Cards that everybody knows to be in a hand, because their play was taken back."""

    winds: tuple[int, ...]
    """Southern Wind cards not revealed since the last reshuffle."""

    stage: int
    """Of the draft: 0 when there is none, else how many cards have been chosen for, from 1."""
    packs: list[int]
    """Cards in the pack before each seat: 4 * seat + kind."""
    takes: list[int]
    """Cards kept from each pack at each stage of the last draft: 16 * pack + 4 * stage + kind."""
    known: list[int]
    """Cards that a viewer saw in a draft before the last and that must still be in a seat's hand:
    16 * viewer + 4 * seat + kind."""
    old: list[int]
    """Without drafts: what each hand held when the deck was last shuffled anew. All other cards were seen then."""
    played: list[int]
    """Cards each seat has discarded since the last draft, or since the deck was last shuffled anew."""

    places: tuple[int, ...] = ()
    """How the match ended; empty while it goes on."""

    def clone(self) -> "State":
        """An equal and independent state. Written out: a tenth of what a generic copy costs."""
        return State(
            self.options,
            self.seats,
            self.sides,
            self.round,
            self.phase,
            self.first,
            self.passer,
            self.crops,
            self.needs,
            self.fertile,
            self.growth[:],
            self.drops[:],
            self.wet[:],
            self.skies[:],
            self.clouds[:],
            self.loads[:],
            self.supply[:],
            self.free[:],
            self.votes[:],
            self.points[:],
            self.wins[:],
            self.wheat[:],
            self.wheat_left,
            self.dice,
            self.hands[:],
            self.held[:],
            self.deck[:],
            self.discards[:],
            self.shown[:],
            self.winds,
            self.stage,
            self.packs[:],
            self.takes[:],
            self.known[:],
            self.old[:],
            self.played[:],
            self.places,
        )


def bare(options: Options, seats: int) -> State:
    """The table before set-up: everything in its supply, nothing drawn."""
    sides = max(seats, 2)
    drafts = options.draft
    return State(
        options=options,
        seats=seats,
        sides=sides,
        round=0,
        phase=SET_UP,
        first=0,
        passer=-1,
        crops=(0,) * CELLS,
        needs=(0,) * CELLS,
        fertile=(0,) * CELLS,
        growth=[0] * CELLS,
        drops=[0] * (4 * CELLS),
        wet=[0] * CELLS,
        skies=[0] * CELLS,
        clouds=[0] * (4 * CELLS),
        loads=[0] * CELLS,
        supply=[DROPS] * sides,
        free=[VOTES] * sides,
        votes=[0] * (4 * sides + 1),
        points=[0] * sides,
        wins=[0] * sides,
        wheat=[0] * sides,
        wheat_left=WHEAT_TOKENS,
        dice=(),
        hands=[0] * (4 * seats + 1),
        held=[0] * seats,
        deck=[0] + [CARDS_OF_A_KIND] * 4,
        discards=[0] * 5,
        shown=[0] * (4 * seats + 1),
        winds=tuple(range(1, 10)) if seats == 1 else (),
        stage=0,
        packs=[0] * (4 * seats + 1) if drafts else [],
        takes=[0] * (16 * seats + 1) if drafts else [],
        known=[0] * (16 * seats + 1) if drafts else [],
        old=[] if drafts else [0] * (4 * seats + 1),
        played=[0] * (4 * seats + 1),
    )


def rounds_of(state: State) -> int:
    """Four rounds in the short form, six in the long one. The last is the final round."""
    return 6 if state.options.long_form else 4

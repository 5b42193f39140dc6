"""The state of a match: flat lists of numbers, because a flat list is copied in a blink.

Lists by tile are indexed by place (`fields.py`), lists by seat by seat; in the solo game the neutral player is
one more "side" after the seat. Two things have two indexes:

    drops and clouds    4 * tile + side
    cards and votes     4 * seat + kind      kinds count from 1, so the first entry stays empty
"""

from tilth_rules.common.clone import Cloned
from tilth_rules.petrichor.codes import SCORE_ROWS, SET_UP
from tilth_rules.petrichor.fields import CELLS
from tilth_rules.petrichor.options import Options

DROPS = 20
VOTES = 12
DICE = 3
CARDS_OF_A_KIND = 10
WHEAT_TOKENS = 12


class State(Cloned, gc=False):
    """The state of a match: everything on the table, the cards, and what seats know of hidden cards."""

    options: Options
    seats: int
    sides: int
    """The number of owners of drops and votes: the seats, and in the solo game the neutral player."""

    round: int
    phase: int
    first: int
    """The seat that holds the First Player marker."""
    passer: int
    """The seat that passed first in this round, or -1."""

    crops: tuple[int, ...]
    needs: tuple[int, ...]
    """By tile: the drops that make its crop grow."""
    fertile: tuple[int, ...]
    """By tile: 1 if a fertilizer token lies on it."""
    growth: list[int]
    drops: list[int]
    """Drops on the tiles: 4 * tile + side."""
    wet: list[int]
    """By tile: all drops on it, of all owners."""
    skies: list[int]
    """By tile: the cloud above it, if any: none, a light cloud, a thundercloud."""
    clouds: list[int]
    """Drops in the clouds: 4 * tile + side."""
    loads: list[int]
    """By tile: all drops in the cloud above it."""

    supply: list[int]
    free: list[int]
    """By side: the votes in its supply."""
    votes: list[int]
    """Votes on the weather spaces: 4 * side + weather."""
    points: list[int]
    scored: list[int]
    """The points by row of the score sheet: 4 * row + side."""
    wins: list[int]
    """By side: the steps made on the Voting Wins track."""
    wheat: list[int]
    wheat_left: int
    dice: tuple[int, ...]

    hands: list[int]
    held: list[int]
    """By seat: the number of cards in its hand."""
    deck: list[int]
    """The cards of the deck, by kind. Their order is chance that has not been drawn yet."""
    discards: list[int]
    shown: list[int]
    """Cards that everybody knows to be in a hand, because their play was undone: 4 * seat + kind."""

    winds: tuple[int, ...]
    """Southern Wind cards not revealed since the last reshuffle."""

    stage: int
    """The choice that the draft has reached, from 1; 0 if there is no draft."""
    packs: list[int]
    """Cards in the pack before each seat: 4 * seat + kind."""
    takes: list[int]
    """Cards kept from each pack at each stage of the last draft: 16 * pack + 4 * stage + kind."""
    known: list[int]
    """Cards that a viewer saw in a draft before the last and that must still be in a seat's hand:
    16 * viewer + 4 * seat + kind."""
    old: list[int]
    """Without drafts: the cards of each hand when the deck was last reshuffled. Everybody had seen all other cards
    then."""
    played: list[int]
    """The cards that each seat has discarded since the last draft, or since the deck was last reshuffled."""

    places: tuple[int, ...] = ()
    """The place of each seat; empty while the match runs."""

    def score(self, row: int, side: int, points: int) -> None:
        """Add points to a side's total and to its part in a row of the score sheet."""
        self.points[side] += points
        self.scored[4 * row + side] += points


def bare(options: Options, seats: int) -> State:
    """Return the state before set-up: everything in its supply, nothing drawn."""
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
        scored=[0] * (4 * len(SCORE_ROWS)),
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
    """Return the number of rounds: four in the short form, six in the long one. The last is the final round."""
    return 6 if state.options.long_form else 4

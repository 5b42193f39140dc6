"""Alone against Gaia: she gains by your actions, and between your turns by her own six cards, twice through."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_rules.earth.book import book_of
from tilth_rules.earth.content.cards import GAIA
from tilth_rules.earth.content.compiled import COLOURS
from tilth_rules.earth.content.faces import GaiaAction, GaiaGain, GaiaLeaf
from tilth_rules.earth.deck import reshuffle
from tilth_rules.earth.doing import Doing
from tilth_rules.earth.events import RoundBegan
from tilth_rules.earth.gaia_events import (
    GaiaActed,
    GaiaComposted,
    GaiaFinished,
    GaiaGained,
    GaiaPlacedLeaf,
    GaiaScored,
    GaiaShuffled,
    GaiaSkipped,
    GaiaSpentSoil,
    GaiaTook,
    GaiaTurned,
    GaiaWillSkip,
    hers,
)
from tilth_rules.earth.goals import leaf_points
from tilth_rules.earth.moves import ChooseGoal
from tilth_rules.earth.options import Level
from tilth_rules.earth.scoring import FinalScoring
from tilth_rules.earth.state import NOTHING, State
from tilth_rules.earth.turns import FILLED_POINTS, EndTurn, TakeTurn
from tilth_rules.earth.words import (
    ACTION_COLOURS,
    COMPOST,
    DECK_COMPOST,
    GOODS,
    GROW,
    GROWTH,
    PLANT,
    SOIL,
    SPROUT,
    WATER,
)
from tilth_rules.kernel import Act, Ask, Choose, Event, Table

YOU: Final = 0
PASSES: Final = 2
SOIL_SPENT, SOIL_BUYS = 10, 5
"""So much soil of hers becomes so many cards in her compost."""
ROWS: Final = {"upper": (0, 1), "lower": (2, 3)}
BLUE: Final = 1 << COLOURS.index("blue")


class SoloSetUp(Act, tag=100):
    """Her six cards are shuffled."""

    def act(self, table: Table) -> None:
        table.emit(GaiaShuffled(GAIA))


class SoloRound(Act, tag=101):
    """Your turn and hers, one after the other."""

    def act(self, table: Table) -> None:
        table.emit(RoundBegan(table.state.round + 1))
        table.then(TakeTurn(YOU), GaiaReacts(), GaiaTurn(), EndSoloRound())


class EndSoloRound(Act, tag=102):
    """The match ends when you have filled your field, or when her deck has run out for the second time."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.filled != NOTHING or state.round >= state.options.turn_limit:
            table.then(FinalScoring())
        else:
            table.then(SoloRound())


class GaiaReacts(Act, tag=103):
    """When you are through with your own action and its abilities, she takes the same action: on the two lower levels
    by the upper fields of your board, on the two higher ones by the lower fields."""

    def act(self, table: Table) -> None:
        state: State = table.state
        mine = state.seats[YOU]
        high = state.options.level >= Level.HARD
        if state.action == PLANT:
            if mine.aside:
                table.emit(GaiaTook(tuple(mine.aside)))
        elif state.action == COMPOST:
            compost(table, (5 if high else 2) + mine.soil_gained // 2)
        elif state.action == WATER:
            gained(table, SPROUT, (3 if high else 0) + blue_cards(state))
        elif state.action == GROW:
            gained(table, GROWTH, (3 if high else 0) + mine.cards_drawn)


class GaiaTurn(Act, tag=104):
    """She turns up her next card: your part of it comes first, then hers. If you have filled your field, there is no
    such turn any more."""

    def act(self, table: Table) -> None:
        state: State = table.state
        gaia = hers(state)
        if state.filled != NOTHING:
            return
        if gaia.skips:
            table.emit(GaiaSkipped())
            return
        card = gaia.deck[table.draw("gaia").below(len(gaia.deck))]
        table.emit(GaiaTurned(card))
        turn = book_of(state.options.values).cards.faces[card].gaia
        if isinstance(turn, GaiaAction):
            table.then(YourPart(ACTION_COLOURS.index(turn.action)), EndTurn(), HerPart())
        elif isinstance(turn, GaiaLeaf):
            goals = open_goals(state)
            table.then(HerLeaf(goals[0]) if len(goals) == 1 else ChooseHerGoal())
        table.then(EndOfHerDeck())


class YourPart(Act, tag=105):
    """You take the action as one of the others, and activate its colour. It is not your own turn."""

    action: int

    def act(self, table: Table) -> None:
        table.emit(GaiaActed(self.action))
        table.fork(((YOU,), (Doing(YOU),)))


class HerPart(Act, tag=106):
    """What the card gives her, more for what you have just gained."""

    def act(self, table: Table) -> None:
        state: State = table.state
        turn = book_of(state.options.values).cards.faces[hers(state).card].gaia
        if isinstance(turn, GaiaAction):
            for one in turn.gains:
                take(table, one)


class ChooseHerGoal(Ask, tag=107):
    """A brown card of hers puts a leaf at a fauna card of one row. Where both are open to her, you choose."""

    def ask(self, state: State) -> Choose:
        return Choose(YOU, "gaia-goal", open_goals(state))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(HerLeaf(picks[0]))

    @classmethod
    def move(cls, option: int) -> ChooseGoal:
        return ChooseGoal(option)


class HerLeaf(Act, tag=108):
    """Her leaf goes on the best free place; on the lowest and the highest level the card does something more."""

    goal: int

    def act(self, table: Table) -> None:
        state: State = table.state
        turn = leaf_card(state)
        level = state.options.level - 1
        table.emit(GaiaPlacedLeaf(self.goal, leaf_points(state, self.goal)))
        take(table, turn.left if self.goal == ROWS[turn.row][0] else turn.right)
        if turn.skips[level]:
            table.emit(GaiaWillSkip(turn.skips[level]))


class EndOfHerDeck(Act, tag=109):
    """When her cards have run out they are shuffled once; when they run out again, that is the end of the match."""

    def act(self, table: Table) -> None:
        state: State = table.state
        gaia = hers(state)
        if gaia.deck:
            return
        if gaia.passes < PASSES:
            table.emit(GaiaShuffled(GAIA))
        elif state.filled == NOTHING:
            table.emit(GaiaFinished(FILLED_POINTS))


def leaf_card(state: State) -> GaiaLeaf:
    """The brown card that lies open."""
    turn = book_of(state.options.values).cards.faces[hers(state).card].gaia
    assert isinstance(turn, GaiaLeaf)
    return turn


def open_goals(state: State) -> list[int]:
    """The fauna cards of the row at which she has no leaf yet."""
    leaves = hers(state).leaves
    return [goal for goal in ROWS[leaf_card(state).row] if not leaves >> goal & 1]


def blue_cards(state: State) -> int:
    """Your cards with a blue ability, island and climate among them."""
    mine = state.seats[YOU]
    colours = book_of(state.options.values).cards.colours
    faces = (mine.area.island, mine.area.climate, *(mine.area.spots[place] for place in mine.places))
    return sum(colours[face] & BLUE > 0 for face in faces)


def take(table: Table, one: GaiaGain) -> None:
    """A gain of hers on the level that is played."""
    state: State = table.state
    mine = state.seats[YOU]
    count = one.n[state.options.level - 1]
    if one.each == "blue card":
        count += blue_cards(state)
    elif one.each == "card drawn":
        count += mine.cards_drawn
    elif one.each == "soil gained":
        count += mine.soil_gained
    if one.what == "scoring":
        off_the_deck(table, count, GaiaScored)
    elif GOODS[one.what] == DECK_COMPOST:
        compost(table, count)
    else:
        gained(table, GOODS[one.what], count)


def gained(table: Table, good: int, count: int) -> None:
    """Pieces for her. Every ten soil become five cards of compost; what is left stays."""
    if count:
        table.emit(GaiaGained(good, count))
    if good == SOIL:
        while hers(table.state).soil >= SOIL_SPENT:
            table.emit(GaiaSpentSoil(SOIL_SPENT))
            compost(table, SOIL_BUYS)


def compost(table: Table, count: int) -> None:
    """Cards from the deck into her compost."""
    off_the_deck(table, count, lambda cards: GaiaComposted(len(cards), cards))


def off_the_deck(table: Table, count: int, event: Callable[[tuple[int, ...]], Event]) -> None:
    """Cards from the deck go where this event puts them."""
    state: State = table.state
    while count:
        cards = tuple(state.deck[:count])
        if cards:
            table.emit(event(cards))
            count -= len(cards)
        elif not reshuffle(table):
            return

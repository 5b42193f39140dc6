"""The solo game: Gaia gains by your actions, and between your turns by her own six cards, used twice."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_rules.earth.actions.lane_turn import LaneTurn
from tilth_rules.earth.codes import (
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
from tilth_rules.earth.content.cards import GAIA
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.content.compiled.faces import COLOURS
from tilth_rules.earth.content.faces import GaiaAction, GaiaGain, GaiaLeaf
from tilth_rules.earth.events.gaia import (
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
    gaia_of,
)
from tilth_rules.earth.events.rounds import RoundBegan
from tilth_rules.earth.hands.deck import reshuffle
from tilth_rules.earth.moves import ChooseGoal
from tilth_rules.earth.options import Level
from tilth_rules.earth.rounds.goals import leaf_points
from tilth_rules.earth.rounds.turns import FILLED_POINTS, EndTurn, TakeTurn
from tilth_rules.earth.scoring import FinalScoring
from tilth_rules.earth.state import NOTHING, State
from tilth_rules.kernel import Act, Ask, Choose, Event, Table, TextFacts

YOU: Final = 0
PASSES: Final = 2
SOIL_SPENT, SOIL_BUYS = 10, 5
"""The soil that Gaia gives back, and the cards that go into her compost for it."""
ROWS: Final = {"upper": (0, 1), "lower": (2, 3)}
BLUE: Final = 1 << COLOURS.index("blue")


class SoloSetUp(Act, tag=100):
    """Make Gaia's six cards her deck."""

    def act(self, table: Table) -> None:
        table.emit(GaiaShuffled(GAIA))


class SoloRound(Act, tag=101):
    """Begin a round of the solo game: the player takes a turn, Gaia reacts to its action, and she takes a turn."""

    def act(self, table: Table) -> None:
        table.emit(RoundBegan(table.state.round + 1))
        table.then(TakeTurn(YOU), GaiaReacts(), GaiaTurn(), EndSoloRound())


class EndSoloRound(Act, tag=102):
    """Begin the final scoring if the player has filled the field, Gaia's deck has run out for the second time, or the
    limit of rounds is reached; else the next round."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.filled != NOTHING or state.round >= state.options.turn_limit:
            table.then(FinalScoring())
        else:
            table.then(SoloRound())


class GaiaReacts(Act, tag=103):
    """Let Gaia take the action that the player has taken, by its own gains: the cards it did not keep (planting),
    compost for half of the soil it gained, sprouts for its blue cards, growth for the cards it drew.

    On the two higher levels she gets more (the lower fields of the player's board) than on the two lower ones.
    """

    def act(self, table: Table) -> None:
        state: State = table.state
        mine = state.seats[YOU]
        high = state.options.level >= Level.HARD
        if state.action == PLANT:
            if mine.aside:
                table.emit(GaiaTook(tuple(mine.aside)))
        elif state.action == COMPOST:
            compost_from_deck(table, (5 if high else 2) + mine.soil_gained // 2)
        elif state.action == WATER:
            give_to_gaia(table, SPROUT, (3 if high else 0) + blue_cards(state))
        elif state.action == GROW:
            give_to_gaia(table, GROWTH, (3 if high else 0) + mine.cards_drawn)


class GaiaTurn(Act, tag=104):
    """Let Gaia turn up a random card of her deck and carry it out: an action, which the player takes first and then she
    gains, or a leaf. If she has to skip, she skips instead; if the player has filled the field, she has no turn."""

    def act(self, table: Table) -> None:
        state: State = table.state
        gaia = gaia_of(state)
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
    """Let the player take the action of Gaia's card in the way of a seat that is not active, and use abilities of its
    colour."""

    action: int

    def act(self, table: Table) -> None:
        table.emit(GaiaActed(self.action))
        table.fork(((YOU,), (LaneTurn(YOU),)))


class HerPart(Act, tag=106):
    """Give Gaia the gains of the action card that she has turned up. Some are larger by what the player has gained in
    this turn."""

    def act(self, table: Table) -> None:
        state: State = table.state
        turn = book_of(state.options.values).cards.faces[gaia_of(state).card].gaia
        if isinstance(turn, GaiaAction):
            for one in turn.gains:
                take_gain(table, one)


class ChooseHerGoal(Ask, tag=107):
    """The question to the player, if both fauna cards of the row on Gaia's card are without her leaf, at which of them
    she puts one (HerLeaf). An option's text shows the card and the leaf's points."""

    def ask(self, state: State) -> Choose:
        return Choose(YOU, "gaia-goal", open_goals(state))

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"card": state.fauna[option], "points": leaf_points(state, option)}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(HerLeaf(picks[0]))

    @classmethod
    def move(cls, option: int) -> ChooseGoal:
        return ChooseGoal(option)


class HerLeaf(Act, tag=108):
    """Put Gaia's leaf on the best free place at a fauna card, and give her its points and the gain printed for that
    card of the row. On some levels she also skips turns."""

    goal: int

    def act(self, table: Table) -> None:
        state: State = table.state
        turn = leaf_card(state)
        level = state.options.level - 1
        table.emit(GaiaPlacedLeaf(self.goal, leaf_points(state, self.goal)))
        take_gain(table, turn.left if self.goal == ROWS[turn.row][0] else turn.right)
        if turn.skips[level]:
            table.emit(GaiaWillSkip(turn.skips[level]))


class EndOfHerDeck(Act, tag=109):
    """If Gaia's deck is empty, make her six cards her deck for the second time; if it ran out before, give her the
    points of the first full field and end the match after this round."""

    def act(self, table: Table) -> None:
        state: State = table.state
        gaia = gaia_of(state)
        if gaia.deck:
            return
        if gaia.passes < PASSES:
            table.emit(GaiaShuffled(GAIA))
        elif state.filled == NOTHING:
            table.emit(GaiaFinished(FILLED_POINTS))


def leaf_card(state: State) -> GaiaLeaf:
    """Return what the card that Gaia has turned up says about her leaf."""
    turn = book_of(state.options.values).cards.faces[gaia_of(state).card].gaia
    assert isinstance(turn, GaiaLeaf)
    return turn


def open_goals(state: State) -> list[int]:
    """Return the numbers of the fauna cards, of the row on Gaia's card, at which she has no leaf yet."""
    leaves = gaia_of(state).leaves
    return [goal for goal in ROWS[leaf_card(state).row] if not leaves >> goal & 1]


def blue_cards(state: State) -> int:
    """Return the number of the player's cards with a blue ability, island and climate among them."""
    mine = state.seats[YOU]
    colours = book_of(state.options.values).cards.colours
    faces = (mine.area.island, mine.area.climate, *(mine.area.spots[place] for place in mine.places))
    return sum(colours[face] & BLUE > 0 for face in faces)


def take_gain(table: Table, one: GaiaGain) -> None:
    """Give Gaia one gain of her card: the amount for this match's level, more by what the player has gained in this
    turn if the card says so."""
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
        take_from_deck(table, count, GaiaScored)
    elif GOODS[one.what] == DECK_COMPOST:
        compost_from_deck(table, count)
    else:
        give_to_gaia(table, GOODS[one.what], count)


def give_to_gaia(table: Table, good: int, count: int) -> None:
    """Give Gaia `count` sprouts, growth or soil. As long as she then has ten soil or more, she spends ten for five
    cards off the deck into her compost."""
    if count:
        table.emit(GaiaGained(good, count))
    if good == SOIL:
        while gaia_of(table.state).soil >= SOIL_SPENT:
            table.emit(GaiaSpentSoil(SOIL_SPENT))
            compost_from_deck(table, SOIL_BUYS)


def compost_from_deck(table: Table, count: int) -> None:
    """Put cards from the deck into Gaia's compost."""
    take_from_deck(table, count, lambda cards: GaiaComposted(len(cards), cards))


def take_from_deck(table: Table, count: int, event: Callable[[tuple[int, ...]], Event]) -> None:
    """Take `count` cards off the deck for Gaia, and emit the event that `event` makes of them. If the deck runs out,
    shuffle the discards into it, and emit an event for each part; if there are none, she gets fewer."""
    state: State = table.state
    while count:
        cards = tuple(state.deck[:count])
        if cards:
            table.emit(event(cards))
            count -= len(cards)
        elif not reshuffle(table):
            return

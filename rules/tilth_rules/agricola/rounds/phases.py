"""Rounds: a card is revealed, goods come, the spaces are filled, people work and go home."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import acts_of, opens, opens_now
from tilth_rules.agricola.cards.words import DUE, FINAL, HOME, NIGHT, ROUND
from tilth_rules.agricola.choices import YES, move_of
from tilth_rules.agricola.content.spaces import ROUND_CARDS, SPACES
from tilth_rules.agricola.events.goods import GoodsPlaced, LaidReturned, LaidTaken
from tilth_rules.agricola.events.rounds import PeopleCameHome, PhaseBegan, RoundBegan
from tilth_rules.agricola.rounds.harvest import Harvest
from tilth_rules.agricola.rounds.work import StartWork
from tilth_rules.agricola.scoring import FinalScoring
from tilth_rules.agricola.state import Laid, State, clockwise
from tilth_rules.agricola.supply import lose, received
from tilth_rules.agricola.words import (
    BY_SPACE,
    FOOD,
    HARVESTS,
    NOBODY,
    REPLENISH,
    RETURN,
    ROUNDS,
    STAGES,
)
from tilth_rules.kernel import Act, Ask, Choose, Move, Table


def _growth(seats: int) -> tuple[tuple[GoodsPlaced, ...], ...]:
    """By space: what is added in each round at a table of so many. It is the same every time, so are the events."""
    return tuple(
        tuple(GoodsPlaced(at, good, amount) for good, amount in space.grows(seats))
        for at, space in enumerate(SPACES)
    )


GROWS: Final = _growth(2)
GROWS_ALONE: Final = _growth(1)
"""With others at the table, however many, and without."""


class PlayRound(Act, tag=120):
    """A round has four phases; at the end of a stage there is a harvest."""

    def act(self, table: Table) -> None:
        state: State = table.state
        coming = state.round + 1
        table.emit(RoundBegan(coming, next_card(table, STAGES[coming - 1])))
        if state.laid:
            table.then(*(CollectLaid(seat) for seat in clockwise(state, state.first)))
        opens(table, ROUND, Facts(NOBODY))
        table.then(Replenish(), StartWork(), ReturnHome())


def next_card(table: Table, stage: int) -> int:
    """The round card that comes next: any that is left of the stage, unless somebody has looked at them."""
    state: State = table.state
    if state.ahead:
        return state.ahead[0]
    left = [space for space in ROUND_CARDS[stage - 1] if space not in state.order]
    return left[table.draw("round card").below(len(left))] if len(left) > 1 else left[0]


class CollectLaid(Act, tag=121):
    """Whoever has goods on the space of this round takes them. Those with a price may be refused."""

    seat: int

    def act(self, table: Table) -> None:
        state: State = table.state
        for laid in state.laid:
            if laid[:2] == (state.round, self.seat):
                table.then(BuyLaid(laid) if laid[5] else TakeLaid(laid))


class TakeLaid(Act, tag=122):
    """Goods of a round space come to their owner; where a card has laid no goods there, the card acts."""

    laid: Laid

    def act(self, table: Table) -> None:
        _, seat, card, good, amount, _ = self.laid
        table.emit(LaidTaken(seat, card, good, amount))
        if good:
            received(table, seat, ((good, amount),), BY_SPACE, card)
            return
        table.then(*acts_of(seat, card, DUE, Facts(NOBODY, via=card)))


class BuyLaid(Ask, tag=123):
    """Goods of a round space that have a price: they are paid for and taken, or go back."""

    laid: Laid

    def ask(self, state: State) -> Choose:
        seat, price = self.laid[1], self.laid[5]
        options = (YES,) if state.seats[seat].goods[FOOD] >= price else ()
        return Choose(seat, "buy-laid", options, least=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _, seat, card, good, amount, price = self.laid
        if picks:
            lose(table, seat, ((FOOD, price),), card=card)
            table.then(TakeLaid(self.laid))
        else:
            table.emit(LaidReturned(seat, card, good, amount))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class Replenish(Act, tag=124):
    """Goods come to the spaces that gather them, whatever lies there already."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(REPLENISH))
        grows = GROWS_ALONE if len(state.seats) == 1 else GROWS
        for space in state.open:
            for placed in grows[space]:
                table.emit(placed)


class ReturnHome(Act, tag=125):
    """All come home. After some rounds there is a harvest, and after the last one the match is over."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(RETURN))
        opens_now(table, HOME, Facts(NOBODY))
        table.then(ComeHome())
        opens(table, NIGHT, Facts(NOBODY))
        if state.round in HARVESTS:
            table.then(Harvest(HARVESTS.index(state.round) + 1))
        if state.round < ROUNDS:
            table.then(PlayRound())
        else:
            opens(table, FINAL, Facts(NOBODY))
            table.then(FinalScoring())


class ComeHome(Act, tag=126):
    """Everybody goes home, children too."""

    def act(self, table: Table) -> None:
        table.emit(PeopleCameHome())

"""Rounds: a card is revealed, goods come, the spaces are filled, people work and go home."""

from functools import lru_cache

from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import FINAL, HOME, NIGHT, ROUND
from tilth_rules.agricola.cards.steps import push_moment, push_moment_now
from tilth_rules.agricola.codes import HARVESTS, NOBODY, REPLENISH, RETURN, ROUNDS, STAGES
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.content.spaces import ROUND_CARDS
from tilth_rules.agricola.events.goods import GoodsPlaced
from tilth_rules.agricola.events.rounds import PeopleCameHome, PhaseBegan, RoundBegan
from tilth_rules.agricola.rounds.harvest import Harvest
from tilth_rules.agricola.rounds.laid import CollectLaid
from tilth_rules.agricola.rounds.work import StartWork
from tilth_rules.agricola.scoring import FinalScoring
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Table


@lru_cache(maxsize=64)
def replenishing_events(values: str, alone: bool) -> tuple[tuple[GoodsPlaced, ...], ...]:
    """Return the goods that are added to each space when a round begins, as events, for one seat or for several.

    They are the same in every round, and so are the events.
    """
    return tuple(
        tuple(GoodsPlaced(at, good, amount) for good, amount in space.grows(1 if alone else 2))
        for at, space in enumerate(content_of(values).spaces)
    )


class PlayRound(Act, tag=120):
    """Begin the next round: its round card opens a space, seats collect goods laid on the round, and cards act. Then
    the spaces are replenished, people work, and they come home."""

    def act(self, table: Table) -> None:
        state: State = table.state
        coming = state.round + 1
        table.emit(RoundBegan(coming, next_card(table, STAGES[coming - 1])))
        if state.laid:
            table.then(*(CollectLaid(seat) for seat in clockwise(len(state.seats), state.first)))
        push_moment(table, ROUND, Facts(NOBODY))
        table.then(Replenish(), StartWork(), ReturnHome())


def next_card(table: Table, stage: int) -> int:
    """Return the space that the next round card opens: the first of `ahead` if the next cards are fixed already,
    otherwise one by chance of those left in the stage."""
    state: State = table.state
    if state.ahead:
        return state.ahead[0]
    left = [space for space in ROUND_CARDS[stage - 1] if space not in state.order]
    return left[table.draw("round card").below(len(left))] if len(left) > 1 else left[0]


class Replenish(Act, tag=124):
    """Add goods to each open space that gathers them, to those that lie there already."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(REPLENISH))
        grows = replenishing_events(state.options.values, len(state.seats) == 1)
        for space in state.open:
            for placed in grows[space]:
                table.emit(placed)


class ReturnHome(Act, tag=125):
    """End the work of a round: cards act, the people come home, cards act again. After some rounds there is a harvest;
    then the next round begins or, after the last one, the final scoring."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(RETURN))
        push_moment_now(table, HOME, Facts(NOBODY))
        table.then(ComeHome())
        push_moment(table, NIGHT, Facts(NOBODY))
        if state.round in HARVESTS:
            table.then(Harvest(HARVESTS.index(state.round) + 1))
        if state.round < ROUNDS:
            table.then(PlayRound())
        else:
            push_moment(table, FINAL, Facts(NOBODY))
            table.then(FinalScoring())


class ComeHome(Act, tag=126):
    """Bring all people home, children too; guests leave."""

    def act(self, table: Table) -> None:
        table.emit(PeopleCameHome())

"""Questions that several cards ask."""

from collections.abc import Sequence

from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.registry import Acts, Question, Wants, question
from tilth_rules.agricola.codes import Goods
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import AGREE
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table


def use_question(call: Call, seat: int, ready: bool = True) -> Choose:
    """Return the question whether a seat uses a card, its own or another's. If it can no longer do so (`ready` is
    False), only no can be answered."""
    return Choose(
        seat, "use-card", (AGREE.number,) if ready else (), min_picks=0, about=UseCard(call.card, call.slot)
    )


def yes_or_no(card: str, ready: Wants, act: Acts, price: Goods = ()) -> int:
    """Register a question to the card's owner, and the effect of a yes. Return the question's stage.

    It is asked if the card is ready and the owner has its price, or can exchange something for it.
    """

    def ask(state: State, call: Call) -> Choose | None:
        if not (ready(state, call) and within_reach(state, call.seat, price)):
            return None
        return use_question(call, call.seat, has(state, call.seat, price))

    def take(table: Table, call: Call, picks: Sequence[int]) -> None:
        if picks:
            act(table, call)

    return question(card, Question(ask, take))

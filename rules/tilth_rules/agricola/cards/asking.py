"""Questions that cards have in common."""

from collections.abc import Sequence

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Acts, Question, Wants, question
from tilth_rules.agricola.choices import YES
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table


def may_use(call: Call, seat: int, ready: bool = True) -> Choose:
    """Whether a seat makes use of a card, its own or another's. What it would have paid with may be gone meanwhile."""
    return Choose(seat, "use-card", (YES,) if ready else (), least=0, about=UseCard(call.card, call.slot))


def yes_or_no(card: str, ready: Wants, act: Acts) -> int:
    """A question to the card's owner, asked where it is ready, and what happens after a yes. Gives its stage."""

    def ask(state: State, call: Call) -> Choose | None:
        return may_use(call, call.seat) if ready(state, call) else None

    def take(table: Table, call: Call, picks: Sequence[int]) -> None:
        if picks:
            act(table, call)

    return question(card, Question(ask, take))

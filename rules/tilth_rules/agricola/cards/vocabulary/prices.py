"""Clauses about prices: of rooms, renovations, stables, fences and improvements."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import FenceEffect
from tilth_rules.agricola.cards.counted import holds_always
from tilth_rules.agricola.cards.moments import FENCING, KIND, PRICE
from tilth_rules.agricola.cards.registry import answer
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.cards.vocabulary.moments import SCOPES
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.paying.prices import EACH, ONCE, WHOLE, Base, Change, Less, Swap, Way
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, RENOVATION, ROOM, STABLE, Purchase, limited_use
from tilth_rules.agricola.state import State

BOUGHT: Final = {"room": ROOM, "renovation": RENOVATION, "stable": STABLE, "improvement": IMPROVEMENT}
HOUSES: Final = (ROOM, RENOVATION)
HOW: Final = {"each": EACH, "once": ONCE, "all": WHOLE}

Changes = Sequence[Change]


def compile_base(card: int, clause: rules.Base) -> None:
    """Register another price to start from for rooms of a house, or renovations to it."""
    of, house = BOUGHT[clause.of], clause.house
    found: Changes = (Base(clause.price),)
    answer(
        card,
        PRICE,
        lambda state, seat, purchase: found if purchase.of == of and purchase.house == house else (),
    )


def compile_less(card: int, clause: rules.Less) -> None:
    """Register that the clause's purchases cost this many goods less, if its condition holds. A limited saving counts
    as used when a price is paid with it."""
    meant = _meant(clause)
    holds = holds_always(clause.if_)
    scope = SCOPES[clause.limit]
    found: Changes = (Less(clause.goods, clause.any_building, limited_use(card, scope) if scope else 0),)

    def change(state: State, seat: int, purchase: Purchase) -> Changes:
        if meant(purchase) and holds(state, seat) and not is_spent(state, card, scope, 1):
            return found
        return ()

    answer(card, PRICE, change)
    if "fence" in clause.of:
        fencing = FenceEffect(less=True)
        answer(card, FENCING, lambda state, seat: fencing)


def _meant(clause: rules.Less) -> Callable[[Purchase], bool]:
    """Return the test of whether a purchase is one that the clause makes cheaper."""
    of = frozenset(BOUGHT[name] for name in clause.of if name != "fence")
    cards, houses = frozenset(clause.cards), frozenset(clause.houses)

    def meant(purchase: Purchase) -> bool:
        if purchase.of == IMPROVEMENT and purchase.card in cards:
            return True
        return purchase.of in of and not (houses and purchase.of in HOUSES and purchase.house not in houses)

    return meant


def compile_replacing(card: int, each: Sequence[rules.Replace]) -> None:
    """Register that parts of a price can be paid in other goods. Of replacements that happen exactly once, one is used
    for a purchase."""
    found = {of: _swaps(name, each) for name, of in BOUGHT.items()}
    answer(card, PRICE, lambda state, seat, purchase: found.get(purchase.of, ()))


def _swaps(name: str, each: Sequence[rules.Replace]) -> Changes:
    """Return the swaps in prices that these clauses allow for one kind of purchase."""
    meant = [clause for clause in each if name in clause.of]
    once = tuple(_way(clause) for clause in meant if clause.how == "once")
    swaps = [Swap((_way(clause),)) for clause in meant if clause.how != "once"]
    return (*swaps, Swap(once)) if once else tuple(swaps)


def _way(clause: rules.Replace) -> Way:
    """Return the replacement of goods in a price that one clause allows."""
    return Way(clause.good, clause.by, clause.n, HOW[clause.how])


def compile_free_fences(card: int, clause: rules.FreeFences) -> None:
    """Register which of the owner's fences cost nothing: those with the clause's numbers, counted over all its fences,
    and `more` of them a turn once a fence of the action stands."""
    fencing = FenceEffect(sum(1 << one for one in clause.numbers), clause.more)
    answer(card, FENCING, lambda state, seat: fencing)


def compile_as_minor(card: int, clause: rules.AsMinor) -> None:
    """Register that a major improvement may be played as a minor one, at its own price or at this one."""
    holds = holds_always(clause.if_)
    majors = tuple(map(int, clause.cards))
    answer(card, KIND, lambda state, seat: majors if holds(state, seat) else ())
    if clause.price is not None:
        found: Changes = (Base(clause.price),)

        def change(state: State, seat: int, purchase: Purchase) -> Changes:
            return found if purchase.as_minor and purchase.card in majors and holds(state, seat) else ()

        answer(card, PRICE, change)

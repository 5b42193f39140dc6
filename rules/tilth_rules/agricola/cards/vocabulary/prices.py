"""Clauses about prices: of rooms, renovations, stables, fences and improvements."""

from collections.abc import Callable, Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import Fencing
from tilth_rules.agricola.cards.registry import answer
from tilth_rules.agricola.cards.steps import is_spent
from tilth_rules.agricola.cards.values import standing
from tilth_rules.agricola.cards.vocabulary.moments import SCOPES
from tilth_rules.agricola.cards.words import FENCING, KIND, PRICE
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.paying.prices import EACH, ONCE, WHOLE, Base, Change, Less, Swap, Way
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, RENOVATION, ROOM, STABLE, Purchase, limited_use
from tilth_rules.agricola.state import State

BOUGHT: Final = {"room": ROOM, "renovation": RENOVATION, "stable": STABLE, "improvement": IMPROVEMENT}
HOUSES: Final = (ROOM, RENOVATION)
HOW: Final = {"each": EACH, "once": ONCE, "all": WHOLE}

Changes = Sequence[Change]


def compile_base(card: int, clause: rules.Base) -> None:
    of, house = BOUGHT[clause.of], clause.house
    found: Changes = (Base(clause.price),)
    answer(
        card,
        PRICE,
        lambda state, seat, purchase: found if purchase.of == of and purchase.house == house else (),
    )


def compile_less(card: int, clause: rules.Less) -> None:
    """What is limited is counted as spent when the price is paid with it."""
    meant = _meant(clause)
    holds = standing(clause.if_)
    scope = SCOPES[clause.limit]
    found: Changes = (Less(clause.goods, clause.any_building, limited_use(card, scope) if scope else 0),)

    def change(state: State, seat: int, purchase: Purchase) -> Changes:
        if meant(purchase) and holds(state, seat) and not is_spent(state, card, scope, 1):
            return found
        return ()

    answer(card, PRICE, change)
    if "fence" in clause.of:
        fencing = Fencing(less=True)
        answer(card, FENCING, lambda state, seat: fencing)


def _meant(clause: rules.Less) -> Callable[[Purchase], bool]:
    of = frozenset(BOUGHT[name] for name in clause.of if name != "fence")
    cards, houses = frozenset(clause.cards), frozenset(clause.houses)

    def meant(purchase: Purchase) -> bool:
        if purchase.of == IMPROVEMENT and purchase.card in cards:
            return True
        return purchase.of in of and not (houses and purchase.of in HOUSES and purchase.house not in houses)

    return meant


def compile_replacing(card: int, each: Sequence[rules.Replace]) -> None:
    """All replacements of a card. Of those that happen exactly once, one is used for a purchase."""
    found = {of: _swaps(name, each) for name, of in BOUGHT.items()}
    answer(card, PRICE, lambda state, seat, purchase: found.get(purchase.of, ()))


def _swaps(name: str, each: Sequence[rules.Replace]) -> Changes:
    meant = [clause for clause in each if name in clause.of]
    once = tuple(_way(clause) for clause in meant if clause.how == "once")
    swaps = [Swap((_way(clause),)) for clause in meant if clause.how != "once"]
    return (*swaps, Swap(once)) if once else tuple(swaps)


def _way(clause: rules.Replace) -> Way:
    return Way(clause.good, clause.by, clause.n, HOW[clause.how])


def compile_free_fences(card: int, clause: rules.FreeFences) -> None:
    fencing = Fencing(sum(1 << one for one in clause.numbers), clause.more)
    answer(card, FENCING, lambda state, seat: fencing)


def compile_as_minor(card: int, clause: rules.AsMinor) -> None:
    """A major may be played as a minor, at its own price or at this one."""
    holds = standing(clause.if_)
    majors = tuple(map(int, clause.cards))
    answer(card, KIND, lambda state, seat: majors if holds(state, seat) else ())
    if clause.price is not None:
        found: Changes = (Base(clause.price),)

        def change(state: State, seat: int, purchase: Purchase) -> Changes:
            return found if purchase.as_minor and purchase.card in majors and holds(state, seat) else ()

        answer(card, PRICE, change)

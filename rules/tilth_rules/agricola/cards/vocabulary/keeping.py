"""Clauses about room for animals. The order in which cards were played makes no difference."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.cards.counting import NO_FACTS
from tilth_rules.agricola.cards.registry import answer
from tilth_rules.agricola.cards.values import Counted, counted
from tilth_rules.agricola.cards.words import HOLD
from tilth_rules.agricola.content import rules
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.farm.herds import UNLIMITED, Herd, Holder
from tilth_rules.agricola.farm.keeping import Keeping
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import ANIMALS, ENDLESS


def _places(number: int) -> int:
    return UNLIMITED if number >= ENDLESS else number


def _sum(some: Herd, more: Herd) -> Herd:
    return some[0] + more[0], some[1] + more[1], some[2] + more[2]


def _of(animal: int | None, places: int) -> Herd:
    """So many places for one kind, or none where no kind is named."""
    sheep, boar, cattle = (places if animal == kind else 0 for kind in ANIMALS)
    return sheep, boar, cattle


HOMES: Final[dict[int, Counted]] = {
    card: counted(clause.animals)
    for card, printed in enumerate(CARDS)
    for clause in printed.clauses
    if isinstance(clause, rules.Home)
}
"""Cards that say how many animals live in the house."""
ADDING: Final = [
    (card, 0 if clause.animal else clause.plus, _of(clause.animal, clause.plus))
    for card, printed in enumerate(CARDS)
    for clause in printed.clauses
    if isinstance(clause, rules.Capacity) and "holder" in clause.of
]
"""Cards that add places to cards: for whatever kinds, for each kind."""


def compile_holder(card: int, clause: rules.Holder) -> None:
    """The card houses animals: with whatever other cards add to it."""
    total = clause.total
    own = _places(clause.sheep), _places(clause.boar), _places(clause.cattle)

    def change(state: State, seat: int, keeping: Keeping) -> Keeping:
        capacity, places = total, own
        for other, more, more_own in ADDING:
            if state.owner[other] == seat:
                capacity, places = _roomier(capacity, places, more, more_own)
        return _with_card(keeping, Holder(capacity, places, together=True))

    answer(card, HOLD, change)


def _roomier(total: int, own: Herd, more: int, more_own: Herd) -> tuple[int, Herd]:
    """Places for whatever kinds grow where there are some; places for one kind wherever that kind finds room."""
    sheep, boar, cattle = (
        places + extra if total or places else 0 for places, extra in zip(own, more_own, strict=True)
    )
    return total + more if total else 0, (sheep, boar, cattle)


@lru_cache(maxsize=1 << 10)
def _with_card(keeping: Keeping, holder: Holder) -> Keeping:
    return replace(keeping, cards=(*keeping.cards, holder))


def compile_capacity(card: int, clause: rules.Capacity) -> None:
    """Pastures and loose stables hold more; what a card adds to cards, those cards ask for."""

    @lru_cache(maxsize=1 << 8)
    def changed(keeping: Keeping) -> Keeping:
        if "pasture" in clause.of:
            keeping = _with_pastures(keeping, clause)
        if "stable" in clause.of:
            keeping = _with_stables(keeping, clause)
        return keeping

    answer(card, HOLD, lambda state, seat, keeping: changed(keeping))


def _with_pastures(keeping: Keeping, clause: rules.Capacity) -> Keeping:
    if clause.animal is not None:
        return replace(keeping, pasture_own=_sum(keeping.pasture_own, _of(clause.animal, clause.plus)))
    return replace(
        keeping,
        pasture_least=max(keeping.pasture_least, clause.least),
        pasture_more=keeping.pasture_more + clause.plus,
    )


def _with_stables(keeping: Keeping, clause: rules.Capacity) -> Keeping:
    """A stable holds one animal without cards."""
    if clause.animal is not None:
        more = max(clause.least - 1, 0) + clause.plus
        return replace(keeping, stable_own=_sum(keeping.stable_own, _of(clause.animal, more)))
    return replace(keeping, best_stable=max(keeping.best_stable, clause.least))


def compile_home(card: int, clause: rules.Home) -> None:
    """The fewest count, if several cards say how many."""

    def change(state: State, seat: int, keeping: Keeping) -> Keeping:
        fewest = min(
            many(state, seat, NO_FACTS) for other, many in HOMES.items() if state.owner[other] == seat
        )
        return _with_home(keeping, fewest)

    answer(card, HOLD, change)


@lru_cache(maxsize=1 << 8)
def _with_home(keeping: Keeping, animals: int) -> Keeping:
    return replace(keeping, home=animals, home_together=True)

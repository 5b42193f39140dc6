"""Animals: a farm has a count of each kind, and an owner with too many keeps the animals that find room."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tilth_rules.agricola.amounts import amounts_by_good
from tilth_rules.agricola.cards.moments import BREED, HOLD
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.codes import ANIMALS, BOAR, BY_BREEDING, CATTLE, SHEEP, WITHOUT_ROOM
from tilth_rules.agricola.events.goods import GoodsGained, GoodsLost
from tilth_rules.agricola.farm.herds import Herd, Holder, fits, maximal_herds
from tilth_rules.agricola.farm.housing import Capacities, holders
from tilth_rules.agricola.moves.numbers import ANIMALS_OF_A_KIND, KEEP_HERD, OPTIONS
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts

PLAIN: Final = Capacities()


def herd(state: State, seat: int) -> Herd:
    """Return the numbers of sheep, boar and cattle that a seat has."""
    sheep, boar, cattle = state.seats[seat].goods[SHEEP : CATTLE + 1]
    return sheep, boar, cattle


def holders_of(state: State, seat: int) -> tuple[Holder, ...]:
    """Return every holder of animals on a seat's farm: pastures, stables, the home, cards. Each card changes the result
    of the cards before it."""
    mine = state.seats[seat]
    capacities = PLAIN
    for _, change in answers(state, mine, HOLD):
        capacities = change(state, seat, capacities)
    return holders(mine.yard.fences, mine.yard.stables, capacities)


def housing_cards(state: State, seat: int) -> list[int]:
    """Return the seat's cards that hold animals, one for each of their holders, which come last in `holders_of`."""
    found: list[int] = []
    capacities = PLAIN
    for card, change in answers(state, state.seats[seat], HOLD):
        before = len(capacities.cards)
        capacities = change(state, seat, capacities)
        found += [card] * (len(capacities.cards) - before)
    return found


@lru_cache(maxsize=1 << 12)
def fullest_herds(holders: tuple[Holder, ...], wanted: Herd) -> tuple[Herd, ...]:
    """Return the largest parts of this herd that can be kept in these holders: those to which no animal can be added.

    The result is cached for the question, for its answer, and for the next farm like it. An option has room for 63
    animals of a kind; more come together only if values are corrected.
    """
    sheep, boar, cattle = wanted
    most = ANIMALS_OF_A_KIND - 1
    return maximal_herds(holders, (min(sheep, most), min(boar, most), min(cattle, most)))


def animals_fit(state: State, seat: int) -> bool:
    """Return whether all animals of the seat find room."""
    mine = herd(state, seat)
    if sum(mine) <= 1 and not state.seats[seat].rules[HOLD]:
        return True
    return fits(mine, holders_of(state, seat))


class KeepAnimals(Ask, tag=10):
    """The question to a seat whose animals do not all find room which of the fullest herds that can be kept it keeps.
    The other animals are let go. Not asked if all fit. The text shows the herd, an option's the animals lost."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        if animals_fit(state, self.seat):
            return None
        herds = fullest_herds(holders_of(state, self.seat), herd(state, self.seat))
        return Choose(self.seat, "keep-animals", [KEEP_HERD.option(*kept) for kept in herds])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"herd": herd_by_good(herd(state, seat)), "asked_for": "room"}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"lost": lost_by(herd(state, seat), KEEP_HERD.parts(option))}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        set_herd(table, self.seat, KEEP_HERD.parts(picks[0]))

    numbers = OPTIONS


def herd_by_good(animals: Herd) -> tuple[int, ...]:
    """Return a herd as amounts by number of the good, for texts."""
    return amounts_by_good(tuple(zip(ANIMALS, animals, strict=True)))


def lost_by(before: Herd, kept: Herd) -> tuple[int, ...]:
    """Return how many animals of each kind are given up when a herd shrinks to `kept`, for texts."""
    return herd_by_good(tuple(max(0, was - now) for was, now in zip(before, kept, strict=True)))  # type: ignore[arg-type]


def set_herd(table: Table, seat: int, wanted: Herd) -> None:
    """Change the numbers of a seat's animals to these: more of a kind are noted as born, fewer as let go for want of
    room."""
    now = herd(table.state, seat)
    if now == wanted:
        return
    for animal, before, after in zip(ANIMALS, now, wanted, strict=True):
        if after > before:
            table.emit(GoodsGained(seat, animal, after - before, BY_BREEDING))
        elif after < before:
            table.emit(GoodsLost(seat, animal, before - after, WITHOUT_ROOM))


class Breed(Act, tag=11):
    """Let a seat's animals breed: each kind of which it has two or more gets one young animal (more by some cards), if
    there is room. If only some of the young find room, KeepYoung asks which.

    No animal may be cooked to make room for it.
    """

    seat: int
    only: int = 0
    """The only kind that breeds, if a card lets one kind breed; 0 for all."""

    def act(self, table: Table) -> None:
        herds = herds_after_breeding(table.state, self.seat, self.only)
        if len(herds) == 1:
            set_herd(table, self.seat, herds[0])
        else:
            table.then(KeepYoung(self.seat, self.only))


class KeepYoung(Ask, tag=12):
    """The question to a seat with room for only some of its young animals which of the fullest herds, of the grown and
    the young, it keeps. The others are let go. The text shows the herd and the young, an option's the animals given up.
    """

    seat: int
    only: int = 0

    def ask(self, state: State) -> Choose:
        herds = herds_after_breeding(state, self.seat, self.only)
        return Choose(self.seat, "keep-young", [KEEP_HERD.option(*kept) for kept in herds])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        now = herd(state, seat)
        wanted = with_young(state, seat, self.only)
        return {"herd": herd_by_good(now), "young": lost_by(wanted, now)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"lost": lost_by(with_young(state, seat, self.only), KEEP_HERD.parts(option))}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        set_herd(table, self.seat, KEEP_HERD.parts(picks[0]))

    numbers = OPTIONS


def herds_after_breeding(state: State, seat: int, only: int) -> tuple[Herd, ...]:
    """Return the fullest herds that find room among the seat's animals and their young, or only the present herd if no
    young are born. `only` limits breeding to one kind (0: all)."""
    before = herd(state, seat)
    if max(before) < 2 and not state.seats[seat].rules[BREED]:
        return (before,)
    after = with_young(state, seat, only)
    return fullest_herds(holders_of(state, seat), after) if after != before else (before,)


def with_young(state: State, seat: int, only: int) -> Herd:
    """Return the seat's herd with all young, as if there were room for all. `only` limits breeding to one kind (0:
    all)."""
    sheep, boar, cattle = herd(state, seat)
    if only in (0, SHEEP):
        sheep += young_born(state, seat, SHEEP, sheep)
    if only in (0, BOAR):
        boar += young_born(state, seat, BOAR, boar)
    if only in (0, CATTLE):
        cattle += young_born(state, seat, CATTLE, cattle)
    return sheep, boar, cattle


def young_born(state: State, seat: int, animal: int, count: int) -> int:
    """Return how many young this number of animals of a kind have: one if there are two, more by some cards."""
    born = 1 if count >= 2 else 0
    for _, change in answers(state, state.seats[seat], BREED):
        born = max(born, change(state, seat, animal, count))
    return born

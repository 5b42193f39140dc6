"""Animals: a farm holds three counts of them, and whoever has too many keeps what fits."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.words import BREED, HOLD
from tilth_rules.agricola.choices import herd_of, herd_option, move_of
from tilth_rules.agricola.events.goods import Gained, Lost
from tilth_rules.agricola.farm.herds import Herd, Holder, fits, maximal_herds
from tilth_rules.agricola.farm.keeping import Keeping, holders
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import ANIMALS, BOAR, BY_BREEDING, CATTLE, SHEEP, WITHOUT_ROOM
from tilth_rules.kernel import Act, Ask, Choose, Move, Table

PLAIN: Final = Keeping()


def herd(state: State, seat: int) -> Herd:
    sheep, boar, cattle = state.seats[seat].goods[SHEEP : CATTLE + 1]
    return sheep, boar, cattle


def holders_of(state: State, seat: int) -> tuple[Holder, ...]:
    """Whatever holds animals on a seat's farm. Each card changes what the cards before it left."""
    mine = state.seats[seat]
    keeping = PLAIN
    for card in mine.rules[HOLD]:
        for change in ANSWERS[HOLD][card]:
            keeping = change(state, seat, keeping)
    return holders(mine.yard.fences, mine.yard.stables, keeping)


def housing(state: State, seat: int) -> list[int]:
    """The cards that hold animals, in the order of their holders: those come last in `holders_of`."""
    found: list[int] = []
    keeping = PLAIN
    for card in state.seats[seat].rules[HOLD]:
        for change in ANSWERS[HOLD][card]:
            before = len(keeping.cards)
            keeping = change(state, seat, keeping)
            found += [card] * (len(keeping.cards) - before)
    return found


@lru_cache(maxsize=1 << 12)
def fullest(holders: tuple[Holder, ...], wanted: Herd) -> tuple[Herd, ...]:
    """What can be kept of a herd: worked out once for the question, and remembered for its answer and the next farm
    like it."""
    return maximal_herds(holders, wanted)


def animals_fit(state: State, seat: int) -> bool:
    mine = herd(state, seat)
    if sum(mine) <= 1 and not state.seats[seat].rules[HOLD]:
        return True
    return fits(mine, holders_of(state, seat))


class KeepAnimals(Ask, tag=10):
    """Animals that find no room are cooked, or let go: the owner chooses what is kept, among the fullest herds."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        if animals_fit(state, self.seat):
            return None
        herds = fullest(holders_of(state, self.seat), herd(state, self.seat))
        return Choose(self.seat, "keep-animals", [herd_option(*kept) for kept in herds])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        become(table, self.seat, herd_of(picks[0]))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def become(table: Table, seat: int, wanted: Herd) -> None:
    """The herd is this one now: what is more was born, what is less was let go."""
    now = herd(table.state, seat)
    if now == wanted:
        return
    for animal, before, after in zip(ANIMALS, now, wanted, strict=True):
        if after > before:
            table.emit(Gained(seat, animal, after - before, BY_BREEDING))
        elif after < before:
            table.emit(Lost(seat, animal, before - after, WITHOUT_ROOM))


class Breed(Act, tag=11):
    """Of each kind of which there are two animals or more comes one young, if there is room for it. Nothing may be
    cooked for its sake."""

    seat: int
    only: int = 0
    """The one kind that breeds, where a card lets it."""

    def act(self, table: Table) -> None:
        herds = herds_after_breeding(table.state, self.seat, self.only)
        if len(herds) == 1:
            become(table, self.seat, herds[0])
        else:
            table.then(KeepYoung(self.seat, self.only))


class KeepYoung(Ask, tag=12):
    """Where there is room for some of the young only, the owner chooses which are kept."""

    seat: int
    only: int = 0

    def ask(self, state: State) -> Choose:
        herds = herds_after_breeding(state, self.seat, self.only)
        return Choose(self.seat, "keep-young", [herd_option(*kept) for kept in herds])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        become(table, self.seat, herd_of(picks[0]))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


def herds_after_breeding(state: State, seat: int, only: int) -> tuple[Herd, ...]:
    """The fullest herds out of the animals there are and their young."""
    before = herd(state, seat)
    if max(before) < 2 and not state.seats[seat].rules[BREED]:
        return (before,)
    sheep, boar, cattle = before
    if only in (0, SHEEP):
        sheep += young(state, seat, SHEEP, sheep)
    if only in (0, BOAR):
        boar += young(state, seat, BOAR, boar)
    if only in (0, CATTLE):
        cattle += young(state, seat, CATTLE, cattle)
    after = sheep, boar, cattle
    return fullest(holders_of(state, seat), after) if after != before else (before,)


def young(state: State, seat: int, animal: int, count: int) -> int:
    """How many young so many animals of a kind have."""
    born = 1 if count >= 2 else 0
    for card in state.seats[seat].rules[BREED]:
        for change in ANSWERS[BREED][card]:
            born = max(born, change(state, seat, animal, count))
    return born

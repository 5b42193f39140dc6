"""Rooms, stables and renovations."""

from collections.abc import Sequence
from typing import ClassVar, Final

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import Opens, opens, opens_now
from tilth_rules.agricola.cards.words import HOUSED, MAY_RENOVATE, PRICE, RENOVATED, ROOMED, STABLED
from tilth_rules.agricola.choices import RENOVATE_TO, ROOM_AT, STABLE_AT, move_of
from tilth_rules.agricola.events.farm import Renovated, RoomBuilt, StableBuilt
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.paying.plain import PLAIN_RENOVATION
from tilth_rules.agricola.paying.purchases import (
    RENOVATION,
    ROOM,
    STABLE,
    PayFor,
    Purchase,
    can_buy_room,
    can_pay,
)
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import STONE_HOUSE, Goods
from tilth_rules.kernel import Act, Ask, Choose, Move, Table

ANY_HOUSE: Final = -1


def room_of(state: State, seat: int) -> Purchase:
    return Purchase(ROOM, house=state.seats[seat].yard.house)


def can_build_room(state: State, seat: int, free: bool = False) -> bool:
    return (free or can_buy_room(state, seat)) and bool(state.seats[seat].yard.room_cells())


class BuildRooms(Act, tag=30):
    """Rooms are built one by one, each beside another and each paid for by itself, of the material of the house."""

    facts: Facts
    left: int
    """How many more may be built."""
    free: bool = False
    built: int = 0
    need: bool = True
    """Whether the first one has to be built."""

    def act(self, table: Table) -> None:
        if self.left and can_build_room(table.state, self.facts.seat, self.free):
            table.then(ChooseRoom(self.facts, self.left, self.free, self.built, self.need))
        elif self.built:
            table.then(Opens(ROOMED, _counted(self.facts, self.built)))


class ChooseRoom(Ask, tag=31):
    """Where the next room goes, if there is to be another."""

    facts: Facts
    left: int
    free: bool
    built: int
    need: bool

    def ask(self, state: State) -> Choose:
        seat = self.facts.seat
        cells: tuple[int, ...] = ()
        if can_build_room(state, seat, self.free):
            cells = cells_of(state.seats[seat].yard.room_cells())
        least = 1 if self.need and not self.built and cells else 0
        return Choose(seat, "room", [ROOM_AT + cell for cell in cells], least)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.facts.seat
        if not picks:
            table.then(BuildRooms(self.facts, 0, self.free, self.built))
            return
        if not self.free:
            table.then(PayFor(seat, room_of(table.state, seat)))
        table.then(
            PutRoom(seat, picks[0] - ROOM_AT),
            BuildRooms(self.facts, self.left - 1, self.free, self.built + 1),
        )

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class PutRoom(Act, tag=32):
    """The room stands once it is paid for: a step of its own, because the price may be asked for before."""

    seat: int
    cell: int

    def act(self, table: Table) -> None:
        table.emit(RoomBuilt(self.seat, self.cell))


def can_build_stable(state: State, seat: int, price: Goods) -> bool:
    mine = state.seats[seat]
    if not has(state, seat, price) and not (
        mine.rules[PRICE] and can_pay(state, seat, Purchase(STABLE, price=price))
    ):
        return False
    return mine.yard.stable_cells() != 0


class BuildStables(Act, tag=33):
    """Stables are built one by one, four at most, on any cells without room, field or stable."""

    facts: Facts
    left: int
    price: Goods
    built: int = 0
    need: bool = True

    def act(self, table: Table) -> None:
        if self.left and can_build_stable(table.state, self.facts.seat, self.price):
            table.then(ChooseStable(self.facts, self.left, self.price, self.built, self.need))


class ChooseStable(Ask, tag=34):
    """Where the next stable goes, if there is to be another."""

    facts: Facts
    left: int
    price: Goods
    built: int
    need: bool

    def ask(self, state: State) -> Choose:
        seat = self.facts.seat
        cells: tuple[int, ...] = ()
        if can_build_stable(state, seat, self.price):
            cells = cells_of(state.seats[seat].yard.stable_cells())
        least = 1 if self.need and not self.built and cells else 0
        return Choose(seat, "stable", [STABLE_AT + cell for cell in cells], least)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            seat = self.facts.seat
            table.then(
                PayFor(seat, Purchase(STABLE, price=self.price)),
                PutStable(self.facts, picks[0] - STABLE_AT),
                BuildStables(self.facts, self.left - 1, self.price, self.built + 1),
            )

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class PutStable(Act, tag=35):
    """The stable stands once it is paid for, and cards notice it."""

    facts: Facts
    cell: int

    def act(self, table: Table) -> None:
        seat = self.facts.seat
        table.emit(StableBuilt(seat, self.cell))
        count = table.state.seats[seat].yard.stables.bit_count()
        facts = self.facts
        opens_now(
            table,
            STABLED,
            Facts(seat, facts.space, facts.via, person=facts.person, count=count, more=(self.cell,)),
        )


def renovation_to(state: State, seat: int, house: int) -> Purchase:
    return Purchase(RENOVATION, house=house, rooms=state.seats[seat].yard.rooms.bit_count())


def houses_to(state: State, facts: Facts, only: int = ANY_HOUSE) -> list[int]:
    """What the house can be made into, and paid for: the next material; cards may allow to leave one out."""
    seat = facts.seat
    mine = state.seats[seat]
    now = mine.yard.house
    if now >= STONE_HOUSE:
        return []
    if not mine.rules[MAY_RENOVATE] and not mine.rules[PRICE]:
        # No card has a say: what can be paid is what `can_pay` below would find.
        enough = has(state, seat, PLAIN_RENOVATION[now + 1][mine.yard.rooms.bit_count()])
        return [now + 1] if enough and only in (ANY_HOUSE, now + 1) else []
    found = [now + 1]
    for card in mine.rules[MAY_RENOVATE]:
        for more in ANSWERS[MAY_RENOVATE][card]:
            found += more(state, seat, facts)
    return [
        house
        for house in found
        if only in (ANY_HOUSE, house) and can_pay(state, seat, renovation_to(state, seat, house))
    ]


class Renovate(Act, tag=36):
    """The whole house is made over at once, from wood to clay or from clay to stone."""

    facts: Facts
    only: int = ANY_HOUSE

    def act(self, table: Table) -> None:
        houses = houses_to(table.state, self.facts, self.only)
        if len(houses) == 1:
            table.then(RenovateTo(self.facts, houses[0]))
        elif houses:
            table.then(ChooseHouse(self.facts))


class ChooseHouse(Ask, tag=37):
    """Which house it becomes, where cards allow more than one."""

    owed: ClassVar[bool] = True
    """Whoever turned the material into something else now could be left with no house to choose."""
    facts: Facts

    def ask(self, state: State) -> Choose:
        options = [RENOVATE_TO + house - 1 for house in houses_to(state, self.facts)]
        return Choose(self.facts.seat, "renovate", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(RenovateTo(self.facts, picks[0] - RENOVATE_TO + 1))

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)


class RenovateTo(Act, tag=38):
    """The price is paid, then the house is turned."""

    facts: Facts
    house: int

    def act(self, table: Table) -> None:
        seat = self.facts.seat
        table.then(
            PayFor(seat, renovation_to(table.state, seat, self.house)), TurnHouse(self.facts, self.house)
        )


class TurnHouse(Act, tag=39):
    """The house is another one once that is paid for. Cards notice the renovation, and then the house itself."""

    facts: Facts
    house: int

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(Renovated(self.facts.seat, self.house))
        opens_now(table, RENOVATED, _counted(self.facts, state.renovations[self.house]))
        opens(table, HOUSED, self.facts)


def _counted(facts: Facts, count: int) -> Facts:
    return Facts(facts.seat, facts.space, facts.via, person=facts.person, count=count)

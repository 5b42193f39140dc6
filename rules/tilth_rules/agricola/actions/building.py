"""Rooms, stables and renovations."""

from collections.abc import Sequence
from typing import ClassVar, Final

from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import HOUSED, MAY_RENOVATE, PRICE, RENOVATED, ROOMED, STABLED
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.cards.steps import Opens, push_moment, push_moment_now
from tilth_rules.agricola.codes import STONE_HOUSE, Goods
from tilth_rules.agricola.events.farm import Renovated, RoomBuilt, StableBuilt
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.moves.numbers import BUILD_ROOM, BUILD_STABLE, OPTIONS, RENOVATE_TO
from tilth_rules.agricola.paying.plain import PLAIN_RENOVATION
from tilth_rules.agricola.paying.purchases import (
    RENOVATION,
    ROOM,
    STABLE,
    PayFor,
    Purchase,
    can_buy_room,
    can_pay,
    price_facts,
)
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts

ANY_HOUSE: Final = -1


def room_of(state: State, seat: int) -> Purchase:
    """Return the purchase (for its prices) of one more room of the seat's house."""
    return Purchase(ROOM, house=state.seats[seat].yard.house)


def can_build_room(state: State, seat: int, free: bool = False) -> bool:
    """Return whether the seat has a cell for one more room and can pay for it; `free` if it costs nothing."""
    return (free or can_buy_room(state, seat)) and bool(state.seats[seat].yard.room_cells())


class BuildRooms(Act, tag=30):
    """Let a seat build up to `left` rooms one by one, each beside another one. Each is paid for by itself, in the
    material of the house, or costs nothing (`free`). ChooseRoom asks for each; when the last is built, cards notice the
    number built."""

    facts: Facts
    left: int
    """The number of rooms that may still be built."""
    free: bool = False
    built: int = 0
    need: bool = True
    """True if the first room must be built."""

    def act(self, table: Table) -> None:
        if self.left and can_build_room(table.state, self.facts.seat, self.free):
            table.then(ChooseRoom(self.facts, self.left, self.free, self.built, self.need))
        elif self.built:
            table.then(Opens(ROOMED, _counted(self.facts, self.built)))


class ChooseRoom(Ask, tag=31):
    """The question to a seat on which cell it builds its next room. It may build none, except if one must be built
    (`need`) and none is yet. The room is paid for and put down, then BuildRooms asks for the next. The text shows how
    many rooms are left and built, and the price."""

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
        return Choose(seat, "room", [BUILD_ROOM.option(cell) for cell in cells], least)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        price: TextFacts = {"price": (), "prices": 0}
        if not self.free:
            price = price_facts(state, seat, room_of(state, seat))
        return {"left": self.left, "built": self.built, **price}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.facts.seat
        if not picks:
            table.then(BuildRooms(self.facts, 0, self.free, self.built))
            return
        if not self.free:
            table.then(PayFor(seat, room_of(table.state, seat)))
        table.then(
            PutRoom(seat, BUILD_ROOM.part(picks[0])),
            BuildRooms(self.facts, self.left - 1, self.free, self.built + 1),
        )

    numbers = OPTIONS


class PutRoom(Act, tag=32):
    """Put a room that has been paid for on a cell of the seat's yard.

    This is a step of its own, because the price may be asked for before.
    """

    seat: int
    cell: int

    def act(self, table: Table) -> None:
        table.emit(RoomBuilt(self.seat, self.cell))


def can_build_stable(state: State, seat: int, price: Goods) -> bool:
    """Return whether the seat can build a stable now, for this price."""
    mine = state.seats[seat]
    if not has(state, seat, price) and not (
        mine.rules[PRICE] and can_pay(state, seat, Purchase(STABLE, price=price))
    ):
        return False
    return mine.yard.stable_cells() != 0


class BuildStables(Act, tag=33):
    """Let a seat build up to `left` stables one by one, for `price` each, on any cells without room, field or stable; a
    farm has at most four. ChooseStable asks for each."""

    facts: Facts
    left: int
    price: Goods
    built: int = 0
    need: bool = True

    def act(self, table: Table) -> None:
        if self.left and can_build_stable(table.state, self.facts.seat, self.price):
            table.then(ChooseStable(self.facts, self.left, self.price, self.built, self.need))


class ChooseStable(Ask, tag=34):
    """The question to a seat on which cell it builds its next stable. It may build none, except if one must be built
    (`need`) and none is yet. The stable is paid for and put down, then BuildStables asks for the next. The text shows
    how many stables are left and built, and the price."""

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
        return Choose(seat, "stable", [BUILD_STABLE.option(cell) for cell in cells], least)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        price = price_facts(state, seat, Purchase(STABLE, price=self.price))
        return {"left": self.left, "built": self.built, **price}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            seat = self.facts.seat
            table.then(
                PayFor(seat, Purchase(STABLE, price=self.price)),
                PutStable(self.facts, BUILD_STABLE.part(picks[0])),
                BuildStables(self.facts, self.left - 1, self.price, self.built + 1),
            )

    numbers = OPTIONS


class PutStable(Act, tag=35):
    """Put a stable that has been paid for on a cell of the seat's yard, and let cards notice it."""

    facts: Facts
    cell: int

    def act(self, table: Table) -> None:
        seat = self.facts.seat
        table.emit(StableBuilt(seat, self.cell))
        count = table.state.seats[seat].yard.stables.bit_count()
        facts = self.facts
        push_moment_now(
            table,
            STABLED,
            Facts(seat, facts.space, facts.via, person=facts.person, count=count, more=(self.cell,)),
        )


def renovation_to(state: State, seat: int, house: int) -> Purchase:
    """Return the purchase (for its prices) of a renovation of the seat's house to this material."""
    return Purchase(RENOVATION, house=house, rooms=state.seats[seat].yard.rooms.bit_count())


def houses_to(state: State, facts: Facts, only: int = ANY_HOUSE) -> list[int]:
    """Return the materials to which the seat can renovate its house now and pay for it: the next one, or others that
    cards allow. `only` limits them to one."""
    seat = facts.seat
    mine = state.seats[seat]
    now = mine.yard.house
    if now >= STONE_HOUSE:
        return []
    if not mine.rules[MAY_RENOVATE] and not mine.rules[PRICE]:
        # No card changes this price: the result is the one that `can_pay` below would find.
        enough = has(state, seat, PLAIN_RENOVATION[now + 1][mine.yard.rooms.bit_count()])
        return [now + 1] if enough and only in (ANY_HOUSE, now + 1) else []
    found = [now + 1]
    for _, more in answers(state, mine, MAY_RENOVATE):
        found += more(state, seat, facts)
    return [
        house
        for house in found
        if only in (ANY_HOUSE, house) and can_pay(state, seat, renovation_to(state, seat, house))
    ]


class Renovate(Act, tag=36):
    """Let a seat renovate its whole house at once to the next material (or a later one that a card allows), if it can
    pay. If several materials are possible, ChooseHouse asks which; `only` limits them to one."""

    facts: Facts
    only: int = ANY_HOUSE

    def act(self, table: Table) -> None:
        houses = houses_to(table.state, self.facts, self.only)
        if len(houses) == 1:
            table.then(RenovateTo(self.facts, houses[0]))
        elif houses:
            table.then(ChooseHouse(self.facts))


class ChooseHouse(Ask, tag=37):
    """The question to a seat whose cards allow several materials for a renovation to which it renovates. It then pays,
    and the house is turned over. An option's text shows the price."""

    owed: ClassVar[bool] = True
    """True: a seat that converted its building material now could be left without any house to choose."""
    facts: Facts

    def ask(self, state: State) -> Choose:
        options = [RENOVATE_TO.option(house) for house in houses_to(state, self.facts)]
        return Choose(self.facts.seat, "renovate", options)

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return price_facts(state, seat, renovation_to(state, seat, RENOVATE_TO.part(option)))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(RenovateTo(self.facts, RENOVATE_TO.part(picks[0])))

    numbers = OPTIONS


class RenovateTo(Act, tag=38):
    """Let a seat pay for the renovation of its house to the material `house`, and then turn the house over."""

    facts: Facts
    house: int

    def act(self, table: Table) -> None:
        seat = self.facts.seat
        table.then(
            PayFor(seat, renovation_to(table.state, seat, self.house)), TurnHouse(self.facts, self.house)
        )


class TurnHouse(Act, tag=39):
    """Turn a seat's house over to the material that has been paid for. Cards notice the renovation first, and then the
    house itself."""

    facts: Facts
    house: int

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(Renovated(self.facts.seat, self.house))
        push_moment_now(table, RENOVATED, _counted(self.facts, state.renovations[self.house]))
        push_moment(table, HOUSED, self.facts)


def _counted(facts: Facts, count: int) -> Facts:
    """Return facts of the same action for the moment after building, with this count."""
    return Facts(facts.seat, facts.space, facts.via, person=facts.person, count=count)

"""A small game that has one of everything the wire must carry: hidden events, sealed lanes, offers, a measure,
nested structs, enums, fields that may be absent."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import msgspec

from tilth_rules.kernel import (
    EVERYTHING,
    Act,
    Ask,
    AskSeveral,
    Choose,
    Event,
    Game,
    Measure,
    Move,
    OptionsRefused,
    Quantity,
    Result,
    Step,
    Table,
)

APPLE, PEAR, PLUM = FRUITS = (1, 2, 3)
EAT = 900


class Form(IntEnum):
    SHORT = 1
    LONG = 2


class Options(msgspec.Struct, frozen=True):
    form: Form = Form.SHORT
    rain: bool = False
    baskets: int = 2
    motto: str = ""
    without: tuple[int, ...] = ()


class State(msgspec.Struct, gc=False):
    seats: int
    hands: list[int]
    baskets: list[list[int]]
    weight: int = 0
    guest: int | None = None
    over: bool = False

    def clone(self) -> "State":
        return State(
            self.seats,
            self.hands[:],
            [basket[:] for basket in self.baskets],
            self.weight,
            self.guest,
            self.over,
        )


class FruitDealt(Event):
    """A seat drew a fruit."""

    hidden = True
    seat: int
    fruit: int

    def apply(self, state: State) -> None:
        state.hands[self.seat] = self.fruit

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else FruitDealt(self.seat, 0)

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class FruitPicked(Event):
    seat: int
    fruits: tuple[int, ...]
    last: bool = False

    def apply(self, state: State) -> None:
        state.baskets[self.seat].extend(self.fruits)


class GuestCame(Event):
    """Somebody sat down, or (None) nobody did."""

    guest: int | None

    def apply(self, state: State) -> None:
        state.guest = self.guest


class BasketWeighed(Event):
    grams: int

    def apply(self, state: State) -> None:
        state.weight += self.grams


class FruitEaten(Event):
    """Only the eater knows."""

    hidden = True
    seat: int

    def apply(self, state: State) -> None:
        state.hands[self.seat] = 0

    def seen_by(self, viewer: int) -> Event | None:
        return self if viewer in (self.seat, EVERYTHING) else None


class SeasonEnded(Event):
    def apply(self, state: State) -> None:
        state.over = True


class Deal(Act, tag=1):
    seat: int

    def act(self, table: Table) -> None:
        table.emit(FruitDealt(self.seat, 1 + table.draw("fruit").below(3)))


class PickFruit(Ask, tag=2):
    seat: int

    def ask(self, state: Any) -> Choose:
        return Choose(self.seat, "fruit", FRUITS, min_picks=0, max_picks=3, max_each=(2, 1, 1))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(FruitPicked(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> Move:
        return Pick(option)


class Weigh(Ask, tag=3):
    seat: int

    def ask(self, state: Any) -> Measure:
        quantities = (Quantity("grams", -50, 500, 10), Quantity("angle", 0, 90))
        return Measure(self.seat, "weight", quantities, about=Pick(APPLE))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(BasketWeighed(picks[0]))


class Hide(Ask, tag=4):
    seat: int

    def ask(self, state: Any) -> Choose:
        return Choose(self.seat, "hidden-fruit", FRUITS)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(FruitPicked(self.seat, tuple(picks), last=True))

    @classmethod
    def move(cls, option: int) -> Move:
        return Pick(option)


class HideAll(Act, tag=5):
    def act(self, table: Table) -> None:
        table.fork(*(((seat,), (Hide(seat),)) for seat in range(table.seats)), sealed=True)


class SeatGuest(AskSeveral, tag=6):
    """A question to all seats at once: the quickest one brings the guest to a seat, or to none."""

    def ask(self, state: Any) -> tuple[Choose, ...]:
        return tuple(Choose(seat, "guest", (0, 1, 9)) for seat in range(state.seats))

    def take_from(self, table: Table, seat: int, picks: Sequence[int]) -> None:
        table.emit(GuestCame(None if picks[0] == 9 else picks[0]))

    @classmethod
    def move(cls, option: int) -> Move:
        return Bring(None if option == 9 else option)


class End(Act, tag=7):
    def act(self, table: Table) -> None:
        table.emit(SeasonEnded())


class Eat(Act, tag=8):
    seat: int

    def act(self, table: Table) -> None:
        table.emit(FruitEaten(self.seat))


class Pick(Move):
    fruit: int


class Bring(Move):
    guest: int | None


class EatFruit(Move):
    """Eat what one holds."""


class Basket(msgspec.Struct, frozen=True):
    fruits: tuple[int, ...]


class Scale(msgspec.Struct, frozen=True):
    weight: int


class View(msgspec.Struct, frozen=True):
    seats: int
    fruit: int | None
    baskets: tuple[Basket, ...]
    scale: Scale
    plate: Basket | None
    """Before the guest, who has not been given anything."""


class Orchard(Game):
    name = "orchard"
    version = 1
    seats = (2, 3)
    options = Options
    events = (FruitDealt, FruitPicked, GuestCame, BasketWeighed, FruitEaten, SeasonEnded)
    steps = (Deal, PickFruit, Weigh, Hide, HideAll, SeatGuest, End, Eat)
    moves = (Pick, Bring, EatFruit)
    views = View
    max_records = 100
    has_offers = True

    def check(self, options: Options, seats: int) -> None:
        if options.baskets > 5:
            raise OptionsRefused("baskets", "five at most")

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        steps: list[Step] = [Deal(seat) for seat in range(seats)]
        for _ in range(options.baskets):
            steps += [PickFruit(seat) for seat in range(seats)]
        steps += [Weigh(0), HideAll(), SeatGuest(), End()]
        return State(seats, [0] * seats, [[] for _ in range(seats)]), steps

    def view(self, state: State, viewer: int) -> View:
        return View(
            seats=state.seats,
            fruit=state.hands[viewer] if viewer >= 0 else None,
            baskets=tuple(Basket(tuple(basket)) for basket in state.baskets),
            scale=Scale(state.weight),
            plate=None if state.guest is None else Basket(()),
        )

    def result(self, state: State) -> Result | None:
        return Result((1,) * state.seats, self.scores(state)) if state.over else None

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(len, state.baskets))

    def offers(self, state: State, seat: int, step: Any) -> Sequence[int]:
        return (EAT,) if isinstance(step, PickFruit) and state.hands[seat] else ()

    def take_offer(self, state: State, seat: int, offer: int) -> Step:
        return Eat(seat)

    def offer_move(self, offer: int) -> Move:
        return EatFruit()


game = Orchard()

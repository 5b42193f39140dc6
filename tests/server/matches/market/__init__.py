"""A game for the tests of the tables: a hidden card each, bids in turn, stalls side by side, a coin thrown outside.

Each round everybody bids (may be taken back until the next seat has bid), throws a coin (an outside fact), and then
all shop at once, each in a lane of their own. At the end a card may be shown: which, only its holder knows.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_tools import protoc

from tilth_rules.kernel import (
    EVERYTHING,
    Act,
    Ask,
    Choose,
    Event,
    Game,
    Measure,
    Move,
    Quantity,
    Result,
    Step,
    Table,
)
from tilth_server.wire import GameWire

BUY, LOOK, DONE = 1, 2, 3
FARTHEST = 9
CURSE = 13
"""A bid that this game's rules fail on."""


class Options(msgspec.Struct, frozen=True):
    rounds: int = 2


class State(msgspec.Struct):
    coins: list[int]
    goods: list[int]
    cards: list[int]
    round: int = 0
    shown: int = 0

    def clone(self) -> "State":
        return State(self.coins[:], self.goods[:], self.cards[:], self.round, self.shown)


class CardDealt(Event):
    hidden = True
    seat: int
    card: int

    def apply(self, state: State) -> None:
        state.cards[self.seat] = self.card

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else CardDealt(self.seat, 0)

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class BidPlaced(Event):
    seat: int
    coins: int

    def apply(self, state: State) -> None:
        state.coins[self.seat] += self.coins


class CoinThrown(Event):
    seat: int
    landed: int

    def apply(self, state: State) -> None:
        state.coins[self.seat] += self.landed


class GoodBought(Event):
    seat: int

    def apply(self, state: State) -> None:
        state.goods[self.seat] += 1


class CardShown(Event):
    seat: int
    card: int

    def apply(self, state: State) -> None:
        state.shown += 1


class RoundBegan(Event):
    round: int

    def apply(self, state: State) -> None:
        state.round = self.round


class Coins(Move):
    coins: int


class Deed(Move):
    option: int


class Card(Move):
    card: int


class Deal(Act, tag=1):
    seat: int

    def act(self, table: Table) -> None:
        table.emit(CardDealt(self.seat, 1 + table.draw("card").below(6)))


class Round(Act, tag=2):
    number: int

    def act(self, table: Table) -> None:
        table.emit(RoundBegan(self.number))
        seats = range(table.seats)
        table.then(*(Bid(seat) for seat in seats), *(Throw(seat) for seat in seats), Stalls())


class Bid(Ask, tag=3):
    seat: int

    def ask(self, state: Any) -> Choose:
        return Choose(self.seat, "bid", (1, 2, 3, CURSE))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(BidPlaced(self.seat, picks[0]))
        if picks[0] == CURSE:
            raise ZeroDivisionError("cursed")

    @classmethod
    def move(cls, option: int) -> Move:
        return Coins(option)


class Where(msgspec.Struct, frozen=True):
    aim: int


class Landed(msgspec.Struct, frozen=True):
    coins: int


class Throw(Ask, tag=4):
    seat: int
    may_need_fact = True

    def ask(self, state: Any) -> Measure:
        return Measure(self.seat, "throw", (Quantity("aim", -5, 5),))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        coins = table.outside(Where(picks[0]), Landed).coins
        if coins > FARTHEST:
            raise ValueError(f"no coin lands at {coins}")
        table.emit(CoinThrown(self.seat, coins))


class Stalls(Act, tag=5):
    def act(self, table: Table) -> None:
        table.fork(*(((seat,), (Shop(seat), Leave(seat))) for seat in range(table.seats)))


class Shop(Ask, tag=6):
    seat: int

    def ask(self, state: Any) -> Choose:
        return Choose(self.seat, "shop", (BUY, LOOK, DONE), default=(DONE,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks[0] == BUY:
            table.emit(GoodBought(self.seat))
        elif picks[0] == LOOK:
            table.emit(CardDealt(self.seat, 1 + table.draw("look").below(6)))
        if picks[0] != DONE:
            table.then(self)

    @classmethod
    def move(cls, option: int) -> Move:
        return Deed(option)


class Leave(Ask, tag=7):
    seat: int

    def ask(self, state: Any) -> Choose:
        return Choose(self.seat, "leave", (DONE,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        pass

    @classmethod
    def move(cls, option: int) -> Move:
        return Deed(option)


class Show(Ask, tag=8):
    """Show your card, or not. What is offered, only you know."""

    seat: int

    def ask(self, state: Any) -> Choose:
        return Choose(self.seat, "show", (state.cards[self.seat],), min_picks=0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(CardShown(self.seat, picks[0]))

    @classmethod
    def move(cls, option: int) -> Move:
        return Card(option)


class View(msgspec.Struct, frozen=True):
    coins: tuple[int, ...]
    goods: tuple[int, ...]
    round: int
    card: int | None


class Market(Game):
    name = "market"
    version = 1
    seats = (2, 3)
    options = Options
    events = (CardDealt, BidPlaced, CoinThrown, GoodBought, CardShown, RoundBegan)
    steps = (Deal, Round, Bid, Throw, Stalls, Shop, Leave, Show)
    moves = (Coins, Deed, Card)
    views = View
    max_records = 1000

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        steps: list[Step] = [Deal(seat) for seat in range(seats)]
        steps += [Round(number + 1) for number in range(options.rounds)]
        steps += [Show(seat) for seat in range(seats)]
        return State([0] * seats, [0] * seats, [0] * seats), steps

    def view(self, state: State, viewer: int) -> View:
        card = state.cards[viewer] if viewer >= 0 else None
        return View(tuple(state.coins), tuple(state.goods), state.round, card)

    def result(self, state: State) -> Result | None:
        scores = self.scores(state)
        return Result(tuple(1 + sum(other > score for other in scores) for score in scores), scores)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.coins)


game = Market()


def outside(question: Any) -> bytes:
    """Return the place where a coin comes to rest: exactly as far as it was aimed."""
    return msgspec.json.encode(Landed(abs(question.aim)))


@cache
def wires() -> dict[str, GameWire]:
    """The market with its schema, compiled once in a test process."""
    return {"market": GameWire.of(game, _schema(Path(__file__).parent))}


def _schema(folder: Path) -> FileDescriptor:
    with TemporaryDirectory() as out:
        compiled = Path(out) / "market.binpb"
        code = protoc.main(["", f"-I{folder}", f"--descriptor_set_out={compiled}", "market.proto"])
        assert code == 0, "the test's own schema compiles"
        pool = DescriptorPool()
        for file in FileDescriptorSet.FromString(compiled.read_bytes()).file:
            pool.Add(file)
    return pool.FindFileByName("market.proto")

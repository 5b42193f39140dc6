"""Questions which cards of the hand go into the compost."""

from collections.abc import Sequence
from typing import ClassVar

from tilth_rules.earth.events.cards import CardsComposted
from tilth_rules.earth.events.teams import HandShared
from tilth_rules.earth.moves import CompostCard
from tilth_rules.earth.state import State
from tilth_rules.kernel import Ask, Choose, Table, TextFacts


class FromHand(Ask):
    """A question in which a seat picks cards of its hand, to compost or share them. An option's text tells composting
    from sharing."""

    shared: ClassVar[bool] = False
    """True if the cards go into the shared area, and not into the seat's own compost."""

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"shared": self.shared}

    @classmethod
    def move(cls, option: int) -> CompostCard:
        return CompostCard(option)


class CompostHand(FromHand, tag=7):
    """The question to a seat which cards of its hand it composts: up to `count`, or none. The last one picked lies on
    top."""

    seat: int
    count: int

    def ask(self, state: State) -> Choose | None:
        hand = state.seats[self.seat].area.hand
        return Choose(self.seat, "compost", tuple(hand), 0, min(self.count, len(hand)), ordered=True)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(CardsComposted(self.seat, len(picks), tuple(picks)))


class PayCards(FromHand, tag=8):
    """The question to a seat which `count` cards of its hand it composts as a price. The last one it picks lies
    on top."""

    seat: int
    count: int

    def ask(self, state: State) -> Choose:
        hand = tuple(state.seats[self.seat].area.hand)
        return Choose(self.seat, "pay-cards", hand, self.count, self.count, ordered=True)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsComposted(self.seat, len(picks), tuple(picks)))


class ShareHand(FromHand, tag=113):
    """The question to a seat of a team that may compost `count` cards of its hand, which of them it puts into the
    shared area instead: up to that many, or none. If it shares fewer, CompostHand asks for the rest."""

    shared = True
    seat: int
    count: int

    def ask(self, state: State) -> Choose | None:
        hand = tuple(state.seats[self.seat].area.hand)
        return Choose(self.seat, "share-compost", hand, 0, min(self.count, len(hand)), ordered=True)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(HandShared(self.seat, len(picks), tuple(picks)))
        if self.count > len(picks):
            table.then(CompostHand(self.seat, self.count - len(picks)))

"""Cards from the hand into the compost."""

from collections.abc import Sequence

from tilth_rules.earth.card_events import CardsComposted
from tilth_rules.earth.moves import CompostCard
from tilth_rules.earth.state import State
from tilth_rules.earth.team_events import HandShared
from tilth_rules.kernel import Ask, Choose, Table


class CompostHand(Ask, tag=7):
    """Up to so many cards from the hand go into the compost, the last one on top."""

    seat: int
    count: int

    def ask(self, state: State) -> Choose | None:
        hand = state.seats[self.seat].area.hand
        return Choose(self.seat, "compost", tuple(hand), 0, min(self.count, len(hand)), ordered=True)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(CardsComposted(self.seat, len(picks), tuple(picks)))

    @classmethod
    def move(cls, option: int) -> CompostCard:
        return CompostCard(option)


class PayCards(Ask, tag=8):
    """Cards from the hand that are composted as a price, the last one on top."""

    seat: int
    count: int

    def ask(self, state: State) -> Choose:
        hand = tuple(state.seats[self.seat].area.hand)
        return Choose(self.seat, "pay-cards", hand, self.count, self.count, ordered=True)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsComposted(self.seat, len(picks), tuple(picks)))

    @classmethod
    def move(cls, option: int) -> CompostCard:
        return CompostCard(option)


class ShareHand(Ask, tag=113):
    """Cards that are composted from the hand may go into the shared area instead of one's own compost."""

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

    @classmethod
    def move(cls, option: int) -> CompostCard:
        return CompostCard(option)

"""The official drafting variant: packs go round clockwise, and of each everybody keeps some cards."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Move, Table
from tilth_rules.petrichor.card_events import (
    CardsKept,
    DraftBegan,
    DraftEnded,
    PackDealt,
    PackReceived,
    PacksPassed,
)
from tilth_rules.petrichor.dealing import DEALT, KEPT, deal
from tilth_rules.petrichor.moves import Keep
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.view import kinds
from tilth_rules.petrichor.words import WEATHERS


class Draft(Act, tag=20):
    """Each is dealt a pack. Cards kept from the round before lie aside meanwhile."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(DraftBegan())
        deal(table, [DEALT[state.seats]] * state.seats, PackDealt)
        table.then(ChooseFromPacks())


class ChooseFromPacks(Act, tag=21):
    """All choose at once, and nobody sees what the others keep."""

    def act(self, table: Table) -> None:
        table.fork(*[((seat,), (KeepCards(seat),)) for seat in range(table.state.seats)], sealed=True)
        table.then(PassPacks())


class KeepCards(Ask, tag=22):
    """Keep one card of the first pack, two of those that follow."""

    seat: int

    def ask(self, state: State) -> Choose:
        seat = self.seat
        pack = state.packs[4 * seat + 1 : 4 * seat + 5]
        here = [kind for kind in WEATHERS if pack[kind - 1]]
        many = KEPT[state.seats][state.stage - 1]
        return Choose(seat, "draft-keep", here, many, many, [pack[kind - 1] for kind in here])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _keep(table, self.seat, tuple(picks))

    @classmethod
    def move(cls, option: int) -> Move:
        return Keep(option)


class PassPacks(Act, tag=23):
    """The packs go on to the next player clockwise, who keeps all of the last one."""

    def act(self, table: Table) -> None:
        table.emit(PacksPassed())
        state: State = table.state
        packs = [kinds(state.packs, 4 * seat) for seat in range(state.seats)]
        for seat, pack in enumerate(packs):
            table.emit(PackReceived(seat, len(pack), pack))
        if state.stage <= len(KEPT[state.seats]):
            table.then(ChooseFromPacks())
            return
        for seat, pack in enumerate(packs):
            _keep(table, seat, pack)
        table.emit(DraftEnded(DEALT[state.seats]))


def _keep(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    state: State = table.state
    dealt_to = (seat - state.stage + 1) % state.seats
    table.emit(CardsKept(seat, dealt_to, len(cards), cards))

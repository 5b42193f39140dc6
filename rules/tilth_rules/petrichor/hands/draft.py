"""The official drafting variant: packs are passed clockwise, and each player keeps some cards of each pack."""

from collections.abc import Sequence

from tilth_rules.common.draft import dealt_to
from tilth_rules.common.seats import ask_at_once
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts
from tilth_rules.petrichor.codes import WEATHERS
from tilth_rules.petrichor.events.cards import (
    CardsKept,
    DraftBegan,
    DraftEnded,
    PackDealt,
    PackReceived,
    PacksPassed,
)
from tilth_rules.petrichor.hands.dealing import DEALT, KEPT, deal
from tilth_rules.petrichor.moves import KEEP
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.view import card_kinds


class Draft(Act, tag=20):
    """Begin a draft: deal each seat a pack and ask for the first choice. Cards kept from the round before are set aside
    during the draft."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(DraftBegan())
        deal(table, [DEALT[state.seats]] * state.seats, PackDealt)
        table.then(ChooseFromPacks())


class ChooseFromPacks(Act, tag=21):
    """Ask all seats at the same time, sealed, which cards of their packs they keep; then pass the packs."""

    def act(self, table: Table) -> None:
        ask_at_once(table, range(table.state.seats), KeepCards, sealed=True)
        table.then(PassPacks())


class KeepCards(Ask, tag=22):
    """The question to a seat which cards of the pack before it it keeps: one of the first pack, two of each that
    follows. The text shows the pack and the seat that gets the rest."""

    seat: int
    numbers = KEEP

    def ask(self, state: State) -> Choose:
        seat = self.seat
        pack = state.packs[4 * seat + 1 : 4 * seat + 5]
        here = [kind for kind in WEATHERS if pack[kind - 1]]
        many = KEPT[state.seats][state.stage - 1]
        return Choose(seat, "draft-keep", here, many, many, [pack[kind - 1] for kind in here])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _keep(table, self.seat, tuple(picks))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        pack = card_kinds(state.packs, 4 * seat)
        return {"cards": pack, "next_seat": (seat + 1) % state.seats}


class PassPacks(Act, tag=23):
    """Pass each pack to the next seat clockwise, and ask for the next choice. Each seat keeps all cards of the last
    pack, and the draft ends."""

    def act(self, table: Table) -> None:
        table.emit(PacksPassed())
        state: State = table.state
        packs = [card_kinds(state.packs, 4 * seat) for seat in range(state.seats)]
        for seat, pack in enumerate(packs):
            table.emit(PackReceived(seat, len(pack), pack))
        if state.stage <= len(KEPT[state.seats]):
            table.then(ChooseFromPacks())
            return
        for seat, pack in enumerate(packs):
            _keep(table, seat, pack)
        table.emit(DraftEnded(DEALT[state.seats]))


def _keep(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    """Emit the event that a seat keeps these cards of the pack before it."""
    state: State = table.state
    pack = dealt_to(seat, state.stage - 1, state.seats)
    table.emit(CardsKept(seat, pack, len(cards), cards))

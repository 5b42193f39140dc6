"""The marking phase: swaps, discs between zones, the ruins in their order, and then everybody side by side."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tilth_rules.kernel import Act, Ask, Choose, Table
from tilth_rules.sonora.board import lies_between, section_of, zones_beside
from tilth_rules.sonora.canyon import Draw, can_draw
from tilth_rules.sonora.content.values import Values, values_of
from tilth_rules.sonora.flick_events import PhaseBegan
from tilth_rules.sonora.mark_events import (
    BonusUsed,
    DiscsMarked,
    DiscsSorted,
    DiscsSwapped,
    MarkingFinished,
    MudOpened,
    TieSettled,
)
from tilth_rules.sonora.moves import (
    CountFor,
    FinishMarking,
    MarkDisc,
    MarkMud,
    SwapDiscs,
    TakeDisc,
    UseBonus,
    UseDiscovery,
)
from tilth_rules.sonora.mud import CloseMud, CrossNodes, FillColumns
from tilth_rules.sonora.river import Lay, can_lay
from tilth_rules.sonora.ruins import MarkRuins, discs_in, total
from tilth_rules.sonora.spending import KEPT, READY, offered, spend
from tilth_rules.sonora.spending import move as spending_move
from tilth_rules.sonora.state import Sheet, State, clockwise, own_discs, owner
from tilth_rules.sonora.words import (
    ANIMALS,
    CANYON,
    MARKING,
    MUD,
    ON_BOARD,
    RABBIT,
    RIVER,
    SWAP,
    value_of,
)

DISCS: Final = 20
MARK_MUD: Final = 20
FINISH: Final = 21


class MarkPhase(Act, tag=50):
    """Everybody marks each disc that is left on the board, and each one in the hole, on the sheet: after any swaps, the
    ruins before everything else."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(MARKING))
        table.then(Swaps(), Ties(), SortDiscs(), MarkRuins(), MarkRest())


class Swaps(Act, tag=51):
    """Before discs are marked, everybody may use swaps, in turn order."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.then(*(Swap(seat) for seat in clockwise(state, state.first)))


class Swap(Ask, tag=52):
    """A swap lets two of your discs on the board change places. You may use as many as you have."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        if not state.sheets[self.seat].ready[SWAP]:
            return None
        discs = [disc for disc in own_discs(state, self.seat) if state.where[disc] == ON_BOARD]
        pairs = tuple(DISCS * disc + other for disc, other in combinations(discs, 2))
        return Choose(self.seat, "swap", pairs, 0, 1) if pairs else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            table.emit(BonusUsed(self.seat, SWAP, kept=False))
            table.emit(DiscsSwapped(self.seat, *divmod(option, DISCS)))
            table.then(Swap(self.seat))

    @classmethod
    def move(cls, option: int) -> SwapDiscs:
        return SwapDiscs(*divmod(option, DISCS))


class Ties(Act, tag=53):
    """A disc with exactly half of it in each of two zones counts for the one its owner chooses."""

    def act(self, table: Table) -> None:
        state: State = table.state
        values = values_of(state.options)
        order = clockwise(state, state.first)
        between = [disc for disc in range(len(state.where)) if lies_between(state, values, disc)]
        between.sort(key=lambda disc: order.index(owner(state, disc)))
        table.then(*(SettleTie(disc) for disc in between))


class SettleTie(Ask, tag=54):
    """Between which two zones a disc lies, everybody sees; for which one it counts, its owner says."""

    disc: int

    def ask(self, state: State) -> Choose:
        zones = zones_beside(state.xs[self.disc], state.ys[self.disc])
        return Choose(owner(state, self.disc), "tie", zones, about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(TieSettled(owner(table.state, self.disc), self.disc, picks[0]))

    @classmethod
    def move(cls, option: int) -> CountFor:
        return CountFor(option)


class SortDiscs(Act, tag=55):
    """A disc counts for the section of the circle it touches, else of its zone, else of its owner's choice."""

    def act(self, table: Table) -> None:
        state: State = table.state
        values = values_of(state.options)
        found = [section_of(state, values, disc) for disc in range(len(state.where))]
        table.emit(
            DiscsSorted(tuple(section for section, _ in found), tuple(doubled for _, doubled in found))
        )


class MarkRest(Act, tag=56):
    """Once the ruins are marked, everybody marks the other discs at the same time, in any order."""

    def act(self, table: Table) -> None:
        state: State = table.state
        lanes = [((seat,), (MarkSheet(seat),)) for seat in range(state.seats) if has_something(state, seat)]
        if lanes:
            table.fork(*lanes)


class MarkSheet(Ask, tag=57):
    """You mark your discs in any order, and use animals at any time between. You are through when no disc is left that
    can be marked, nor an animal of this phase that can be used."""

    seat: int

    def ask(self, state: State) -> Choose:
        values, sheet = values_of(state.options), state.sheets[self.seat]
        options = markable(state, values, self.seat, sheet)
        in_mud = MARK_MUD in options
        animals: list[int] = []
        if any(sheet.ready) or any(sheet.kept):
            animals = offered(values, sheet, in_mud=False)
            if in_mud:
                animals = [option for option in animals if option not in (READY + RABBIT, KEPT + RABBIT)]
        if not options and not (animals and animals[0] < KEPT):
            return Choose(self.seat, "mark", (*animals, FINISH), default=(FINISH,))
        return Choose(self.seat, "mark", options + animals)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat, option = self.seat, picks[0]
        if option == FINISH:
            left = tuple(disc for disc in own_discs(state, seat) if state.left[disc])
            table.emit(MarkingFinished(seat, left))
            return
        if option == MARK_MUD:
            discs = discs_in(state, seat, MUD)
            worth = total(state, discs)
            table.emit(DiscsMarked(seat, discs))
            table.emit(MudOpened(seat, worth))
        elif option > FINISH:
            spend(table, seat, option)
        else:
            table.emit(DiscsMarked(seat, (option,)))
            number = value_of(option)
            in_canyon = state.sections[option] == CANYON
            table.then(Draw(seat, number) if in_canyon else Lay(seat, number, number))
        if state.sheets[seat].points >= 0:
            table.then(CrossNodes(seat), FillColumns(seat), CloseMud(seat))
        table.then(MarkSheet(seat))

    @classmethod
    def move(cls, option: int) -> MarkDisc | MarkMud | FinishMarking | UseBonus | UseDiscovery:
        if option < DISCS:
            return MarkDisc(option)
        if option == MARK_MUD:
            return MarkMud()
        return FinishMarking() if option == FINISH else spending_move(option)


def markable(state: State, values: Values, seat: int, sheet: Sheet) -> list[int]:
    """What the seat can mark now: discs in the canyon and the river one by one, those in the mud together."""
    options: list[int] = []
    mud = False
    for disc in own_discs(state, seat):
        if not state.left[disc]:
            continue
        section = state.sections[disc]
        if section == CANYON:
            if can_draw(values.canyon, sheet, value_of(disc)):
                options.append(disc)
        elif section == RIVER:
            if can_lay(values.river, sheet, value_of(disc)):
                options.append(disc)
        elif section == MUD:
            mud = True
    if mud:
        options.append(MARK_MUD)
    return options


def has_something(state: State, seat: int) -> bool:
    """Whether there is anything for a seat to say about its sheet: a disc to mark, or an animal."""
    sheet = state.sheets[seat]
    return any(state.left[disc] for disc in own_discs(state, seat)) or any(
        sheet.ready[animal] or sheet.kept[animal] for animal in ANIMALS
    )

"""The marking phase: swaps, discs between zones, the ruins in their order, and then all sheets at the same time."""

from collections.abc import Sequence
from itertools import combinations

from tilth_rules.common.seats import ask_at_once, clockwise
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts
from tilth_rules.sonora.actions.canyon import Draw, can_draw
from tilth_rules.sonora.actions.mud import CloseMud, CrossNodes, FillColumns
from tilth_rules.sonora.actions.river import Lay, can_lay
from tilth_rules.sonora.actions.ruins import MarkRuins, discs_in, total_value
from tilth_rules.sonora.actions.spending import RABBITS, usable_animals, use_animal
from tilth_rules.sonora.actions.spending import option_facts as spending_facts
from tilth_rules.sonora.board import lies_between, section_of, zones_beside
from tilth_rules.sonora.codes import ANIMALS, CANYON, MARKING, MUD, ON_BOARD, RIVER, SWAP, value_of
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.events.marks import (
    BonusUsed,
    DiscsMarked,
    DiscsSorted,
    DiscsSwapped,
    MarkingFinished,
    MudOpened,
    TieSettled,
)
from tilth_rules.sonora.events.rounds import PhaseBegan
from tilth_rules.sonora.facts import lying_facts, unused_animal_facts
from tilth_rules.sonora.moves import (
    COUNT_FOR,
    MARK,
    MARK_DISC,
    MARK_MUD,
    SWAP_DISCS,
    USE_BONUS,
    TakeDisc,
)
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import Sheet, State, own_discs, owner


class MarkPhase(Act, tag=50):
    """Begin the marking phase: each player marks the discs that are left on the board, and those in the hole, on their
    sheet. First come swaps, ties and the sorting of discs, then the ruins, then everything else."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(MARKING))
        table.then(Swaps(), Ties(), SortDiscs(), MarkRuins(), MarkRest())


class Swaps(Act, tag=51):
    """Ask each seat in turn order for swaps, before discs are marked (Swap)."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.then(*(Swap(seat) for seat in clockwise(state.seats, state.first)))


class Swap(Ask, tag=52):
    """The question to a seat that has a swap which two of its own discs on the board change places, or none. One swap
    is used up, and it is asked again while it has more. Not asked without a swap or two discs. The text shows the swaps
    left, an option's the two discs and where they lie."""

    seat: int
    numbers = SWAP_DISCS

    def ask(self, state: State) -> Choose | None:
        if not state.sheets[self.seat].ready[SWAP]:
            return None
        discs = [disc for disc in own_discs(state, self.seat) if state.where[disc] == ON_BOARD]
        pairs = tuple(SWAP_DISCS.option(disc, other) for disc, other in combinations(discs, 2))
        return Choose(self.seat, "swap", pairs, 0, 1) if pairs else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for option in picks:
            table.emit(BonusUsed(self.seat, SWAP, kept=False))
            table.emit(DiscsSwapped(self.seat, *SWAP_DISCS.parts(option)))
            table.then(Swap(self.seat))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"swaps": state.sheets[seat].ready[SWAP]}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        disc, other = SWAP_DISCS.parts(option)
        return {**lying_facts(state, disc), **lying_facts(state, other, "_other")}


class Ties(Act, tag=53):
    """A disc with exactly half of it in each of two zones counts for the one its owner chooses."""

    def act(self, table: Table) -> None:
        """Ask the owner of each disc that lies between two zones for its section."""
        state: State = table.state
        values = values_of(state.options)
        order = clockwise(state.seats, state.first)
        between = [disc for disc in range(len(state.where)) if lies_between(state, values, disc)]
        between.sort(key=lambda disc: order.index(owner(state, disc)))
        table.then(*(SettleTie(disc) for disc in between))


class SettleTie(Ask, tag=54):
    """The question to the owner of a disc that lies between two zones for which of the two it counts."""

    disc: int
    numbers = COUNT_FOR

    def ask(self, state: State) -> Choose:
        zones = zones_beside(state.xs[self.disc], state.ys[self.disc])
        return Choose(owner(state, self.disc), "tie", zones, about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(TieSettled(owner(table.state, self.disc), self.disc, picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        bots = state.seats == 1 and self.disc not in own_discs(state, seat)
        return {"value": value_of(self.disc), "bots": bots}


class SortDiscs(Act, tag=55):
    """Settle for each disc the section that it counts for: that of the bonus circle that it touches (where it may count
    twice), otherwise of its zone, otherwise the one that its owner chose."""

    def act(self, table: Table) -> None:
        state: State = table.state
        values = values_of(state.options)
        found = [section_of(state, values, disc) for disc in range(len(state.where))]
        table.emit(
            DiscsSorted(tuple(section for section, _ in found), tuple(doubled for _, doubled in found))
        )


class MarkRest(Act, tag=56):
    """Ask all players that have something to mark, or an animal, at the same time to mark their other discs
    (MarkSheet), after the ruins."""

    def act(self, table: Table) -> None:
        state: State = table.state
        ask_at_once(table, [seat for seat in range(state.seats) if has_marking_left(state, seat)], MarkSheet)


class MarkSheet(Ask, tag=57):
    """The question to a seat which of its discs it marks next (those in the mud together), or which animal it uses. A
    disc in the canyon draws a shape (Draw), one in the river a path (Lay); the mud is opened and marked. Then it is
    asked again.

    It may pick none, and is done, only when no disc can be marked and no animal of this phase can be used; unmarked
    discs are then out.
    """

    seat: int
    numbers = MARK

    def ask(self, state: State) -> Choose:
        values, sheet = values_of(state.options), state.sheets[self.seat]
        options = markable(state, values, self.seat, sheet)
        in_mud = MARK_MUD.number in options
        animals: list[int] = []
        if any(sheet.ready) or any(sheet.kept):
            animals = usable_animals(values, sheet, in_mud=False)
            if in_mud:
                animals = [option for option in animals if option not in RABBITS]
        if not options and not (animals and animals[0] in USE_BONUS):
            return Choose(self.seat, "mark", animals, 0, min(1, len(animals)))
        return Choose(self.seat, "mark", options + animals)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        state: State = table.state
        seat = self.seat
        if not picks:
            table.emit(MarkingFinished(seat, unmarked(state, seat)))
            return
        option = picks[0]
        if option == MARK_MUD.number:
            discs = discs_in(state, seat, MUD)
            worth = total_value(state, discs)
            table.emit(DiscsMarked(seat, discs))
            table.emit(MudOpened(seat, worth))
        elif option not in MARK_DISC:
            use_animal(table, seat, option)
        else:
            table.emit(DiscsMarked(seat, (option,)))
            number = value_of(option)
            in_canyon = state.sections[option] == CANYON
            table.then(Draw(seat, number) if in_canyon else Lay(seat, number, number))
        if state.sheets[seat].points >= 0:
            table.then(CrossNodes(seat), FillColumns(seat), CloseMud(seat))
        table.then(MarkSheet(seat))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        sheet = state.sheets[seat]
        return {"discs": unmarked(state, seat), **unused_animal_facts(sheet.ready, sheet.kept)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        if option == MARK_MUD.number:
            discs = discs_in(state, seat, MUD)
            return {"discs": discs, "value": total_value(state, discs)}
        if option not in MARK_DISC:
            return spending_facts(values_of(state.options), option)
        return {"section": state.sections[option], "value": value_of(option), "times": state.left[option]}


def unmarked(state: State, seat: int) -> tuple[int, ...]:
    """Return the discs of a seat that are still to be marked."""
    return tuple(disc for disc in own_discs(state, seat) if state.left[disc])


def markable(state: State, values: Values, seat: int, sheet: Sheet) -> list[int]:
    """Return the marks that the seat can make now, as options: discs in the canyon and the river one by one, those in
    the mud together."""
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
        options.append(MARK_MUD.number)
    return options


def has_marking_left(state: State, seat: int) -> bool:
    """Return whether a seat has anything left to do on its sheet: a disc to mark, or an animal to use."""
    sheet = state.sheets[seat]
    return any(state.left[disc] for disc in own_discs(state, seat)) or any(
        sheet.ready[animal] or sheet.kept[animal] for animal in ANIMALS
    )

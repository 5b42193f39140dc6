"""What a seat does in its lane of a turn: the action, and then the abilities of its colour."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.earth.abilities import add_ways, ask_how_much, usable, use_ability
from tilth_rules.earth.book import Use, book_of
from tilth_rules.earth.events import StageBegan
from tilth_rules.earth.goals import note_goals
from tilth_rules.earth.goods import gain
from tilth_rules.earth.goods_events import AbilityUsed
from tilth_rules.earth.moves import (
    PLANTS,
    TAKES,
    Activate,
    PlantCard,
    TakeAmount,
    TakeGood,
    taken,
    taking,
)
from tilth_rules.earth.planting import LookAtFour, begin_planting, plantable
from tilth_rules.earth.sharing import Share
from tilth_rules.earth.state import NOTHING, State, mates
from tilth_rules.earth.words import (
    ACTIVATING,
    ALL,
    AUTOMATIC,
    BITS_OF,
    BY_ABILITY,
    BY_ACTION,
    CARD,
    CLIMATE,
    COMPOST,
    DECK_COMPOST,
    DONE,
    DRAWING,
    GOODS_BITS,
    GROW,
    GROWTH,
    ISLAND,
    LESS,
    PLANTING,
    SHARED,
    SOIL,
    SPROUT,
    WATER,
)
from tilth_rules.kernel import Act, Ask, AskSeveral, Choose, Step, Table

OTHERS: Final = {COMPOST: (SOIL, DECK_COMPOST), WATER: (SPROUT, SOIL), GROW: (CARD, GROWTH)}
"""What the others choose from, two of one."""
EACH: Final = 2


class Doing(Ask, tag=40):
    """What a seat does next in its lane. It ends by the seat's own word."""

    between = True
    seat: int

    def ask(self, state: State) -> Choose:
        return ask_next(state, self.seat)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        take_next(table, self.seat, picks)

    @classmethod
    def move(cls, option: int) -> PlantCard | TakeGood | Activate:
        return move_of(option)


class MatesDoing(AskSeveral, tag=45):
    """Mates act in one lane, in the order in which they speak, until both are done."""

    between = True
    seats: tuple[int, ...]

    def ask(self, state: State) -> tuple[Choose, ...] | None:
        return tuple(ask_next(state, seat) for seat in self.seats if state.seats[seat].stage != DONE) or None

    def take_from(self, table: Table, seat: int, picks: Sequence[int]) -> None:
        take_next(table, seat, picks)

    @classmethod
    def move(cls, option: int) -> PlantCard | TakeGood | Activate:
        return move_of(option)


def onward(state: State, seat: int) -> Step:
    """The step that asks the seat what it does next, and its mate with it."""
    return MatesDoing(mates(seat)) if state.options.teams else Doing(seat)


class GoOn(Act, tag=41):
    """After something was done: goals that are met now count, and the seat goes on."""

    seat: int
    touched: int

    def act(self, table: Table) -> None:
        note_goals(table, self.seat, self.touched)
        table.then(onward(table.state, self.seat))


def ask_next(state: State, seat: int) -> Choose:
    """What the seat is asked now, by how far it is."""
    stage = state.seats[seat].stage
    if stage == ACTIVATING:
        return Choose(seat, "activate", activatable(state, seat), 0, 1)
    if stage == PLANTING:
        return Choose(seat, "plant", plantable(state, seat), 0, 1)
    if stage == DRAWING:
        options = takable(state, (CARD,), less=False)
        return Choose(seat, "draw", options, 0, 1, default=options[:1])
    options = takable(state, OTHERS[state.action], less=True)
    return Choose(seat, "react", options, 0, 1, default=options[:1])


def take_next(table: Table, seat: int, picks: Sequence[int]) -> None:
    """Do what was answered."""
    stage = table.state.seats[seat].stage
    if stage == ACTIVATING:
        _activate(table, seat, picks)
    elif stage == PLANTING:
        _plant(table, seat, picks)
    else:
        _react(table, seat, picks)


def move_of(option: int) -> PlantCard | TakeGood | Activate:
    """What an option of any of these questions means."""
    what, how = taken(option)
    if what >= PLANTS:
        return PlantCard(what - PLANTS, how)
    return TakeGood(what - TAKES, how) if what >= TAKES else Activate(what, how)


# Planting


def _plant(table: Table, seat: int, picks: Sequence[int]) -> None:
    """The active seat plants up to two cards, one after the other; the others one."""
    if picks:
        what, how = taken(picks[0])
        begin_planting(table, seat, what - PLANTS, how)
        table.then(AfterPlanting(seat))
    else:
        end_planting(table, seat)


class AfterPlanting(Act, tag=42):
    """On to the next planting, if there is one."""

    seat: int

    def act(self, table: Table) -> None:
        note_goals(table, self.seat, GOODS_BITS)
        if table.state.seats[self.seat].plantings:
            table.then(onward(table.state, self.seat))
        else:
            end_planting(table, self.seat)


def end_planting(table: Table, seat: int) -> None:
    """Then the active seat takes four cards and keeps one; any other may draw one. Nobody plants after drawing."""
    state: State = table.state
    if acts(state, seat):
        table.emit(StageBegan(seat, ACTIVATING))
        table.then(LookAtFour(seat), GoOn(seat, BITS_OF[CARD]))
    else:
        table.emit(StageBegan(seat, DRAWING))
        table.then(onward(state, seat))


def acts(state: State, seat: int) -> bool:
    """Whether it is the seat's own action."""
    return seat == state.active and not state.gaia_acts


# What the others take


def takable(state: State, goods: tuple[int, ...], less: bool) -> tuple[int, ...]:
    """Options for goods of the action, in full or otherwise."""
    options = []
    for good in goods:
        options.append(TAKES + good)
        if good in AUTOMATIC:
            if less:
                options.append(taking(TAKES + good, LESS))
            if state.options.teams:
                options.append(taking(TAKES + good, SHARED))
    return tuple(options)


def _react(table: Table, seat: int, picks: Sequence[int]) -> None:
    """The others may take one of two things; after planting, a card."""
    state: State = table.state
    count = 1 if state.seats[seat].stage == DRAWING else EACH
    table.emit(StageBegan(seat, ACTIVATING))
    if not picks:
        table.then(onward(state, seat))
        return
    what, how = taken(picks[0])
    good = what - TAKES
    if how != ALL:
        table.then(TakeSome(seat, (good,), (count,), how), GoOn(seat, BITS_OF[good]))
    elif gain(table, seat, good, count, BY_ACTION):
        table.then(GoOn(seat, BITS_OF[good]))
    else:
        note_goals(table, seat, BITS_OF[good])
        table.then(onward(state, seat))


class TakeSome(Ask, tag=43):
    """Whatever an action gives can be taken in part."""

    seat: int
    goods: tuple[int, ...]
    counts: tuple[int, ...]
    taking: int

    def ask(self, state: State) -> Choose:
        return ask_how_much(self.seat, self.goods, self.counts, self.taking)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        for good, count in zip(self.goods, self.counts, strict=True):
            picked = picks.count(good)
            if self.taking == SHARED:
                table.then(Share(self.seat, good, picked), Take(self.seat, good, count - picked))
            else:
                table.then(Take(self.seat, good, picked))

    @classmethod
    def move(cls, option: int) -> TakeAmount:
        return TakeAmount(option)


class Take(Act, tag=44):
    """So much of what the action gives."""

    seat: int
    good: int
    count: int

    def act(self, table: Table) -> None:
        gain(table, self.seat, self.good, self.count, BY_ACTION)


# Activating


def activatable(state: State, seat: int) -> list[int]:
    """The abilities that can still be activated: of the field in reading order, island and then climate before or after
    it, each once, and each only if its whole price can be paid now."""
    uses = book_of(state.options.values).uses[state.action]
    mine = state.seats[seat]
    spots = mine.area.spots
    passed = mine.passed
    from_place = passed if passed < ISLAND else NOTHING if mine.board_first else ISLAND
    options: list[int] = []
    for place in mine.places:
        if place > from_place:
            use = uses[spots[place]]
            if use is not None and usable(state, seat, use):
                add_ways(options, state, place, use)
    if passed < ISLAND and not mine.board_first:
        _add_board(options, state, seat, ISLAND, uses[mine.area.island])
    if passed == ISLAND or (passed < ISLAND and not mine.board_first):
        _add_board(options, state, seat, CLIMATE, uses[mine.area.climate])
    return options


def _add_board(options: list[int], state: State, seat: int, place: int, use: Use | None) -> None:
    if use is not None and usable(state, seat, use):
        add_ways(options, state, place, use)


def _activate(table: Table, seat: int, picks: Sequence[int]) -> None:
    """An ability is used, which passes over all before it; or the seat is done with this turn."""
    state: State = table.state
    if not picks:
        table.emit(StageBegan(seat, DONE))
        if state.options.teams:
            table.then(onward(state, seat))
        return
    place, how = taken(picks[0])
    area = state.seats[seat].area
    face = area.island if place == ISLAND else area.climate if place == CLIMATE else area.spots[place]
    use = book_of(state.options.values).uses[state.action][face]
    assert use is not None
    table.emit(AbilityUsed(seat, place, face))
    if use_ability(table, seat, place, face, use.slot, how, BY_ABILITY):
        table.then(GoOn(seat, use.touches))
    else:
        note_goals(table, seat, use.touches)
        table.then(onward(state, seat))

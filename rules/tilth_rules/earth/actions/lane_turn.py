"""A seat's lane of a turn: the action first, then the abilities of the action's colour."""

from collections.abc import Sequence
from typing import ClassVar, Final

from tilth_rules.earth.actions.abilities import (
    add_option_variants,
    ask_how_much,
    can_use_ability,
    face_on,
    use_ability,
)
from tilth_rules.earth.actions.goods import gain
from tilth_rules.earth.actions.planting import LookAtFour, begin_planting, plantable, planting_facts
from tilth_rules.earth.actions.sharing import Share
from tilth_rules.earth.codes import (
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
from tilth_rules.earth.content.compiled.abilities import Use, book_of
from tilth_rules.earth.events.goods import AbilityUsed
from tilth_rules.earth.events.rounds import StageBegan
from tilth_rules.earth.moves import (
    LANE_TURN,
    TAKES,
    Activate,
    PlantCard,
    TakeAmount,
    TakeGood,
    planted_face,
    taken_thing,
    taking_option,
)
from tilth_rules.earth.rounds.goals import note_goals
from tilth_rules.earth.state import State, amounts_by_good, mates, still_ahead
from tilth_rules.kernel import Act, Ask, AskSeveral, Choose, Step, Table, TextFacts

OTHERS: Final = {COMPOST: (SOIL, DECK_COMPOST), WATER: (SPROUT, SOIL), GROW: (CARD, GROWTH)}
"""The two goods from which the other seats choose one, by action."""
EACH: Final = 2


def turn_facts(step: Step, state: State, seat: int) -> TextFacts:
    """Return what the texts of all questions for a next action show: the action, the number of cards to plant, and the
    soil."""
    mine = state.seats[seat]
    return {"action": state.action, "left": mine.plantings, "soil": mine.area.soil}


def turn_option_facts(step: Step, state: State, seat: int, option: int) -> TextFacts:
    """Return what the text of an option for a next action shows: a price, an amount, or a card."""
    move = LANE_TURN.move(option)
    if isinstance(move, PlantCard):
        return planting_facts(state, seat, move.card)
    if isinstance(move, TakeGood):
        return {"amount": 1 if state.seats[seat].stage == DRAWING else EACH}
    assert isinstance(move, Activate)
    return {"card": face_on(state, seat, move.place)}


class LaneTurn(Ask, tag=40):
    """The question to a seat for its next action in its lane, by its stage of the turn: a card to plant, a good to
    take, or an ability to use; or none. Its pick is carried out and it is asked again. If it plants or takes nothing,
    its next stage begins; if it uses no ability, its lane ends. The text shows the action, the plantings left and the
    soil."""

    between_actions = True
    stored: ClassVar[str] = "Doing"
    numbers = LANE_TURN
    question_facts = turn_facts
    option_facts = turn_option_facts
    seat: int

    def ask(self, state: State) -> Choose:
        return ask_next(state, self.seat)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        take_next(table, self.seat, picks)


class MatesLaneTurn(AskSeveral, tag=45):
    """The question to the two mates of a team for their next actions, as in LaneTurn. Both act in one lane, in the
    order in which they answer, until both are done."""

    between_actions = True
    stored: ClassVar[str] = "MatesDoing"
    numbers = LANE_TURN
    question_facts = turn_facts
    option_facts = turn_option_facts
    seats: tuple[int, ...]

    def ask(self, state: State) -> tuple[Choose, ...] | None:
        return tuple(ask_next(state, seat) for seat in self.seats if state.seats[seat].stage != DONE) or None

    def take_from(self, table: Table, seat: int, picks: Sequence[int]) -> None:
        take_next(table, seat, picks)


def next_question(state: State, seat: int) -> Step:
    """Return the step that asks the seat, or in teams both mates, for the next action of the lane."""
    return MatesLaneTurn(mates(seat)) if state.options.teams else LaneTurn(seat)


class GoOn(Act, tag=41):
    """Note the goals that the seat meets after an action, and ask it for its next action of the lane. `touched` holds a
    bit for each part of its area that the action changed."""

    seat: int
    touched: int

    def act(self, table: Table) -> None:
        """Note the goals that the seat meets now, and ask it for its next action."""
        note_goals(table, self.seat, self.touched)
        table.then(next_question(table.state, self.seat))


def ask_next(state: State, seat: int) -> Choose:
    """Return the decision for the seat's stage of the turn: what to plant, gain or activate next."""
    stage = state.seats[seat].stage
    if stage == ACTIVATING:
        return Choose(seat, "activate", ability_options(state, seat), 0, 1)
    if stage == PLANTING:
        return Choose(seat, "plant", plantable(state, seat), 0, 1)
    if stage == DRAWING:
        options = gain_options(state, (CARD,), less=False)
        return Choose(seat, "draw", options, 0, 1, default=options[:1])
    options = gain_options(state, OTHERS[state.action], less=True)
    return Choose(seat, "react", options, 0, 1, default=options[:1])


def take_next(table: Table, seat: int, picks: Sequence[int]) -> None:
    """Carry out the seat's answer to `ask_next`, by its stage of the turn."""
    stage = table.state.seats[seat].stage
    if stage == ACTIVATING:
        _activate(table, seat, picks)
    elif stage == PLANTING:
        _plant(table, seat, picks)
    else:
        _take_offered_good(table, seat, picks)


# Planting


def _plant(table: Table, seat: int, picks: Sequence[int]) -> None:
    """Plant the picked card, or end the planting. The active seat may plant two cards, one after the other;
    others one."""
    if picks:
        begin_planting(table, seat, *planted_face(picks[0]))
        table.then(AfterPlanting(seat))
    else:
        end_planting(table, seat)


class AfterPlanting(Act, tag=42):
    """Note the goals that the seat meets after a planting, and ask it for its next planting, or end its planting if
    none is left."""

    seat: int

    def act(self, table: Table) -> None:
        note_goals(table, self.seat, GOODS_BITS)
        if table.state.seats[self.seat].plantings:
            table.then(next_question(table.state, self.seat))
        else:
            end_planting(table, self.seat)


def end_planting(table: Table, seat: int) -> None:
    """End the seat's planting: the active seat looks at four cards and keeps one; any other seat may draw one.

    No seat plants after it has drawn.
    """
    state: State = table.state
    if is_own_action(state, seat):
        table.emit(StageBegan(seat, ACTIVATING))
        table.then(LookAtFour(seat), GoOn(seat, BITS_OF[CARD]))
    else:
        table.emit(StageBegan(seat, DRAWING))
        table.then(next_question(state, seat))


def is_own_action(state: State, seat: int) -> bool:
    """Return whether the seat takes the action as the active seat, in its own turn."""
    return seat == state.active and not state.gaia_acts


# The gains of the other seats


def gain_options(state: State, goods: tuple[int, ...], less: bool) -> tuple[int, ...]:
    """Return the options to take one of these goods from the action in full; for soil, cards and compost of the deck
    also to take less, if `less` is true, and in teams to put them into the shared area."""
    options = []
    for good in goods:
        options.append(TAKES + good)
        if good in AUTOMATIC:
            if less:
                options.append(taking_option(TAKES + good, LESS))
            if state.options.teams:
                options.append(taking_option(TAKES + good, SHARED))
    return tuple(options)


def _take_offered_good(table: Table, seat: int, picks: Sequence[int]) -> None:
    """Give a seat the good it picked of the two that the action offers to the other seats, or its card after planting;
    then go to its abilities."""
    state: State = table.state
    count = 1 if state.seats[seat].stage == DRAWING else EACH
    table.emit(StageBegan(seat, ACTIVATING))
    if not picks:
        table.then(next_question(state, seat))
        return
    thing, how = taken_thing(picks[0])
    good = thing - TAKES
    if how != ALL:
        table.then(TakeSome(seat, (good,), (count,), how), GoOn(seat, BITS_OF[good]))
    elif gain(table, seat, good, count, BY_ACTION):
        table.then(GoOn(seat, BITS_OF[good]))
    else:
        note_goals(table, seat, BITS_OF[good])
        table.then(next_question(state, seat))


class TakeSome(Ask, tag=43):
    """The question to a seat how much it takes of each of these goods of an action, or how much it puts into the shared
    area (by `taking`); it may be none. If a part is shared, it gains the rest itself. The text shows the goods and
    amounts, an option's the most of its good."""

    seat: int
    goods: tuple[int, ...]
    counts: tuple[int, ...]
    taking: int

    def ask(self, state: State) -> Choose:
        return ask_how_much(self.seat, self.goods, self.counts, self.taking)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"goods": amounts_by_good(zip(self.goods, self.counts, strict=True)), "card": None}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"limit": dict(zip(self.goods, self.counts, strict=True))[option]}

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
    """Let a seat gain the amount of a good that it has named in TakeSome."""

    seat: int
    good: int
    count: int

    def act(self, table: Table) -> None:
        """Give the seat this amount of the good."""
        gain(table, self.seat, self.good, self.count, BY_ACTION)


# Activating


def ability_options(state: State, seat: int) -> list[int]:
    """Return the options for abilities of the action's colour that the seat can still activate and use now, with the
    ways to take their gains. They come in the order in which they may be used: only those after the last one used, the
    field in reading order, island and then climate before or after it."""
    uses = book_of(state.options.values).uses[state.action]
    mine = state.seats[seat]
    spots = mine.area.spots
    after, from_board = still_ahead(mine)
    options: list[int] = []
    for place in mine.places:
        if place > after:
            use = uses[spots[place]]
            if use is not None and can_use_ability(state, seat, use):
                add_option_variants(options, state, place, use)
    if from_board <= ISLAND:
        _add_board(options, state, seat, ISLAND, uses[mine.area.island])
    if from_board <= CLIMATE:
        _add_board(options, state, seat, CLIMATE, uses[mine.area.climate])
    return options


def _add_board(options: list[int], state: State, seat: int, place: int, use: Use | None) -> None:
    """Append the option to use the ability of the island or the climate, if the seat can use it."""
    if use is not None and can_use_ability(state, seat, use):
        add_option_variants(options, state, place, use)


def _activate(table: Table, seat: int, picks: Sequence[int]) -> None:
    """Let the seat use the picked ability, then note its goals and ask it again; with no pick, end its part of the
    turn, and in teams ask on, as its mate may act."""
    state: State = table.state
    if not picks:
        table.emit(StageBegan(seat, DONE))
        if state.options.teams:
            table.then(next_question(state, seat))
        return
    place, how = taken_thing(picks[0])
    area = state.seats[seat].area
    face = area.island if place == ISLAND else area.climate if place == CLIMATE else area.spots[place]
    use = book_of(state.options.values).uses[state.action][face]
    assert use is not None
    table.emit(AbilityUsed(seat, place, face))
    if use_ability(table, seat, place, face, use.slot, how, BY_ABILITY):
        table.then(GoOn(seat, use.touches))
    else:
        note_goals(table, seat, use.touches)
        table.then(next_question(state, seat))

"""The acts of spaces and cards: the tests of whether one is possible, and the steps that carry it out.

Every act comes with facts: `facts.seat` acts, on `facts.space` or because of the card `facts.via`.
"""

from collections.abc import Callable
from typing import Any, Final

from tilth_rules.agricola.actions.animals import Breed
from tilth_rules.agricola.actions.building import (
    BuildRooms,
    BuildStables,
    Renovate,
    can_build_room,
    can_build_stable,
    houses_to,
)
from tilth_rules.agricola.actions.fences import BuildFences, can_build_fences
from tilth_rules.agricola.actions.fields import Plough, Sow, can_sow
from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.actions.growth import Grow, can_grow
from tilth_rules.agricola.actions.hauls import ChooseGoods, MakeUpHaul, something_lies
from tilth_rules.agricola.actions.improvements import (
    Improve,
    has_improvement,
    held_count,
    may_improve,
    serves_for_majors,
    surely_improves,
)
from tilth_rules.agricola.actions.kitchen import BakeBread, can_bake
from tilth_rules.agricola.actions.occupations import PlayOccupation, drawing_cards, plays_occupation
from tilth_rules.agricola.amounts import amounts_by_good, has
from tilth_rules.agricola.cards.counted import amounts, counted
from tilth_rules.agricola.cards.counting import NO_FACTS
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.codes import ENDLESS, FOOD, FOR_SPACE, NO_CARD
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import LENDER
from tilth_rules.agricola.events.cards import PointsNoted
from tilth_rules.agricola.events.goods import GoodsLaidOut, GoodsLeft
from tilth_rules.agricola.events.rounds import StartingPlayerChanged
from tilth_rules.agricola.moves.numbers import (
    PART_BAKE,
    PART_CHOOSE,
    PART_FENCES,
    PART_GROW,
    PART_IMPROVEMENT,
    PART_OCCUPATION,
    PART_OTHER,
    PART_PLOUGH,
    PART_POINTS,
    PART_RENOVATE,
    PART_ROOMS,
    PART_SOW,
    PART_STABLES,
    PART_START,
    PART_TAKE,
    TAKE_PART,
    part_option,
)
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Table, TextFacts

# The knowledge that a test uses: that of the acting seat (KNOWN), things that everybody can be sure of (SURE), or
# things that everybody must think possible (MAY). docs/explanation/agricola-engine.md explains the use of each.
KNOWN: Final = 0
SURE: Final = 1
MAY: Final = 2

Test = Callable[[State, Facts, Any, int], bool]


def _improvement(state: State, facts: Facts, act: acts.Improve, how: int) -> bool:
    """Return whether the seat can play an improvement as this act allows, by its own knowledge or everybody's
    (`how`)."""
    major = act.major or serves_for_majors(state, facts)
    if how == KNOWN:
        return has_improvement(state, facts.seat, True, major)
    test = surely_improves if how == SURE else may_improve
    return test(state, facts.seat, True, major)


def _occupation(state: State, facts: Facts, act: acts.PlayOccupation, how: int) -> bool:
    """Return whether the seat can play an occupation as this act allows, by its own knowledge or everybody's
    (`how`)."""
    if how == KNOWN:
        price = counted(act.food)(state, facts.seat, NO_FACTS)
        return plays_occupation(state, facts.seat, price) or bool(drawing_cards(state, facts.seat))
    return how == MAY and held_count(state.seats[facts.seat], True) > 0


_POSSIBLE: Final[dict[type, Test]] = {
    acts.Gain: lambda state, facts, act, how: has(state, facts.seat, act.price),
    acts.Choose: lambda state, facts, act, how: True,
    acts.TakeAll: lambda state, facts, act, how: something_lies(state, facts.space),
    acts.Swap: lambda state, facts, act, how: has(state, facts.seat, act.give),
    acts.OneOf: lambda state, facts, act, how: any(possible(state, facts, one, how) for one in act.of),
    acts.Lay: lambda state, facts, act, how: True,
    acts.Leave: lambda state, facts, act, how: all(
        dict(facts.lying).get(good, 0) - dict(state.left).get(good, 0) >= amount for good, amount in act.goods
    ),
    acts.Plough: lambda state, facts, act, how: state.seats[facts.seat].yard.field_cells() != 0,
    acts.Sow: lambda state, facts, act, how: can_sow(state, facts.seat, act.only or 0),
    acts.Bake: lambda state, facts, act, how: can_bake(state, facts.seat),
    acts.BuildRooms: lambda state, facts, act, how: can_build_room(state, facts.seat, act.free),
    acts.BuildStables: lambda state, facts, act, how: can_build_stable(state, facts.seat, act.price),
    acts.BuildFences: lambda state, facts, act, how: can_build_fences(state, facts.seat),
    acts.Renovate: lambda state, facts, act, how: bool(houses_to(state, facts)),
    acts.Grow: lambda state, facts, act, how: state.round >= act.since and can_grow(state, facts, act.anyhow),
    acts.PlayOccupation: _occupation,
    acts.Improve: _improvement,
    acts.StartPlayer: lambda state, facts, act, how: True,
    acts.Breed: lambda state, facts, act, how: True,
    acts.Note: lambda state, facts, act, how: (
        facts.space not in LENDER or state.owner[LENDER[facts.space]] == facts.seat
    ),
}


def test_of(act: acts.Act) -> Test:
    """Return the function that tests whether acts of this kind can do anything."""
    return _POSSIBLE[type(act)]


def possible(state: State, facts: Facts, act: acts.Act, how: int = KNOWN) -> bool:
    """Return whether an act would do anything. `how` says by whose knowledge: the seat's, or everybody's (surely, or
    perhaps)."""
    return _POSSIBLE[type(act)](state, facts, act, how)


def _gain(table: Table, act: acts.Gain, facts: Facts, need: bool) -> None:
    """Carry out the act of gaining goods: the seat pays its price; then the goods go from the supply to the seat, or to
    each other seat if the act says so."""
    state: State = table.state
    seat = facts.seat
    goods = amounts(act.goods)(state, seat, facts)
    lose(table, seat, act.price, FOR_SPACE, facts.via)
    if act.to == "others":
        for other in clockwise(len(state.seats), seat)[1:]:
            gain(table, other, goods, card=facts.via)
    elif facts.via == NO_CARD:
        table.then(MakeUpHaul(facts, goods, heap=False))
    else:
        gain(table, seat, goods, card=facts.via)


def _lay(table: Table, act: acts.Lay, facts: Facts, need: bool) -> None:
    """Carry out the act of laying goods, or the card's own effect if it names none, on the spaces of later rounds, with
    the price in food that the seat pays then."""
    price = dict(act.price).get(FOOD, 0)
    for round_ in act.due(table.state.round):
        for good, amount in act.goods or ((0, 0),):
            table.emit(GoodsLaidOut(facts.seat, facts.via, round_, good, amount, price))


def _leave(table: Table, act: acts.Leave, facts: Facts, need: bool) -> None:
    """Carry out the act of leaving goods of a haul on the space: these goods stay there, and the seat gains others for
    them."""
    for good, amount in act.goods:
        table.emit(GoodsLeft(facts.seat, good, amount))
    gain(table, facts.seat, act.gain, card=facts.via)


def _start(table: Table, act: acts.StartPlayer, facts: Facts, need: bool) -> None:
    """Carry out the act of taking the starting player's marker."""
    table.emit(StartingPlayerChanged(facts.seat))


def _note(table: Table, act: acts.Note, facts: Facts, need: bool) -> None:
    """Carry out the act of noting bonus points: the acting seat gets them at the end of the match, because of a card or
    of the card that brought the space."""
    card = facts.via if facts.via != NO_CARD else LENDER[facts.space]
    table.emit(PointsNoted(facts.seat, card, act.points))


def _plough(table: Table, act: acts.Plough, facts: Facts, need: bool) -> None:
    """Carry out the act of ploughing: push the step for its fields."""
    most = counted(act.most)(table.state, facts.seat, facts)
    if most:
        table.then(Plough(facts, most, facts.by_card, need))


_CARRIED_OUT: Final[dict[type, Callable[[Table, Any, Facts, bool], None]]] = {
    acts.Gain: _gain,
    acts.Choose: lambda table, act, facts, need: table.then(
        ChooseGoods(facts, tuple(map(int, act.of)), act.n, stock=(), heap=False)
    ),
    acts.TakeAll: lambda table, act, facts, need: table.then(MakeUpHaul(facts, stock=(), heap=True)),
    acts.Lay: _lay,
    acts.Leave: _leave,
    acts.Plough: _plough,
    acts.Sow: lambda table, act, facts, need: table.then(
        Sow(facts, act.most or ENDLESS, int(act.only or 0), need)
    ),
    acts.Bake: lambda table, act, facts, need: table.then(BakeBread(facts, need)),
    acts.BuildRooms: lambda table, act, facts, need: table.then(
        BuildRooms(facts, act.most, act.free, need=need)
    ),
    acts.BuildStables: lambda table, act, facts, need: table.then(
        BuildStables(facts, act.most, tuple(act.price), need=need)
    ),
    acts.BuildFences: lambda table, act, facts, need: table.then(BuildFences(facts, need)),
    acts.Renovate: lambda table, act, facts, need: table.then(Renovate(facts)),
    acts.Grow: lambda table, act, facts, need: table.then(Grow(facts)),
    acts.PlayOccupation: lambda table, act, facts, need: table.then(
        PlayOccupation(facts, counted(act.food)(table.state, facts.seat, NO_FACTS), need)
    ),
    acts.Improve: lambda table, act, facts, need: table.then(
        Improve(facts, not table.state.options.family, act.major, need)
    ),
    acts.StartPlayer: _start,
    acts.Breed: lambda table, act, facts, need: table.then(Breed(facts.seat, int(act.animal))),
    acts.Note: _note,
}


def carry_out(table: Table, act: acts.Act, facts: Facts, need: bool = True) -> None:
    """Carry out an act of a space or a card. If `need` is false, the seat may decline its questions."""
    _CARRIED_OUT[type(act)](table, act, facts, need)


_KINDS: Final = {
    acts.TakeAll: PART_TAKE,
    acts.Plough: PART_PLOUGH,
    acts.Sow: PART_SOW,
    acts.Bake: PART_BAKE,
    acts.BuildRooms: PART_ROOMS,
    acts.BuildStables: PART_STABLES,
    acts.BuildFences: PART_FENCES,
    acts.Renovate: PART_RENOVATE,
    acts.Grow: PART_GROW,
    acts.PlayOccupation: PART_OCCUPATION,
    acts.Improve: PART_IMPROVEMENT,
    acts.StartPlayer: PART_START,
}


def option_of(act: acts.Act) -> int:
    """Return the option that stands for an act where a seat chooses one of several acts."""
    if isinstance(act, acts.Gain):
        good, amount = act.goods[-1]
        return part_option(good, amount if isinstance(amount, int) else 0)
    if isinstance(act, acts.Swap):
        good, amount = act.get[-1]
        return part_option(good, amount)
    if isinstance(act, acts.Choose):
        return part_option(PART_CHOOSE, act.n)
    if isinstance(act, acts.Note):
        return part_option(PART_POINTS, act.points)
    return part_option(_KINDS.get(type(act), PART_OTHER))


def act_label(act: acts.Act) -> int:
    """Return the number of the text that names an act among several: the first part of its option."""
    return TAKE_PART.parts(option_of(act))[0]


def act_facts(act: acts.Act) -> TextFacts:
    """Return what a text shows of an act where a seat chooses one of several.

    These are the goods that it brings, their price, and the largest number of rooms or stables.
    """
    match act:
        case acts.Gain():
            sure = tuple((int(good), amount) for good, amount in act.goods if isinstance(amount, int))
            return {"gain": amounts_by_good(sure), "price": amounts_by_good(act.price), "at_most": 0}
        case acts.Swap():
            return {"gain": amounts_by_good(act.get), "price": amounts_by_good(act.give), "at_most": 0}
        case acts.BuildRooms() | acts.BuildStables():
            return {"gain": (), "price": (), "at_most": act.most}
        case _:
            return {"gain": (), "price": (), "at_most": 0}

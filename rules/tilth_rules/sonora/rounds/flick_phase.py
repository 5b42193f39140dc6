"""The flick phase: the turns, the flicks, and their immediate effects."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Ask, Choose, Measure, Quantity, Table, TextFacts
from tilth_rules.sonora.board import THOUSAND, corner_of, flick_to_ask, speed_of, zone_of
from tilth_rules.sonora.codes import (
    FLICKED_OFF,
    FLICKED_TOO_OFTEN,
    IN_HAND,
    IN_HOLE,
    KNOCKED_OFF,
    OFF_BOARD,
    ON_BOARD,
    REFLICK,
    SECTIONS,
    SHOVED,
    VALUES,
    value_of,
)
from tilth_rules.sonora.events.flicks import DiscFlicked, DiscOut, DiscReturned, DiscSunk, DiscTakenBack
from tilth_rules.sonora.events.marks import BonusUsed
from tilth_rules.sonora.facts import corner_facts, lying_facts
from tilth_rules.sonora.flick_question import CameToRest, check
from tilth_rules.sonora.flick_result import AIM, came_to_rest, with_tremor
from tilth_rules.sonora.moves import FLICK_AGAIN, REFLICK_OR_NOT, SINK_INTO, TAKE_DISC, TakeDisc
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import State, owner

TURNS: Final = (2, 2, 1)
"""The number of discs flicked in each of a seat's turns."""

MAX_FLICKS: Final = 20
"""After this many flicks in a round a disc is out instead of being flicked again. Otherwise players could knock each
other's discs off without end; no real game comes near this number."""

QUANTITIES: Final = (
    Quantity("side", 0, THOUSAND, THOUSAND),
    Quantity("back", 0, THOUSAND, THOUSAND),
    Quantity("aim", -AIM, AIM, 100),
    Quantity("power", 0, THOUSAND, THOUSAND),
)
"""The numbers of a flick: the place in the corner (from the left end to the right, from the step back to the tip),
the degrees to the right of the diagonal, and the power. Any four numbers within the bounds are legal:
`flick_question.start_place`."""

STRAIGHT: Final = (500, 500, 0, 250)


class FlickPhase(Act, tag=10):
    """Let all players take three turns, clockwise from the first player, with two, two and one disc to flick."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = clockwise(state.seats, state.first)
        table.then(*(TakeTurn(seat, discs) for discs in TURNS for seat in seats))


class SoloFlicks(Act, tag=11):
    """Let the single player flick all fifteen discs one by one, in any order of values and colours."""

    def act(self, table: Table) -> None:
        table.then(TakeTurn(0, len(table.state.where)))


class TakeTurn(Act, tag=12):
    """Let a seat flick this number of discs, one after the other (FlickOne)."""

    seat: int
    discs: int

    def act(self, table: Table) -> None:
        table.then(*(FlickOne(self.seat) for _ in range(self.discs)))


class FlickOne(Act, tag=13):
    """Let a seat flick one of the discs that it still has. ChooseDisc asks which, unless only one is left."""

    seat: int

    def act(self, table: Table) -> None:
        hand = discs_in_hand(table.state, self.seat)
        if len(hand) > 1:
            table.then(ChooseDisc(self.seat))
        else:
            table.then(Aim(self.seat, hand[0]))


class ChooseDisc(Ask, tag=14):
    """The question to a seat which of the discs in its hand it flicks next. Aim follows."""

    seat: int
    numbers = TAKE_DISC

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "disc", discs_in_hand(state, self.seat))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(Aim(self.seat, picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return corner_facts(state, seat)


class Aim(Ask, tag=15):
    """The question to a seat how it flicks a disc, in four numbers: the place on its start corner (`side`, `back`), on
    which the disc lies wholly, the direction (`aim`) and the speed (`power`). Launch follows."""

    seat: int
    disc: int
    may_need_fact = True

    def ask(self, state: State) -> Measure:
        return Measure(self.seat, "flick", QUANTITIES, STRAIGHT, about=TakeDisc(self.disc))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return corner_facts(state, seat)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        side, back, aim, power = picks
        table.then(Launch(self.seat, self.disc, side, back, aim, power))


class Launch(Act, tag=16):
    """Flick a disc with the numbers of Aim: it slides, bounces and pushes other discs until everything lies still,
    where the outside physics say.

    The owners of other discs in the hole then choose sections (Sink). If the disc did not leave the corner it is
    flicked again (OnceMore); otherwise its owner may use a reflick (AfterFlick). A player whose disc was knocked off
    the board flicks it again at once (KnockedOff).
    """

    seat: int
    disc: int
    side: int
    back: int
    aim: int
    power: int

    def act(self, table: Table) -> None:
        state: State = table.state
        values = values_of(state.options)
        aim, speed = self.aim, speed_of(values, self.power)
        if state.options.tremor:
            aim, speed = with_tremor(table, aim, speed)
        flick = flick_to_ask(state, values, self.disc, self.seat, (self.side, self.back, aim, speed))
        table.emit(DiscFlicked(self.seat, self.disc, flick.x, flick.y, flick.heading, speed))
        fact: CameToRest = table.outside(flick, CameToRest)
        check(flick, fact)
        table.emit(came_to_rest(self.disc, fact))
        table.then(
            *(Sink(disc) for disc in discs_clockwise(state, self.seat, fact.in_hole) if disc != self.disc)
        )
        if fact.in_corner:
            table.then(OnceMore(self.seat, self.disc))
        else:
            table.then(AfterFlick(self.seat, self.disc, fact.touched_far_edge))
        table.then(
            *(
                KnockedOff(self.seat, disc)
                for disc in discs_clockwise(state, self.seat, fact.off_board)
                if disc != self.disc
            )
        )


class OnceMore(Act, tag=17):
    """Give a disc that did not leave its corner back to its owner, who flicks it again, or put it out if it was flicked
    too often."""

    seat: int
    disc: int

    def act(self, table: Table) -> None:
        """Give the disc back, to be flicked from the corner again, or put it out if it was flicked too often."""
        _flick_or_out(table, self.seat, self.disc)


class Sink(Ask, tag=18):
    """Bullseye: the question to the owner of a disc in the hole for which section of the sheet the disc counts."""

    disc: int
    numbers = SINK_INTO

    def ask(self, state: State) -> Choose:
        """Ask the disc's owner for the section that it counts for."""
        return Choose(owner(state, self.disc), "bullseye", SECTIONS, about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(DiscSunk(owner(table.state, self.disc), self.disc, picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"value": value_of(self.disc)}


class AfterFlick(Act, tag=19):
    """Offer a seat that has a reflick to use it right after a flick (ReflickWindow), unless the disc was flicked too
    often; otherwise the flick stands (FlickStands)."""

    seat: int
    disc: int
    touched_far_edge: bool

    def act(self, table: Table) -> None:
        """Ask for a reflick if the seat has one and the disc was not flicked too often. Otherwise the flick stands."""
        state: State = table.state
        ready = state.sheets[self.seat].ready[REFLICK]
        if ready and state.flicks[self.disc] < MAX_FLICKS:
            table.then(ReflickWindow(self.seat, self.disc, self.touched_far_edge))
        else:
            table.then(FlickStands(self.seat, self.disc, self.touched_far_edge))


class ReflickWindow(Ask, tag=20):
    """The question to a seat whether it uses a reflick: the disc comes back to the corner and is flicked again,
    whatever it pushed, and even from off the board. On a no the flick stands. It is asked after each flick while the
    seat has reflicks."""

    seat: int
    disc: int
    touched_far_edge: bool
    numbers = REFLICK_OR_NOT

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "reflick", (FLICK_AGAIN.number,), 0, about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.emit(BonusUsed(self.seat, REFLICK, kept=False))
            table.emit(DiscTakenBack(self.seat, self.disc))
            table.then(Aim(self.seat, self.disc))
        else:
            table.then(FlickStands(self.seat, self.disc, self.touched_far_edge))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {**lying_facts(state, self.disc), "reflicks": state.sheets[seat].ready[REFLICK]}


class FlickStands(Act, tag=21):
    """Settle a disc after its flick: in the hole, its owner chooses a section (Sink); off the board, it is out for this
    round. In the variant without pushing, a disc in the zone beside its own corner is out unless it touched the far
    edge (NoPushing)."""

    seat: int
    disc: int
    touched_far_edge: bool

    def act(self, table: Table) -> None:
        """Ask for the section of a disc in the hole, put out a disc off the board, or check the variant without
        pushing."""
        state: State = table.state
        disc = self.disc
        where = state.where[disc]
        if where == IN_HOLE:
            table.then(Sink(disc))
        elif where == OFF_BOARD:
            table.emit(DiscOut(self.seat, disc, FLICKED_OFF))
        elif where == ON_BOARD and state.options.no_pushing and not self.touched_far_edge:
            table.then(NoPushing(self.seat, disc))


class NoPushing(Act, tag=23):
    """In the variant without pushing, put out a disc that lies in the zone at its own corner, because it was only
    pushed there."""

    seat: int
    disc: int

    def act(self, table: Table) -> None:
        state: State = table.state
        if zone_of(state.xs[self.disc], state.ys[self.disc]) == corner_of(state, self.seat) + 1:
            table.emit(DiscOut(self.seat, self.disc, SHOVED))


class KnockedOff(Act, tag=22):
    """Settle a disc that a flick has knocked off the board: the flicker's own disc is out; another player's disc goes
    back to its owner, who flicks it again, at once and out of turn."""

    flicker: int
    disc: int

    def act(self, table: Table) -> None:
        state: State = table.state
        seat = owner(state, self.disc)
        if seat == self.flicker:
            table.emit(DiscOut(seat, self.disc, KNOCKED_OFF))
        else:
            _flick_or_out(table, seat, self.disc)


def _flick_or_out(table: Table, seat: int, disc: int) -> None:
    """Give a disc back to its owner, who flicks it again, or put it out if it was flicked too often."""
    if table.state.flicks[disc] < MAX_FLICKS:
        table.emit(DiscReturned(seat, disc))
        table.then(Aim(seat, disc))
    else:
        table.emit(DiscOut(seat, disc, FLICKED_TOO_OFTEN))


def discs_in_hand(state: State, seat: int) -> tuple[int, ...]:
    """Return the discs that the seat has not flicked yet; in the solo game those of all colours."""
    discs = range(VALUES * seat, VALUES * seat + VALUES) if state.seats > 1 else range(len(state.where))
    return tuple(disc for disc in discs if state.where[disc] == IN_HAND)


def discs_clockwise(state: State, seat: int, discs: Sequence[int]) -> list[int]:
    """Return the discs clockwise by owner, from this seat on. The order of each owner's discs stays."""
    return sorted(discs, key=lambda disc: (owner(state, disc) - seat) % state.seats)

"""The flick phase: who flicks which disc, how, and what follows at once."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.kernel import Act, Ask, Choose, Measure, Quantity, Table
from tilth_rules.sonora.board import THOUSAND, corner_of, question, speed_of, zone_of
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.flick import CameToRest, check
from tilth_rules.sonora.flick_events import (
    DiscFlicked,
    DiscOut,
    DiscReturned,
    DiscSunk,
    DiscTakenBack,
)
from tilth_rules.sonora.launching import AIM, came_to_rest, trembling
from tilth_rules.sonora.mark_events import BonusUsed
from tilth_rules.sonora.moves import FlickAgain, KeepFlick, SinkInto, TakeDisc
from tilth_rules.sonora.state import State, clockwise, owner
from tilth_rules.sonora.words import (
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
)

TURNS: Final = (2, 2, 1)
"""Discs flicked in each of a seat's turns."""

MOST_FLICKS: Final = 20
"""A disc that was flicked so often in a round is out instead of being flicked again. Knocking each other's discs off
could go on for ever otherwise; no real game comes near."""

QUANTITIES: Final = (
    Quantity("side", 0, THOUSAND, THOUSAND),
    Quantity("back", 0, THOUSAND, THOUSAND),
    Quantity("aim", -AIM, AIM, 100),
    Quantity("power", 0, THOUSAND, THOUSAND),
)
"""How a disc is flicked: where in the corner (from the left end to the right, from the step back to the tip), how many
degrees to the right of the diagonal, how hard. Any four numbers within are legal: `flick.start_place`."""

STRAIGHT: Final = (500, 500, 0, 250)
KEEP: Final = 0
AGAIN: Final = 1


class FlickPhase(Act, tag=10):
    """From the first player on, clockwise, everybody takes three turns, with two, two and one disc."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = clockwise(state, state.first)
        table.then(*(TakeTurn(seat, discs) for discs in TURNS for seat in seats))


class SoloFlicks(Act, tag=11):
    """Alone, all fifteen discs are flicked one by one, in any order of values and colours."""

    def act(self, table: Table) -> None:
        table.then(TakeTurn(0, len(table.state.where)))


class TakeTurn(Act, tag=12):
    """On your turn you flick two discs of your choice one after the other, in your third turn the last one."""

    seat: int
    discs: int

    def act(self, table: Table) -> None:
        table.then(*(FlickOne(self.seat) for _ in range(self.discs)))


class FlickOne(Act, tag=13):
    """You flick any of the discs you still have. With one left there is nothing to choose."""

    seat: int

    def act(self, table: Table) -> None:
        hand = discs_in_hand(table.state, self.seat)
        if len(hand) > 1:
            table.then(ChooseDisc(self.seat))
        else:
            table.then(Aim(self.seat, hand[0]))


class ChooseDisc(Ask, tag=14):
    """Which of your discs you flick next is up to you."""

    seat: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "disc", discs_in_hand(state, self.seat))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(Aim(self.seat, picks[0]))

    @classmethod
    def move(cls, option: int) -> TakeDisc:
        return TakeDisc(option)


class Aim(Ask, tag=15):
    """A disc may be flicked from anywhere on your start corner, as long as it lies wholly on it."""

    seat: int
    disc: int

    def ask(self, state: State) -> Measure:
        return Measure(self.seat, "flick", QUANTITIES, STRAIGHT, about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        side, back, aim, power = picks
        table.then(Launch(self.seat, self.disc, side, back, aim, power))


class Launch(Act, tag=16):
    """The disc slides, bounces and pushes other discs until everything lies still. One that did not leave the corner
    is flicked once more; discs in the hole are taken off at once by their owners; of the disc itself its owner may
    think better; and whoever's disc was knocked off the board flicks it again at once."""

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
            aim, speed = trembling(table, aim, speed)
        flick = question(state, values, self.disc, self.seat, (self.side, self.back, aim, speed))
        table.emit(DiscFlicked(self.seat, self.disc, flick.x, flick.y, flick.heading, speed))
        fact: CameToRest = table.outside(flick, CameToRest)
        check(flick, fact)
        table.emit(came_to_rest(self.disc, fact))
        table.then(*(Sink(disc) for disc in in_order(state, self.seat, fact.in_hole) if disc != self.disc))
        if fact.in_corner:
            table.then(OnceMore(self.seat, self.disc))
        else:
            table.then(AfterFlick(self.seat, self.disc, fact.touched_far_edge))
        table.then(
            *(
                KnockedOff(self.seat, disc)
                for disc in in_order(state, self.seat, fact.off_board)
                if disc != self.disc
            )
        )


class OnceMore(Act, tag=17):
    """A disc too weak to leave its corner may be put back and flicked again."""

    seat: int
    disc: int

    def act(self, table: Table) -> None:
        _flick_or_out(table, self.seat, self.disc)


class Sink(Ask, tag=18):
    """Bullseye: whoever's disc lies in the hole takes it off the board at once, and chooses a section for it."""

    disc: int

    def ask(self, state: State) -> Choose:
        return Choose(owner(state, self.disc), "bullseye", SECTIONS, about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(DiscSunk(owner(table.state, self.disc), self.disc, picks[0]))

    @classmethod
    def move(cls, option: int) -> SinkInto:
        return SinkInto(option)


class AfterFlick(Act, tag=19):
    """Right after a flick you may use a reflick, as long as you have one."""

    seat: int
    disc: int
    touched_far_edge: bool

    def act(self, table: Table) -> None:
        state: State = table.state
        ready = state.sheets[self.seat].ready[REFLICK]
        if ready and state.flicks[self.disc] < MOST_FLICKS:
            table.then(ReflickWindow(self.seat, self.disc, self.touched_far_edge))
        else:
            table.then(FlickStands(self.seat, self.disc, self.touched_far_edge))


class ReflickWindow(Ask, tag=20):
    """A reflick brings the disc back to the corner, to be flicked again: whatever it pushed, even from off the board,
    and as often as you have reflicks."""

    seat: int
    disc: int
    touched_far_edge: bool

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "reflick", (KEEP, AGAIN), about=TakeDisc(self.disc))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks[0] == AGAIN:
            table.emit(BonusUsed(self.seat, REFLICK, kept=False))
            table.emit(DiscTakenBack(self.seat, self.disc))
            table.then(Aim(self.seat, self.disc))
        else:
            table.then(FlickStands(self.seat, self.disc, self.touched_far_edge))

    @classmethod
    def move(cls, option: int) -> FlickAgain | KeepFlick:
        return FlickAgain() if option == AGAIN else KeepFlick()


class FlickStands(Act, tag=21):
    """A disc flicked into the hole goes into a section; one flicked off the board is out for this round. Without
    pushing, only a disc that came by the far edge may lie anywhere."""

    seat: int
    disc: int
    touched_far_edge: bool

    def act(self, table: Table) -> None:
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
    """In the variant without pushing a disc that lies in the zone at its own corner is out: it was merely shoved."""

    seat: int
    disc: int

    def act(self, table: Table) -> None:
        state: State = table.state
        if zone_of(state.xs[self.disc], state.ys[self.disc]) == corner_of(state, self.seat) + 1:
            table.emit(DiscOut(self.seat, self.disc, SHOVED))


class KnockedOff(Act, tag=22):
    """Another player's disc that your flick knocked off the board is flicked again by its owner, at once and out of
    turn. One of your own is out."""

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
    if table.state.flicks[disc] < MOST_FLICKS:
        table.emit(DiscReturned(seat, disc))
        table.then(Aim(seat, disc))
    else:
        table.emit(DiscOut(seat, disc, FLICKED_TOO_OFTEN))


def discs_in_hand(state: State, seat: int) -> tuple[int, ...]:
    """What the seat has not flicked yet, alone of all colours."""
    discs = range(VALUES * seat, VALUES * seat + VALUES) if state.seats > 1 else range(len(state.where))
    return tuple(disc for disc in discs if state.where[disc] == IN_HAND)


def in_order(state: State, seat: int, discs: Sequence[int]) -> list[int]:
    """Clockwise by owner from this seat on, each owner's as they fell."""
    return sorted(discs, key=lambda disc: (owner(state, disc) - seat) % state.seats)

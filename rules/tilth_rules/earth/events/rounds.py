"""Events of the set-up, rounds, turns, goals and the end."""

from tilth_rules.common import match_end
from tilth_rules.earth.codes import (
    ACTIVATING,
    IDLE,
    OVER,
    PLANT,
    TURNS,
)
from tilth_rules.earth.events.cards import all_discards
from tilth_rules.earth.hands.piles import unread_cards
from tilth_rules.earth.state import NOTHING, Seat, State, open_lanes
from tilth_rules.earth.worlds import traces
from tilth_rules.kernel import EVERYTHING, Event

# Set-up


class FirstPlayerChosen(Event):
    """A seat was drawn by chance to be the first player, which is the active one of the first turn."""

    seat: int

    def apply(self, state: State) -> None:
        state.first = self.seat
        state.active = self.seat


class BoardLaid(Event):
    """The goals of this match lie on the board: four fauna cards and, except for beginners, two ecosystems."""

    fauna: tuple[int, ...]
    ecosystems: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.fauna = self.fauna
        state.ecosystems = self.ecosystems


class SidesDealt(Event):
    """A seat was dealt these faces of islands, climates and ecosystems to choose from in the set-up."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.seats[self.seat].dealt = self.cards


class SideChosen(Event):
    """A seat chose a side (an island, climate or ecosystem). The other seats see that it chose, not which, until all
    have chosen."""

    hidden = True
    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.seats[self.seat].sides += self.cards

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else SideChosen(self.seat, ())


class SidesRevealed(Event):
    """A seat's island, climate and, except for beginners, own ecosystem were laid open. They lie beside its field,
    their standing effects begin, and the faces it was dealt go away."""

    hidden = True
    seat: int
    island: int
    climate: int
    ecosystem: int | None
    standing: tuple[int, ...]
    """The faces among them that change what the seat may do."""

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.area.island = self.island
        seat.area.climate = self.climate
        seat.ecosystem = NOTHING if self.ecosystem is None else self.ecosystem
        seat.standing = list(self.standing)
        seat.dealt = seat.sides = ()

    def reveals_to(self, seat: int) -> bool:
        return seat != self.seat


# Turns


class RoundBegan(Event):
    """Round number `round` began, in which every seat is active once."""

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.phase = TURNS


class TurnBegan(Event):
    """A seat became the active one: its turn began. No action is chosen yet, and the soil gained and cards drawn this
    turn are counted from zero for every seat."""

    seat: int

    def apply(self, state: State) -> None:
        state.active = self.seat
        state.action = 0
        for seat in state.seats:
            seat.soil_gained = seat.cards_drawn = 0


class ActionChosen(Event):
    """The active seat chose an action. All seats take it side by side, each lane with its own stripe of the deck; the
    active seat plants twice, or begins with its next stage if the action is not planting."""

    seat: int
    action: int

    def apply(self, state: State) -> None:
        open_lanes(state, self.action)
        active = state.seats[state.active]
        if self.action == PLANT:
            active.plantings = 2
        else:
            active.stage = ACTIVATING


class StageBegan(Event):
    """A seat reached this stage of its turn (planting, drawing, activating, done and so on)."""

    seat: int
    stage: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].stage = self.stage


class TurnEnded(Event):
    """A turn ended: the deck is one pile again, and all discards of this turn lie on the common discards. Every seat is
    idle, with no goals noted as reached in this turn and no cards as planted in it.

    Goods that mates left in their shared areas are lost, and cards left there are discarded.
    """

    def apply(self, state: State) -> None:
        state.deck = unread_cards(state)
        state.stripes = 0
        state.taken = []
        for number, seat in enumerate(state.seats):
            clear_shared(seat)
            if state.traces:
                traces.spread_traces(state, traces.shared_pile(number), traces.DISCARDED)
                traces.clear_pile(state, traces.shared_pile(number))
        state.discards = all_discards(state)
        state.gaia_acts = False
        for seat in state.seats:
            seat.heap = []
            seat.stage = IDLE
            seat.reached = 0
            seat.planted = []


def clear_shared(seat: Seat) -> None:
    """Empty a seat's half of the shared area. Its goods are lost, and its cards are discarded."""
    seat.shared_soil = seat.shared_sprouts = seat.shared_growth = 0
    seat.heap += seat.shared_cards + seat.shared_compost
    seat.shared_cards = []
    seat.shared_compost = []


class GoalsReached(Event):
    """A seat met these fauna goals in this turn. They stay met until its end, even if its field changes again."""

    seat: int
    goals: tuple[int, ...]

    def apply(self, state: State) -> None:
        for goal in self.goals:
            state.seats[self.seat].reached |= 1 << goal


class LeafPlaced(Event):
    """A seat placed a leaf on the best free place at a fauna card whose goal it has reached, and gained `points`."""

    seat: int
    goal: int
    points: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.leaves |= 1 << self.goal
        state.points[self.seat] += self.points
        state.claims = tuple(n + (at == self.goal) for at, n in enumerate(state.claims))


class FieldFilled(Event):
    """A seat was the first to fill its field, and gained `points`. The match ends with this round."""

    seat: int
    points: int

    def apply(self, state: State) -> None:
        state.filled = self.seat
        state.points[self.seat] += self.points


class MatchEnded(match_end.MatchEnded):
    """The match ended, with each seat's place (1 is best) and points, also by the lines of the score pad. In a solo
    match Gaia's numbers come last."""

    over = OVER
    for_cards: tuple[int, ...]
    for_events: tuple[int, ...]
    for_compost: tuple[int, ...]
    for_sprouts: tuple[int, ...]
    for_growth: tuple[int, ...]
    for_terrain: tuple[int, ...]
    for_ecosystems: tuple[int, ...]
    for_fauna: tuple[int, ...]

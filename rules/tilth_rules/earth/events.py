"""What happens at the table and everybody sees; and the list of all events."""

from tilth_rules.earth.card_events import CARD_EVENTS, discarded
from tilth_rules.earth.field_events import FIELD_EVENTS
from tilth_rules.earth.gaia_events import GAIA_EVENTS
from tilth_rules.earth.goods_events import GOODS_EVENTS
from tilth_rules.earth.piles import unread
from tilth_rules.earth.state import NOTHING, Seat, State, open_lanes
from tilth_rules.earth.team_events import TEAM_EVENTS
from tilth_rules.earth.words import (
    ACTIVATING,
    IDLE,
    OVER,
    PLANT,
    TURNS,
)
from tilth_rules.kernel import EVERYTHING, Event

# Set-up


class FirstPlayerChosen(Event):
    """Who is active first."""

    seat: int

    def apply(self, state: State) -> None:
        state.first = self.seat
        state.active = self.seat


class BoardLaid(Event):
    """The goals of this match: four of fauna and, unless it is a beginners' match, two ecosystems for all."""

    fauna: tuple[int, ...]
    ecosystems: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.fauna = self.fauna
        state.ecosystems = self.ecosystems


class SidesDealt(Event):
    """A seat has these faces of islands, climates and ecosystems to choose from."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.seats[self.seat].dealt = self.cards


class SideChosen(Event):
    """A seat has chosen a face. The others do not see it before all have chosen."""

    hidden = True
    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.seats[self.seat].chosen += self.cards

    def seen_by(self, viewer: int) -> Event:
        return self if viewer in (self.seat, EVERYTHING) else SideChosen(self.seat, ())


class SidesRevealed(Event):
    """A seat's island, its climate and, unless it is a beginners' match, its own ecosystem."""

    hidden = True
    seat: int
    island: int
    climate: int
    ecosystem: int | None
    standing: tuple[int, ...]
    """Those of them that change what the seat may do."""

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.area.island = self.island
        seat.area.climate = self.climate
        seat.ecosystem = NOTHING if self.ecosystem is None else self.ecosystem
        seat.standing = list(self.standing)
        seat.dealt = seat.chosen = ()

    def teaches(self, seat: int) -> bool:
        return seat != self.seat


# Turns


class RoundBegan(Event):
    """A round in which everybody is active once."""

    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        state.phase = TURNS


class TurnBegan(Event):
    """This seat is active now."""

    seat: int

    def apply(self, state: State) -> None:
        state.active = self.seat
        state.action = 0
        for seat in state.seats:
            seat.soil_gained = seat.cards_drawn = 0


class ActionChosen(Event):
    """The active seat chose an action. All take it side by side, each lane with its own stripe of the deck."""

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
    """How far a seat is in its turn."""

    seat: int
    stage: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].stage = self.stage


class TurnEnded(Event):
    """The deck closes up. What was discarded in this turn lies on the discards, with what mates left to each other."""

    def apply(self, state: State) -> None:
        state.deck = unread(state)
        state.stripes = 0
        state.taken = []
        for seat in state.seats:
            clear_shared(seat)
        state.discards = discarded(state)
        state.gaia_acts = False
        for seat in state.seats:
            seat.heap = []
            seat.stage = IDLE
            seat.reached = 0
            seat.planted = []


def clear_shared(seat: Seat) -> None:
    """What was left in the shared area is lost, and its cards are discarded."""
    seat.shared_soil = seat.shared_sprouts = seat.shared_growth = 0
    seat.heap += seat.shared_cards + seat.shared_compost
    seat.shared_cards = []
    seat.shared_compost = []


class GoalsReached(Event):
    """A seat has met these fauna goals, whatever becomes of it later in this turn."""

    seat: int
    goals: tuple[int, ...]

    def apply(self, state: State) -> None:
        for goal in self.goals:
            state.seats[self.seat].reached |= 1 << goal


class LeafPlaced(Event):
    """A leaf lies at a fauna card, on the best place that was free."""

    seat: int
    goal: int
    points: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.leaves |= 1 << self.goal
        state.points[self.seat] += self.points
        state.claims = tuple(n + (at == self.goal) for at, n in enumerate(state.claims))


class FieldFilled(Event):
    """A seat was the first to fill its field. The round is played to its end."""

    seat: int
    points: int

    def apply(self, state: State) -> None:
        state.filled = self.seat
        state.points[self.seat] += self.points


class MatchEnded(Event):
    """The places, 1 is best; everybody's points, alone Gaia's last; and what they are made of, line by line."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    for_cards: tuple[int, ...]
    for_events: tuple[int, ...]
    for_compost: tuple[int, ...]
    for_sprouts: tuple[int, ...]
    for_growth: tuple[int, ...]
    for_terrain: tuple[int, ...]
    for_ecosystems: tuple[int, ...]
    for_fauna: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.places = self.places
        state.phase = OVER


EVENTS: tuple[type[Event], ...] = (
    FirstPlayerChosen,
    BoardLaid,
    SidesDealt,
    SideChosen,
    SidesRevealed,
    RoundBegan,
    TurnBegan,
    ActionChosen,
    StageBegan,
    TurnEnded,
    GoalsReached,
    LeafPlaced,
    FieldFilled,
    MatchEnded,
    *GOODS_EVENTS,
    *CARD_EVENTS,
    *FIELD_EVENTS,
    *GAIA_EVENTS,
    *TEAM_EVENTS,
)

"""Petrichor at any moment: a table laid out by hand, and a step of the rules run on it.

    scene = Scene(3, crops={0: GRASS})
    scene.cloud(0, {RED: 3})
    table = scene.run(Sun(RED))
    scene.answer(table, RED, 0)

Seats are called by colours, cards and weathers by their words. Tiles are places in a grid four wide.
"""

from collections.abc import Mapping, Sequence

from tilth_rules.kernel import Chance, Choose, Event, Record, Scripted, Step, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.fields import CELLS, FIELDS
from tilth_rules.petrichor.payments import PAYMENTS, payments
from tilth_rules.petrichor.state import State, bare
from tilth_rules.petrichor.vote_events import WeatherDecided
from tilth_rules.petrichor.words import (
    ACTION,
    COFFEE,
    COTTON,
    DEVELOPED,
    LIGHT,
    RICE,
    SPROUTING,
    THUNDER,
    WEATHERS,
)

RED, BLUE, GREEN, YELLOW = 0, 1, 2, 3

# The sides and the positions of the solo game.
YOU, NEUTRAL = 0, 1
P1, P2, P3, P4, P5, P6 = FIELDS[1]


class Scene:
    """A state to lay out; whatever is put down is taken from its supply."""

    def __init__(
        self,
        seats: int,
        options: Options | None = None,
        *,
        crops: Mapping[int, int] | None = None,
        round_number: int = 1,
        first: int = RED,
    ) -> None:
        self.seats = seats
        self.options = options or Options()
        self.state: State = bare(self.options, seats)
        state = self.state
        needs = values_of(self.options).needs
        laid = [0] * CELLS
        for tile in FIELDS[seats]:
            laid[tile] = (crops or {}).get(tile, COTTON)
        state.crops = tuple(laid)
        state.needs = tuple(needs[crop] for crop in laid)
        state.round = round_number
        state.phase = ACTION
        state.first = first
        state.dice = (2, 3, 4)

    def cloud(self, tile: int, drops: Mapping[int, int], *, thunder: bool = False) -> "Scene":
        """Hang a cloud above a tile."""
        state = self.state
        state.skies[tile] = THUNDER if thunder else LIGHT
        for side, many in drops.items():
            state.clouds[4 * tile + side] = many
            state.supply[side] -= many
        state.loads[tile] = sum(drops.values())
        return self

    def water(self, tile: int, drops: Mapping[int, int], growth: int | None = None) -> "Scene":
        """Put drops on a tile; its crop grows as they make it, unless told otherwise."""
        state = self.state
        for side, many in drops.items():
            state.drops[4 * tile + side] = many
            state.supply[side] -= many
        state.wet[tile] = sum(drops.values())
        if growth is not None:
            state.growth[tile] = growth
        elif state.wet[tile] >= state.needs[tile] > 0:
            state.growth[tile] = SPROUTING if state.crops[tile] in (COFFEE, RICE) else DEVELOPED
        return self

    def hand(self, seat: int, *cards: int) -> "Scene":
        """Give a seat these cards."""
        state = self.state
        for card in cards:
            state.hands[4 * seat + card] += 1
            state.deck[card] -= 1
        state.held[seat] += len(cards)
        return self

    def votes(self, weather: int, cast: Mapping[int, int]) -> "Scene":
        """Place votes on a weather space."""
        for side, many in cast.items():
            self.state.votes[4 * side + weather] = many
            self.state.free[side] -= many
        return self

    def supply(self, side: int, drops: int) -> "Scene":
        """Leave a side so many drops; the rest of them is out of the game."""
        self.state.supply[side] = drops
        return self

    def run(self, *steps: Step, chance: Chance | None = None) -> Table:
        """A table on which these steps wait, run to the first question."""
        table = Table(game, self.options, self.seats, chance or Scripted())
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self.records: list[Record] = []
        self._keep(table.start())
        return table

    def answer(self, table: Table, seat: int, *picks: int) -> list[Event]:
        """Answer for a seat; gives what happened."""
        record = table.answer(seat, picks)
        self._keep(record)
        assert record is not None
        return list(record.events)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened since the steps began to run."""
        return [event for record in self.records for event in record.events]

    def _keep(self, record: Record | None) -> None:
        assert record is not None
        self.records.append(record)


def asked(table: Table, seat: int) -> Choose:
    """What a seat is asked now."""
    decision = table.open[seat]
    assert isinstance(decision, Choose)
    return decision


def offered(table: Table, seat: int) -> list[int]:
    """The options of what a seat is asked now."""
    return list(asked(table, seat).options)


def kind(table: Table, seat: int) -> str:
    """The kind of what a seat is asked now."""
    return asked(table, seat).kind


def lying(state: State, tile: int) -> list[int]:
    """Drops on a tile, by side."""
    return state.drops[4 * tile : 4 * tile + state.sides]


def floating(state: State, tile: int) -> list[int]:
    """Drops in the cloud above a tile, by side."""
    return state.clouds[4 * tile : 4 * tile + state.sides]


def cards(state: State, seat: int) -> list[int]:
    """A hand by kind, Frost first."""
    return state.hands[4 * seat + 1 : 4 * seat + 5]


def of_kind(events: Sequence[Event], wanted: type[Event]) -> list[Event]:
    """The events of one class."""
    return [event for event in events if type(event) is wanted]


def number_of(action: int, *paid: int) -> int:
    """The option that pays these cards for an action."""
    second = len(paid) > 2 or paid == (action, action)
    hand = tuple(paid.count(card) for card in WEATHERS)
    return next(n for n in payments(action, second, hand) if sorted(PAYMENTS[n]) == sorted(paid))


def decided(scene: Scene) -> list[tuple[int, ...]]:
    """The weathers that were to be resolved, in their order."""
    return [event.weathers for event in scene.events if isinstance(event, WeatherDecided)]

"""Petrichor at any moment: a table laid out by hand, and a step of the rules run on it.

    scene = Scene(3, crops={0: GRASS})
    scene.cloud(0, {RED: 3})
    table = scene.run(Sun(RED))
    scene.answer(table, RED, 0)

Seats are called by colours, cards and weathers by their words. Tiles are places in a grid four wide.
"""

from collections.abc import Mapping, Sequence

from tilth_rules.kernel import Chance, Choose, Event, Record, ScriptedChance, Step, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.actions.payments import PAYMENTS, payments
from tilth_rules.petrichor.codes import (
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
from tilth_rules.petrichor.events.rounds import PlayerPassed
from tilth_rules.petrichor.events.votes import WeatherDecided
from tilth_rules.petrichor.fields import CELLS, FIELDS
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.rounds.turns import EndActions, TakeTurn
from tilth_rules.petrichor.state import State, bare

RED, BLUE, GREEN, YELLOW = 0, 1, 2, 3

# The sides and the positions of the solo game.
YOU, NEUTRAL = 0, 1
P1, P2, P3, P4, P5, P6 = FIELDS[1]


class Scene:
    """A state to lay out. Everything that is put down is taken from its supply."""

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
        self.followed: list[Event] = []

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
        """Put drops on a tile. Its crop grows as they make it, unless `growth` is given."""
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
        """Leave a side this many drops. Its other drops are out of the game."""
        self.state.supply[side] = drops
        return self

    def run(self, *steps: Step, chance: Chance | None = None) -> Table:
        """Return a table on which these steps wait, run to the first question."""
        table = Table(game, self.options, self.seats, chance or ScriptedChance())
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self.records: list[Record] = []
        self._keep(table.start())
        return table

    def after_actions(self, *steps: Step, chance: Chance | None = None) -> Table:
        """Return a table on which the last answer ends the actions, with the effects of these steps.

        `followed` are the events of these steps.
        """
        if self.seats == 1:
            table = self.run(TakeTurn(YOU, 0), *steps, chance=chance)
            events = self.answer(table, YOU)
            assert events[0] == PlayerPassed(YOU)
            self.followed = events[1:]
        else:
            table = self.run(EndActions(RED), *steps, chance=chance)
            self.followed = self.answer(table, RED)
        return table

    def answer(self, table: Table, seat: int, *picks: int) -> list[Event]:
        """Answer for a seat, and return the events that follow."""
        record = table.answer(seat, picks)
        self._keep(record)
        assert record is not None
        return list(record.events)

    @property
    def events(self) -> list[Event]:
        """Return the events since the steps began to run."""
        return [event for record in self.records for event in record.events]

    def _keep(self, record: Record | None) -> None:
        assert record is not None
        self.records.append(record)


def asked(table: Table, seat: int) -> Choose:
    """Return the open decision of a seat."""
    decision = table.open[seat]
    assert isinstance(decision, Choose)
    return decision


def offered(table: Table, seat: int) -> list[int]:
    """Return the options of a seat's open decision."""
    return list(asked(table, seat).options)


def may_pass(table: Table, seat: int) -> bool:
    """Return whether a seat that is asked for its turn may pass, by picking nothing."""
    question = asked(table, seat)
    assert isinstance(question, Choose)
    assert question.kind == "turn"
    return question.min_picks == 0


def kind(table: Table, seat: int) -> str:
    """Return the kind of a seat's open decision."""
    return asked(table, seat).kind


def lying(state: State, tile: int) -> list[int]:
    """Return the drops on a tile, by side."""
    return state.drops[4 * tile : 4 * tile + state.sides]


def floating(state: State, tile: int) -> list[int]:
    """Return the drops in the cloud above a tile, by side."""
    return state.clouds[4 * tile : 4 * tile + state.sides]


def cards(state: State, seat: int) -> list[int]:
    """Return a hand by kind, Frost first."""
    return state.hands[4 * seat + 1 : 4 * seat + 5]


def of_kind(events: Sequence[Event], wanted: type[Event]) -> list[Event]:
    """Return the events of one class."""
    return [event for event in events if type(event) is wanted]


def number_of(action: int, *paid: int) -> int:
    """Return the option that pays these cards for an action."""
    second = len(paid) > 2 or paid == (action, action)
    hand = tuple(paid.count(card) for card in WEATHERS)
    return next(n for n in payments(action, second, hand) if sorted(PAYMENTS[n]) == sorted(paid))


def decided(scene: Scene) -> list[tuple[int, ...]]:
    """Return the weathers that were decided, in their order."""
    return [event.weathers for event in scene.events if isinstance(event, WeatherDecided)]

"""Earth at any moment: a table in the middle of a match, laid out by hand.

    scene = Scene(2).field(ANN, "1 4 7").soil(ANN, 5).hand(ANN, 13)
    scene.turn(ANN, GROW)
    scene.answer(ANN, activate(0, 1))

Cards are named by the numbers printed on them. The first row and column of a field are the middle of the frame.
"""

import re
from collections.abc import Sequence

from tests.earth.content.fields import face, place
from tilth_rules.earth import Options, game
from tilth_rules.earth.actions.lane_turn import LaneTurn
from tilth_rules.earth.codes import ACTIVATING, ALL, GROW, TURNS
from tilth_rules.earth.content.compiled.abilities import Book, book_of
from tilth_rules.earth.events.rounds import MatchEnded
from tilth_rules.earth.moves import EVENTS_FROM, PLANTS, TAKES, TAKING
from tilth_rules.earth.rounds.turns import EndRound, EndTurn, PlayRound
from tilth_rules.earth.solo import SoloRound
from tilth_rules.earth.state import Seat, State, empty_state
from tilth_rules.kernel import Chance, Choose, Event, Record, ScriptedChance, Step, Table

ANN, BOB, CID, DEE, EVE = range(5)
NO_GOALS = ("350b", "347a", "347b", "348a")
"""Fauna whose goals no seat meets by chance: eleven cheap cards and whole lines."""
ISLAND, CLIMATE = "285b", "295a"
NINETEEN = (1, *range(4, 12), *range(13, 23))
"""Cards for a hand that lacks one card to twenty."""


class Scene:
    """A state to lay out, and the table that runs from it.

    The deck lies as given, with all other cards below in their order.
    """

    def __init__(self, seats: int = 2, options: Options | None = None, *, active: int = ANN) -> None:
        self.options = options or Options()
        self.seats = seats
        self.state: State = empty_state(self.options, seats)
        self.state.phase = TURNS
        self.state.first = self.state.active = active
        self.state.fauna = tuple(face(number) for number in NO_GOALS)
        self.records: list[Record] = []
        self._table: Table | None = None
        for seat in range(seats):
            self.board(seat)

    @property
    def book(self) -> Book:
        return book_of(self.options.values)

    @property
    def table(self) -> Table:
        assert self._table is not None, "no step runs yet"
        return self._table

    def seat(self, seat: int) -> Seat:
        return self.state.seats[seat]

    # Laying out ------------------------------------------------------------------------------------

    def board(self, seat: int, island: str = ISLAND, climate: str = CLIMATE) -> "Scene":
        area = self.seat(seat).area
        area.island, area.climate = face(island), face(climate)
        return self._stand(seat)

    def field(self, seat: int, *rows: str) -> "Scene":
        """Cards by number, "9+3" with three sprouts, "4/5" with five growth, "-" for none."""
        mine = self.seat(seat)
        for row, cards in enumerate(rows):
            for column, card in enumerate(cards.split()):
                drawn = re.fullmatch(r"(\d+)(?:\+(\d+))?(?:/(\d+))?", card)
                if drawn is not None:
                    at = place(row, column)
                    mine.area.spots[at] = self._take(int(drawn[1]))
                    mine.area.sprouts[at] = int(drawn[2] or 0)
                    mine.area.growth[at] = int(drawn[3] or 0)
        mine.places = mine.area.places()
        mine.sprouts = sum(mine.area.sprouts)
        mine.growth = sum(mine.area.growth)
        return self._stand(seat)

    def soil(self, seat: int, soil: int) -> "Scene":
        self.seat(seat).area.soil = soil
        return self

    def hand(self, seat: int, *cards: int) -> "Scene":
        self.seat(seat).area.hand = [self._take(card) for card in cards]
        for card in self.seat(seat).area.hand:
            self.state.known[card] |= 1 << seat
        return self

    def compost(self, seat: int, *cards: int) -> "Scene":
        """Lay out a compost, the top card last."""
        self.seat(seat).area.compost = [self._take(card) for card in cards]
        return self

    def fauna(self, *cards: str) -> "Scene":
        self.state.fauna = (*(face(card) for card in cards), *self.state.fauna[len(cards) :])
        return self

    def deck(self, *cards: int, only: bool = False) -> "Scene":
        """Lay these cards on top of the deck, the first one first. With `only` all other cards are in the box."""
        top = [self._take(card) for card in cards]
        self.state.deck = top if only else top + self.state.deck
        return self

    def discards(self, *cards: int) -> "Scene":
        self.state.discards = [self._take(card) for card in cards]
        return self

    def _take(self, number: int) -> int:
        """Take a card out of the deck, unless it was taken out before."""
        card = face(number)
        if card in self.state.deck:
            self.state.deck.remove(card)
        return card

    def _stand(self, seat: int) -> "Scene":
        mine = self.seat(seat)
        cards = (mine.area.island, mine.area.climate, *(mine.area.spots[at] for at in mine.places))
        mine.standing = [card for card in cards if self.book.standing[card]]
        return self

    # Playing ---------------------------------------------------------------------------------------

    def run(self, *steps: Step, chance: Chance | None = None) -> list[Event]:
        """Run these steps to the first question. Return their events."""
        table = Table(game, self.options, self.seats, chance or ScriptedChance())
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self._table = table
        return self._keep(table.start())

    def last_answer(self, seat: int, *steps: Step) -> list[Event]:
        """Give a turn's last answer: this seat is done. Return the events of these steps after it."""
        self.state.action = GROW
        self.seat(seat).stage = ACTIVATING
        self.run(LaneTurn(seat), *steps)
        return self.answer(seat)

    def ended(self, seat: int) -> MatchEnded:
        """Return the end of the match after this seat's last answer."""
        self.state.round = self.options.turn_limit
        event = self.last_answer(seat, EndTurn(), EndRound())[-1]
        assert self.table.over
        assert isinstance(event, MatchEnded)
        return event

    def turn(self, seat: int, action: int, taking: int = ALL) -> list[Event]:
        """Begin a round with this seat, which chooses this action. Return the events."""
        self.state.first = seat
        self.run(SoloRound() if self.seats == 1 else PlayRound())
        return self.answer(seat, action + TAKING * (taking - ALL))

    def answer(self, seat: int, *picks: int) -> list[Event]:
        """Answer for a seat. Return the events."""
        return self._keep(self.table.answer(seat, picks))

    def done(self, *seats: int) -> list[Event]:
        """Answer for these seats that they are done until they have ended their turn."""
        events: list[Event] = []
        for seat in seats:
            while seat in self.table.open and self.kind(seat) in ("plant", "draw", "react", "activate"):
                ended = self.kind(seat) == "activate"
                events += self.answer(seat)
                if ended:
                    break
        return events

    def decision(self, seat: int) -> Choose:
        decision = self.table.open[seat]
        assert isinstance(decision, Choose)
        return decision

    def kind(self, seat: int) -> str:
        return self.table.open[seat].kind

    def offered(self, seat: int) -> list[int]:
        return list(self.decision(seat).options)

    def in_full(self, seat: int) -> list[int]:
        """Return the options of a decision, without the other ways to take their gains."""
        return [option for option in self.decision(seat).options if option < TAKING]

    def offers(self, seat: int) -> list[int]:
        return list(self.table.offered[seat])

    def _keep(self, record: Record | None) -> list[Event]:
        assert record is not None
        self.records.append(record)
        return list(record.events)


def reacting(*rows: str, action: int = GROW, island: str = ISLAND, climate: str = CLIMATE) -> Scene:
    """Return a scene in which Bob has this field and has taken his part of the action: his abilities come next."""
    scene = Scene(2).board(BOB, island, climate).field(BOB, *rows)
    scene.turn(ANN, action)
    scene.answer(BOB)
    return scene


def plant(number: int) -> int:
    """Return the option that plants this card."""
    return PLANTS + face(number)


def good(number: int) -> int:
    """Return the option that takes this good of an action."""
    return TAKES + number


def event(number: int) -> int:
    """Return the offer that plays this event."""
    return EVENTS_FROM + face(number)


def of_kind(events: Sequence[Event], wanted: type[Event]) -> list[Event]:
    """Return the events of one class."""
    return [one for one in events if type(one) is wanted]


__all__ = [
    "ANN",
    "BOB",
    "CID",
    "DEE",
    "EVE",
    "NINETEEN",
    "Scene",
    "event",
    "face",
    "good",
    "of_kind",
    "place",
    "plant",
    "reacting",
]

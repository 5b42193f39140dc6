"""Earth at any moment: a table in the middle of a match, laid out by hand.

    scene = Scene(2).field(ANN, "1 4 7").soil(ANN, 5).hand(ANN, 13)
    scene.turn(ANN, GROW)
    scene.answer(ANN, activate(0, 1))

Cards are named by the numbers printed on them. A field lies with its first row and column at the middle of the frame.
"""

import re
from collections.abc import Sequence

from tests.earth.content.fields import face, place
from tilth_rules.earth import Options, game
from tilth_rules.earth.book import Book, book_of
from tilth_rules.earth.gaia import SoloRound
from tilth_rules.earth.moves import EVENTS_FROM, PLANTS, TAKES, TAKING
from tilth_rules.earth.state import Seat, State, bare
from tilth_rules.earth.turns import PlayRound
from tilth_rules.earth.words import ALL, GROW, TURNS
from tilth_rules.kernel import Chance, Choose, Event, Record, Scripted, Step, Table

ANN, BOB, CID, DEE, EVE = range(5)
NO_GOALS = ("350b", "347a", "347b", "348a")
"""Fauna that nobody meets by chance: eleven cheap cards and whole lines."""
ISLAND, CLIMATE = "285b", "295a"
NINETEEN = (1, *range(4, 12), *range(13, 23))
"""Cards for a hand that lacks one card to twenty."""


class Scene:
    """A state to lay out, and what happens on it. The deck lies as given, all other cards below in their order."""

    def __init__(self, seats: int = 2, options: Options | None = None, *, active: int = ANN) -> None:
        self.options = options or Options()
        self.seats = seats
        self.state: State = bare(self.options, seats)
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
        assert self._table is not None, "nothing runs yet"
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
        return self

    def compost(self, seat: int, *cards: int) -> "Scene":
        """The top last."""
        self.seat(seat).area.compost = [self._take(card) for card in cards]
        return self

    def fauna(self, *cards: str) -> "Scene":
        self.state.fauna = (*(face(card) for card in cards), *self.state.fauna[len(cards) :])
        return self

    def deck(self, *cards: int, only: bool = False) -> "Scene":
        """These cards on top, the first one first; with `only` no others, they lie in the box."""
        top = [self._take(card) for card in cards]
        self.state.deck = top if only else top + self.state.deck
        return self

    def discards(self, *cards: int) -> "Scene":
        self.state.discards = [self._take(card) for card in cards]
        return self

    def _take(self, number: int) -> int:
        """A card out of the deck, unless it was taken out before."""
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
        """Run these steps to the first question; gives what happened."""
        table = Table(game, self.options, self.seats, chance or Scripted())
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self._table = table
        return self._keep(table.start())

    def turn(self, seat: int, action: int, taking: int = ALL) -> list[Event]:
        """A round begins with this seat, which chooses this action."""
        self.state.first = seat
        self.run(SoloRound() if self.seats == 1 else PlayRound())
        return self.answer(seat, action + TAKING * (taking - ALL))

    def answer(self, seat: int, *picks: int) -> list[Event]:
        """Answer for a seat; gives what happened."""
        return self._keep(self.table.answer(seat, picks))

    def done(self, *seats: int) -> list[Event]:
        """These seats want nothing more until they have ended their turn."""
        happened: list[Event] = []
        for seat in seats:
            while seat in self.table.open and self.kind(seat) in ("plant", "draw", "react", "activate"):
                ended = self.kind(seat) == "activate"
                happened += self.answer(seat)
                if ended:
                    break
        return happened

    def asked(self, seat: int) -> Choose:
        decision = self.table.open[seat]
        assert isinstance(decision, Choose)
        return decision

    def kind(self, seat: int) -> str:
        return self.table.open[seat].kind

    def offered(self, seat: int) -> list[int]:
        return list(self.asked(seat).options)

    def in_full(self, seat: int) -> list[int]:
        """What is offered, without the other ways of taking it."""
        return [option for option in self.asked(seat).options if option < TAKING]

    def offers(self, seat: int) -> list[int]:
        return list(self.table.offered[seat])

    def _keep(self, record: Record | None) -> list[Event]:
        assert record is not None
        self.records.append(record)
        return list(record.events)


def reacting(*rows: str, action: int = GROW, island: str = ISLAND, climate: str = CLIMATE) -> Scene:
    """Bob has this field, and is through with what the others take: his abilities come next."""
    scene = Scene(2).board(BOB, island, climate).field(BOB, *rows)
    scene.turn(ANN, action)
    scene.answer(BOB)
    return scene


def plant(number: int) -> int:
    """The option that plants this card."""
    return PLANTS + face(number)


def good(number: int) -> int:
    """The option that takes this good of an action."""
    return TAKES + number


def event(number: int) -> int:
    """The offer that plays this event."""
    return EVENTS_FROM + face(number)


def of_kind(events: Sequence[Event], wanted: type[Event]) -> list[Event]:
    """The events of one class."""
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

"""Agricola at any moment: farms, spaces and cards laid out by hand, and what happens there.

    scene = Scene().owns(ANN, "E12").heap("B-FISH", food=3)
    scene.use(ANN, "B-FISH")
    assert scene.got(ANN) == {"food": 4}

Cards and spaces are named by their ids. The third room and what comes after it stand where they don't matter.
"""

from typing import Self

import msgspec

from tilth_rules.agricola import game
from tilth_rules.agricola.actions.improvements import LayDown
from tilth_rules.agricola.actions.parts import carry_out
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.cards.words import PLOT
from tilth_rules.agricola.choices import (
    GRAIN_TO_FOOD,
    OFFER_AT,
    PLAY_AT,
    SPACE_AT,
    offer_of,
    offer_option,
    part_option,
    pay_option,
    use_option,
)
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.cards import INDEX as CARD_INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES, board
from tilth_rules.agricola.events.cards import comes
from tilth_rules.agricola.events.farm import CROPS, PlotsOpened
from tilth_rules.agricola.farm.yard import ring
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.rounds.harvest import BreedingPhase, FeedingPhase, FieldPhase
from tilth_rules.agricola.rounds.phases import CollectLaid
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.agricola.scoring import BONUS, sheets
from tilth_rules.agricola.state import Seat, State, bare
from tilth_rules.agricola.words import GOOD_NAMES, GOOD_OF, GOODS, NOBODY, WORK, Goods
from tilth_rules.kernel import Act, Chance, Choose, Decision, Event, Measure, Record, Scripted, Step, Table

ANN, BOB, CID, DEE, EVE = range(5)
MORE_ROOMS = (0, 6, 11, 1, 7, 12)
"""Where further rooms stand."""


class CarryOut(Act, tag=9000):
    """An act of the data as a step, to begin with in a test."""

    facts: Facts
    act_: object

    def act(self, table: Table) -> None:
        carry_out(table, self.act_, self.facts)  # type: ignore[arg-type]


class Scene:
    """A state to lay out, and what happens on it."""

    def __init__(self, seats: int = 2, options: Options | None = None, *, round_: int = 1) -> None:
        self.options = options or Options()
        self.seats = seats
        self.state: State = bare(self.options, seats)
        self.state.open = board(seats, self.options.family)
        self.state.round = round_
        self.state.phase = WORK
        self.before: list[list[int]] = []
        self.events: list[Event] = []
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        assert self._table is not None, "nothing runs yet"
        return self._table

    def seat(self, seat: int = ANN) -> Seat:
        return self.state.seats[seat]

    # Laying out ------------------------------------------------------------------------------------

    def owns(self, seat: int, *cards: str) -> Self:
        """These cards lie before the seat; plots on them are open."""
        for name in cards:
            card = CARD_INDEX[name]
            comes(self.state, seat, card)
            for answered in ANSWERS[PLOT][card]:
                PlotsOpened(seat, card, answered(self.state, seat)[1]).apply(self.state)
        return self

    def holds(self, seat: int, *cards: str) -> Self:
        self.seat(seat).hand += [CARD_INDEX[name] for name in cards]
        return self

    def has(self, seat: int, **goods: int) -> Self:
        for name, amount in goods.items():
            self.seat(seat).goods[GOOD_OF[name]] = amount
        return self

    def heap(self, space: str, **goods: int) -> Self:
        """What lies on a space."""
        at = self.opened(space)
        for name, amount in goods.items():
            self.state.heaps[GOODS * at + GOOD_OF[name]] = amount
        return self

    def opened(self, space: str) -> int:
        """The space's number. A round card has been revealed; other spaces are there or aren't."""
        at = SPACE_INDEX[space]
        if SPACES[at].kind == "round" and at not in self.state.open:
            self.state.open += (at,)
        return at

    def rooms(self, seat: int, count: int, house: int = 0) -> Self:
        yard = self.seat(seat).yard
        yard.house = house
        for cell in MORE_ROOMS[: count - 2]:
            yard.rooms |= 1 << cell
        return self

    def fields(self, seat: int, *fields: str) -> Self:
        """From the lower right corner on: "" for an empty one, "grain 3" for a sown one."""
        yard = self.seat(seat).yard
        for cell, field in zip((14, 13, 9, 8, 4, 3, 2), fields, strict=False):
            yard.fields |= 1 << cell
            if field:
                crop, amount = field.split()
                yard.crops[cell] = CROPS[GOOD_OF[crop]]
                yard.stacks[cell] = int(amount)
        return self

    def planted(self, seat: int, plot: int, crop: str, amount: int) -> Self:
        """On a plot of a card, the first is 0."""
        self.seat(seat).plot_crops[plot] = GOOD_OF[crop]
        self.seat(seat).plot_stacks[plot] = amount
        return self

    def pasture(self, seat: int, *cells: int) -> Self:
        self.seat(seat).yard.fences |= ring(sum(1 << cell for cell in cells))
        return self

    def stables(self, seat: int, *cells: int) -> Self:
        self.seat(seat).yard.stables |= sum(1 << cell for cell in cells)
        return self

    # Playing ---------------------------------------------------------------------------------------

    def run(self, *steps: Step, chance: Chance | None = None) -> Self:
        """Run these steps to the first question."""
        table = Table(game, self.options, self.seats, chance or Scripted())
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self._table = table
        self.before = [seat.goods[:] for seat in self.state.seats]
        self.events = []
        return self._keep(table.start())

    def use(self, seat: int, space: str) -> Self:
        """A person of the seat goes there, and does what can be done without a question."""
        at = self.opened(space)
        return self.run(PlacePerson(seat)).answer(seat, SPACE_AT + at)

    def play(self, seat: int, name: str, space: str = "") -> Self:
        """The card, paid for already, is laid before the seat."""
        card = CARD_INDEX[name]
        if CARDS[card].kind != "major":
            self.seat(seat).hand.append(card)
        facts = Facts(seat, self.opened(space)) if space else Facts(seat)
        return self.run(LayDown(facts, card))

    def do(self, seat: int, act: object, space: str = "") -> Self:
        """An act of the data, as on a space."""
        return self.run(CarryOut(Facts(seat, self.opened(space)) if space else Facts(seat), act))

    def comes(self, moment: int, seat: int = NOBODY) -> Self:
        """A moment has come."""
        return self.run(Opens(moment, Facts(seat)))

    def reaches(self, round_: int) -> Self:
        """That round begins: what was laid for it arrives."""
        self.state.round = round_
        return self.run(*(CollectLaid(seat) for seat in range(self.seats)))

    def field_phase(self) -> Self:
        return self.run(FieldPhase())

    def feeding(self) -> Self:
        return self.run(FeedingPhase())

    def breeding(self) -> Self:
        return self.run(BreedingPhase())

    def answer(self, seat: int, *picks: int) -> Self:
        """Answer for a seat."""
        decision = self.table.open[seat]
        if isinstance(decision, Measure):
            return self._keep(self.table.answer(seat, (), picks))
        return self._keep(self.table.answer(seat, picks))

    def _keep(self, record: Record | None) -> Self:
        """What happens can be stored: events and waiting steps hold nothing but plain values."""
        assert record is not None
        msgspec.msgpack.encode(record)
        self.events += record.events
        return self

    def with_card(self, seat: int, name: str, way: int = 0) -> Self:
        """The seat's optional card acts next."""
        return self.answer(seat, use_option(CARD_INDEX[name], way))

    def takes(self, seat: int, good: str, amount: int = 1) -> Self:
        """The part that gives this, where a card offers one of several."""
        return self.answer(seat, part_option(GOOD_OF[good], amount))

    def offer(self, seat: int, name: str, way: int = 0) -> Self:
        """What the card offers at any time."""
        return self.answer(seat, offer_option(CARD_INDEX[name], way))

    def plays(self, seat: int, name: str) -> Self:
        return self.answer(seat, PLAY_AT + CARD_INDEX[name])

    def pays(self, seat: int, saving: bool = False, **goods: int) -> Self:
        price: Goods = tuple(sorted((GOOD_OF[name], amount) for name, amount in goods.items()))
        return self.answer(seat, pay_option(price, saving))

    # Looking ---------------------------------------------------------------------------------------

    def asked(self, seat: int = ANN) -> Decision:
        return self.table.open[seat]

    def kind(self, seat: int = ANN) -> str:
        """What the seat is asked; "" for nothing."""
        return self.table.open[seat].kind if seat in self.table.open else ""

    def choices(self, seat: int = ANN) -> list[int]:
        """The options of what the seat is asked."""
        decision = self.asked(seat)
        assert isinstance(decision, Choose)
        return list(decision.options)

    def offers(self, seat: int = ANN) -> list[tuple[str, int]]:
        """The cards that offer something, and what they offer."""
        if seat not in self.table.open:
            return []
        return [
            (CARDS[offer_of(offer)[0]].id, offer_of(offer)[1])
            for offer in self.table.offered.get(seat, ())
            if OFFER_AT <= offer < GRAIN_TO_FOOD
        ]

    def got(self, seat: int = ANN) -> dict[str, int]:
        """What has come and gone since the last run began."""
        return {
            GOOD_NAMES[good]: now - before
            for good, (before, now) in enumerate(zip(self.before[seat], self.seat(seat).goods, strict=True))
            if now != before
        }

    def lies(self, space: str) -> dict[str, int]:
        base = GOODS * SPACE_INDEX[space]
        return {
            GOOD_NAMES[good]: self.state.heaps[base + good]
            for good in range(1, GOODS)
            if self.state.heaps[base + good]
        }

    def laid(self, seat: int = ANN) -> list[tuple[int, str, int]]:
        """What lies on the spaces of rounds for a seat: (round, good, amount)."""
        return [
            (round_, GOOD_NAMES[good], amount)
            for round_, owner, _, good, amount, _ in sorted(self.state.laid)
            if owner == seat
        ]

    def bonus(self, seat: int = ANN) -> int:
        """Bonus points as if the match ended now."""
        return sheets(self.state)[seat][BONUS]

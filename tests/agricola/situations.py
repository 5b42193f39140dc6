"""Agricola at any moment: farms, spaces and cards laid out by hand, and what happens there.

    scene = Scene().owns(ANN, "E12").heap("B-FISH", food=3)
    scene.use(ANN, "B-FISH")
    assert scene.got(ANN) == {"food": 4}

Cards and spaces are named by their ids. The third room and what comes after it stand where they don't matter.
"""

from typing import Self

import msgspec

from tilth_rules.agricola import game
from tilth_rules.agricola.actions.improvements import Improve, LayDown
from tilth_rules.agricola.actions.occupations import PlayOccupation
from tilth_rules.agricola.actions.parts import carry_out
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import PLOT
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.codes import FOOD, FOR_CARD, GOOD_NAMES, GOOD_OF, GOODS, IDLE, NOBODY, WORK, Goods
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.cards import INDEX as CARD_INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES, board
from tilth_rules.agricola.events.cards import enter_play
from tilth_rules.agricola.events.farm import CROPS, PlotsOpened
from tilth_rules.agricola.events.goods import GoodsLost
from tilth_rules.agricola.farm.yard import ring
from tilth_rules.agricola.moves.numbers import (
    EAT_GRAIN,
    PAY,
    PLAY_CARD,
    USE_CARD,
    USE_OFFER,
    USE_SPACE,
    part_option,
)
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.rounds.harvest import BreedingPhase, FeedingPhase, FieldPhase
from tilth_rules.agricola.rounds.laid import CollectLaid
from tilth_rules.agricola.rounds.phases import ComeHome
from tilth_rules.agricola.rounds.work import EndTurn, PlacePerson
from tilth_rules.agricola.scoring import BONUS, FinalScoring, sheets
from tilth_rules.agricola.state import Seat, State, empty_state
from tilth_rules.kernel import (
    Act,
    Chance,
    Choose,
    Decision,
    Event,
    Measure,
    Record,
    ScriptedChance,
    Step,
    Table,
)

ANN, BOB, CID, DEE, EVE = range(5)
SURCHARGES = {"E172": ((FOOD, 2),), "K291": ((FOOD, 4),)}
"""The costs of occupations that have one of their own."""
MORE_ROOMS = (0, 6, 11, 1, 7, 12)
"""The cells of further rooms."""


class CarryOut(Act, tag=9000):
    """An act of the data is done, as a step with which a test begins."""

    facts: Facts
    act_: object

    def act(self, table: Table) -> None:
        carry_out(table, self.act_, self.facts)  # type: ignore[arg-type]


class Scene:
    """A state to lay out, and the table that runs from it."""

    def __init__(self, seats: int = 2, options: Options | None = None, *, round_: int = 1) -> None:
        self.options = options or Options()
        self.seats = seats
        self.state: State = empty_state(self.options, seats)
        self.state.open = board(seats, self.options.family)
        self.state.round = round_
        self.state.phase = WORK
        self.before: list[list[int]] = []
        self.events: list[Event] = []
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        assert self._table is not None, "no step runs yet"
        return self._table

    def seat(self, seat: int = ANN) -> Seat:
        return self.state.seats[seat]

    # Laying out ------------------------------------------------------------------------------------

    def owns(self, seat: int, *cards: str) -> Self:
        """Lay these cards before the seat; plots on them are open."""
        for name in cards:
            card = CARD_INDEX[name]
            enter_play(self.state, seat, card)
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
        """Lay goods on a space."""
        at = self.opened(space)
        for name, amount in goods.items():
            self.state.heaps[GOODS * at + GOOD_OF[name]] = amount
        return self

    def opened(self, space: str) -> int:
        """Return the number of an open space. A round card has been revealed; other spaces are there or aren't."""
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
        """Lay out fields from the lower right corner on: "" for an empty one, "grain 3" for a sown one."""
        yard = self.seat(seat).yard
        for cell, field in zip((14, 13, 9, 8, 4, 3, 2), fields, strict=False):
            yard.fields |= 1 << cell
            if field:
                crop, amount = field.split()
                yard.crops[cell] = CROPS[GOOD_OF[crop]]
                yard.stacks[cell] = int(amount)
        return self

    def planted(self, seat: int, plot: int, crop: str, amount: int) -> Self:
        """Lay out a crop on a plot of a card; the first plot is 0."""
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
        table = Table(game, self.options, self.seats, chance or ScriptedChance())
        table.state = self.state
        table.main.steps = list(reversed(steps))
        self._table = table
        self.before = [seat.goods[:] for seat in self.state.seats]
        self.events = []
        return self._keep(table.start())

    def use(self, seat: int, space: str) -> Self:
        """Send a person of the seat there, and do everything that needs no question."""
        at = self.opened(space)
        return self.run(PlacePerson(seat)).answer(seat, USE_SPACE.option(at))

    def play(self, seat: int, name: str, space: str = "") -> Self:
        """Play the card, with goods for it that no test counts.

        A card that asks for more than goods is laid before the seat as if it had been played.
        """
        card = CARD_INDEX[name]
        printed = CARDS[card]
        if printed.kind != "major":
            self.seat(seat).hand.append(card)
        facts = Facts(seat, self.opened(space)) if space else Facts(seat)
        had = self.seat(seat).goods[:]
        for good, amount in (*printed.costs[0].goods, *SURCHARGES.get(name, ())):
            self.seat(seat).goods[good] += amount
        occupation = printed.kind == "occupation"
        asks = PlayOccupation(facts, 0) if occupation else Improve(facts, True, printed.kind == "major")
        self.run(asks)
        if seat not in self.table.open or PLAY_CARD.option(card) not in self.choices(seat):
            self.seat(seat).goods[:] = had
            return self.run(LayDown(facts, card))
        self.plays(seat, name)
        if self.kind(seat) == "pay":
            self.answer(seat, self.choices(seat)[0])
        self._settle(seat, had)
        return self

    def _settle(self, seat: int, had: list[int]) -> None:
        """Take back goods given for a card's price that a lower price left over; all other goods that have come
        count."""
        goods = self.seat(seat).goods
        spent = [0] * GOODS
        for event in self.events:
            if isinstance(event, GoodsLost) and event.seat == seat and event.source == FOR_CARD:
                spent[event.good] += event.amount
        for good in range(GOODS):
            given = self.before[seat][good] - had[good]
            goods[good] -= given - spent[good]
        self.before[seat] = had

    def do(self, seat: int, act: object, space: str = "") -> Self:
        """Do an act of the data, as on a space."""
        return self.run(CarryOut(Facts(seat, self.opened(space)) if space else Facts(seat), act))

    def comes(self, moment: int, seat: int = NOBODY) -> Self:
        """Open a moment."""
        return self.run(Opens(moment, Facts(seat)))

    def reaches(self, round_: int) -> Self:
        """Begin that round: goods laid for it arrive."""
        self.state.round = round_
        return self.when_all_are_home(*(CollectLaid(seat) for seat in range(self.seats)))

    def field_phase(self) -> Self:
        return self.when_all_are_home(FieldPhase())

    def feeding(self) -> Self:
        return self.when_all_are_home(FeedingPhase())

    def breeding(self) -> Self:
        return self.when_all_are_home(BreedingPhase())

    def when_all_are_home(self, *steps: Step) -> Self:
        """End the turn of the seat that placed the last person, and play what follows."""
        for mine in self.state.seats:
            mine.places = [IDLE] * len(mine.places)
        self.run(EndTurn(ANN), ComeHome(), *steps)
        return self.answer(ANN) if self.kind(ANN) == "end-turn" else self

    def answer(self, seat: int, *picks: int) -> Self:
        """Answer for a seat."""
        decision = self.table.open[seat]
        if isinstance(decision, Measure):
            return self._keep(self.table.answer(seat, (), picks))
        return self._keep(self.table.answer(seat, picks))

    def _keep(self, record: Record | None) -> Self:
        """Check that the record can be stored: events and waiting steps hold nothing but plain values."""
        assert record is not None
        msgspec.msgpack.encode(record)
        self.events += record.events
        return self

    def with_card(self, seat: int, name: str, way: int = 0) -> Self:
        """Let the seat's optional card act next."""
        return self.answer(seat, USE_CARD.option(CARD_INDEX[name], way))

    def takes(self, seat: int, good: str, amount: int = 1) -> Self:
        """Take the part that gives this good, if a card offers one of several."""
        return self.answer(seat, part_option(GOOD_OF[good], amount))

    def offer(self, seat: int, name: str, way: int = 0) -> Self:
        """Take an offer of the card."""
        return self.answer(seat, USE_OFFER.option(CARD_INDEX[name], way))

    def plays(self, seat: int, name: str) -> Self:
        return self.answer(seat, PLAY_CARD.option(CARD_INDEX[name]))

    def pays(self, seat: int, saving: bool = False, **goods: int) -> Self:
        price: Goods = tuple(sorted((GOOD_OF[name], amount) for name, amount in goods.items()))
        return self.answer(seat, PAY.option(price, saving))

    # Looking ---------------------------------------------------------------------------------------

    def decision(self, seat: int = ANN) -> Decision:
        return self.table.open[seat]

    def kind(self, seat: int = ANN) -> str:
        """Return the kind of the seat's decision; "" for none."""
        return self.table.open[seat].kind if seat in self.table.open else ""

    def choices(self, seat: int = ANN) -> list[int]:
        """Return the options of the seat's decision."""
        decision = self.decision(seat)
        assert isinstance(decision, Choose)
        return list(decision.options)

    def offers(self, seat: int = ANN) -> list[tuple[str, int]]:
        """Return the cards that offer something, with the number of each offer."""
        if seat not in self.table.open:
            return []
        return [
            (CARDS[USE_OFFER.parts(offer)[0]].id, USE_OFFER.parts(offer)[1])
            for offer in self.table.offered.get(seat, ())
            if USE_OFFER.first <= offer < EAT_GRAIN.number
        ]

    def got(self, seat: int = ANN) -> dict[str, int]:
        """Return the goods that have come and gone since the last run began."""
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
        """Return the goods on the spaces of later rounds for a seat: (round, good, amount)."""
        return [
            (round_, GOOD_NAMES[good], amount)
            for round_, owner, _, good, amount, _ in sorted(self.state.laid)
            if owner == seat
        ]

    def bonus(self, seat: int = ANN) -> int:
        """Return the bonus points if the match ended now: the last person has been placed, and its owner is done."""
        return self.sheet(seat)[BONUS]

    def sheet(self, seat: int = ANN) -> list[int]:
        """Return the points of each line when the last turn has ended here."""
        table = Table(game, self.options, self.seats, ScriptedChance())
        table.state = self.state.clone()
        for each in table.state.seats:
            each.places = [IDLE] * len(each.places)
        table.main.steps = [FinalScoring(), EndTurn(seat)]
        table.start()
        table.answer(seat, ())
        assert table.over
        return sheets(table.state)[seat]

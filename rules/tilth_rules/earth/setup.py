"""The set-up: goals on the board, and the sides and goods with which each seat begins."""

from collections.abc import Sequence

from tilth_rules.common.seats import ask_at_once
from tilth_rules.earth.codes import BY_SET_UP, CARD, EVERY_BIT
from tilth_rules.earth.content.cards import CLIMATES, ECOSYSTEMS, FAUNA, ISLANDS
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.events.cards import CardsComposted, DeckShuffled
from tilth_rules.earth.events.goods import SoilGained
from tilth_rules.earth.events.rounds import (
    BoardLaid,
    FirstPlayerChosen,
    SideChosen,
    SidesDealt,
    SidesRevealed,
)
from tilth_rules.earth.hands.deck import draw_cards
from tilth_rules.earth.moves import ChooseSide, CompostCard
from tilth_rules.earth.options import Options, Setup
from tilth_rules.earth.rounds.goals import note_goals
from tilth_rules.earth.state import GOALS, State, in_turn_order
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts

BOARD_ECOSYSTEMS = 2
ISLAND_KIND, CLIMATE_KIND, ECOSYSTEM_KIND = range(3)
KINDS = (ISLANDS, CLIMATES, ECOSYSTEMS)
"""The kinds of cards of which a seat chooses a side, in this order."""


def kinds(options: Options) -> tuple[int, ...]:
    """Return the kinds of cards of which a seat chooses a side: island, climate and, except for beginners,
    ecosystem."""
    if options.setup == Setup.BEGINNER:
        return ISLAND_KIND, CLIMATE_KIND
    return ISLAND_KIND, CLIMATE_KIND, ECOSYSTEM_KIND


class LayBoard(Act, tag=90):
    """Shuffle the Earth cards, lay the goals on the board, and draw the first player by chance.

    The goals are four fauna cards and, except for beginners, two ecosystems, each with a side drawn by chance.
    """

    def act(self, table: Table) -> None:
        state: State = table.state
        deck = table.draw("earth-deck").shuffled(state.deck)
        table.emit(DeckShuffled(len(deck), tuple(deck), again=False))
        sides = table.draw("sides")
        fauna = table.draw("fauna").shuffled(list(FAUNA))[:GOALS]
        shared: list[tuple[int, int]] = []
        if state.options.setup != Setup.BEGINNER:
            shared = table.draw("ecosystems").shuffled(list(ECOSYSTEMS))[:BOARD_ECOSYSTEMS]
        table.emit(
            BoardLaid(
                tuple(card[sides.below(2)] for card in fauna), tuple(card[sides.below(2)] for card in shared)
            )
        )
        table.emit(FirstPlayerChosen(table.draw("first-player").below(len(state.seats))))


class DealSides(Act, tag=91):
    """Deal each seat an island, a climate and, except for beginners, an ecosystem to choose a side of; in the advanced
    game two of each. The ecosystems on the board are not dealt."""

    def act(self, table: Table) -> None:
        state: State = table.state
        each = 2 if state.options.setup == Setup.ADVANCED else 1
        seats = len(state.seats)
        dealt: list[list[int]] = [[] for _ in range(seats)]
        for kind in kinds(state.options):
            purpose = ("islands", "climates", "own-ecosystems")[kind]
            pool = [card for card in KINDS[kind] if not set(card) & set(state.ecosystems)]
            cards = table.draw(purpose).shuffled(pool)
            for seat in range(seats):
                for card in cards[each * seat : each * seat + each]:
                    dealt[seat].extend(card)
        for seat in range(seats):
            table.emit(SidesDealt(seat, tuple(dealt[seat])))


class ChooseSides(Act, tag=92):
    """Ask all seats at the same time to choose their sides, one question for each kind of card. The choices stay sealed
    until all have chosen; then RevealSides lays them open."""

    def act(self, table: Table) -> None:
        state: State = table.state
        own_kinds = kinds(state.options)
        table.fork(
            *(
                ((seat,), tuple(ChooseASide(seat, kind) for kind in own_kinds))
                for seat in in_turn_order(state)
            ),
            sealed=True,
        )
        table.then(RevealSides())


class ChooseASide(Ask, tag=93):
    """The question to a seat which side of its dealt card of a kind (island, climate or ecosystem) it takes; in the
    advanced game it picks one of the four sides of two cards. The side stays hidden from others until RevealSides. The
    question's text names the kind."""

    seat: int
    kind: int

    def ask(self, state: State) -> Choose:
        printed = {face for card in KINDS[self.kind] for face in card}
        return Choose(self.seat, "side", [face for face in state.seats[self.seat].dealt if face in printed])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"kind": self.kind}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(SideChosen(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> ChooseSide:
        return ChooseSide(option)


class RevealSides(Act, tag=94):
    """Lay open the island, climate and ecosystem that each seat has chosen; they stay for the match."""

    def act(self, table: Table) -> None:
        state: State = table.state
        standing = book_of(state.options.values).standing
        for number, seat in enumerate(state.seats):
            sides = seat.sides
            own = sides[ECOSYSTEM_KIND] if len(sides) > ECOSYSTEM_KIND else None
            rules = tuple(face for face in sides if standing[face])
            table.emit(SidesRevealed(number, sides[ISLAND_KIND], sides[CLIMATE_KIND], own, rules))


class DealCards(Act, tag=95):
    """Let each seat draw the number of cards, and take the soil, that its island names."""

    def act(self, table: Table) -> None:
        state: State = table.state
        faces = book_of(state.options.values).cards.faces
        for seat in in_turn_order(state):
            start = faces[state.seats[seat].area.island].start
            if start is not None:
                draw_cards(table, seat, start.cards, CARD, BY_SET_UP)
                table.emit(SoilGained(seat, start.soil, BY_SET_UP))


class CompostAtStart(Act, tag=96):
    """Ask all seats at once to compost cards of their first hand, as many as their island names (see CompostSome)."""

    def act(self, table: Table) -> None:
        ask_at_once(table, in_turn_order(table.state), CompostSome)


class CompostSome(Ask, tag=97):
    """The question to a seat in the set-up which cards of its hand begin its compost: the number that its island names,
    or the whole hand if it has fewer; the last one picked lies on top. Not asked if that is none. The question's text
    names the island and the seat's soil."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        area = state.seats[self.seat].area
        start = book_of(state.options.values).cards.faces[area.island].start
        count = min(start.compost, len(area.hand)) if start is not None else 0
        if not count:
            return None
        return Choose(self.seat, "start-compost", tuple(area.hand), count, count, ordered=True)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        area = state.seats[seat].area
        return {"island": area.island, "soil": area.soil}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"shared": False}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsComposted(self.seat, len(picks), tuple(picks)))

    @classmethod
    def move(cls, option: int) -> CompostCard:
        return CompostCard(option)


class FirstGoals(Act, tag=98):
    """Note for each seat, after the set-up, the fauna goals that it already meets with its starting goods."""

    def act(self, table: Table) -> None:
        for seat in in_turn_order(table.state):
            note_goals(table, seat, EVERY_BIT)

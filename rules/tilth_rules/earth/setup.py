"""Set-up: the goals on the board, what everybody plays with, and what everybody begins with."""

from collections.abc import Sequence

from tilth_rules.earth.book import book_of
from tilth_rules.earth.card_events import CardsComposted, DeckShuffled
from tilth_rules.earth.content.cards import CLIMATES, ECOSYSTEMS, FAUNA, ISLANDS
from tilth_rules.earth.deck import draw
from tilth_rules.earth.events import BoardLaid, FirstPlayerChosen, SideChosen, SidesDealt, SidesRevealed
from tilth_rules.earth.gaia import SoloRound, SoloSetUp
from tilth_rules.earth.goals import note_goals
from tilth_rules.earth.goods_events import SoilGained
from tilth_rules.earth.moves import ChooseSide, CompostCard
from tilth_rules.earth.options import Options, Setup
from tilth_rules.earth.state import GOALS, State, in_turn_order
from tilth_rules.earth.turns import PlayRound
from tilth_rules.earth.words import BY_SET_UP, CARD, EVERY_BIT
from tilth_rules.kernel import Act, Ask, Choose, Step, Table

BOARD_ECOSYSTEMS = 2
ISLAND_KIND, CLIMATE_KIND, ECOSYSTEM_KIND = range(3)
KINDS = (ISLANDS, CLIMATES, ECOSYSTEMS)
"""What a seat chooses, in this order."""


def match_steps(seats: int) -> tuple[Step, ...]:
    """The whole match."""
    rounds: tuple[Step, ...] = (SoloSetUp(), SoloRound()) if seats == 1 else (PlayRound(),)
    return LayBoard(), DealSides(), ChooseSides(), DealCards(), CompostAtStart(), FirstGoals(), *rounds


def kinds(options: Options) -> tuple[int, ...]:
    """What a seat gets to choose from: beginners play without ecosystems."""
    if options.setup == Setup.BEGINNER:
        return ISLAND_KIND, CLIMATE_KIND
    return ISLAND_KIND, CLIMATE_KIND, ECOSYSTEM_KIND


class LayBoard(Act, tag=90):
    """The Earth cards are shuffled. Four fauna cards and, but for beginners, two ecosystems are laid on the board,
    either side up. Who begins is left to chance."""

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
    """Everybody is dealt an island, a climate and, but for beginners, an ecosystem; two each in the advanced one."""

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
    """All choose at the same time, and nobody sees what the others choose before all have."""

    def act(self, table: Table) -> None:
        state: State = table.state
        chosen = kinds(state.options)
        table.fork(
            *(((seat,), tuple(ChooseASide(seat, kind) for kind in chosen)) for seat in in_turn_order(state)),
            sealed=True,
        )
        table.then(RevealSides())


class ChooseASide(Ask, tag=93):
    """Which side of the card is used, and in the advanced game which card."""

    seat: int
    kind: int

    def ask(self, state: State) -> Choose:
        printed = {face for card in KINDS[self.kind] for face in card}
        return Choose(self.seat, "side", [face for face in state.seats[self.seat].dealt if face in printed])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(SideChosen(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> ChooseSide:
        return ChooseSide(option)


class RevealSides(Act, tag=94):
    """Islands, climates and ecosystems lie open, and stay as they are."""

    def act(self, table: Table) -> None:
        state: State = table.state
        standing = book_of(state.options.values).standing
        for number, seat in enumerate(state.seats):
            chosen = seat.chosen
            own = chosen[ECOSYSTEM_KIND] if len(chosen) > ECOSYSTEM_KIND else None
            rules = tuple(face for face in chosen if standing[face])
            table.emit(SidesRevealed(number, chosen[ISLAND_KIND], chosen[CLIMATE_KIND], own, rules))


class DealCards(Act, tag=95):
    """Everybody draws as many cards and takes as much soil as the island says."""

    def act(self, table: Table) -> None:
        state: State = table.state
        faces = book_of(state.options.values).cards.faces
        for seat in in_turn_order(state):
            start = faces[state.seats[seat].area.island].start
            if start is not None:
                draw(table, seat, start.cards, CARD, BY_SET_UP)
                table.emit(SoilGained(seat, start.soil, BY_SET_UP))


class CompostAtStart(Act, tag=96):
    """Having seen their cards, all compost as many of them as the island says."""

    def act(self, table: Table) -> None:
        table.fork(*(((seat,), (CompostSome(seat),)) for seat in in_turn_order(table.state)))


class CompostSome(Ask, tag=97):
    """Which cards to begin the own compost with, the last one on top."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        area = state.seats[self.seat].area
        start = book_of(state.options.values).cards.faces[area.island].start
        count = min(start.compost, len(area.hand)) if start is not None else 0
        if not count:
            return None
        return Choose(self.seat, "start-compost", tuple(area.hand), count, count, ordered=True)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsComposted(self.seat, len(picks), tuple(picks)))

    @classmethod
    def move(cls, option: int) -> CompostCard:
        return CompostCard(option)


class FirstGoals(Act, tag=98):
    """What somebody begins with may meet a goal already."""

    def act(self, table: Table) -> None:
        for seat in in_turn_order(table.state):
            note_goals(table, seat, EVERY_BIT)

"""Agricola in whatever mix of its options: the laws of every game, and what no match of this one may ever do."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tilth_rules.agricola import Options, game
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.actions.spaces import GLANCES, usable
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.content.cards import CARDS, occupations
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.events.cards import CardGivenUp, CardPassed
from tilth_rules.agricola.events.farm import CropsAdded, Sown
from tilth_rules.agricola.events.goods import (
    Baked,
    BegDrawn,
    CardGave,
    CardTook,
    Cooked,
    Gained,
    GoodsPlaced,
    LaidTaken,
    Lost,
)
from tilth_rules.agricola.events.rounds import (
    ChildGrewUp,
    FamilyGrew,
    HarvestBegan,
    HarvestEnded,
    LodgerLeft,
    PersonPlaced,
    RoundBegan,
)
from tilth_rules.agricola.farm.yard import FIELD, ROOM, beside, fenced, pastures, ring
from tilth_rules.agricola.state import CARD_PLOTS, Seat, State, discs, family_size
from tilth_rules.agricola.words import (
    BOAR,
    CATTLE,
    FENCES,
    FOOD,
    FOR_FEEDING,
    GOODS,
    GRAIN,
    LARGEST_FAMILY,
    NOBODY,
    SHEEP,
    STABLES,
    VEGETABLE,
)
from tilth_rules.conformance import conforms
from tilth_rules.kernel import Event, OptionsRefused, Record, Seeded, Table, taken_back
from tilth_rules.randomly import inside

SEEDS = st.integers(0, 2**32)
MODES = ("without_e", "without_i", "without_k", "draft", "ten_keep_seven", "mulligan", "three_for_one")


@st.composite
def mixes(draw: st.DrawFn) -> tuple[int, Options]:
    """Any number of seats, and any options that can be played with."""
    seats = draw(st.sampled_from(game.seats))
    kind = draw(st.sampled_from(("family", "hands", "hands", "series")))
    if kind == "family":
        return seats, Options(family=True)
    if kind == "series":
        return 1, series(draw(st.integers(1, 8)))
    chosen = {name: True for name in MODES if draw(st.integers(0, 3)) == 0}
    options = msgspec.structs.replace(Options(), **chosen)
    try:
        game.check(options, seats)
    except OptionsRefused:
        return seats, Options()
    return seats, options


def series(number: int) -> Options:
    """A game of the solo series, with the first occupations there are as the permanent ones."""
    permanent = tuple(CARDS[card].id for card in occupations("EIK", 1)[: number - 1])
    return Options(series=number, permanent=permanent, extra_food=2 if number > 1 else 0)


# The laws ----------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, thorough=False)


@settings(max_examples=6, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_no_match_takes_what_it_did_not_ask_for_and_nothing_hidden_shows(
    mix: tuple[int, Options], seed: int
) -> None:
    seats, options = mix
    conforms(game, options, seats, seed)


# Farms, goods, people and cards ------------------------------------------------------------------


@settings(max_examples=50, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_nothing_that_is_watched_ever_goes_wrong(mix: tuple[int, Options], seed: int) -> None:
    watched(mix, seed)


def watched(mix: tuple[int, Options], seed: int) -> None:
    """A match at random in which everything below is looked at after each answer."""
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)))
    chronicle = Chronicle()
    before = table.state.clone()
    record = table.start()
    box = sorted(everywhere(table.state))
    while True:
        assert record is not None
        state: State = table.state
        assert chronicle.retold(before, record.events) == state
        assert sorted(everywhere(state)) == box, "a card is lost, or there twice"
        listeners_lie_on_the_table(state)
        for mine in state.seats:
            stands(mine)
            has_no_more_than_there_is(mine)
        assert min(state.heaps) >= 0
        animals_have_room(table)
        glances_hide_nothing(table)
        if table.over:
            assert game.result(state) is not None
            return
        before = state.clone()
        seat = random.choice(table.waiting)
        record = table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ())))


def stands(seat: Seat) -> None:
    """Every fence belongs to a closed pasture, and no cell is used for two things that exclude each other."""
    yard = seat.yard
    areas = pastures(yard.fences)
    closed = 0
    for area in areas:
        closed |= ring(area)
    assert closed == yard.fences, "a fence that closes nothing"
    inside_fences = fenced(yard.fences)
    for cell, use in enumerate(yard.cells):
        used = (use in (ROOM, FIELD), bool(yard.stables >> cell & 1), bool(inside_fences >> cell & 1))
        assert not (used[0] and (used[1] or used[2]))
        assert not yard.stacks[cell] or (use == FIELD and yard.crops[cell])
        assert yard.stacks[cell] or not yard.crops[cell]
    assert is_one_piece(yard.rooms())
    assert is_one_piece(yard.fields())
    assert is_one_piece(inside_fences)


def is_one_piece(cells: int) -> bool:
    """Whether all of these cells can be reached from the first one by their sides."""
    reached = cells & -cells
    while reached != (wider := (reached | beside(reached)) & cells):
        reached = wider
    return reached == cells


def has_no_more_than_there_is(seat: Seat) -> None:
    """What the rulebook limits: five discs, four stables and fifteen fences a seat. Nothing is ever negative."""
    assert min(seat.goods) >= 0
    assert min(seat.yard.stacks + seat.plot_stacks, default=0) >= 0
    assert discs(seat) <= LARGEST_FAMILY
    assert seat.yard.stables.bit_count() <= STABLES
    assert seat.yard.fences.bit_count() <= FENCES
    assert len(seat.places) == len(seat.born) == len(seat.kinds)


def on_the_table(state: State) -> list[int]:
    """By good: how much lies before seats, on fields and on spaces. The rest is in the supply."""
    found = [0] * GOODS
    for good in range(GOODS):
        found[good] = sum(seat.goods[good] for seat in state.seats) + sum(state.heaps[good::GOODS])
    for seat in state.seats:
        for crop, amount in zip(seat.yard.crops, seat.yard.stacks, strict=True):
            found[(0, GRAIN, VEGETABLE)[crop]] += amount
        for crop, amount in zip(seat.plot_crops, seat.plot_stacks, strict=True):
            found[crop] += amount
    return found


def from_supply(event: Event, state: State) -> list[tuple[int, int]]:
    """What an event takes out of the supply, or puts back into it: (good, amount) for each good. Goods that only
    change hands are no part of it."""
    match event:
        case Gained() | CardGave() | GoodsPlaced() | LaidTaken():
            return [(event.good, event.amount)]
        case Lost() | CardTook():
            return [(event.good, -event.amount)]
        case Cooked(_, sheep, boar, cattle, vegetables, food):
            return [(SHEEP, -sheep), (BOAR, -boar), (CATTLE, -cattle), (VEGETABLE, -vegetables), (FOOD, food)]
        case Baked(_, grain, food):
            return [(GRAIN, -grain), (FOOD, food)]
        case Sown():
            return [(event.good, event.amount - 1)]
        case CropsAdded():
            seat = state.seats[event.seat]
            if event.plot >= CARD_PLOTS:
                return [(seat.plot_crops[event.plot - CARD_PLOTS], event.amount)]
            return [((0, GRAIN, VEGETABLE)[seat.yard.crops[event.plot]], event.amount)]
        case CardGivenUp() | CardPassed():
            seat = state.seats[event.seat]
            plots = zip(seat.plot_cards, seat.plot_crops, seat.plot_stacks, strict=True)
            return [(crop, -amount) for card, crop, amount in plots if card == event.card]
    return []


class Chronicle:
    """What has been told of the match so far, to be held against the rules."""

    def __init__(self) -> None:
        self.newborns: set[tuple[int, int]] = set()
        """Children of this round: (seat, person)."""
        self.eaten: Counter[int] = Counter()
        """By seat: food that was paid and begged for in this harvest."""

    def retold(self, state: State, events: Sequence[Event]) -> State:
        """The state after these events. All there is on the table is what was there, and what came from the supply or
        went back to it."""
        expected = on_the_table(state)
        for event in events:
            for good, amount in from_supply(event, state):
                expected[good] += amount
            self.people(state, event)
            self.feeding(state, event)
            event.apply(state)
        assert expected == on_the_table(state)
        return state

    def people(self, state: State, event: Event) -> None:
        """A child does not work in the round in which it is born, unless a card makes an adult of it; and it needs a
        room, but for one space, where no card has a say."""
        match event:
            case RoundBegan():
                self.newborns.clear()
            case FamilyGrew(seat, space):
                mine = state.seats[seat]
                self.newborns.add((seat, len(mine.kinds)))
                if state.options.family:
                    has_room = mine.yard.rooms().bit_count() > family_size(mine)
                    assert has_room or (space is not None and SPACES[space].id == "R5-GROWTH")
            case ChildGrewUp(seat, person):
                self.newborns.discard((seat, person))
            case LodgerLeft(seat, _):
                self.newborns.discard((seat, len(state.seats[seat].kinds) - 1))
            case PersonPlaced(seat, person, _):
                assert (seat, person) not in self.newborns, "a newborn works"

    def feeding(self, state: State, event: Event) -> None:
        """What a family eats and what it begs for are together what it needs, in the family game, where no card has a
        say: two food an adult, three alone, and one a newborn."""
        match event:
            case HarvestBegan():
                self.eaten.clear()
            case Lost(seat, _, amount, source) if source == FOR_FEEDING:
                self.eaten[seat] += amount
            case BegDrawn(seat, amount):
                self.eaten[seat] += amount
            case HarvestEnded() if state.options.family:
                for seat, mine in enumerate(state.seats):
                    newborns = sum(owner == seat for owner, _ in self.newborns)
                    adults = len(mine.kinds) - newborns
                    assert self.eaten[seat] == adults * (3 if len(state.seats) == 1 else 2) + newborns


def animals_have_room(table: Table) -> None:
    """Whenever somebody is asked what to do next, and at the end."""
    if table.over or any(decision.kind in SETTLED for decision in table.open.values()):
        assert all(animals_fit(table.state, seat) for seat in range(len(table.state.seats)))


SETTLED = ("place", "end-turn", "feed")
"""Questions between actions: by then all animals have found their places."""


def everywhere(state: State) -> Iterator[int]:
    """Every card that is somewhere, majors on the board among them."""
    for pile in (*state.decks, *state.discards, *state.packs, *state.kept, state.gone):
        yield from pile
    for seat in state.seats:
        yield from (*seat.hand, *seat.cards)
    yield from (card for card in range(10) if state.owner[card] == NOBODY)


def listeners_lie_on_the_table(state: State) -> None:
    for cards in state.listening:
        assert len(set(cards)) == len(cards)
        assert all(state.owner[card] != NOBODY for card in cards)
    for number, seat in enumerate(state.seats):
        assert all(state.owner[card] == number for card in seat.cards)
        for cards in (*seat.rules, seat.offering):
            assert all(state.owner[card] == number for card in cards)


def glances_hide_nothing(table: Table) -> None:
    """A space that a glance rules out is of no use."""
    state: State = table.state
    for seat, decision in table.open.items():
        if decision.kind == "place":
            for space in state.open:
                glance = GLANCES[space]
                if glance is not None and glance(state.seats[seat]):
                    assert not usable(state, Facts(seat, space))


# The log -----------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None, derandomize=True)
@given(mix=mixes(), seed=SEEDS)
def test_a_match_is_told_by_its_log_alone(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, Seeded(random.randbytes(32)))
    records: list[Record | None] = [table.start()]
    while not table.over:
        seat = random.choice(table.waiting)
        if table.undoable(seat) is not None and random.random() < 0.1:
            kept = [record for record in records if record is not None]
            table, undone = table.undo(seat, kept)
            records.append(undone)
            continue
        records.append(table.answer(seat, *inside(table.open[seat], random, table.offered.get(seat, ()))))
    log = [record for record in records if record is not None]
    state, _ = game.start(options, seats)
    back = taken_back(log)
    for record in log:
        if record.number not in back:
            for event in record.events:
                event.apply(state)
    assert state == table.state
    assert game.result(state) is not None

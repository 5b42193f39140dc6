"""What a viewer may see of a seat: its farmyard, its goods and people, its cards, and what its next steps cost."""

from collections.abc import Iterator
from typing import Final

import msgspec

from tilth_rules.agricola.actions.building import renovation_to, room_of
from tilth_rules.agricola.actions.improvements import can_play_minor
from tilth_rules.agricola.actions.kitchen import ovens, rates
from tilth_rules.agricola.actions.occupations import food_before
from tilth_rules.agricola.cards.counting import CROP_OF
from tilth_rules.agricola.content.cards import CARDS, FIRST_OCCUPATION
from tilth_rules.agricola.farm.yard import CELLS, EDGES
from tilth_rules.agricola.paying.purchases import Purchase, all_prices, can_buy_occupation
from tilth_rules.agricola.rounds.harvest import appetite
from tilth_rules.agricola.state import CARD_PLOTS, EVERYBODY, Seat, State
from tilth_rules.agricola.view.printed import Amount, Price, amounts
from tilth_rules.agricola.view.standing import Herd, herds
from tilth_rules.agricola.words import AT_HOME, FAMILY, HARVESTS, IDLE, NO_CARD, OVER, STONE_HOUSE
from tilth_rules.kernel import EVERYTHING

ON_CARD: Final = 3
"""The kind of a plot that lies on a card; those of the farmyard's cells are 0 to 2."""


class Person(msgspec.Struct, frozen=True, gc=False):
    kind: int
    space: int | None
    """Where the person is; absent at home."""
    newborn: bool
    idle: bool


class Plot(msgspec.Struct, frozen=True, gc=False):
    """A cell of the farmyard, or a plot on a card."""

    plot: int
    kind: int
    """0 for nothing, 1 for a room, 2 for a field, 3 for a plot on a card."""
    card: int | None
    good: int
    """What grows there."""
    amount: int
    stable: bool


class CardInPlay(msgspec.Struct, frozen=True, gc=False):
    card: int
    since: int
    """The round in which it was played."""
    numbers: tuple[int, ...]
    """What it remembers."""


class CookingRates(msgspec.Struct, frozen=True, gc=False):
    """Food for one of each that is cooked now; 0 for what cannot be."""

    sheep: int
    boar: int
    cattle: int
    vegetable: int


class Oven(msgspec.Struct, frozen=True, gc=False):
    """What bakes bread."""

    food: int
    """For a grain."""
    most: int
    """How many grain in one baking; 0 for any number."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """What a seat has."""

    seat: int
    goods: tuple[Amount, ...]
    begging: int
    house: int
    plots: tuple[Plot, ...]
    fences: tuple[int, ...]
    """The edges with a fence."""
    herds: tuple[Herd, ...]
    people: tuple[Person, ...]
    cards: tuple[CardInPlay, ...]
    minors_held: int
    occupations_held: int
    hand: tuple[int, ...]
    """For those who may see it: one's own."""
    shown: tuple[int, ...]
    """Cards of the hand that everybody knows of."""
    pack: tuple[int, ...]
    """In a draft: what the seat chooses from, for those who may see it."""
    kept: tuple[int, ...]
    sheet: tuple[int, ...]
    """The points as they are now, line by line."""
    playable: tuple[int, ...]
    """Cards of the hand that can be paid for now and ask for nothing that is missing, for those who may see it."""
    cooking: CookingRates
    ovens: tuple[Oven, ...]
    """The best first."""
    appetite: int
    """Food for the people there are, at the next harvest."""
    room: tuple[Price, ...]
    """What one more room costs: prices of which none beats another."""
    renovation: tuple[Price, ...]
    """What the next house costs; nothing where it is of stone already."""


def player(state: State, seat: int, viewer: int, sheet: tuple[int, ...]) -> Player:
    mine = state.seats[seat]
    sees = viewer in (seat, EVERYTHING)
    held = [CARDS[card].kind for card in mine.hand]
    return Player(
        seat=seat,
        goods=tuple(Amount(good, amount) for good, amount in enumerate(mine.goods) if amount),
        begging=mine.begging,
        house=mine.yard.house,
        plots=(*_cells(mine), *_card_plots(mine)),
        fences=tuple(edge for edge in range(EDGES) if mine.yard.fences >> edge & 1),
        herds=herds(state, seat),
        people=tuple(_people(state, mine)),
        cards=tuple(CardInPlay(card, state.since[card], mine.notes.get(card, ())) for card in mine.cards),
        minors_held=held.count("minor"),
        occupations_held=held.count("occupation"),
        hand=tuple(sorted(mine.hand)) if sees else (),
        shown=tuple(sorted(card for card in mine.hand if state.known[card] == EVERYBODY)),
        pack=tuple(sorted(state.packs[seat])) if sees else (),
        kept=tuple(sorted(state.kept[seat])) if sees else (),
        sheet=sheet,
        playable=_playable(state, seat) if sees else (),
        cooking=CookingRates(*rates(state, seat)),
        ovens=tuple(Oven(food, most) for food, most in ovens(state, seat)),
        appetite=_appetite(state, seat),
        room=_prices(state, seat, room_of(state, seat)),
        renovation=_renovation(state, seat),
    )


def _people(state: State, mine: Seat) -> Iterator[Person]:
    for place, born, kind in zip(mine.places, mine.born, mine.kinds, strict=True):
        newborn = kind == FAMILY and born == state.round > 0
        yield Person(kind, place if place not in (AT_HOME, IDLE) else None, newborn, place == IDLE)


def next_harvest(state: State) -> int:
    """The round at whose end it is; 0 after the last one."""
    return 0 if state.phase == OVER else next(last for last in HARVESTS if last >= state.round)


def _playable(state: State, seat: int) -> tuple[int, ...]:
    """Minor improvements at their own prices, occupations apart from what the space asks for."""
    before = food_before(state, seat)
    return tuple(
        card
        for card in sorted(state.seats[seat].hand)
        if (
            can_play_minor(state, seat, card)
            if card < FIRST_OCCUPATION
            else can_buy_occupation(state, seat, card, 0, before)
        )
    )


def _appetite(state: State, seat: int) -> int:
    """Who is born now is no newborn any more if the harvest is in a later round."""
    harvest = next_harvest(state)
    return appetite(state, seat, harvest) if harvest and not state.seats[seat].skips else 0


def _renovation(state: State, seat: int) -> tuple[Price, ...]:
    house = state.seats[seat].yard.house
    return _prices(state, seat, renovation_to(state, seat, house + 1)) if house < STONE_HOUSE else ()


def _prices(state: State, seat: int, purchase: Purchase) -> tuple[Price, ...]:
    found = (
        Price(amounts(price.goods), (price.returns,) if price.returns != NO_CARD else (), 0, bool(price.uses))
        for price in all_prices(state, seat, purchase)
    )
    return tuple(dict.fromkeys(found))


def _cells(mine: Seat) -> list[Plot]:
    yard = mine.yard
    return [
        Plot(
            cell,
            yard.use(cell),
            None,
            CROP_OF[yard.crops[cell]],
            yard.stacks[cell],
            bool(yard.stables >> cell & 1),
        )
        for cell in range(CELLS)
    ]


def _card_plots(mine: Seat) -> list[Plot]:
    return [
        Plot(CARD_PLOTS + at, ON_CARD, card, mine.plot_crops[at], mine.plot_stacks[at], False)
        for at, card in enumerate(mine.plot_cards)
    ]

"""The view of a seat: its farmyard, its goods and people, its cards, and the prices of its next steps."""

from collections.abc import Iterator
from typing import Final

import msgspec

from tilth_rules.agricola.actions.building import renovation_to, room_of
from tilth_rules.agricola.actions.improvements import can_play_minor
from tilth_rules.agricola.actions.kitchen import ovens
from tilth_rules.agricola.actions.occupations import food_before
from tilth_rules.agricola.cards.counting import CROP_OF
from tilth_rules.agricola.cards.means import cooking_rates
from tilth_rules.agricola.codes import AT_HOME, FAMILY, HARVESTS, IDLE, NO_CARD, OVER, STONE_HOUSE
from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION
from tilth_rules.agricola.farm.yard import CELLS, EDGES
from tilth_rules.agricola.paying.purchases import Purchase, all_prices, can_buy_occupation
from tilth_rules.agricola.printed import Amount, Price, amounts
from tilth_rules.agricola.rounds.harvest import appetite
from tilth_rules.agricola.state import CARD_PLOTS, EVERYBODY, Seat, State
from tilth_rules.agricola.view.animals import Herd, herds
from tilth_rules.kernel import EVERYTHING

ON_CARD: Final = 3
"""The kind of a plot that lies on a card; those of the farmyard's cells are 0 to 2."""


class Person(msgspec.Struct, frozen=True, gc=False):
    """A person of a seat, in a view."""

    kind: int
    space: int | None
    """The person's space; None at home."""
    newborn: bool
    idle: bool


class Plot(msgspec.Struct, frozen=True, gc=False):
    """A cell of the farmyard, or a plot on a card, in a view."""

    plot: int
    kind: int
    """0 for an empty cell, 1 for a room, 2 for a field, 3 for a plot on a card."""
    card: int | None
    good: int
    """The good that grows there."""
    amount: int
    stable: bool


class CardInPlay(msgspec.Struct, frozen=True, gc=False):
    """A card before a seat, in a view."""

    card: int
    since: int
    """The round in which it was played."""
    numbers: tuple[int, ...]
    """The numbers that it remembers."""


class CookingRates(msgspec.Struct, frozen=True, gc=False):
    """The food, in a view, for one of each good that is cooked now; 0 for a good that can't be."""

    sheep: int
    boar: int
    cattle: int
    vegetable: int


class Oven(msgspec.Struct, frozen=True, gc=False):
    """A card that bakes, in a view of a seat: the food for one grain, and the most grain in one baking."""

    food: int
    """The food for a grain."""
    most: int
    """The most grain in one baking; 0 for any number."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """A seat in a view: its goods, farm, people, cards and prices."""

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
    """The hand, for viewers that may see it."""
    shown: tuple[int, ...]
    """Cards of the hand that everybody knows."""
    pack: tuple[int, ...]
    """In a draft, the cards from which the seat chooses, for viewers that may see them."""
    kept: tuple[int, ...]
    sheet: tuple[int, ...]
    """The score sheet if the match ended now, line by line."""
    playable: tuple[int, ...]
    """Cards of the hand that are payable now and whose prerequisites hold, for viewers that may see them."""
    cooking: CookingRates
    ovens: tuple[Oven, ...]
    """The ovens, the best first."""
    appetite: int
    """The food that the seat's people need at the next harvest."""
    room: tuple[Price, ...]
    """The prices of one more room, of which none beats another."""
    renovation: tuple[Price, ...]
    """The prices of the next house, of which none beats another; empty for a stone house."""


def player(state: State, seat: int, viewer: int, sheet: tuple[int, ...]) -> Player:
    """Return a seat as this viewer sees it: hand, pack, kept and playable cards are empty unless the viewer is the seat
    or EVERYTHING. `sheet` is the seat's score sheet."""
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
        cooking=CookingRates(*cooking_rates(state, seat)),
        ovens=tuple(Oven(food, most) for food, most in ovens(state, seat)),
        appetite=_appetite(state, seat),
        room=_prices(state, seat, room_of(state, seat)),
        renovation=_renovation(state, seat),
    )


def _people(state: State, mine: Seat) -> Iterator[Person]:
    """Yield the seat's people for the view: kind, space (None at home or idle), whether newborn, whether idle."""
    for place, born, kind in zip(mine.places, mine.born, mine.kinds, strict=True):
        newborn = kind == FAMILY and born == state.round > 0
        yield Person(kind, place if place not in (AT_HOME, IDLE) else None, newborn, place == IDLE)


def next_harvest(state: State) -> int:
    """Return the round at whose end the next harvest is, this round included; 0 once the match has ended."""
    return 0 if state.phase == OVER else next(last for last in HARVESTS if last >= state.round)


def _playable(state: State, seat: int) -> tuple[int, ...]:
    """Return the cards that a seat could play now: minor improvements at their own prices, occupations without the
    price of the space."""
    before = food_before(state, seat)
    return tuple(
        card
        for card in sorted(state.seats[seat].hand)
        if (
            can_play_minor(state, seat, card)
            if not IS_OCCUPATION[card]
            else can_buy_occupation(state, seat, card, 0, before)
        )
    )


def _appetite(state: State, seat: int) -> int:
    """Return the food that the seat's people need at the next harvest; 0 if it sits that out or the match has ended.
    People born now count as adults if the harvest is in a later round."""
    harvest = next_harvest(state)
    return appetite(state, seat, harvest) if harvest and not state.seats[seat].skips else 0


def _renovation(state: State, seat: int) -> tuple[Price, ...]:
    """Return the prices of the seat's next renovation for the view; none for a stone house."""
    house = state.seats[seat].yard.house
    return _prices(state, seat, renovation_to(state, seat, house + 1)) if house < STONE_HOUSE else ()


def _prices(state: State, seat: int, purchase: Purchase) -> tuple[Price, ...]:
    """Return the prices of a purchase for the view, payable or not, each once."""
    found = (
        Price(amounts(price.goods), (price.returns,) if price.returns != NO_CARD else (), 0, bool(price.uses))
        for price in all_prices(state, seat, purchase)
    )
    return tuple(dict.fromkeys(found))


def _cells(mine: Seat) -> list[Plot]:
    """Return every cell of a seat's farmyard for the view: its use, its crop with the amount, and whether a stable
    stands there."""
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
    """Return the plots on a seat's cards for the view, each with its card, its crop and the amount."""
    return [
        Plot(CARD_PLOTS + at, ON_CARD, card, mine.plot_crops[at], mine.plot_stacks[at], False)
        for at, card in enumerate(mine.plot_cards)
    ]

"""What a viewer may see."""

import msgspec

from tilth_rules.agricola.animals import herd, holders_of
from tilth_rules.agricola.content.cards import CARDS, MAJORS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.farm.arranging import arrange
from tilth_rules.agricola.farm.herds import Holder
from tilth_rules.agricola.farm.yard import cells_of
from tilth_rules.agricola.hauls import lying
from tilth_rules.agricola.options import TARGETS
from tilth_rules.agricola.scoring import sheets
from tilth_rules.agricola.state import Seat, State
from tilth_rules.agricola.words import FAMILY, HARVESTS, NOBODY, OVER
from tilth_rules.kernel import EVERYTHING


class Amount(msgspec.Struct, frozen=True, gc=False):
    """So much of a good."""

    good: int
    amount: int


class Visitor(msgspec.Struct, frozen=True, gc=False):
    """Somebody on a space."""

    seat: int
    person: int


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """A space that people can be placed on."""

    space: int
    goods: tuple[Amount, ...]
    """What lies there."""
    grows: tuple[Amount, ...]
    """What is added in each round."""
    visitors: tuple[Visitor, ...]


class LaidGoods(msgspec.Struct, frozen=True, gc=False):
    """What comes at the beginning of a round to come."""

    round: int
    seat: int
    card: int
    good: int
    amount: int
    price: int


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


class Herd(msgspec.Struct, frozen=True, gc=False):
    """Animals that stand together in a pasture, a stable, the home, or on a card. Pastures and stables are there
    without any, too."""

    cells: tuple[int, ...]
    card: int | None
    sheep: int
    boar: int
    cattle: int
    room: int
    """How many could stand there, those included; 0 for animals that have no place."""


class CardInPlay(msgspec.Struct, frozen=True, gc=False):
    card: int
    since: int
    """The round in which it was played."""
    numbers: tuple[int, ...]
    """What it remembers."""


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


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one viewer sees it."""

    round: int
    phase: int
    starting_player: int
    next_harvest: int
    """The round at whose end it is; 0 after the last one."""
    round_cards: tuple[int, ...]
    """As they were revealed."""
    coming: tuple[int, ...]
    """Round cards to come, for those who know their order."""
    spaces: tuple[SpaceView, ...]
    majors: tuple[int, ...]
    """On the board."""
    laid: tuple[LaidGoods, ...]
    players: tuple[Player, ...]
    minors_left: int
    occupations_left: int
    """Cards in the decks."""
    places: tuple[int, ...]
    """How the match ended, for each seat; empty while it goes on."""
    target: int
    """Alone: the points to be reached. 0 with more seats."""


def view(state: State, viewer: int) -> View:
    """The table for a seat, for SPECTATOR, or for EVERYTHING."""
    seats = len(state.seats)
    scored = sheets(state)
    return View(
        round=state.round,
        phase=state.phase,
        starting_player=state.first,
        next_harvest=0 if state.phase == OVER else next(last for last in HARVESTS if last >= state.round),
        round_cards=state.order,
        coming=state.ahead,
        spaces=tuple(
            SpaceView(
                space,
                _amounts(lying(state, space)),
                _amounts(SPACES[space].grows(seats)),
                tuple(
                    Visitor(bit // 8, bit % 8) for bit in range(8 * seats) if state.visitors[space] >> bit & 1
                ),
            )
            for space in (*state.open, *(space for space in state.ahead if state.visitors[space]))
        ),
        majors=tuple(card for card in MAJORS if state.owner[card] == NOBODY),
        laid=tuple(LaidGoods(*laid) for laid in sorted(state.laid)),
        players=tuple(_player(state, seat, viewer, tuple(scored[seat])) for seat in range(seats)),
        minors_left=len(state.decks[0]),
        occupations_left=len(state.decks[1]),
        places=state.places,
        target=TARGETS[max(0, state.options.series - 1)] if seats == 1 else 0,
    )


def _amounts(goods: tuple[tuple[int, int], ...]) -> tuple[Amount, ...]:
    return tuple(Amount(good, amount) for good, amount in goods)


def _player(state: State, seat: int, viewer: int, sheet: tuple[int, ...]) -> Player:
    mine = state.seats[seat]
    sees = viewer in (seat, EVERYTHING)
    held = [CARDS[card].kind for card in mine.hand]
    return Player(
        seat=seat,
        goods=tuple(Amount(good, amount) for good, amount in enumerate(mine.goods) if amount),
        begging=mine.begging,
        house=mine.yard.house,
        plots=(*_cells(mine), *_card_plots(mine)),
        fences=tuple(edge for edge in range(38) if mine.yard.fences >> edge & 1),
        herds=_herds(state, seat),
        people=tuple(
            Person(
                kind, place if place >= 0 else None, kind == FAMILY and born == state.round > 0, place == -2
            )
            for place, born, kind in zip(mine.places, mine.born, mine.kinds, strict=True)
        ),
        cards=tuple(CardInPlay(card, state.since[card], mine.notes.get(card, ())) for card in mine.cards),
        minors_held=held.count("minor"),
        occupations_held=held.count("occupation"),
        hand=tuple(sorted(mine.hand)) if sees else (),
        shown=tuple(sorted(card for card in mine.hand if state.known[card] == -1)),
        pack=tuple(sorted(state.packs[seat])) if sees else (),
        kept=tuple(sorted(state.kept[seat])) if sees else (),
        sheet=sheet,
    )


def _cells(mine: Seat) -> list[Plot]:
    yard = mine.yard
    goods = (0, 5, 6)
    return [
        Plot(
            cell,
            yard.cells[cell],
            None,
            goods[yard.crops[cell]],
            yard.stacks[cell],
            bool(yard.stables >> cell & 1),
        )
        for cell in range(15)
    ]


def _card_plots(mine: Seat) -> list[Plot]:
    return [
        Plot(15 + at, 3, card, mine.plot_crops[at], mine.plot_stacks[at], False)
        for at, card in enumerate(mine.plot_cards)
    ]


def _herds(state: State, seat: int) -> tuple[Herd, ...]:
    """Where the animals stand, by a fixed rule: that is for the eye only."""
    mine = state.seats[seat]
    yard = mine.yard
    places: list[tuple[tuple[int, ...], int | None]] = [(cells_of(area), None) for area in yard.pastures()]
    places += [((cell,), None) for cell in cells_of(yard.loose_stables())]
    holders = holders_of(state, seat)
    homes = len(holders) - len(places)
    standing = arrange(herd(state, seat), holders)
    places += [((), None)] * homes
    if standing is None:
        empty = [
            Herd(cells, card, 0, 0, 0, one.capacity)
            for (cells, card), one in zip(places, holders, strict=True)
        ]
        return (*(found for found in empty if found.cells), Herd((), None, *herd(state, seat), 0))
    return tuple(
        Herd(cells, card, *animals, _room(one, animals))
        for (cells, card), animals, one in zip(places, standing, holders, strict=True)
        if cells or any(animals)
    )


def _room(holder: Holder, animals: tuple[int, int, int]) -> int:
    """Places for whatever kind, and those for the kinds that stand there."""
    return holder.capacity + sum(own for own, count in zip(holder.own, animals, strict=True) if count)

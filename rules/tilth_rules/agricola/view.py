"""What a viewer may see."""

from collections.abc import Iterable, Iterator

import msgspec

from tilth_rules.agricola.actions.building import renovation_to, room_of
from tilth_rules.agricola.actions.hauls import lying
from tilth_rules.agricola.actions.improvements import FIRST_OCCUPATION, can_play_minor
from tilth_rules.agricola.actions.kitchen import ovens, rates
from tilth_rules.agricola.actions.occupations import food_before
from tilth_rules.agricola.actions.parts import LENDER
from tilth_rules.agricola.content.cards import CARDS, MAJORS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.options import TARGETS
from tilth_rules.agricola.paying.purchases import Purchase, all_prices, can_buy_occupation
from tilth_rules.agricola.printed import Amount, Price, Printed, amounts, printed
from tilth_rules.agricola.rounds.harvest import appetite
from tilth_rules.agricola.scoring import sheets
from tilth_rules.agricola.standing import Herd, herds
from tilth_rules.agricola.state import Seat, State
from tilth_rules.agricola.words import FAMILY, HARVESTS, NO_CARD, NOBODY, OVER, STONE_HOUSE
from tilth_rules.kernel import EVERYTHING


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
    card: int | None
    """Which has brought the space into the match."""
    owner: int | None
    """Whose card that is."""


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
    printed: Printed


def view(state: State, viewer: int) -> View:
    """The table for a seat, for SPECTATOR, or for EVERYTHING."""
    seats = len(state.seats)
    scored = sheets(state)
    players = tuple(_player(state, seat, viewer, tuple(scored[seat])) for seat in range(seats))
    majors = tuple(card for card in MAJORS if state.owner[card] == NOBODY)
    return View(
        round=state.round,
        phase=state.phase,
        starting_player=state.first,
        next_harvest=_next_harvest(state),
        round_cards=state.order,
        coming=state.ahead,
        spaces=tuple(
            _space(state, space)
            for space in (*state.open, *(space for space in state.ahead if state.visitors[space]))
        ),
        majors=majors,
        laid=tuple(LaidGoods(*laid) for laid in sorted(state.laid)),
        players=players,
        minors_left=len(state.decks[0]),
        occupations_left=len(state.decks[1]),
        places=state.places,
        target=TARGETS[max(0, state.options.series - 1)] if seats == 1 else 0,
        printed=printed((*majors, *(laid[2] for laid in state.laid), *_cards_of(players))),
    )


def _next_harvest(state: State) -> int:
    return 0 if state.phase == OVER else next(last for last in HARVESTS if last >= state.round)


def _space(state: State, space: int) -> SpaceView:
    card = LENDER.get(space, NO_CARD)
    owner = state.owner[card] if card != NO_CARD else NOBODY
    seats = range(8 * len(state.seats))
    return SpaceView(
        space,
        amounts(lying(state, space)),
        amounts(SPACES[space].grows(len(state.seats))),
        tuple(Visitor(bit // 8, bit % 8) for bit in seats if state.visitors[space] >> bit & 1),
        card if owner != NOBODY else None,
        owner if owner != NOBODY else None,
    )


def _cards_of(players: Iterable[Player]) -> Iterator[int]:
    """What shows of the seats' cards."""
    for player in players:
        yield from (one.card for one in player.cards)
        yield from (plot.card for plot in player.plots if plot.card is not None)
        for pile in (player.hand, player.shown, player.pack, player.kept):
            yield from pile


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
        herds=herds(state, seat),
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
        playable=_playable(state, seat) if sees else (),
        cooking=CookingRates(*rates(state, seat)),
        ovens=tuple(Oven(food, most) for food, most in ovens(state, seat)),
        appetite=_appetite(state, seat),
        room=_prices(state, seat, room_of(state, seat)),
        renovation=_renovation(state, seat),
    )


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
    harvest = _next_harvest(state)
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

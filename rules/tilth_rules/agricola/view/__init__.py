"""The view of a match: everything that a viewer may see."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tilth_rules.agricola.actions.fields import SOWN_AS
from tilth_rules.agricola.actions.hauls import goods_on
from tilth_rules.agricola.codes import HARVESTS, NO_CARD, NOBODY, PEOPLE_A_SEAT, ROUNDS
from tilth_rules.agricola.content.cards import LENDER, MAJORS
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.options import target_points
from tilth_rules.agricola.printed import Amount, Printed, amounts, printed
from tilth_rules.agricola.scoring import sheets
from tilth_rules.agricola.state import State
from tilth_rules.agricola.view.players import Player, next_harvest, player


class Visitor(msgspec.Struct, frozen=True, gc=False):
    """A person on a space, in a view."""

    seat: int
    person: int


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """An action space in a view, with the goods and people there."""

    space: int
    goods: tuple[Amount, ...]
    """The goods that lie there."""
    grows: tuple[Amount, ...]
    """The goods that are added in each round."""
    visitors: tuple[Visitor, ...]
    card: int | None
    """The card that has brought the space into the match; None for others."""
    owner: int | None
    """The owner of that card; None if there is none."""


class LaidGoods(msgspec.Struct, frozen=True, gc=False):
    """Goods in a view that come at the beginning of a later round."""

    round: int
    seat: int
    card: int
    good: int
    amount: int
    price: int


class SownCrop(msgspec.Struct, frozen=True, gc=False):
    """A crop in a view, with what sowing one of it brings."""

    good: int
    amount: int
    """The number of them that lie on a field then. Each harvest takes one."""


CROPS: Final = tuple(SownCrop(good, amount) for good, amount in SOWN_AS.items())


class View(msgspec.Struct, frozen=True, gc=False):
    """The table of a match as one viewer sees it."""

    round: int
    phase: int
    starting_player: int
    next_harvest: int
    """The round at whose end the next harvest is; 0 after the last one."""
    round_cards: tuple[int, ...]
    """The round cards as they were revealed."""
    coming: tuple[int, ...]
    """Round cards to come, for viewers that know their order."""
    spaces: tuple[SpaceView, ...]
    majors: tuple[int, ...]
    """The major improvements on the board."""
    laid: tuple[LaidGoods, ...]
    players: tuple[Player, ...]
    minors_left: int
    occupations_left: int
    """The number of occupations in the deck. `minors_left` is that of minor improvements."""
    places: tuple[int, ...]
    """Each seat's place at the end; empty while the match runs."""
    target: int
    """The points to be reached in a solo match; 0 with more seats."""
    printed: Printed
    harvest_rounds: tuple[int, ...] = HARVESTS
    """The rounds at whose end a harvest is."""
    rounds: int = ROUNDS
    """The number of rounds of a match."""
    crops: tuple[SownCrop, ...] = CROPS
    """The crops that can be sown on a field."""


def view(state: State, viewer: int) -> View:
    """Return the table as a seat, SPECTATOR or EVERYTHING sees it."""
    seats = len(state.seats)
    values = state.options.values
    scored = sheets(state)
    players = tuple(player(state, seat, viewer, tuple(scored[seat])) for seat in range(seats))
    majors = tuple(card for card in MAJORS if state.owner[card] == NOBODY)
    return View(
        round=state.round,
        phase=state.phase,
        starting_player=state.first,
        next_harvest=next_harvest(state),
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
        target=target_points(state.options.series) if seats == 1 else 0,
        printed=printed((*majors, *(laid[2] for laid in state.laid), *_cards_of(players)), values),
    )


def _space(state: State, space: int) -> SpaceView:
    """Return a space for the view: goods, growth in each round, people, and the card that brought it with its owner, if
    that is in play."""
    card = LENDER.get(space, NO_CARD)
    owner = state.owner[card] if card != NO_CARD else NOBODY
    return SpaceView(
        space,
        amounts(goods_on(state, space)),
        amounts(content_of(state.options.values).spaces[space].grows(len(state.seats))),
        tuple(_visitors(state, space)),
        card if owner != NOBODY else None,
        owner if owner != NOBODY else None,
    )


def _visitors(state: State, space: int) -> Iterator[Visitor]:
    """Yield the people on a space for the view, by seat: each with the seat and the index of the person."""
    for seat, mine in enumerate(state.seats):
        for person in range(len(mine.places)):
            if state.visitors[space] >> PEOPLE_A_SEAT * seat + person & 1:
                yield Visitor(seat, person)


def _cards_of(players: Iterable[Player]) -> Iterator[int]:
    """Yield all cards that the view shows with the seats: in play, with plots, in hands, packs and drafts; some may
    come twice."""
    for mine in players:
        yield from (one.card for one in mine.cards)
        yield from (plot.card for plot in mine.plots if plot.card is not None)
        for pile in (mine.hand, mine.shown, mine.pack, mine.kept):
            yield from pile

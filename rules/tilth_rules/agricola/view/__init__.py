"""What a viewer may see."""

from collections.abc import Iterable, Iterator

import msgspec

from tilth_rules.agricola.actions.hauls import lying
from tilth_rules.agricola.content.cards import LENDER, MAJORS
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.options import target
from tilth_rules.agricola.scoring import sheets
from tilth_rules.agricola.state import State
from tilth_rules.agricola.view.players import Player, next_harvest, player
from tilth_rules.agricola.view.printed import Amount, Printed, amounts, printed
from tilth_rules.agricola.words import NO_CARD, NOBODY, PEOPLE_A_SEAT


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
        target=target(state.options.series) if seats == 1 else 0,
        printed=printed((*majors, *(laid[2] for laid in state.laid), *_cards_of(players))),
    )


def _space(state: State, space: int) -> SpaceView:
    card = LENDER.get(space, NO_CARD)
    owner = state.owner[card] if card != NO_CARD else NOBODY
    return SpaceView(
        space,
        amounts(lying(state, space)),
        amounts(SPACES[space].grows(len(state.seats))),
        tuple(_visitors(state, space)),
        card if owner != NOBODY else None,
        owner if owner != NOBODY else None,
    )


def _visitors(state: State, space: int) -> Iterator[Visitor]:
    for seat, mine in enumerate(state.seats):
        for person in range(len(mine.places)):
            if state.visitors[space] >> PEOPLE_A_SEAT * seat + person & 1:
                yield Visitor(seat, person)


def _cards_of(players: Iterable[Player]) -> Iterator[int]:
    """What shows of the seats' cards."""
    for mine in players:
        yield from (one.card for one in mine.cards)
        yield from (plot.card for plot in mine.plots if plot.card is not None)
        for pile in (mine.hand, mine.shown, mine.pack, mine.kept):
            yield from pile

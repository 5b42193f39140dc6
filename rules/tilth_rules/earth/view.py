"""The table as one viewer sees it: hands, composts and the deck are hidden, all else lies open."""

from collections.abc import Iterator

import msgspec

from tilth_rules.earth.piles import deck_size
from tilth_rules.earth.printed import Printed, printed
from tilth_rules.earth.scoring import gaia_lines, lines
from tilth_rules.earth.state import NOTHING, Seat, State, mates
from tilth_rules.kernel import EVERYTHING


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A card of a field, and what lies on it. Places are numbered row by row in a frame of 7 by 7."""

    place: int
    card: int
    sprouts: int
    growth: int


class Shared(msgspec.Struct, frozen=True, gc=False):
    """A seat's half of a team's shared area."""

    soil: int
    sprouts: int
    growth: int
    card_count: int
    cards: tuple[int, ...]
    """Only mates see them."""
    compost: int


class Player(msgspec.Struct, frozen=True, gc=False):
    """A seat: its cards, its goods, and how far it is in the running turn."""

    seat: int
    island: int | None
    climate: int | None
    ecosystem: int | None
    """Its own; everybody sees it."""
    field: tuple[Spot, ...]
    events: tuple[int, ...]
    soil: int
    sprouts: int
    growth: int
    compost: int
    """How many cards. They lie face down: their owner, too, looks at them only where a card says so."""
    hand_size: int
    hand: tuple[int, ...]
    """Empty unless the viewer may see it, as the two below."""
    looked_at: tuple[int, ...]
    chosen: tuple[int, ...]
    """Sides chosen while not all have chosen."""
    dealt: tuple[int, ...]
    """Islands, climates and ecosystems to choose from."""
    stage: int
    plantings: int
    planting: int | None
    """The card on its way to the field."""
    passed: int | None
    """The last place that was activated in this turn; the island is 49 and the climate 50."""
    board_first: bool
    leaves: tuple[int, ...]
    """Fauna cards, by their place on the board, at which a leaf of this seat lies."""
    reached: tuple[int, ...]
    """Those that it has reached in this turn."""
    leaf_points: int
    """The last line of the score, the points for the first full field among them."""
    score: tuple[int, ...]
    """By line of the score pad, as the match would be scored now: cards, events, compost, sprouts, growth, terrain,
    ecosystems, fauna."""
    shared: Shared | None
    """Teams: its half of the shared area."""


class GaiaView(msgspec.Struct, frozen=True, gc=False):
    """Alone: how Gaia stands."""

    card: int | None
    """Her card that lies open."""
    to_come: tuple[int, ...]
    """Her cards that are still to come, in no order."""
    passes: int
    """How often her deck has been shuffled; it is used twice."""
    skips: int
    soil: int
    sprouts: int
    growth: int
    compost: int
    scoring: tuple[int, ...]
    leaves: tuple[int, ...]
    score: tuple[int, ...]
    """By line of the score pad."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The table."""

    phase: int
    round: int
    first_player: int
    active: int
    action: int
    """The action of the running turn, or 0."""
    deck: int
    """How many cards the deck has, and how many were discarded."""
    discards: int
    fauna: tuple[int, ...]
    """The goals: upper row, lower row, each from the left."""
    claims: tuple[int, ...]
    """How many leaves lie at each."""
    ecosystems: tuple[int, ...]
    filled: int | None
    """Who filled a field first."""
    players: tuple[Player, ...]
    gaia: GaiaView | None
    places: tuple[int, ...]
    """How the match ended, for each seat; empty while it goes on."""
    printed: Printed


def view(state: State, viewer: int) -> View:
    """The table, for this viewer."""
    players = tuple(_player(state, seat, viewer) for seat in range(len(state.seats)))
    return View(
        phase=state.phase,
        round=state.round,
        first_player=state.first,
        active=state.active,
        action=state.action,
        deck=deck_size(state),
        discards=len(state.discards) + sum(len(seat.heap) + len(seat.aside) for seat in state.seats),
        fauna=state.fauna,
        claims=state.claims,
        ecosystems=state.ecosystems,
        filled=_or_none(state.filled),
        players=players,
        gaia=_gaia(state),
        places=state.places,
        printed=printed(state.options.values, _seen(state, players)),
    )


def _seen(state: State, players: tuple[Player, ...]) -> Iterator[int]:
    """Every card that shows in a view."""
    yield from state.fauna
    yield from state.ecosystems
    for player in players:
        area = state.seats[player.seat].area
        yield from (area.island, area.climate, state.seats[player.seat].ecosystem)
        for pile in (player.events, player.hand, player.looked_at, player.dealt):
            yield from pile
        yield from (spot.card for spot in player.field)
        if player.planting is not None:
            yield player.planting
        if player.shared is not None:
            yield from player.shared.cards
    if state.gaia is not None:
        yield from (*state.gaia.deck, *state.gaia.scoring, state.gaia.card)


def _gaia(state: State) -> GaiaView | None:
    gaia = state.gaia
    if gaia is None:
        return None
    return GaiaView(
        card=_or_none(gaia.card),
        to_come=tuple(sorted(gaia.deck)),
        passes=gaia.passes,
        skips=gaia.skips,
        soil=gaia.soil,
        sprouts=gaia.sprouts,
        growth=gaia.growth,
        compost=len(gaia.compost),
        scoring=tuple(gaia.scoring),
        leaves=_bits(gaia.leaves),
        score=gaia_lines(state),
    )


def _player(state: State, number: int, viewer: int) -> Player:
    seat = state.seats[number]
    area = seat.area
    sees = viewer in (number, EVERYTHING)
    return Player(
        seat=number,
        island=_or_none(area.island),
        climate=_or_none(area.climate),
        ecosystem=_or_none(seat.ecosystem),
        field=tuple(Spot(at, area.spots[at], area.sprouts[at], area.growth[at]) for at in seat.places),
        events=tuple(area.events),
        soil=area.soil,
        sprouts=seat.sprouts,
        growth=seat.growth,
        compost=len(area.compost),
        hand_size=len(area.hand),
        hand=tuple(area.hand) if sees else (),
        looked_at=tuple(seat.looked) if sees else (),
        chosen=seat.chosen if sees else (),
        dealt=seat.dealt,
        stage=seat.stage,
        plantings=seat.plantings,
        planting=_or_none(seat.planting),
        passed=_or_none(seat.passed),
        board_first=seat.board_first,
        leaves=_bits(seat.leaves),
        reached=_bits(seat.reached),
        leaf_points=state.points[number],
        score=lines(state, number) if area.island >= 0 else (),
        shared=_shared(seat, viewer == EVERYTHING or viewer in mates(number))
        if state.options.teams
        else None,
    )


def _shared(seat: Seat, sees: bool) -> Shared:
    return Shared(
        seat.shared_soil,
        seat.shared_sprouts,
        seat.shared_growth,
        len(seat.shared_cards),
        tuple(seat.shared_cards) if sees else (),
        len(seat.shared_compost),
    )


def _or_none(card: int) -> int | None:
    return card if card != NOTHING else None


def _bits(bits: int) -> tuple[int, ...]:
    return tuple(at for at in range(bits.bit_length()) if bits >> at & 1)

"""The table as one viewer sees it: hands, composts and the deck are hidden, everything else lies open."""

from collections.abc import Iterator

import msgspec

from tilth_rules.earth.area.area import free_places
from tilth_rules.earth.codes import CLIMATE, IDLE, ISLAND
from tilth_rules.earth.hands.piles import deck_size
from tilth_rules.earth.printed import Printed, printed
from tilth_rules.earth.scoring import gaia_lines, score_lines
from tilth_rules.earth.solo import PASSES
from tilth_rules.earth.state import NOTHING, Seat, State, mate_of, mates, still_ahead
from tilth_rules.kernel import EVERYTHING


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A card of a field in a view, with the pieces on it. Places are numbered row by row in a frame of 7 by 7."""

    place: int
    card: int
    sprouts: int
    growth: int


class Shared(msgspec.Struct, frozen=True, gc=False):
    """A seat's half of a team's shared area, in a view."""

    mate: int
    """The other seat of the team."""
    soil: int
    sprouts: int
    growth: int
    card_count: int
    cards: tuple[int, ...]
    """Cards in this half; only mates see them."""
    compost: int


class Player(msgspec.Struct, frozen=True, gc=False):
    """A seat in a view: its cards, its goods, and its stage in the running turn."""

    seat: int
    island: int | None
    climate: int | None
    ecosystem: int | None
    """The seat's own ecosystem, which everybody sees; None before it is laid open."""
    field: tuple[Spot, ...]
    events: tuple[int, ...]
    soil: int
    sprouts: int
    growth: int
    compost: int
    """The number of cards in the compost. They lie face down, and their owner looks at them only if a card allows
    it."""
    hand_size: int
    hand: tuple[int, ...]
    """The hand; empty unless the viewer may see it. The two fields below are shown to the same viewers."""
    looked_at: tuple[int, ...]
    chosen: tuple[int, ...]
    """Sides chosen while not all seats have chosen."""
    dealt: tuple[int, ...]
    """Islands, climates and ecosystems to choose from."""
    stage: int
    plantings: int
    planting: int | None
    """The card on its way to the field; None if there is none."""
    passed: int | None
    """The last place that was activated in this turn (the island is 49, the climate 50); None if there was none."""
    board_first: bool
    leaves: tuple[int, ...]
    """Fauna cards, by their place on the board, at which a leaf of this seat lies."""
    reached: tuple[int, ...]
    """Fauna cards whose goals the seat has reached in this turn."""
    leaf_points: int
    """The last line of the score: the points of leaves, and those for the first full field."""
    score: tuple[int, ...]
    """The score if the match ended now, by line of the score pad: cards, events, compost, sprouts, growth, terrain,
    ecosystems, fauna."""
    shared: Shared | None
    """The seat's half of the team's shared area; None without teams."""
    open_places: tuple[int, ...]
    """The places of the field where a card can be planted next."""
    passed_over: tuple[int, ...]
    """Places with a card that was activated or passed over in this turn, so that it can no longer be activated."""


class GaiaView(msgspec.Struct, frozen=True, gc=False):
    """Gaia's cards and goods in the view of a solo match."""

    card: int | None
    """Gaia's card that lies open; None if there is none."""
    to_come: tuple[int, ...]
    """Gaia's cards that are still to come, in no order."""
    passes: int
    """The number of times that Gaia's deck has been shuffled."""
    remaining_passes: int
    """The number of times that Gaia's deck is still shuffled when it runs out."""
    skips: int
    soil: int
    sprouts: int
    growth: int
    compost: int
    scoring: tuple[int, ...]
    leaves: tuple[int, ...]
    score: tuple[int, ...]
    """Gaia's score, by line of the score pad."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The table of a match as one viewer sees it."""

    phase: int
    round: int
    first_player: int
    active: int
    action: int
    """The action of the running turn, or 0."""
    deck: int
    """The number of cards in the deck. `discarded` is the number of discards."""
    discards: int
    fauna: tuple[int, ...]
    """The goals: upper row, lower row, each from the left."""
    claims: tuple[int, ...]
    """The number of leaves at each goal."""
    ecosystems: tuple[int, ...]
    filled: int | None
    """The seat that filled a field first; None if none has."""
    players: tuple[Player, ...]
    gaia: GaiaView | None
    places: tuple[int, ...]
    """Each seat's place at the end; empty while the match runs."""
    printed: Printed


def view(state: State, viewer: int) -> View:
    """Return the table as this viewer (a seat, SPECTATOR or EVERYTHING) sees it."""
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
        printed=printed(state.options.values, _shown_cards(state, players)),
    )


def _shown_cards(state: State, players: tuple[Player, ...]) -> Iterator[int]:
    """Yield every card whose face the view shows somewhere."""
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
    """Return Gaia's cards and goods as the view shows them; None if she does not play."""
    gaia = state.gaia
    if gaia is None:
        return None
    return GaiaView(
        card=_or_none(gaia.card),
        to_come=tuple(sorted(gaia.deck)),
        passes=gaia.passes,
        remaining_passes=PASSES - gaia.passes,
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
    """Return a seat as the viewer sees it."""
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
        chosen=seat.sides if sees else (),
        dealt=seat.dealt,
        stage=seat.stage,
        plantings=seat.plantings,
        planting=_or_none(seat.planting),
        passed=_or_none(seat.passed),
        board_first=seat.board_first,
        leaves=_bits(seat.leaves),
        reached=_bits(seat.reached),
        leaf_points=state.points[number],
        score=score_lines(state, number) if area.island >= 0 else (),
        shared=_shared(seat, mate_of(number), viewer == EVERYTHING or viewer in mates(number))
        if state.options.teams
        else None,
        open_places=free_places(tuple(seat.places)),
        passed_over=_passed_over(seat),
    )


def _passed_over(seat: Seat) -> tuple[int, ...]:
    """Return the places with a card that the seat can no longer activate in this turn: field, island, climate."""
    if seat.stage == IDLE or seat.passed == NOTHING:
        return ()
    after, from_board = still_ahead(seat)
    cards = (*seat.places, ISLAND, CLIMATE)
    return tuple(place for place in cards if place <= after or ISLAND <= place < from_board)


def _shared(seat: Seat, mate: int, sees: bool) -> Shared:
    """Return a seat's half of the shared area; its cards only if the viewer `sees` them."""
    return Shared(
        mate,
        seat.shared_soil,
        seat.shared_sprouts,
        seat.shared_growth,
        len(seat.shared_cards),
        tuple(seat.shared_cards) if sees else (),
        len(seat.shared_compost),
    )


def _or_none(card: int) -> int | None:
    """Return the card, or None for NOTHING."""
    return card if card != NOTHING else None


def _bits(bits: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set in `bits`."""
    return tuple(at for at in range(bits.bit_length()) if bits >> at & 1)

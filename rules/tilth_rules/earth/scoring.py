"""The end of a match: eight lines of points, and five tie-breaks."""

from tilth_rules.common.match_end import place_alone, places
from tilth_rules.earth.area.awards import points, terrain_points
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.events.rounds import MatchEnded
from tilth_rules.earth.state import NOTHING, TEAMS, State, areas, mates
from tilth_rules.kernel import Act, ScoreRow, Solo, Table

SCORE_ROWS = ("cards", "events", "compost", "sprouts", "growth", "terrain", "ecosystems", "fauna")


def score_lines(state: State, seat: int) -> tuple[int, ...]:
    """Return the points of a seat now, line by line as on the score pad."""
    cards = book_of(state.options.values).cards
    mine = state.seats[seat]
    area = mine.area
    everybody = areas(state)
    faces = (area.island, area.climate, *(area.spots[place] for place in mine.places))
    ecosystems = (*state.ecosystems, *((mine.ecosystem,) if mine.ecosystem != NOTHING else ()))
    return (
        sum(cards.vp[face] for face in faces),
        sum(cards.vp[card] for card in area.events),
        len(area.compost),
        mine.sprouts,
        sum(
            _growth_points(cards.limits, cards.canopies, area.spots[at], area.growth[at])
            for at in mine.places
        ),
        terrain_points(area, everybody, cards),
        sum(_objective(state, seat, face) for face in ecosystems),
        state.points[seat],
    )


def _growth_points(limits: bytes, canopies: bytes, face: int, growth: int) -> int:
    """Return the points of the growth on a card: one per piece, or the printed value of a finished canopy."""
    return canopies[face] if growth and growth == limits[face] else growth


def _objective(state: State, seat: int, face: int) -> int:
    """Return the points that an ecosystem card gives a seat."""
    cards = book_of(state.options.values).cards
    objective = cards.faces[face].objective
    assert objective is not None
    return points(objective, state.seats[seat].area, areas(state), cards=cards)


def score(state: State, seat: int) -> int:
    """Return a seat's points if the match ended now. Mates count their points together."""
    return sum(sum(score_lines(state, mine)) for mine in (mates(seat) if state.options.teams else (seat,)))


def score_breakdown(state: State) -> tuple[ScoreRow, ...]:
    """Return the score pad, row by row. Mates have their points together, and Gaia's lines are the opponent's."""
    pads = [score_lines(state, seat) for seat in range(len(state.seats))]
    if state.options.teams:
        pads = [
            tuple(map(sum, zip(*(pads[mate] for mate in mates(seat)), strict=True)))
            for seat in range(len(pads))
        ]
    hers = (None,) * len(SCORE_ROWS) if state.gaia is None else gaia_lines(state)
    return tuple(map(ScoreRow, SCORE_ROWS, zip(*pads, strict=True), hers))


def tie_breaks(state: State, seat: int) -> tuple[int, ...]:
    """Return a seat's tie-breaks, more is better: soil, cards in hand, growth, sprouts, cards in the compost."""
    mine = state.seats[seat]
    return mine.area.soil, len(mine.area.hand), mine.growth, mine.sprouts, len(mine.area.compost)


STACKS = ((5, 7), (4, 6), (3, 5), (2, 4), (1, 3))
"""The growth that each of Gaia's plants takes, and its points when full; after the last plant the first comes
again."""


def gaia_lines(state: State) -> tuple[int, ...]:
    """Return Gaia's points, line by line as on the score pad. She scores neither terrain nor ecosystems.

    Cards on her scoring pile with negative points give her the same number of points.
    """
    gaia = state.gaia
    assert gaia is not None
    cards = book_of(state.options.values).cards
    return (
        sum(abs(cards.vp[card]) for card in gaia.scoring),
        0,
        len(gaia.compost),
        gaia.sprouts,
        growth_points(gaia.growth),
        0,
        0,
        state.points[-1],
    )


def solo(state: State) -> Solo | None:
    """Return the end of a solo match against Gaia: a seat alone wins with more points. None if there are several
    seats."""
    if state.gaia is None:
        return None
    hers = sum(gaia_lines(state))
    return Solo("gaia", hers, score(state, 0) > hers)


def growth_points(growth: int) -> int:
    """Return the points of Gaia's growth: each full plant has a value of its own, and each piece of the next one is
    worth a point."""
    worth = 0
    at = 0
    while growth >= STACKS[at][0]:
        growth -= STACKS[at][0]
        worth += STACKS[at][1]
        at = (at + 1) % len(STACKS)
    return worth + growth


class FinalScoring(Act, tag=80):
    """The player with most points wins; in teams the team with most points. Alone, you win with more points than
    Gaia."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = range(len(state.seats))
        pads = [score_lines(state, seat) for seat in seats]
        if state.gaia is not None:
            pads.append(gaia_lines(state))
        scores = tuple(sum(pad) for pad in pads)
        if state.options.teams:
            scores = tuple(sum(scores[mate] for mate in mates(seat)) for seat in seats)
        table.emit(MatchEnded(_places(state, scores), scores, *zip(*pads, strict=True)))


def _places(state: State, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats' places (1 is best) by points, then by tie-breaks; mates share a place, and alone it is a win
    against Gaia or not."""
    if state.gaia is not None:
        return place_alone(won=scores[0] > scores[1])
    breaks = [tie_breaks(state, seat) for seat in range(len(scores))]
    if state.options.teams:
        both = [zip(*(breaks[mate] for mate in mates(seat)), strict=True) for seat in range(len(scores))]
        breaks = [tuple(map(sum, pairs)) for pairs in both]
    return places(list(zip(scores, breaks, strict=True)), len(scores) // TEAMS if state.options.teams else 1)

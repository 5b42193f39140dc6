"""The end: eight lines of points, and five things that break ties."""

from tilth_rules.earth.awards import points, terrain_points
from tilth_rules.earth.book import book_of
from tilth_rules.earth.events import MatchEnded
from tilth_rules.earth.state import NOTHING, TEAMS, State, areas, mates
from tilth_rules.kernel import Act, Table

LINES = ("cards", "events", "compost", "sprouts", "growth", "terrain", "ecosystems", "fauna")


def lines(state: State, seat: int) -> tuple[int, ...]:
    """The points of a seat, line by line as on the score pad."""
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
        sum(_grown(cards.limits, cards.canopies, area.spots[at], area.growth[at]) for at in mine.places),
        terrain_points(area, everybody, cards),
        sum(_objective(state, seat, face) for face in ecosystems),
        state.points[seat],
    )


def _grown(limits: bytes, canopies: bytes, face: int, growth: int) -> int:
    """A trunk is worth a point a piece; with its canopy it is worth what is printed for that."""
    return canopies[face] if growth and growth == limits[face] else growth


def _objective(state: State, seat: int, face: int) -> int:
    cards = book_of(state.options.values).cards
    objective = cards.faces[face].objective
    assert objective is not None
    return points(objective, state.seats[seat].area, areas(state), cards=cards)


def score(state: State, seat: int) -> int:
    """What a seat would have if the match ended now. Mates have their points together."""
    return sum(sum(lines(state, mine)) for mine in (mates(seat) if state.options.teams else (seat,)))


def tie_breaks(state: State, seat: int) -> tuple[int, ...]:
    """Of equals, whoever has more soil is ahead; then cards in hand, growth, sprouts, and cards in the compost."""
    mine = state.seats[seat]
    return mine.area.soil, len(mine.area.hand), mine.growth, mine.sprouts, len(mine.area.compost)


STACKS = ((5, 7), (4, 6), (3, 5), (2, 4), (1, 3))
"""Gaia's plants: how much growth each takes, one after the other and then again, and what it is worth when grown."""


def gaia_lines(state: State) -> tuple[int, ...]:
    """Gaia's points, in the same lines. Cards on her scoring pile that would cost others points are worth them to her.
    She scores neither terrain nor ecosystems."""
    gaia = state.gaia
    assert gaia is not None
    cards = book_of(state.options.values).cards
    return (
        sum(abs(cards.vp[card]) for card in gaia.scoring),
        0,
        len(gaia.compost),
        gaia.sprouts,
        stacked(gaia.growth),
        0,
        0,
        state.points[-1],
    )


def stacked(growth: int) -> int:
    """What Gaia's growth is worth: a plant that is grown has its own worth, a piece of another one a point."""
    worth = 0
    at = 0
    while growth >= STACKS[at][0]:
        growth -= STACKS[at][0]
        worth += STACKS[at][1]
        at = (at + 1) % len(STACKS)
    return worth + growth


class FinalScoring(Act, tag=80):
    """Whoever has most points wins, in teams whichever team. Alone, you win with more points than Gaia."""

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = range(len(state.seats))
        pads = [lines(state, seat) for seat in seats]
        if state.gaia is not None:
            pads.append(gaia_lines(state))
        scores = tuple(sum(pad) for pad in pads)
        if state.options.teams:
            scores = tuple(sum(scores[mate] for mate in mates(seat)) for seat in seats)
        table.emit(MatchEnded(_places(state, scores), scores, *zip(*pads, strict=True)))


def _places(state: State, scores: tuple[int, ...]) -> tuple[int, ...]:
    if state.gaia is not None:
        return (1,) if scores[0] > scores[1] else (2,)
    breaks = [tie_breaks(state, seat) for seat in range(len(scores))]
    if state.options.teams:
        both = [zip(*(breaks[mate] for mate in mates(seat)), strict=True) for seat in range(len(scores))]
        breaks = [tuple(map(sum, pairs)) for pairs in both]
    ranks = list(zip(scores, breaks, strict=True))
    each = len(ranks) // TEAMS if state.options.teams else 1
    return tuple(1 + sum(other > rank for other in ranks) // each for rank in ranks)

"""The counts that objectives ask for."""

from collections.abc import Iterable, Sequence
from typing import Final

from tilth_rules.earth.area import paths
from tilth_rules.earth.area.area import (
    BESIDE,
    COLUMNS,
    CORNERS,
    DIAGONALS,
    EMPTY,
    PLACES,
    ROWS,
    SIDE,
    WIDTH,
    Area,
)
from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.compiled.faces import Cards
from tilth_rules.earth.content.face_filters import Sieve
from tilth_rules.earth.content.faces import (
    CountCards,
    CountChain,
    CountGaps,
    CountLines,
    CountPool,
    CountRichest,
    CountSets,
    Filter,
    Measure,
)
from tilth_rules.earth.content.matching import matches, sieve_of

EVERYWHERE: Final = tuple(range(PLACES))


def measure(
    counted: Measure, area: Area, areas: Sequence[Area], place: int = EMPTY, cards: Cards = CARDS
) -> int:
    """Return the count of this measure for an area.

    Measures that look at others read the areas of all seats. `place` is that of the card with the objective,
    if it lies on the field.
    """
    match counted:
        case CountCards():
            return _cards(counted, area, place, cards)
        case CountRichest():
            sieve = sieve_of(counted.of, cards)
            return max(_on_board(sieve, one) for one in areas)
        case CountGaps():
            return 4 - sum(area.spots[near] >= 0 for near in BESIDE[place])
        case CountPool():
            return _pool(counted, area)
        case CountChain():
            return _chain(counted, area, place, cards)
        case CountLines():
            return _lines(counted, area, cards)
        case CountSets():
            return _sets(counted, area, cards)


def _cards(counted: CountCards, area: Area, place: int, cards: Cards) -> int:
    """Return the number of cards that fit in the part of the area that the measure names."""
    sieve = sieve_of(counted.of, cards)
    match counted.within:
        case "tableau":
            return _on_field(sieve, area, EVERYWHERE)
        case "board":
            return _on_board(sieve, area)
        case "row":
            return _on_field(sieve, area, ROWS[place // WIDTH])
        case "column":
            return _on_field(sieve, area, COLUMNS[place % WIDTH])
        case "beside":
            return _on_field(sieve, area, BESIDE[place])
        case "corners":
            return _on_field(sieve, area, CORNERS[place])
        case "events":
            return sum(sieve.fits[face] for face in area.events)


def _on_board(sieve: Sieve, area: Area) -> int:
    """Return how many cards of the tableau, the island and the climate fit the filter; events are left out."""
    return (
        _on_field(sieve, area, EVERYWHERE)
        + _never_holds_pieces(sieve, area.island)
        + _never_holds_pieces(sieve, area.climate)
    )


def _never_holds_pieces(sieve: Sieve, face: int) -> bool:
    """Return whether the island or climate `face`, on which no piece ever lies, meets the filter."""
    return bool(sieve.fits[face]) and sieve.min_sprouts[face] == sieve.min_growth[face] == 0


def _on_field(sieve: Sieve, area: Area, places: Iterable[int]) -> int:
    """Return how many of the cards on these places fit the filter, with the pieces on them."""
    spots, fits = area.spots, sieve.fits
    if not sieve.by_pieces:
        taken = spots if places is EVERYWHERE else [spots[place] for place in places]
        return sum(map(fits.__getitem__, taken))
    sprouts, growth = area.sprouts, area.growth
    return sum(
        sieve.min_sprouts[spots[place]] <= sprouts[place] <= sieve.max_sprouts[spots[place]]
        and sieve.min_growth[spots[place]] <= growth[place] <= sieve.max_growth[spots[place]]
        for place in places
        if fits[spots[place]]
    )


def _pool(counted: CountPool, area: Area) -> int:
    """Return the number of a seat's goods of one sort: soil, pieces on plants, or cards in a pile."""
    match counted.of:
        case "soil":
            return area.soil
        case "hand":
            return len(area.hand)
        case "compost":
            return len(area.compost)
        case "events":
            return len(area.events)
        case "sprouts":
            return sum(area.sprouts)
        case "growth":
            return sum(area.growth)


def _chain(counted: CountChain, area: Area, place: int, cards: Cards) -> int:
    """Return the length of the longest path from card to card over cards that fit the filter."""
    top, _, left, _ = area.bounds()
    corner = WIDTH * top + left
    cells = 0
    for one in area.places():
        if matches(counted.of, area.spots[one], area.sprouts[one], area.growth[one], cards):
            cells |= 1 << _cell(one - corner)
    steps = paths.ORTHOGONAL if counted.steps == "orthogonal" else paths.DIAGONAL
    if counted.through_self:
        return paths.longest_through(cells, _cell(place - corner), steps)
    return paths.longest(cells, steps)


def _cell(offset: int) -> int:
    """Return the cell of a 4 by 4 grid for a place of the field, given by its distance from the field's first place."""
    row, column = divmod(offset, WIDTH)
    return SIDE * row + column


def _lines(counted: CountLines, area: Area, cards: Cards) -> int:
    """Return the number of rows, columns or diagonals (`counted.within`) that hold four cards and keep the measure's
    rule."""
    lines = {"row": ROWS, "column": COLUMNS, "diagonal": DIAGONALS}[counted.within]
    spots = area.spots
    whole = 0
    for line in lines:
        taken = [place for place in line if spots[place] >= 0]
        if len(taken) == SIDE and _keeps_rule(counted, area, taken, cards):
            whole += 1
    return whole


def _keeps_rule(counted: CountLines, area: Area, line: list[int], cards: Cards) -> bool:
    """Return whether the four cards on these places keep the rule of the line."""
    faces = [area.spots[place] for place in line]
    match counted.rule:
        case "full":
            return True
        case "different sprouts":
            return len({area.sprouts[place] for place in line}) == SIDE
        case "different growth":
            return len({area.growth[place] for place in line}) == SIDE
        case "different vp":
            return len({cards.vp[face] for face in faces}) == SIDE
        case "common colour":
            return _have_bit_in_common(cards.colours, faces)
        case "common kind":
            return _have_bit_in_common(cards.kinds, faces)
        case "common habitat":
            return _have_bit_in_common(cards.habitats, faces)
        case "different colours":
            return _can_all_differ(cards.colours, faces)
        case "different kinds":
            return _can_all_differ(cards.kinds, faces)
        case "all habitats":
            return _can_all_differ(cards.habitats, faces)


def _have_bit_in_common(table: bytes, faces: list[int]) -> bool:
    """Return whether all these faces have a bit in common: the same colour, kind or habitat. `table` has the bits by
    face."""
    common = -1
    for face in faces:
        common &= table[face]
    return common != 0


def _can_all_differ(table: bytes, faces: list[int]) -> bool:
    """Return whether each of these faces can stand for a bit (a colour, kind or habitat) that no other one stands
    for."""
    taken = {0}
    for face in faces:
        own = table[face]
        taken = {
            others | bit for others in taken for bit in (1, 2, 4, 8, 16, 32) if own & bit and not others & bit
        }
    return bool(taken)


def _sets(counted: CountSets, area: Area, cards: Cards) -> int:
    """Return the number of whole sets of cards that can be made, one card for each member.

    By Hall's theorem n sets can be made exactly if, for each choice of members, the cards that can be one of them are
    enough for n of each.
    """
    fitting = [0] * (1 << len(counted.of))
    """Cards by the members of the set (as bits) that they can be."""
    for face, sprouts, growth in _all_cards(area):
        fitting[_members(counted.of, face, sprouts, growth, cards)] += 1
    most = len(area.spots)
    for choice in range(1, len(fitting)):
        enough = sum(n for members, n in enumerate(fitting) if members & choice)
        most = min(most, enough // choice.bit_count())
    return most


def _all_cards(area: Area) -> Iterable[tuple[int, int, int]]:
    """Yield face, sprouts and growth of each card: field, island, climate and events."""
    for place in area.places():
        yield area.spots[place], area.sprouts[place], area.growth[place]
    for face in (area.island, area.climate, *area.events):
        yield face, 0, 0


def _members(members: Sequence[Filter], face: int, sprouts: int, growth: int, cards: Cards) -> int:
    """Return, as bits, the members of a set that a card with these pieces can be."""
    return sum(1 << at for at, wanted in enumerate(members) if matches(wanted, face, sprouts, growth, cards))

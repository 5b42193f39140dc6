"""Fencing, compared with everything that could be fenced: no allowed fence is missing, no forbidden one is offered."""

from random import Random

from tests.agricola.farm.yards import bare_yard, drawn, grown, hangs_together, mask
from tests.seeds import Seeds
from tilth_rules.agricola.farm.fencing import (
    Cell,
    can_fence,
    cells_offered,
    cuts_offered,
    may_close,
    new_fences,
)
from tilth_rules.agricola.farm.yard import (
    CELLS,
    FENCES,
    Yard,
    beside,
    cells_of,
    fenced,
    pastures,
    ring,
)


def areas(free: int) -> set[int]:
    """Return all connected areas of cells."""
    found = {1 << cell for cell in cells_of(free)}
    last = found
    while last:
        last = {area | 1 << cell for area in last for cell in cells_of(beside(area) & free & ~area)}
        found |= last
    return found


def fresh(yard: Yard) -> dict[int, int]:
    """Return every new pasture that fifteen fences allow, and the number of fences it takes."""
    stand = fenced(yard.fences)
    left = FENCES - yard.fences.bit_count()
    prices = {
        area: (ring(area) & ~yard.fences).bit_count()
        for area in areas(yard.bare() & ~stand)
        if not stand or beside(area) & stand
    }
    return {area: price for area, price in prices.items() if price <= left}


def sketchable(yard: Yard) -> dict[int, int]:
    """Return every area that can be sketched, and the least budget with which it can be."""
    budgets = {0: 0}
    waiting = [0]
    for sketch in waiting:
        for offered in cells_offered(yard, sketch, FENCES):
            area = sketch | 1 << offered.cell
            assert offered.fences == new_fences(yard, area).bit_count()
            if area not in budgets:
                waiting.append(area)
            needed = max(budgets[sketch], offered.fences)
            budgets[area] = min(budgets.get(area, needed), needed)
    # Areas come by their number of cells, so an area's budget is settled before anything is added to it.
    del budgets[0]
    return budgets


def test_the_first_pasture_may_lie_anywhere() -> None:
    offered = cells_offered(Yard(), 0, 4)
    assert [cell.cell for cell in offered] == [cell for cell in range(CELLS) if cell not in (5, 10)]
    assert {cell.fences for cell in offered} == {4}
    assert cells_offered(Yard(), 0, 3) == ()


def test_a_later_pasture_lies_beside_one_and_shares_its_fences() -> None:
    yard = bare_yard(mask(4))
    assert cells_offered(yard, 0, 15) == (Cell(3, 3), Cell(9, 3))
    assert cells_offered(yard, mask(3), 15) == (Cell(2, 5), Cell(8, 5))
    assert Cell(9, 6) in cells_offered(yard, mask(3, 8), 6), "shares two fences with the old pasture"
    assert cells_offered(yard, mask(3), 4) == ()


def test_rooms_and_fields_and_fenced_cells_are_never_offered_but_stables_are() -> None:
    yard = drawn("R.S.. RF... F....")
    yard.fences = ring(mask(3))
    assert [cell.cell for cell in cells_offered(yard, 0, 15)] == [2, 4, 8]
    assert [cell.cell for cell in cells_offered(yard, mask(2), 15)] == [1, 7]


def test_only_asked_for_cells_are_offered() -> None:
    assert cells_offered(Yard(), 0, 15, within=mask(7, 8)) == (Cell(7, 4), Cell(8, 4))
    assert cells_offered(Yard(), mask(7), 15, within=mask(7)) == ()


def test_there_is_no_sixteenth_fence() -> None:
    yard = bare_yard(mask(0, 1, 2, 3, 4, 9))
    assert yard.fences.bit_count() == 14
    assert cells_offered(yard, 0, 15) == ()
    assert cuts_offered(yard, 15) == tuple(cut for cut in cuts_offered(yard, 1) if cut.fences == 1)


def test_fencing_in_a_field_among_pastures_would_take_sixteen_fences() -> None:
    around = mask(1, 2, 3, 6, 8, 11, 12, 13)
    assert ring(around).bit_count() == FENCES + 1
    yard = drawn("..... R.F.. R....")
    assert around not in sketchable(yard)


def test_on_the_first_farm_every_pasture_can_be_sketched_within_its_own_price() -> None:
    assert len(areas(Yard().bare())) == 1644
    assert len(fresh(Yard())) == 762
    assert sketchable(Yard()) == fresh(Yard())


def test_on_any_farm_every_new_pasture_can_be_sketched_within_its_own_price(seeds: Seeds) -> None:
    for seed in seeds(120):
        yard = grown(Random(seed))
        assert sketchable(yard) == fresh(yard)


def test_offers_with_a_budget_are_the_payable_ones(seeds: Seeds) -> None:
    for seed in seeds(60):
        random = Random(seed)
        yard = grown(random)
        possible = fresh(yard)
        for sketch in (0, *random.sample(sorted(possible), min(5, len(possible)))):
            for budget in range(FENCES + 1):
                offered = {
                    sketch | 1 << cell.cell: cell.fences for cell in cells_offered(yard, sketch, budget)
                }
                assert offered == {
                    area: price
                    for area, price in possible.items()
                    if price <= budget and area & sketch == sketch and (area ^ sketch).bit_count() == 1
                }


def bisections(pasture: int, budget: int) -> set[tuple[int, int]]:
    """Return every pair of connected areas that make up a pasture, with that many fences between them."""
    first = pasture & -pasture
    found = set()
    part = pasture
    while part:
        other = pasture ^ part
        between = ring(part) & ring(other)
        if (
            part & first
            and other
            and between.bit_count() <= budget
            and hangs_together(part)
            and hangs_together(other)
        ):
            found.add((part, between))
        part = part - 1 & pasture
    return found


def test_every_pasture_can_be_cut_in_two_in_every_way() -> None:
    random = Random(2)
    shapes = [
        area for area in areas((1 << CELLS) - 1) if area.bit_count() > 1 and ring(area).bit_count() < FENCES
    ]
    for pasture in random.sample(sorted(shapes), 150):
        yard = bare_yard(pasture)
        for budget in (1, 2, FENCES):
            cuts = cuts_offered(yard, budget)
            assert {(cut.part, cut.edges) for cut in cuts} == bisections(
                pasture, min(budget, FENCES - ring(pasture).bit_count())
            )
            assert all(cut.part | cut.other == pasture and not cut.part & cut.other for cut in cuts)
            assert len(cuts) <= 40


def test_a_cut_leaves_exactly_its_two_parts() -> None:
    for seed in range(60):
        yard = grown(Random(seed))
        before = set(yard.pastures())
        for cut in cuts_offered(yard, FENCES):
            after = set(pastures(yard.fences | cut.edges))
            assert before - after == {cut.part | cut.other}
            assert after - before == {cut.part, cut.other}


def test_a_narrow_waist_is_cut_with_one_fence() -> None:
    hourglass = mask(0, 1, 6, 7)
    assert [(cut.part, cut.fences) for cut in cuts_offered(bare_yard(hourglass), 1)] == [
        (mask(0), 1),
        (mask(0, 1), 1),
        (mask(0, 1, 6), 1),
    ]


def test_something_can_be_fenced_where_a_cell_or_a_cut_is_offered(seeds: Seeds) -> None:
    for seed in seeds(40):
        yard = grown(Random(seed))
        for budget in range(FENCES + 1):
            offered = cells_offered(yard, 0, budget) or cuts_offered(yard, budget)
            assert can_fence(yard, budget) == bool(offered)


def test_a_first_pasture_takes_four_fences_a_later_one_may_take_one_and_a_full_farm_has_no_room() -> None:
    assert can_fence(Yard(), 4)
    assert not can_fence(Yard(), 3)
    assert can_fence(bare_yard(mask(3, 4)), 1)
    full = drawn("RRRRF RRRRF RRRR.")
    full.fences = ring(mask(14))
    assert not can_fence(full, 11)


def test_an_area_can_be_closed_beside_a_pasture_or_as_a_piece_of_one() -> None:
    yard = bare_yard(mask(3, 4, 8))
    assert may_close(yard, mask(2), 3)
    assert not may_close(yard, mask(2), 2), "too dear"
    assert not may_close(yard, mask(1), 15), "not beside a pasture"
    assert not may_close(yard, mask(2, 6), 15), "not in one piece"
    assert may_close(yard, mask(3), 2), "a piece of a pasture"
    assert not may_close(yard, mask(3, 4, 8), 15), "a whole pasture"
    assert not may_close(yard, mask(2, 3), 15), "partly a pasture"
    assert not may_close(yard, 0, 15)
    yard.fields |= 1 << 7
    assert not may_close(yard, mask(7), 15), "a field"


def test_a_piece_may_be_closed_off_even_if_the_rest_falls_apart() -> None:
    yard = bare_yard(mask(1, 2, 3))
    assert may_close(yard, mask(2), 2)
    assert pastures(yard.fences | new_fences(yard, mask(2))) == (mask(1), mask(2), mask(3))

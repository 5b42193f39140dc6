"""The farmyard: its cells and edges, the areas that fences close, and the cells where more may be built."""

from random import Random

from tests.agricola.farm.yards import bare_yard, drawn, grown, mask
from tests.seeds import Seeds
from tilth_rules.agricola.farm.yard import (
    ALL,
    CELLS,
    COLUMNS,
    EDGES,
    GRAIN,
    ROWS,
    STABLES,
    Yard,
    beside,
    cells_of,
    edges_of,
    fenced,
    pastures,
    ring,
)


def enclosed(fences: int) -> set[int]:
    """Return the enclosed areas, found by walking from cell to cell, and out over the edge of the yard."""
    found, seen = set(), set()
    for start in range(CELLS):
        area, leaks, waiting = {start}, False, [start]
        while waiting:
            cell = waiting.pop()
            row, column = divmod(cell, COLUMNS)
            steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            for edge, (down, right) in zip(edges_of(cell), steps, strict=True):
                if fences >> edge & 1:
                    continue
                if not (0 <= down < ROWS and 0 <= right < COLUMNS):
                    leaks = True
                elif (beyond := down * COLUMNS + right) not in area:
                    area.add(beyond)
                    waiting.append(beyond)
        if not leaks and start not in seen:
            found.add(mask(*area))
        seen |= area
    return found


def test_every_edge_belongs_to_one_or_two_cells() -> None:
    owners = [[cell for cell in range(CELLS) if edge in edges_of(cell)] for edge in range(EDGES)]
    assert {len(cells) for cells in owners} == {1, 2}
    assert sum(len(cells) == 1 for cells in owners) == 2 * (ROWS + COLUMNS)
    for cells in owners:
        if len(cells) == 2:
            assert cells[1] - cells[0] == 1 or cells[1] - cells[0] == COLUMNS


def test_cells_beside_share_a_side_and_no_mere_corner() -> None:
    assert cells_of(beside(mask(0))) == (1, 5)
    assert cells_of(beside(mask(7))) == (2, 6, 8, 12)
    assert cells_of(beside(mask(4))) == (3, 9)
    assert cells_of(beside(mask(5))) == (0, 6, 10)
    assert cells_of(beside(mask(14))) == (9, 13)


def test_the_ring_of_an_area_leaves_out_edges_between_its_cells() -> None:
    assert ring(mask(0)).bit_count() == 4
    assert ring(mask(0, 1)).bit_count() == 6
    assert ring(mask(0, 1, 5, 6)).bit_count() == 8
    assert ring(ALL).bit_count() == 2 * (ROWS + COLUMNS)


def test_fences_close_pastures_and_the_edge_of_the_yard_is_no_fence() -> None:
    assert pastures(ring(mask(4))) == (mask(4),)
    assert pastures(ring(mask(4)) & ~(1 << 4)) == ()
    assert bare_yard(mask(3, 4), mask(8)).pastures() == (mask(3, 4), mask(8))


def test_fences_close_the_areas_that_cannot_be_walked_out_of() -> None:
    random = Random(1)
    for _ in range(1500):
        fences = random.getrandbits(EDGES) | random.getrandbits(EDGES)
        assert set(pastures(fences)) == enclosed(fences)
        assert list(pastures(fences)) == sorted(pastures(fences), key=lambda area: area & -area)


def test_a_farm_begins_with_two_rooms_of_wood() -> None:
    yard = Yard()
    assert cells_of(yard.rooms) == (5, 10)
    assert yard.unused() == ALL & ~mask(5, 10)
    assert yard.fields == yard.fenced_stables() == yard.loose_stables() == 0


def test_rooms_are_added_beside_rooms_on_cells_with_nothing_on_them() -> None:
    yard = drawn("S.... R.... RF...")
    assert cells_of(yard.room_cells()) == (6,)
    yard.fences = ring(mask(6))
    assert yard.room_cells() == 0


def test_the_first_field_lies_anywhere_and_the_next_beside_a_field() -> None:
    yard = drawn("..... R...S R....")
    assert yard.field_cells() == ALL & ~mask(5, 9, 10)
    yard.fields |= 1 << 14
    assert cells_of(yard.field_cells()) == (13,)
    yard.fences = ring(mask(13))
    assert yard.field_cells() == 0


def test_stables_stand_on_cells_without_room_field_or_stable_also_in_pastures() -> None:
    yard = drawn("FFFF. RRRS. RRR..")
    yard.fences = ring(mask(9))
    assert cells_of(yard.stable_cells()) == (4, 9, 13, 14)


def test_there_is_no_fifth_stable() -> None:
    yard = Yard(stables=mask(0, 1, 2, 3))
    assert yard.stables.bit_count() == STABLES
    assert yard.stable_cells() == 0


def test_a_fenced_cell_and_one_with_a_stable_are_used() -> None:
    yard = drawn("..S.. R.... R...F")
    yard.fences = ring(mask(3, 4))
    assert cells_of(yard.unused()) == (0, 1, 6, 7, 8, 9, 11, 12, 13)
    assert yard.loose_stables() == mask(2)
    yard.fences |= ring(mask(2)) & ~yard.fences
    assert (yard.loose_stables(), yard.fenced_stables()) == (0, mask(2))


def test_fields_to_sow_are_those_on_which_nothing_grows() -> None:
    yard = drawn("..... R...F R...F")
    yard.crops[9], yard.stacks[9] = GRAIN, 3
    assert cells_of(yard.fields_to_sow()) == (14,)


def test_a_clone_is_equal_and_independent() -> None:
    yard = grown(Random(3))
    copy = yard.clone()
    assert copy == yard
    for change in ("crops", "stacks"):
        getattr(copy, change)[0] += 1
        assert copy != yard
        getattr(copy, change)[0] -= 1
    assert copy == yard


def test_no_building_leaves_a_room_or_field_fenced_in_or_a_cell_half_fenced(seeds: Seeds) -> None:
    for seed in seeds(150):
        yard = grown(Random(seed))
        inside = fenced(yard.fences)
        assert inside & (yard.rooms | yard.fields) == 0
        assert yard.fences.bit_count() <= 15
        for edge in range(EDGES):
            if yard.fences >> edge & 1:
                sides = [area for area in yard.pastures() if ring(area) >> edge & 1]
                assert sides, "a fence bounds a pasture"
        assert yard.fences == _all_rings(yard)
        assert not inside or _reach(inside & -inside, inside) == inside, "all pastures hang together"
        assert not yard.rooms & yard.fields


def _all_rings(yard: Yard) -> int:
    edges = 0
    for area in yard.pastures():
        edges |= ring(area)
    return edges


def _reach(area: int, within: int) -> int:
    for _ in range(CELLS):
        area |= beside(area) & within
    return area

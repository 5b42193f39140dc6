"""The herds that find room, and the places of their animals, compared with every possible arrangement."""

from itertools import product
from random import Random

from tests.agricola.farm.yards import bare_yard, grown, mask
from tests.seeds import Seeds
from tilth_rules.agricola.farm.arranging import arrange, most_roomy
from tilth_rules.agricola.farm.herds import (
    NO_ANIMALS,
    UNLIMITED,
    Herd,
    Holder,
    fits,
    maximal_herds,
)
from tilth_rules.agricola.farm.housing import Capacities, holders


def box(sheep: int, boar: int, cattle: int) -> list[Herd]:
    """Return every herd up to that one."""
    return list(product(range(sheep + 1), range(boar + 1), range(cattle + 1)))


BOX = box(7, 7, 7)


def added(one: Herd, other: Herd) -> Herd:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def holds(holder: Holder, herd: Herd) -> bool:
    """Return whether a holder can hold the herd, by its rules word for word."""
    kinds = [kind for kind in range(3) if herd[kind]]
    if not holder.together and len(kinds) > 1:
        return False
    return sum(max(0, herd[kind] - holder.own[kind]) for kind in kinds) <= holder.capacity


def ways(some: tuple[Holder, ...], most: int) -> set[Herd]:
    """Return every herd that some arrangement of animals is, with no more of a kind than `most`."""
    found = {NO_ANIMALS}
    for holder in some:
        contents = [herd for herd in box(most, most, most) if holds(holder, herd)]
        found = {
            whole for herd in found for content in contents if max(whole := added(herd, content)) <= most
        }
    return found


def some_holders(random: Random) -> tuple[Holder, ...]:
    found = []
    for _ in range(random.randint(0, 4)):
        own = [0, 0, 0]
        if random.random() < 0.5:
            own[random.randrange(3)] = random.randint(1, 2)
        found.append(Holder(random.randint(0, 4), (own[0], own[1], own[2]), random.random() < 0.3))
    if found and random.random() < 0.4:
        found.append(found[0])
    return tuple(found)


def test_a_herd_fits_if_and_only_if_there_is_an_arrangement(seeds: Seeds) -> None:
    for seed in seeds(40):
        some = some_holders(Random(seed))
        possible = ways(some, 7)
        for herd in BOX:
            assert fits(herd, some) == (herd in possible), herd


def test_the_maximal_herds_are_those_to_which_nothing_can_be_added(seeds: Seeds) -> None:
    for seed in seeds(40):
        random = Random(1000 + seed)
        some = some_holders(random)
        possible = ways(some, 7)
        for _ in range(30):
            most = random.choice(BOX)
            least = random.choice([herd for herd in BOX if all(map(int.__le__, herd, most))])
            inside = [herd for herd in possible if all(map(int.__le__, herd, most))]
            expected = {
                herd
                for herd in inside
                if not any(herd != other and all(map(int.__le__, herd, other)) for other in inside)
            }
            found = maximal_herds(some, most)
            assert len(set(found)) == len(found)
            assert set(found) == expected
            assert set(maximal_herds(some, most, least)) == {
                herd for herd in expected if all(map(int.__ge__, herd, least))
            }


def test_a_herd_that_fits_is_its_own_only_maximum() -> None:
    assert maximal_herds((Holder(4), Holder(1)), (4, 1, 0)) == ((4, 1, 0),)


def test_an_arrangement_keeps_every_rule_and_every_animal(seeds: Seeds) -> None:
    for seed in seeds(40):
        some = some_holders(Random(seed))
        for herd in BOX[:: 1 + seed % 3]:
            standing = arrange(herd, some)
            assert (standing is not None) == fits(herd, some)
            if standing is not None:
                assert len(standing) == len(some)
                assert all(map(holds, some, standing))
                assert tuple(map(sum, zip(*standing, strict=True))) == herd or (not some and not any(herd))


def roomiest(herd: Herd, some: tuple[Holder, ...], which: tuple[int, ...], spare: int, place: int = 0) -> int:
    """Return the most holders with an animal in them and room for `spare` more, by trying everything; below 0 for
    none."""
    if place == len(some):
        return -99 if any(herd) else 0
    best = -99
    holder = some[place]
    for content in box(*herd):
        if holds(holder, content):
            rest = (herd[0] - content[0], herd[1] - content[1], herd[2] - content[2])
            more = any(
                holds(holder, added(content, extra))
                for extra in box(spare, spare, spare)
                if sum(extra) == spare
            )
            counted = place in which and any(content) and more
            best = max(best, counted + roomiest(rest, some, which, spare, place + 1))
    return best


def test_the_roomiest_arrangement_is_the_best_of_all(seeds: Seeds) -> None:
    for seed in seeds(60):
        random = Random(seed)
        some = some_holders(random)
        # As pastures do, what is asked about has places for any kind.
        which = tuple(place for place, one in enumerate(some) if one.capacity and random.random() < 0.8)
        for _ in range(6):
            herd = (random.randrange(4), random.randrange(4), random.randrange(3))
            spare = random.randint(1, 3)
            assert most_roomy(herd, some, which, spare) == max(0, roomiest(herd, some, which, spare))


def test_pastures_of_one_size_may_hold_different_kinds() -> None:
    farm = holders(bare_yard(mask(4), mask(3), mask(2)).fences, 0, Capacities(home=0))
    assert fits((2, 2, 2), farm)
    assert fits((6, 0, 0), farm)
    assert fits((4, 0, 2), farm)
    assert not fits((3, 2, 1), farm)


def test_eleven_fences_make_three_pastures_for_three_kinds() -> None:
    yard = bare_yard(mask(8), mask(9), mask(13, 14))
    farm = holders(yard.fences, 0, Capacities())
    assert yard.fences.bit_count() == 11
    assert fits((2, 1, 3), farm)
    assert fits((3, 1, 3), farm), "the third sheep is the pet"
    assert fits((4, 1, 3), farm), "or the boar is, and its pasture is for sheep"
    assert not fits((5, 1, 3), farm)


def test_animals_are_spread_to_leave_room_where_it_counts() -> None:
    farm = (Holder(4), Holder(4), Holder(1))
    assert most_roomy((2, 0, 0), farm, (0, 1), 3) == 2
    assert most_roomy((3, 0, 0), farm, (0, 1), 3) == 2, "the third is the pet"
    assert most_roomy((4, 0, 0), farm, (0, 1), 3) == 1
    assert most_roomy((9, 0, 0), farm, (0, 1), 3) == 0


def test_a_pet_is_the_only_animal_of_a_farm_without_pasture_or_stable() -> None:
    farm = holders(0, 0, Capacities())
    assert [herd for herd in BOX if fits(herd, farm)] == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert maximal_herds(farm, (2, 1, 0)) == ((1, 0, 0), (0, 1, 0))


def test_a_pasture_holds_two_a_cell_of_one_kind_and_each_stable_doubles_it() -> None:
    area = mask(3, 4, 8)
    yard = bare_yard(area)
    capacities = [
        holders(yard.fences, stables, Capacities())[0].capacity
        for stables in (0, mask(3), mask(3, 8), mask(3, 4, 8))
    ]
    assert capacities == [6, 12, 24, 48]


def test_a_cut_pasture_keeps_its_stable_on_one_side() -> None:
    whole = bare_yard(mask(3, 4))
    halves = bare_yard(mask(3), mask(4))
    assert [holder.capacity for holder in holders(whole.fences, mask(4), Capacities())] == [8, 1]
    assert [holder.capacity for holder in holders(halves.fences, mask(4), Capacities())] == [2, 4, 1]


def test_a_loose_stable_holds_one_animal_and_a_fenced_one_is_no_place_of_its_own() -> None:
    yard = bare_yard(mask(4))
    farm = holders(yard.fences, mask(0, 4), Capacities())
    assert farm == (Holder(4), Holder(1), Holder(1))
    assert fits((4, 1, 1), farm)
    assert not fits((4, 3, 0), farm)


def test_additions_come_after_doubling_and_add_up() -> None:
    yard = bare_yard(mask(4), mask(3))
    more = Capacities(pasture_min=3, pasture_more=2, pasture_own=(2, 0, 0))
    farm = holders(yard.fences, mask(4), more)
    assert [holder.capacity for holder in farm[:2]] == [5, 6]
    assert fits((7, 6, 0), farm)
    assert not fits((9, 0, 7), farm)
    plain = holders(yard.fences, mask(4), Capacities(pasture_more=2))
    assert [holder.capacity for holder in plain[:2]] == [4, 6]


def test_one_loose_stable_is_the_best_and_has_no_more_places_of_its_own() -> None:
    farm = holders(0, mask(0, 1), Capacities(best_stable=3, stable_own=(1, 0, 0), home=0))
    assert farm == (Holder(3), Holder(1, (1, 0, 0)), Holder(0))
    two_kinds = {
        (5, 0, 0),
        (3, 1, 0),
        (3, 0, 1),
        (2, 3, 0),
        (2, 0, 3),
        (0, 4, 0),
        (0, 3, 1),
        (0, 1, 3),
        (0, 0, 4),
    }
    assert set(maximal_herds(farm, (9, 9, 9))) == two_kinds


def test_kinds_that_may_share_a_pasture_share_its_places_but_not_those_of_one_kind() -> None:
    yard = bare_yard(mask(4))
    together = Capacities(pasture_own=(2, 0, 0), pasture_together=True, home=0)
    farm = holders(yard.fences, 0, together)
    assert maximal_herds(farm, (9, 9, 9)) == (
        (4, 0, 0),
        (3, 1, 0),
        (3, 0, 1),
        (2, 2, 0),
        (2, 1, 1),
        (2, 0, 2),
    )


def test_a_home_of_many_holds_them_together_if_it_may() -> None:
    assert fits((1, 1, 1), holders(0, 0, Capacities(home=3, home_together=True)))
    assert not fits((1, 1, 0), holders(0, 0, Capacities(home=3)))
    assert not fits((1, 0, 0), holders(0, 0, Capacities(home=0)))


def test_cards_hold_the_animals_they_name() -> None:
    yard = Holder(2, together=True)
    one_of_each = Holder(own=(1, 1, 1), together=True)
    forest = Holder(own=(0, UNLIMITED, 0))
    farm = holders(0, 0, Capacities(cards=(yard, one_of_each, forest)))
    assert fits((2, 500, 3), farm)
    assert not fits((3, 500, 3), farm)
    assert most_roomy((1, 1, 1), farm, (len(farm) - 1,), 3) == 1
    assert most_roomy((1, 0, 1), farm, (len(farm) - 1,), 3) == 0, "nobody lives in the forest"


def test_the_pet_stays_out_of_the_home_while_pastures_have_room() -> None:
    farm = holders(bare_yard(mask(4)).fences, 0, Capacities())
    assert arrange((2, 0, 0), farm) == ((2, 0, 0), (0, 0, 0))
    assert arrange((2, 1, 0), farm) == ((2, 0, 0), (0, 1, 0))


def test_on_any_farm_breeding_and_overflow_offer_herds_that_stand_somewhere(seeds: Seeds) -> None:
    for seed in seeds(40):
        random = Random(seed)
        yard = grown(random)
        capacities = Capacities(
            pasture_more=random.choice((0, 2)),
            pasture_own=random.choice((NO_ANIMALS, (2, 0, 0))),
            pasture_together=random.random() < 0.3,
            best_stable=random.choice((1, 3)),
            home=random.randint(0, 3),
            home_together=True,
        )
        farm = holders(yard.fences, yard.stables, capacities)
        before = random.choice(
            maximal_herds(farm, (random.randrange(9), random.randrange(9), random.randrange(9)))
        )
        grown_up = (before[0] + 1, before[1] + 1, before[2] + 1)
        options = maximal_herds(farm, grown_up)
        assert options
        assert any(all(map(int.__ge__, herd, before)) for herd in options)
        for herd in options:
            standing = arrange(herd, farm)
            assert standing is not None
            assert all(map(holds, farm, standing))
        assert all(not fits(added(herd, (1, 0, 0)), farm) for herd in options if herd[0] < grown_up[0])

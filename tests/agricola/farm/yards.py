"""Farmyards for tests: drawn by hand, or built at random by the rules."""

from random import Random

from tilth_rules.agricola.farm.fencing import cells_offered, cuts_offered, new_fences
from tilth_rules.agricola.farm.yard import CELLS, FENCES, STABLES, Yard, beside, cells_of


def mask(*cells: int) -> int:
    return sum(1 << cell for cell in cells)


def bare_yard(*areas: int, stables: int = 0) -> Yard:
    """Return a yard with the first rooms and with these areas fenced in."""
    yard = Yard(stables=stables)
    for area in areas:
        yard.fences |= new_fences(yard, area)
    return yard


def drawn(picture: str) -> Yard:
    """Return a yard by three lines of five letters: R room, F field, S stable, else nothing."""
    yard = Yard(rooms=0)
    for cell, letter in enumerate("".join(picture.split())):
        if letter == "R":
            yard.rooms |= 1 << cell
        elif letter == "F":
            yard.fields |= 1 << cell
        elif letter == "S":
            yard.stables |= 1 << cell
    return yard


def grown(random: Random) -> Yard:
    """Return a yard after some random building, with everything that a yard can have."""
    yard = Yard()
    for _ in range(random.randrange(12)):
        kind = random.choice(("room", "field", "field", "stable", "pasture", "pasture", "cut"))
        if kind == "room" and yard.room_cells():
            yard.rooms |= 1 << random.choice(cells_of(yard.room_cells()))
        elif kind == "field" and yard.field_cells():
            yard.fields |= 1 << random.choice(cells_of(yard.field_cells()))
        elif kind == "stable" and yard.stables.bit_count() < STABLES and yard.stable_cells():
            yard.stables |= 1 << random.choice(cells_of(yard.stable_cells()))
        elif kind == "pasture":
            yard.fences |= new_fences(yard, sketched(yard, random))
        elif kind == "cut" and (cuts := cuts_offered(yard, FENCES)):
            yard.fences |= random.choice(cuts).edges
    return yard


def sketched(yard: Yard, random: Random) -> int:
    """Return a pasture sketched at random, 0 if none can be."""
    sketch = 0
    for _ in range(random.randint(1, 5)):
        offered = cells_offered(yard, sketch, FENCES)
        if not offered:
            break
        sketch |= 1 << random.choice(offered).cell
    return sketch


def hangs_together(area: int) -> bool:
    """Return whether the cells are one piece."""
    reached = area & -area
    for _ in range(CELLS):
        reached |= beside(reached) & area
    return reached == area

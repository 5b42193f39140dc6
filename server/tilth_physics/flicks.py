"""A flick of Sonora's: the rules' question, let happen, and told in the rules' words."""

from typing import Any

from tilth_physics.ground import direction, ground_of, wood_of
from tilth_physics.resting import settled
from tilth_physics.showing import Film
from tilth_physics.slide import Slide
from tilth_rules.sonora.flick import MAX_CONTACTS, MAX_MS, RIMS, CameToRest, Contact, Flick, Resting, encode


def port(question: Any) -> bytes:
    """Sonora's port for outside facts: what came of a flick, as the kernel records it."""
    if not isinstance(question, Flick):
        raise TypeError(f"no flick: {question!r}")
    return encode(came_to_rest(question))


def came_to_rest(flick: Flick) -> CameToRest:
    """Let the disc go, until everything lies still. The same flick always gives the same answer."""
    numbers = [disc.disc for disc in flick.resting] + [flick.disc]
    places = [(disc.x / 100, disc.y / 100) for disc in flick.resting] + [(flick.x / 100, flick.y / 100)]
    slide = Slide(ground_of(flick.board), wood_of(flick.physics), places)
    film = Film(slide)
    own = len(flick.resting)
    ux, uy = direction(flick.heading)
    speed = flick.speed / 100
    slide.flick(own, (ux * speed, uy * speed), 4 + flick.corner)
    slide.run()
    in_corner = slide.in_corner
    lying = {numbers[at]: (disc.x, disc.y) for at, disc in enumerate(flick.resting) if at not in slide.moved}
    moved = {
        numbers[at]: place
        for at in slide.moved
        if (place := slide.places[at]) is not None and not (at == own and in_corner)
    }
    cells = settled(flick.board, lying, moved)
    before = {disc.disc: (disc.x, disc.y) for disc in flick.resting}
    contacts = _contacts(slide, numbers)
    return CameToRest(
        moved=tuple(Resting(disc, *cell) for disc, cell in sorted(cells.items()) if before.get(disc) != cell),
        in_hole=tuple(numbers[at] for at in slide.fallen),
        off_board=tuple(numbers[at] for at in slide.left),
        in_corner=in_corner,
        touched_far_edge=_touched_far_edge(slide, own, flick.corner),
        contacts=contacts[:MAX_CONTACTS],
        frames=film.frames(numbers, cells),
    )


def _contacts(slide: Slide, numbers: list[int]) -> tuple[Contact, ...]:
    return tuple(
        Contact(min(MAX_MS, round(1000 * at)), numbers[disc], numbers[what] if what >= 0 else RIMS - 1 - what)
        for at, disc, what in slide.touches
    )


def _touched_far_edge(slide: Slide, own: int, corner: int) -> bool:
    """An edge besides the step of the own corner and the two rims that meet there."""
    near = (corner, (corner + 3) % 4, 4 + corner)
    edges = (-1 - what for _, disc, what in slide.touches if disc == own and what < 0)
    return any(edge not in near for edge in edges if edge < len(slide.ground.edges))

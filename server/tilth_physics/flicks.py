"""One flick of Sonora: from the rules' question to a slide, and from the slide to the answer."""

from typing import Any

from tilth_physics.ground import direction, ground_of, wood_of
from tilth_physics.keyframes import SlideRecorder
from tilth_physics.rest_places import final_cells
from tilth_physics.slide import Slide
from tilth_rules.sonora.flick_question import (
    MAX_CONTACTS,
    MAX_MS,
    RIMS,
    CameToRest,
    Contact,
    Flick,
    Resting,
    encode,
)


def port(question: Any) -> bytes:
    """Answer a question of Sonora's with a fact, as the bytes that the kernel records. This is the port for outside
    facts."""
    if not isinstance(question, Flick):
        raise TypeError(f"no flick: {question!r}")
    return encode(came_to_rest(question))


def came_to_rest(flick: Flick) -> CameToRest:
    """Return the outcome of a flick: where discs come to rest, which fell into the hole or off the board, and the
    touches.

    The same flick always gives the same outcome.
    """
    numbers = [disc.disc for disc in flick.resting] + [flick.disc]
    places = [(disc.x / 100, disc.y / 100) for disc in flick.resting] + [(flick.x / 100, flick.y / 100)]
    slide = Slide(ground_of(flick.board), wood_of(flick.physics), places)
    recorder = SlideRecorder(slide)
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
    cells = final_cells(flick.board, lying, moved)
    before = {disc.disc: (disc.x, disc.y) for disc in flick.resting}
    contacts = _contacts(slide, numbers)
    return CameToRest(
        moved=tuple(Resting(disc, *cell) for disc, cell in sorted(cells.items()) if before.get(disc) != cell),
        in_hole=tuple(numbers[at] for at in slide.fallen),
        off_board=tuple(numbers[at] for at in slide.left),
        in_corner=in_corner,
        touched_far_edge=_touched_far_edge(slide, own, flick.corner),
        contacts=contacts[:MAX_CONTACTS],
        frames=recorder.frames(numbers, cells),
    )


def _contacts(slide: Slide, numbers: list[int]) -> tuple[Contact, ...]:
    """Return all touches of a slide as contacts of the rules, in order: times in milliseconds (at most MAX_MS), discs
    by `numbers`, edges and the hole from RIMS on."""
    return tuple(
        Contact(min(MAX_MS, round(1000 * at)), numbers[disc], numbers[met] if met >= 0 else RIMS - 1 - met)
        for at, disc, met in slide.touches
    )


def _touched_far_edge(slide: Slide, own: int, corner: int) -> bool:
    """Return whether the flicked disc touched an edge other than the step of its own corner and the two rims beside
    it."""
    near = (corner, (corner + 3) % 4, 4 + corner)
    edges = (-1 - met for _, disc, met in slide.touches if disc == own and met < 0)
    return any(edge not in near for edge in edges if edge < len(slide.ground.edges))

"""The question for an outside fact: the rules describe a flick, and the answer says where the discs came to rest.

The rules call `table.outside(flick, CameToRest)` with a `Flick`. A port that can compute or measure sliding wood
answers with a `CameToRest`, as JSON (`encode`). The kernel records that JSON object, and requests it only once; a
replay takes it from the log.

**Lengths** are whole hundredths of a millimetre, speeds hundredths of a millimetre a second, times milliseconds
since the flick, angles hundredths of a degree, restitutions thousandths.

**The board** does not move while discs are flicked: positions are the board's own, its centre is (0, 0), x grows
to the east and y to the north; the zones' corners are, clockwise, 0 ruins (north-west), 1 canyon (north-east),
2 mud (south-east) and 3 river (south-west). The surface is the square |x|, |y| <= half_side without its
corners: there |x| + |y| <= corner_cut holds. The four cut corners are raised; discs are flicked from them. A
**rim** runs along the four sides, a **step** along the four cuts: for a disc on the surface both are walls
of the same kind. Only the flicked disc crosses a step, that of its own corner, on its way down; once it lies wholly
on the surface (its whole rim has passed the cut) that step is a wall to it too.

**A disc** is a number: 5 * colour + value - 1, so 7 is the 3 of the second colour. All are equal cylinders of
`disc_radius`, lying flat: none stands on edge or lies on another in this model.

The port must do the following. The disc `flick.disc` starts at (x, y) with `speed` towards `heading`
(counterclockwise from east), and the discs of `flick.resting` lie still:

1. *Slide.* Every moving disc is slowed by dry friction, `physics.deceleration`, at any speed, so that
   alone it stops after speed^2 / (2 * deceleration).
2. *Bounce.* Disc off disc with `disc_restitution`, off rims and steps with `edge_restitution` (of the normal
   speed).
3. *Leave.* A disc that meets a rim or a step with a normal speed of at least `escape_speed` goes over it:
   `off_board`.
4. *Drop.* A disc whose centre is within hole_radius - disc_radius of the board's centre (so that it is wholly
   inside the hole) and slower than `drop_speed`, is in the hole: `in_hole`, and no longer in the way of others. A disc
   that stops there is always slow enough. A faster one slides over.
5. *Stop.* The slide lasts until everything lies still. No disc may tunnel, overlap or end up outside of the surface;
   `TOUCH` is the error of rounding that `check` allows.

`in_corner`: the flicked disc stopped before it lay wholly on the surface, because it was too weak or blocked.
It is taken back into the hand: it is neither in `moved` nor lost. The discs that it pushed stay where they went.

`touched_far_edge`: the flicked disc touched a rim or a step that does not belong to its own corner. The step of the
corner and the two rims that meet there belong to it.

`contacts` are the first `MAX_CONTACTS` touches in their order, `frames` at most `MAX_FRAMES` places on the ways
of discs, in order of time: drawn with straight lines between a disc's frames at constant speed, they show the
slide. The last frame of a disc is where it rested, or where it was last seen before it left. Discs that
did not move have none.
"""

from collections.abc import Callable
from math import isqrt
from typing import Final

import msgspec

MAX_CONTACTS: Final = 40
MAX_FRAMES: Final = 96
MAX_MS: Final = 20_000
"""The longest time that a flick may take."""
TOUCH: Final = 10
"""The distance, in hundredths of a millimetre, that discs at rest may overlap each other or an edge because of
rounding."""

RIMS: Final = 100
"""The number of the first rim in contacts. A contact is with another disc (its number), a rim (RIMS + side,
clockwise from the north), a raised corner (STEPS + corner) or the HOLE."""
STEPS: Final = 104
HOLE: Final = 108

DIAGONALS: Final = (31500, 22500, 13500, 4500)
"""The heading from each corner to the centre."""


class Resting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A disc that lies still, and the place of its centre: [disc, x, y]."""

    disc: int
    x: int
    y: int


class Board(msgspec.Struct, frozen=True, gc=False):
    """The measures of the board, as a part of the question to the outside."""

    half_side: int
    corner_cut: int
    disc_radius: int
    hole_radius: int


class Physics(msgspec.Struct, frozen=True, gc=False):
    """The physical values of discs on wood, as a part of the question to the outside."""

    deceleration: int
    """The deceleration by dry friction, in hundredths of mm/s^2."""
    disc_restitution: int
    edge_restitution: int
    escape_speed: int
    drop_speed: int


class Flick(msgspec.Struct, frozen=True, gc=False):
    """The question: where do the discs come to rest after this flick? The error of a trembling hand is included."""

    seat: int
    """The seat that flicks. The answer does not depend on it."""
    disc: int
    corner: int
    x: int
    y: int
    heading: int
    """The direction of the flick, from 0 to 35999: 0 is east, 9000 north."""
    speed: int
    resting: tuple[Resting, ...]
    """The discs on the surface except the flicked one, by number."""
    board: Board
    physics: Physics


class Contact(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A contact of a disc with a disc, a rim, a step or the hole: [at, disc, met]."""

    at: int
    disc: int
    met: int


class Keyframe(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A position of a sliding disc at a moment, for drawing the slide: [at, disc, x, y]."""

    at: int
    disc: int
    x: int
    y: int


class CameToRest(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The answer to a Flick, an outside fact: the places of the discs after everything came to rest."""

    moved: tuple[Resting, ...] = ()
    """The discs that lie on the surface at a new place, by number; the flicked disc if it lies on the surface."""
    in_hole: tuple[int, ...] = ()
    """The discs in the hole, in the order in which they fell."""
    off_board: tuple[int, ...] = ()
    """The discs that went over an edge, in the order in which they did."""
    in_corner: bool = False
    touched_far_edge: bool = False
    contacts: tuple[Contact, ...] = ()
    frames: tuple[Keyframe, ...] = ()


class ImpossibleFact(ValueError):
    """Raised for an answer that no flick on this board can have. No record is made of it."""


encode: Callable[[CameToRest], bytes] = msgspec.json.Encoder().encode
"""Returns the fact as the bytes that the kernel records."""

decode: Callable[[bytes], CameToRest] = msgspec.json.Decoder(CameToRest).decode


def check(flick: Flick, fact: CameToRest) -> None:
    """Raise ImpossibleFact if the fact breaks a rule for answers; the slide itself is not computed again.

    Each disc named is the flicked one or one of `flick.resting`, and is in one place only: moved, in the hole or off
    the board. The moved discs are listed by number. The flicked disc is either among these or back in its corner.
    Moved discs lie on the surface, not wholly over the hole and not on another disc, TOUCH allowed. There are at most
    MAX_CONTACTS contacts and MAX_FRAMES frames, in order of time from 0 to MAX_MS, about those discs only.
    """
    before = {disc.disc: disc for disc in flick.resting}
    known = {*before, flick.disc}
    gone = [*fact.in_hole, *fact.off_board]
    moved = [disc.disc for disc in fact.moved]
    _unless(known.issuperset([*gone, *moved]), "a disc that is not there")
    _unless(len({*gone, *moved}) == len(gone) + len(moved), "a disc in two places")
    _unless(moved == sorted(moved), "moved discs are listed by number")
    _unless(
        (flick.disc in [*gone, *moved]) != fact.in_corner, "the flicked disc is nowhere, or in its corner too"
    )
    _check_places(flick, fact, {disc: place for disc, place in before.items() if disc not in gone})
    _check_show(flick, fact, known)


def _check_places(flick: Flick, fact: CameToRest, lying: dict[int, Resting]) -> None:
    """Raise ImpossibleFact if a moved disc lies over the rim or a step or wholly over the hole, or overlaps any other
    disc. Write the places of the moved discs into `lying`, which holds those of the others."""
    board, radius = flick.board, flick.board.disc_radius
    bull = (board.hole_radius - radius) ** 2
    near = (2 * radius - TOUCH) ** 2
    reach = wholly_on(board) + TOUCH
    edge = board.half_side - radius + TOUCH
    for disc in fact.moved:
        _unless(max(abs(disc.x), abs(disc.y)) <= edge, f"disc {disc.disc} lies over the rim")
        _unless(abs(disc.x) + abs(disc.y) <= reach, f"disc {disc.disc} lies over a step")
        _unless(
            disc.x * disc.x + disc.y * disc.y > bull, f"disc {disc.disc} lies in the hole, and is not in it"
        )
        lying[disc.disc] = disc
    for disc in fact.moved:
        for other in lying.values():
            apart = (disc.x - other.x) ** 2 + (disc.y - other.y) ** 2
            _unless(other is disc or apart >= near, f"discs {disc.disc} and {other.disc} overlap")


def _check_show(flick: Flick, fact: CameToRest, known: set[int]) -> None:
    """Raise ImpossibleFact if the recorded contacts and path are too long, out of order, or name unknown discs."""
    _unless(len(fact.contacts) <= MAX_CONTACTS, "too many contacts")
    _unless(len(fact.frames) <= MAX_FRAMES, "too many frames")
    for times in ([contact.at for contact in fact.contacts], [frame.at for frame in fact.frames]):
        _unless(times == sorted(times), "contacts and frames are listed in order of time")
        _unless(not times or (times[0] >= 0 and times[-1] <= MAX_MS), "a time outside of the flick")
    touched = {*known, *range(RIMS, HOLE + 1)}
    _unless(all(c.disc in known and c.met in touched for c in fact.contacts), "a contact with nothing there")
    _unless(all(frame.disc in known for frame in fact.frames), "a frame of a disc that is not there")
    far = max((max(abs(frame.x), abs(frame.y)) for frame in fact.frames), default=0)
    _unless(far <= 2 * flick.board.half_side, "a frame far from the board")


def _unless(holds: bool, why: str) -> None:
    """Raise ImpossibleFact with this reason, unless `holds` is true."""
    if not holds:
        raise ImpossibleFact(why)


def wholly_on(board: Board) -> int:
    """Return the largest |x| + |y| of a disc that lies wholly on the surface, with its rim against the step."""
    return board.corner_cut - _diagonal(board.disc_radius)


def start_place(board: Board, corner: int, side: int, back: int) -> tuple[int, int]:
    """Return the place where a disc starts. `side` and `back` are in thousandths: of the way from the left end of the
    legal places to the right end, as its player sees it, and of the way from the step back into the tip of the corner.

    A disc may not hang over the edge, so the legal places are a triangle; this maps two independent numbers onto it.
    """
    far = board.half_side - board.disc_radius
    deep = 2 * far
    shallow = board.corner_cut + _diagonal(board.disc_radius)
    width = deep - (shallow + (deep - shallow) * back // 1000)
    x, y = -far + width * (1000 - side) // 1000, far - width * side // 1000
    for _ in range(corner):
        x, y = y, -x
    return x, y


def heading_of(corner: int, aim: int) -> int:
    """Return the heading of a flick that is aimed this many hundredths of a degree to the right of the diagonal."""
    return (DIAGONALS[corner] - aim) % 36000


def _diagonal(radius: int) -> int:
    """Return this length times the square root of two, rounded up."""
    return isqrt(2 * radius * radius) + 1

"""The seam between the rules and the table they cannot compute: a flick is asked, where it ended is answered.

The rules put a `Flick` to `table.outside(flick, CameToRest)`. Somebody who can push wood over a board answers
with a `CameToRest`, as JSON (`encode`), which is how the kernel records it: one JSON object a flick, readable
by anybody. It is asked for once; a replay takes it from the log.

**Lengths** are whole hundredths of a millimetre, speeds hundredths of a millimetre a second, times milliseconds
since the flick, angles hundredths of a degree, restitutions thousandths.

**The board** lies still while discs are flicked: positions are the board's own, its centre is (0, 0), x grows
to the east and y to the north; the zones' corners are, clockwise, 0 ruins (north-west), 1 canyon (north-east),
2 mud (south-east) and 3 river (south-west). The surface is the square |x|, |y| <= half_side without its
corners: there |x| + |y| <= corner_cut holds. The four cut corners are raised; discs are flicked from them. A
**rim** runs along the four sides, a **step** along the four cuts: to a disc on the surface both are walls,
alike in all. Only the flicked disc crosses a step, that of its own corner, on its way down; once it lies wholly
on the surface (its whole rim has passed the cut) that step is a wall to it too.

**A disc** is a number: 5 * colour + value - 1, so 7 is the 3 of the second colour. All are equal cylinders of
`disc_radius`, lying flat: none stands on edge or lies on another in this model.

What whoever answers must do, with the disc `flick.disc` starting at (x, y) at `speed` towards `heading`
(counterclockwise from east), and the discs of `flick.resting` lying still:

1. *Slide.* Every moving disc is slowed by dry friction, `physics.deceleration`, whatever its speed, so that
   alone it stops after speed^2 / (2 * deceleration).
2. *Bounce.* Disc off disc with `disc_restitution`, off rims and steps with `edge_restitution` (of the normal
   speed).
3. *Leave.* A disc that meets a rim or a step with a normal speed of at least `escape_speed` goes over it:
   `off_board`.
4. *Drop.* A disc whose centre is within hole_radius - disc_radius of the board's centre (so that it is wholly
   inside the hole) and slower than `drop_speed`, is in the hole: `in_hole`, and no longer in anybody's way. One
   that stops there is always slow enough. A faster one slides over.
5. *Stop.* Until everything lies still. Nothing may tunnel, overlap or end up outside of the surface; `check`
   says by how much (`TOUCH`) rounding may err.

`in_corner`: the flicked disc stopped before it lay wholly on the surface, because it was too weak or blocked.
It is taken back into the hand: it is neither in `moved` nor lost. What it pushed stays where it went.

`touched_far_edge`: the flicked disc touched a rim or a step that is not of its own corner. Of its own corner
are that step and the two rims that meet there.

`contacts` are the first `MAX_CONTACTS` touches in their order, `frames` at most `MAX_FRAMES` places on the ways
of discs, in order of time: drawn with straight lines between a disc's frames at constant speed, they show what
happened. The last frame of a disc is where it rested, or where it was last seen before it left. Discs that
didn't move have none.
"""

from collections.abc import Callable
from math import isqrt
from typing import Final

import msgspec

MAX_CONTACTS: Final = 40
MAX_FRAMES: Final = 96
MAX_MS: Final = 20_000
"""No flick takes longer."""
TOUCH: Final = 10
"""How far, in hundredths of a millimetre, discs at rest may seem to overlap each other or an edge: rounding."""

RIMS: Final = 100
"""What a disc touched: another disc's number; RIMS + side, clockwise from the north; STEPS + corner; HOLE."""
STEPS: Final = 104
HOLE: Final = 108

DIAGONALS: Final = (31500, 22500, 13500, 4500)
"""By corner, the heading from it to the centre."""


class Resting(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A disc and where its centre lies: [disc, x, y]."""

    disc: int
    x: int
    y: int


class Board(msgspec.Struct, frozen=True, gc=False):
    """The board's measures."""

    half_side: int
    corner_cut: int
    disc_radius: int
    hole_radius: int


class Physics(msgspec.Struct, frozen=True, gc=False):
    """How wood slides and bounces on it."""

    deceleration: int
    """Of the dry friction, in hundredths of mm/s^2."""
    disc_restitution: int
    edge_restitution: int
    escape_speed: int
    drop_speed: int


class Flick(msgspec.Struct, frozen=True, gc=False):
    """The question: this disc is flicked so. A trembling hand has already been reckoned in."""

    seat: int
    """Who flicks. Nothing follows from it."""
    disc: int
    corner: int
    x: int
    y: int
    heading: int
    """0 to 35999: 0 is east, 9000 north."""
    speed: int
    resting: tuple[Resting, ...]
    """All the discs on the surface, the flicked one not among them, by number."""
    board: Board
    physics: Physics


class Contact(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A disc touched a disc, a rim, a step or the hole: [at, disc, what]."""

    at: int
    disc: int
    what: int


class Frame(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A disc was at a place: [at, disc, x, y]."""

    at: int
    disc: int
    x: int
    y: int


class CameToRest(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The answer: everything lies still."""

    moved: tuple[Resting, ...] = ()
    """Discs that lie on the surface elsewhere than before, by number; the flicked one if it lies there at all."""
    in_hole: tuple[int, ...] = ()
    """Discs in the hole, in the order in which they fell."""
    off_board: tuple[int, ...] = ()
    """Discs that went over an edge, in the order in which they did."""
    in_corner: bool = False
    touched_far_edge: bool = False
    contacts: tuple[Contact, ...] = ()
    frames: tuple[Frame, ...] = ()


class ImpossibleFact(ValueError):
    """An answer that no flick on this board can have. No record is made of it."""


encode: Callable[[CameToRest], bytes] = msgspec.json.Encoder().encode
"""The fact as the kernel records it."""

decode: Callable[[bytes], CameToRest] = msgspec.json.Decoder(CameToRest).decode


def check(flick: Flick, fact: CameToRest) -> None:
    """Raises ImpossibleFact for what a port may not answer."""
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
    """What is recorded for those who want to watch: short, in order, about these discs."""
    _unless(len(fact.contacts) <= MAX_CONTACTS, "too many contacts")
    _unless(len(fact.frames) <= MAX_FRAMES, "too many frames")
    for times in ([contact.at for contact in fact.contacts], [frame.at for frame in fact.frames]):
        _unless(times == sorted(times), "contacts and frames are listed in order of time")
        _unless(not times or (times[0] >= 0 and times[-1] <= MAX_MS), "a time outside of the flick")
    touched = {*known, *range(RIMS, HOLE + 1)}
    _unless(all(c.disc in known and c.what in touched for c in fact.contacts), "a contact with nothing there")
    _unless(all(frame.disc in known for frame in fact.frames), "a frame of a disc that is not there")
    far = max((max(abs(frame.x), abs(frame.y)) for frame in fact.frames), default=0)
    _unless(far <= 2 * flick.board.half_side, "a frame far from the board")


def _unless(holds: bool, why: str) -> None:
    if not holds:
        raise ImpossibleFact(why)


def wholly_on(board: Board) -> int:
    """|x| + |y| of a disc that lies wholly on the surface is at most this: its rim just meets the step."""
    return board.corner_cut - _diagonal(board.disc_radius)


def start_place(board: Board, corner: int, side: int, back: int) -> tuple[int, int]:
    """Where a disc starts. `side` and `back` are thousandths: of the way from the left end of the legal places to
    the right one, as its player sees it, and of the way from the step back into the tip of the corner.

    A disc may not hang over, so the legal places are a triangle; two independent numbers are mapped onto it here.
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
    """The heading of a flick that is aimed so many hundredths of a degree to the right of the diagonal."""
    return (DIAGONALS[corner] - aim) % 36000


def _diagonal(radius: int) -> int:
    """The radius times the square root of two, rounded up."""
    return isqrt(2 * radius * radius) + 1

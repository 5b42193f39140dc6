"""A flick before it is made: the straight line that its disc would slide along, alone and on a board without edges.

The corner and the diagonal are the player's own, as in the rules: `side` goes from the left end of the places where a
disc lies wholly in the corner to the right one, `back` from the step into the tip.
"""

import math
from dataclasses import dataclass

from betterproto2 import Message

from tilth_cli.dials import Dial, Dials
from tilth_cli.draw_context import DrawContext
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import Printed, TakeDisc, View

NUMBERS = ("side", "back", "aim", "power")
THOUSAND = 1000
TO_THE_CENTRE = (315, 225, 135, 45)
"""The diagonals in degrees, counterclockwise from the east, by corner, clockwise from the north-west."""


@dataclass(frozen=True)
class Aim:
    """The flick being aimed: the number of the disc, the place from which it is flicked (`x`, `y`), and the place where
    it would stop or first meet an edge (`to_x`, `to_y`)."""

    disc: int
    x: int
    y: int
    to_x: int
    to_y: int


def aim_of(view: View, context: DrawContext) -> Aim | None:
    """Return the flick whose numbers the viewer is setting; None unless the question is about a taken disc and all four
    numbers are set."""
    printed = view.printed
    taken = context.about
    if printed is None or not isinstance(taken, TakeDisc) or not set(NUMBERS) <= set(context.numbers):
        return None
    corner = next((int(one.corner) - 1 for one in view.players if one.seat == context.seat), 0)
    x, y = _start(printed, corner, context.numbers["side"], context.numbers["back"])
    angle = math.radians(TO_THE_CENTRE[corner] - context.numbers["aim"] / 100)
    east, north = math.cos(angle), math.sin(angle)
    length = min(way(printed, context.numbers["power"]), _to_the_edge(printed, (x, y), (east, north)))
    return Aim(taken.disc, x, y, round(x + east * length), round(y + north * length))


def way(printed: Printed, power: int) -> float:
    """Return the length that a disc slides at this power: each step of power adds the same length."""
    least, greatest = printed.least_speed**2, printed.greatest_speed**2
    return (least + (greatest - least) * power / THOUSAND) / (2 * printed.deceleration)


def _start(printed: Printed, corner: int, side: int, back: int) -> tuple[int, int]:
    """Return the place from which a disc is flicked, by the thousandths `side` and `back`. It is computed in the ruins'
    corner and turned clockwise to `corner` (0 to 3)."""
    far = printed.half_side - printed.disc_radius
    deep, shallow = 2 * far, _over_the_step(printed)
    width = deep - shallow - (deep - shallow) * back // THOUSAND
    x, y = -far + width * (THOUSAND - side) // THOUSAND, far - width * side // THOUSAND
    for _ in range(corner):
        x, y = y, -x
    return x, y


def _over_the_step(printed: Printed) -> int:
    """Return |x| + |y| of a disc that lies in its corner and touches the step."""
    return printed.corner_cut + math.ceil(printed.disc_radius * math.sqrt(2))


def _to_the_edge(printed: Printed, start: tuple[int, int], towards: tuple[float, float]) -> float:
    """Return the length that a disc slides until it meets a rim, or the step of a corner other than the one it comes
    from."""
    rim = float(printed.half_side - printed.disc_radius)
    step = (printed.corner_cut - printed.disc_radius * math.sqrt(2)) / math.sqrt(2)
    half = math.sqrt(0.5)
    walls = [(1.0, 0.0, rim), (-1.0, 0.0, rim), (0.0, 1.0, rim), (0.0, -1.0, rim)]
    walls += [(east, north, step) for east in (half, -half) for north in (half, -half)]
    lengths = []
    for east, north, distance in walls:
        before = distance - start[0] * east - start[1] * north
        speed = towards[0] * east + towards[1] * north
        if speed > 1e-9 and before >= 0:
            lengths.append(before / speed)
    return min(lengths, default=math.inf)


def _start_numbers(view: Message) -> dict[str, int]:
    """Return the numbers that the dials show first: a flick from the middle of the corner straight along the diagonal,
    with power for half of the way to the middle of the board."""
    assert isinstance(view, View)
    printed = view.printed
    assert printed is not None
    x, y = _start(printed, 0, THOUSAND // 2, THOUSAND // 2)
    least, most = way(printed, 0), way(printed, THOUSAND)
    power = round((math.hypot(x, y) / 2 - least) / (most - least) * THOUSAND)
    return {
        "side": THOUSAND // 2,
        "back": THOUSAND // 2,
        "aim": 0,
        "power": max(0, min(THOUSAND, power)),
    }


def _remark(view: Message, context: DrawContext) -> str:
    """Return a text with the length of the slide in millimetres and, if the disc meets an edge before, the distance to
    it; "" if no flick is being aimed."""
    assert isinstance(view, View)
    aim, printed = aim_of(view, context), view.printed
    if aim is None or printed is None:
        return ""
    slides = way(printed, context.numbers["power"])
    line = math.hypot(aim.to_x - aim.x, aim.to_y - aim.y)
    key = "number-stops" if slides <= line + 1 else "number-bounces"
    return tr(key, way=round(slides / 100), edge=round(line / 100))


DIALS = Dials(
    {
        "side": Dial("a", "d", (5, 50, 200)),
        "back": Dial("w", "s", (5, 50, 200)),
        "aim": Dial("left", "right", (5, 50, 500)),
        "power": Dial("down", "up", (1, 10, 100)),
    },
    start=_start_numbers,
    remark=_remark,
    keys="number-sonora_keys",
    help="number-sonora_help",
)

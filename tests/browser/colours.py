"""Measures of colours: contrast after WCAG 2, and distance in OKLab, also for the colour-blind."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Final

Light = tuple[float, float, float]
"""Red, green and blue in linear light, each from 0 to 1."""
Matrix = tuple[Light, Light, Light]

VISIONS: Final[Mapping[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear light as people perceive it who lack one kind of cone: Machado, Oliveira and Fernandes, 2009, severity 1."""
LUMINANCE: Final[Light] = (0.2126, 0.7152, 0.0722)
TO_CONES: Final[Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_OKLAB: Final[Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
COLOUR: Final = r"#[0-9A-Fa-f]{6}\b"
TOKEN: Final = re.compile(rf"--([\w-]+):\s*(?:light-dark\(({COLOUR}),\s*({COLOUR})\)|({COLOUR}))")


def tokens(css: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours that the root's rule gives to custom properties, in light and in dark, by their names without
    `--`."""
    rule = re.search(r":root\s*\{([^}]*)\}", css)
    if rule is None:
        raise LookupError("there is no rule for the root")
    found = TOKEN.findall(rule[1])
    return (
        {name: light or both for name, light, _, both in found},
        {name: dark or both for name, _, dark, both in found},
    )


def light(colour: str) -> Light:
    """Return the linear light of a colour that is written as #RRGGBB."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours: from 1, if they are alike, to 21 for black and white."""
    darker, brighter = sorted(_dot(LUMINANCE, light(colour)) for colour in (one, other))
    return (brighter + 0.05) / (darker + 0.05)


def distance(one: str, other: str, vision: str) -> float:
    """Return how far apart two colours look, in hundredths of OKLab's unit."""
    return 100 * math.dist(*(_oklab(_seen(light(colour), VISIONS[vision])) for colour in (one, other)))


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _seen(colour: Light, vision: Matrix) -> Light:
    red, green, blue = (min(1.0, max(0.0, part)) for part in _through(vision, colour))
    return red, green, blue


def _oklab(colour: Light) -> Light:
    first, second, third = (max(0.0, part) ** (1 / 3) for part in _through(TO_CONES, colour))
    return _through(TO_OKLAB, (first, second, third))


def _through(matrix: Matrix, colour: Light) -> Light:
    first, second, third = (_dot(row, colour) for row in matrix)
    return first, second, third


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))

"""The signs of Sonora's sections, bonuses and discs, and the labels of what can be picked."""

from collections.abc import Iterable, Mapping
from typing import Final

from tilth_cli.draw_context import STYLES, DrawContext
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import Bonus, Disc, Section

COLOURS: Final = "ABCD"
"""The colours of the discs, as the texts of the game call them."""

SECTIONS: Final[Mapping[int, tuple[str, str, str]]] = {
    Section.RUINS: ("ruins", "orange1", "#25221c"),
    Section.CANYON: ("canyon", "light_coral", "#302525"),
    Section.MUD: ("mud", "plum2", "#231c25"),
    Section.RIVER: ("river", "sky_blue1", "#252b30"),
}
"""Word, colour of lines and words, colour of the zone: so faint that 256 colours show it as a grey, the neighbour's
as another."""

BONUSES: Final[Mapping[int, str]] = {
    Bonus.REFLICK: "reflick",
    Bonus.SWAP: "swap",
    Bonus.FOX: "fox",
    Bonus.OWL: "owl",
    Bonus.RABBIT: "rabbit",
    Bonus.DISCOVERY: "discovery",
}
ANIMALS: Final = (Bonus.FOX, Bonus.OWL, Bonus.RABBIT)
CIRCLE_ANIMALS: Final[Mapping[int, str]] = {
    Section.RUINS: "lizard",
    Section.CANYON: "fox",
    Section.MUD: "rabbit",
    Section.RIVER: "owl",
}
"""The animal pictured on each section's bonus circle."""

BONUS: Final = "bold bright_magenta"
FAINT: Final = "grey50"


def section_name(section: int) -> str:
    """Return a section's name in the reader's language; "-" for an unknown section."""
    return tr(f"sonora-{SECTIONS[section][0]}") if section in SECTIONS else "-"


def section_style(section: int) -> str:
    """Return the colour of a section's lines and words; a faint one for an unknown section."""
    return SECTIONS[section][1] if section in SECTIONS else FAINT


def bonus_letter(bonus: int) -> str:
    """Return the letter of a bonus in the reader's language; "" for none."""
    return tr(f"sonora-letter-{BONUSES[bonus]}") if bonus in BONUSES else ""


def circle_letter(section: int) -> str:
    """Return the letter of the animal on a section's bonus circle; "?" for an unknown section."""
    return tr(f"sonora-letter-{CIRCLE_ANIMALS[section]}") if section in CIRCLE_ANIMALS else "?"


def disc_name(disc: Disc) -> str:
    """Return a disc's name, the letter of its colour and its value: "B3"."""
    return f"{COLOURS[disc.colour % len(COLOURS)]}{disc.value}"


def colour_of(colour: int) -> str:
    """Return the style of a colour's discs, which is that of the seat with the same number."""
    return STYLES[colour % len(STYLES)]


def labels(context: DrawContext, kind: type, *names: str) -> dict[int, list[str]]:
    """Return the labels of the offered moves of type `kind`, by each number in their fields `names`; a field may hold
    one number or several."""
    found: dict[int, list[str]] = {}
    for label, move in context.moves.items():
        if isinstance(move, kind):
            for name in names:
                for number in _numbers(getattr(move, name)):
                    found.setdefault(number, []).append(label)
    return found


def _numbers(value: int | Iterable[int]) -> Iterable[int]:
    """Return one number or several as an iterable."""
    return (int(value),) if isinstance(value, int) else value

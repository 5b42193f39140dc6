"""The signs of Sonora's sections, bonuses and discs, and the labels of what can be picked."""

from collections.abc import Iterable, Mapping
from typing import Final

from tilth_cli.looks import STYLES, Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.sonora.v1 import Bonus, Section

COLOURS: Final = "ABCD"
"""The colours of the discs, as the texts of the game call them."""
VALUES: Final = 5

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
"""By whose picture a bonus circle is known."""

BONUS: Final = "bold bright_magenta"
FAINT: Final = "grey50"


def section_name(section: int) -> str:
    return say(f"sonora.{SECTIONS[section][0]}") if section in SECTIONS else "-"


def section_style(section: int) -> str:
    return SECTIONS[section][1] if section in SECTIONS else FAINT


def bonus_letter(bonus: int) -> str:
    return say(f"sonora.letter.{BONUSES[bonus]}") if bonus in BONUSES else ""


def circle_letter(section: int) -> str:
    return say(f"sonora.letter.{CIRCLE_ANIMALS[section]}") if section in CIRCLE_ANIMALS else "?"


def disc_name(disc: int) -> str:
    return f"{COLOURS[disc // VALUES % len(COLOURS)]}{disc % VALUES + 1}"


def colour_of(colour: int) -> str:
    """What a colour's discs are painted with: as the seat of the same number."""
    return STYLES[colour % len(STYLES)]


def labels(look: Look, kind: type, *names: str) -> dict[int, list[str]]:
    """The labels of the offered moves of one kind, by any of the numbers that they mean."""
    found: dict[int, list[str]] = {}
    for label, move in look.moves.items():
        if isinstance(move, kind):
            for name in names:
                for number in _numbers(getattr(move, name)):
                    found.setdefault(number, []).append(label)
    return found


def _numbers(value: int | Iterable[int]) -> Iterable[int]:
    return (int(value),) if isinstance(value, int) else value

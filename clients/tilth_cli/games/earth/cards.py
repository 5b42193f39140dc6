"""Printed cards: their faces from the view, and their names and texts from the game's words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.lines import FAINT
from tilth_cli.labels import Labels
from tilth_cli.messages import language, tr
from tilth_dataclasses.tilth.games.earth.v1 import (
    Colour,
    FloraType,
    Habitat,
    Kind,
    PrintedAbility,
    PrintedFace,
    View,
    When,
)

TYPES: Final[Mapping[int, tuple[str, str]]] = {
    FloraType.TREE: ("♣", "green3"),
    FloraType.HERB: ("ψ", "chartreuse3"),
    FloraType.MUSHROOM: ("♠", "orange3"),
    FloraType.BUSH: ("❀", "dark_sea_green4"),
}
ANY_TYPE: Final = ("?", "bold")
"""The sign of a card that counts as each type."""
KINDS: Final[Mapping[int, tuple[str, str]]] = {
    Kind.TERRAIN: ("▬", "tan"),
    Kind.EVENT: ("!", "bold"),
    Kind.ISLAND: ("◍", "cyan"),
    Kind.CLIMATE: ("☁", "cyan"),
    Kind.ECOSYSTEM: ("◈", "green3"),
}
HABITATS: Final[Mapping[int, tuple[str, str]]] = {
    Habitat.SUNNY: ("☼", "yellow3"),
    Habitat.WET: ("≈", "deep_sky_blue1"),
    Habitat.ROCKY: ("∆", "grey70"),
    Habitat.COLD: ("*", "bright_cyan"),
}
COLOURS: Final[Mapping[int, tuple[str, str]]] = {
    Colour.GREEN: ("green", "#ffffff on #2e7d32"),
    Colour.RED: ("red", "#ffffff on #b3261e"),
    Colour.BLUE: ("blue", "#ffffff on #1f5fbf"),
    Colour.YELLOW: ("yellow", "#000000 on #e0b000"),
    Colour.BLACK: ("black", "#ffffff on #101010"),
    Colour.BROWN: ("brown", "#ffffff on #7a5230"),
}
"""The word of an ability's colour, and how it is painted."""
PLAIN: Final = "#ffffff on #505050"
"""The colour of a card without abilities."""
SPROUT: Final = "•"
GROWTH: Final = "▮"
PIECES: Final = {SPROUT: "chartreuse2", GROWTH: "dark_orange3"}


class Cards:
    """The printed cards that a view shows, by number, with their names and texts."""

    def __init__(self, view: View, words: Labels) -> None:
        printed = view.printed.faces if view.printed is not None else []
        self._faces = {face.card: face for face in printed}
        self._words = words

    def face(self, card: int) -> PrintedFace:
        """Return the card's printed face; an empty one for a card that the view does not show."""
        return self._faces.get(card, PrintedFace(card=card))

    def name(self, card: int) -> str:
        """Return the card's name: the game's word, or the view's name if the match's options correct the card."""
        face = self.face(card)
        printed = (face.name_ru if language() == "ru" else "") or face.name_en
        return printed or self._words.text("face", card)

    def text(self, card: int) -> str:
        """Return the card's text: the game's words, or the view's text if the match's options correct the card."""
        face = self.face(card)
        printed = (face.text_ru if language() == "ru" else "") or face.text_en
        return printed or self._words.form("face", card, "text")

    def about(self, card: int) -> Text:
        """Return the card's printed facts in signs, and its text."""
        return Text("  ").join(part for part in (self.facts(card), Text(self.text(card))) if part.plain)

    def facts(self, card: int) -> Text:
        """Return a card's signs for type and habitats, then its cost, points, and room for sprouts and growth; a part
        that the card does not have is left out."""
        face = self.face(card)
        parts: list[Text] = []
        if face.cost is not None:
            parts.append(Text(tr("earth-cost", cost=face.cost)))
        if face.vp:
            parts.append(Text(tr("earth-points", points=face.vp)))
        if face.sprout_spaces:
            parts.append(Text(f"{SPROUT}{face.sprout_spaces}", style=PIECES[SPROUT]))
        if face.growth_limit:
            canopy = f"({face.canopy_vp})" if face.canopy_vp is not None else ""
            parts.append(Text(f"{GROWTH}{face.growth_limit}{canopy}", style=PIECES[GROWTH]))
        return Text(" ").join(part for part in (signs(face), Text(", ").join(parts)) if part.plain)

    def entry(self, card: int, label: Text | None = None) -> Text:
        """Return a card's line in a list: its name, the labels of its options, its printed facts and its text."""
        line = painted(self.name(card), self.face(card))
        return Text.assemble(line, label or "", "  ", self.about(card))

    def names(self, cards: Iterable[int]) -> str:
        """Return the names of cards, separated by commas."""
        return ", ".join(map(self.name, cards))


def signs(face: PrintedFace) -> Text:
    """Return the sign for a card's kind, or for flora the signs of its types (one sign if it counts as all), and the
    signs of its habitats."""
    found = Text()
    if len(face.types) == len(TYPES):
        found.append(*ANY_TYPE)
    elif face.kind in KINDS:
        found.append(*KINDS[face.kind])
    else:
        for one in face.types:
            found.append(*TYPES.get(one, ANY_TYPE))
    for habitat in face.habitats:
        if habitat in HABITATS:
            found.append(*HABITATS[habitat])
    return found


def letters(face: PrintedFace) -> str:
    """Return a letter for the colour of each ability of a card, for readers who see no colours; an ability of several
    colours has one letter of its own."""
    found = ""
    for ability in _working(face):
        if len(ability.colours) > 1:
            found += tr("earth-letter-several")
        elif ability.colours and ability.colours[0] in COLOURS:
            found += tr(f"earth-letter-{COLOURS[ability.colours[0]][0]}")
    return found


def painted(name: str, face: PrintedFace) -> Text:
    """Return a name whose background shows the colours of the card's abilities: each colour under an equal part of the
    name, from left to right."""
    styles = styles_of(face)
    line = Text(name)
    for at, style in enumerate(styles):
        line.stylize(style, len(name) * at // len(styles), len(name) * (at + 1) // len(styles))
    return line


def styles_of(face: PrintedFace) -> Sequence[str]:
    """Return the styles for the colours of a card's abilities, each once; the plain style if it has none."""
    found = [
        COLOURS[colour][1] for ability in _working(face) for colour in ability.colours if colour in COLOURS
    ]
    return list(dict.fromkeys(found)) or [PLAIN]


def _working(face: PrintedFace) -> list[PrintedAbility]:
    """Return the abilities that still work on a card in play: all except those of the setup."""
    return [ability for ability in face.abilities if ability.when is not When.SETUP]


def faint(text: str) -> Text:
    """Return a faint text."""
    return Text(text, style=FAINT)

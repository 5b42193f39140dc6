"""What is known of cards: what the view says is printed on them, and what the game calls them and says of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.games.lines import FAINT
from tilth_cli.lexicon import Lexicon
from tilth_cli.words import say, spoken
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
"""Of a card that counts as each of them."""
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
"""Of a card without abilities."""
SPROUT: Final = "•"
GROWTH: Final = "▮"
PIECES: Final = {SPROUT: "chartreuse2", GROWTH: "dark_orange3"}


class Cards:
    """The cards that show in a view, by the numbers of their faces."""

    def __init__(self, view: View, words: Lexicon) -> None:
        printed = view.printed.faces if view.printed is not None else []
        self._faces = {face.card: face for face in printed}
        self._words = words

    def face(self, card: int) -> PrintedFace:
        """What is printed on it; of a card that the view tells nothing of, nothing is."""
        return self._faces.get(card, PrintedFace(card=card))

    def name(self, card: int) -> str:
        """The game's word for it, unless the match's options correct the card: then the view has the name."""
        face = self.face(card)
        printed = (face.name_ru if spoken() == "ru" else "") or face.name_en
        return printed or self._words.text("face", card)

    def text(self, card: int) -> str:
        """What it does; the same way."""
        face = self.face(card)
        printed = (face.text_ru if spoken() == "ru" else "") or face.text_en
        return printed or self._words.form("face", card, "text")

    def about(self, card: int) -> Text:
        """What is printed on it, in signs, and what it does, in words."""
        return Text("  ").join(part for part in (self.facts(card), Text(self.text(card))) if part.plain)

    def facts(self, card: int) -> Text:
        """Types and habitats, cost, points, room for pieces."""
        face = self.face(card)
        parts: list[Text] = []
        if face.cost is not None:
            parts.append(Text(say("earth.cost", cost=face.cost)))
        if face.vp:
            parts.append(Text(say("earth.points", points=face.vp)))
        if face.sprout_spaces:
            parts.append(Text(f"{SPROUT}{face.sprout_spaces}", style=PIECES[SPROUT]))
        if face.growth_limit:
            canopy = f"({face.canopy_vp})" if face.canopy_vp is not None else ""
            parts.append(Text(f"{GROWTH}{face.growth_limit}{canopy}", style=PIECES[GROWTH]))
        return Text(" ").join(part for part in (signs(face), Text(", ").join(parts)) if part.plain)

    def entry(self, card: int, label: Text | None = None) -> Text:
        """One line of a list of cards."""
        line = painted(self.name(card), self.face(card))
        return Text.assemble(line, label or "", "  ", self.about(card))

    def names(self, cards: Iterable[int]) -> str:
        return ", ".join(map(self.name, cards))


def signs(face: PrintedFace) -> Text:
    """The kind or the types of a card, and its habitats."""
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
    """The colours of a card's abilities, for who sees none: a letter for each, one for several at once."""
    found = ""
    for ability in _working(face):
        if len(ability.colours) > 1:
            found += say("earth.letter.several")
        elif ability.colours and ability.colours[0] in COLOURS:
            found += say(f"earth.letter.{COLOURS[ability.colours[0]][0]}")
    return found


def painted(name: str, face: PrintedFace) -> Text:
    """A name on the colours of what the card does, from left to right."""
    styles = styles_of(face)
    line = Text(name)
    for at, style in enumerate(styles):
        line.stylize(style, len(name) * at // len(styles), len(name) * (at + 1) // len(styles))
    return line


def styles_of(face: PrintedFace) -> Sequence[str]:
    found = [
        COLOURS[colour][1] for ability in _working(face) for colour in ability.colours if colour in COLOURS
    ]
    return list(dict.fromkeys(found)) or [PLAIN]


def _working(face: PrintedFace) -> list[PrintedAbility]:
    """What an island gives to begin with is history once it lies there."""
    return [ability for ability in face.abilities if ability.when is not When.SETUP]


def faint(text: str) -> Text:
    return Text(text, style=FAINT)

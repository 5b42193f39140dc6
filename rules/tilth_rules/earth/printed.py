"""The print of the cards that a viewer sees, so that a client needs no list of cards.

Names and texts, which would be more than half of a view, are left to the game's labels: they are the same in every
match. Only a card that the options correct brings its own.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from tilth_rules.earth.codes import GOODS
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.content.compiled.faces import COLOURS, FLORA_TYPES, HABITATS
from tilth_rules.earth.content.faces import Ability, GaiaAction, GaiaLeaf, Mark, Objective
from tilth_rules.earth.content.wording import face_text

KINDS: Final = ("", "flora", "terrain", "event", "island", "climate", "ecosystem", "fauna", "gaia")
WHENS: Final = ("", "activate", "on_plant", "on_play", "always", "event_played", "scoring", "setup")


class Amount(msgspec.Struct, frozen=True, gc=False):
    """An amount of a good, in a view of a card."""

    good: int
    count: int


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a face that a view shows as JSON: its effects, and the marks of its name that filters ask for."""

    marks: tuple[Mark, ...] = ()
    """The marks of the card's name, in the words of a filter's `named`."""
    abilities: tuple[Ability, ...] = ()
    objective: Objective | None = None
    gaia: GaiaAction | GaiaLeaf | None = None


class PrintedAbility(msgspec.Struct, frozen=True, gc=False):
    """An ability in a view of a card: its colours, its moment, its price and gain. `PrintedFace.rules` has everything
    else."""

    colours: tuple[int, ...]
    when: int
    pay: tuple[Amount, ...]
    gain: tuple[Amount, ...]
    active: bool
    """True if the ability works only in its owner's own turn."""


class PrintedFace(msgspec.Struct, frozen=True, gc=False):
    """One side of a card, as a view shows what is printed on it."""

    card: int
    kind: int
    name_en: str
    """The English name of a card that the options correct. Empty, as are the other name and texts, for all others."""
    name_ru: str
    vp: int | None
    cost: int | None
    types: tuple[int, ...]
    habitats: tuple[int, ...]
    sprout_spaces: int
    growth_limit: int
    canopy_vp: int | None
    text_en: str
    """The effect of the card as a text."""
    text_ru: str
    abilities: tuple[PrintedAbility, ...]
    rules: str
    """The effects as JSON, in the words of `content/cards.json`: marks, abilities, targets, objectives, Gaia's
    gains."""

    kept: ClassVar[bool] = True
    """True: the same few faces are shown again and again, so their encoding is kept."""

    def __hash__(self) -> int:
        return self.card


class Printed(msgspec.Struct, frozen=True, gc=False):
    """Every card that the viewer sees somewhere, in the order of their numbers."""

    faces: tuple[PrintedFace, ...]


def printed(values: str, cards: Iterable[int]) -> Printed:
    """Return the print of these cards, in a match with these corrections."""
    return Printed(tuple(_face(values, card) for card in sorted({card for card in cards if card >= 0})))


@lru_cache(maxsize=2048)
def _face(values: str, card: int) -> PrintedFace:
    """Return what a view shows of a card's face. Its names and texts are filled in only if the match corrects the
    card."""
    face = book_of(values).cards.faces[card]
    corrected = face != FACES[card]
    return PrintedFace(
        card=card,
        kind=KINDS.index(face.kind),
        name_en=face.name.en if corrected else "",
        name_ru=face.name.ru if corrected else "",
        vp=face.vp,
        cost=face.cost,
        types=tuple(1 + FLORA_TYPES.index(one) for one in face.types),
        habitats=tuple(1 + HABITATS.index(one) for one in face.habitats),
        sprout_spaces=face.sprouts,
        growth_limit=face.growth,
        canopy_vp=face.canopy,
        text_en=face_text(face, "en") if corrected else "",
        text_ru=face_text(face, "ru") if corrected else "",
        abilities=tuple(_ability(one) for one in face.abilities),
        rules=msgspec.json.encode(Rules(face.marks, face.abilities, face.objective, face.gaia)).decode(),
    )


def _ability(ability: Ability) -> PrintedAbility:
    """Return what a view shows of an ability of a card."""
    return PrintedAbility(
        colours=tuple(1 + COLOURS.index(colour) for colour in ability.colours),
        when=WHENS.index(ability.when),
        pay=tuple(Amount(GOODS[name], count) for name, count in ability.pay),
        gain=tuple(Amount(GOODS[name], count) for name, count in ability.gain),
        active=ability.active,
    )

"""The cards as the rules play them: every ability as numbers, looked up by face."""

from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.earth.codes import (
    ACTION_COLOURS,
    AUTOMATIC,
    BITS_OF,
    COMPOST_BIT,
    EVENT_BIT,
    EVERY_BIT,
    FIELD_BIT,
    GOODS,
    GROWTH_BIT,
    HAND_BIT,
    SOIL_BIT,
    SPROUT_BIT,
)
from tilth_rules.earth.content.cards import cards_of
from tilth_rules.earth.content.compiled.faces import Cards
from tilth_rules.earth.content.faces import (
    Ability,
    Copy,
    CostCut,
    CountCards,
    CountChain,
    CountLines,
    CountPool,
    Filter,
    ForbidAction,
    LookCompost,
    Measure,
    Objective,
    PayWith,
    ReplaceOnPlant,
)
from tilth_rules.earth.content.matching import sieve_of

Amounts = tuple[tuple[int, int], ...]
"""Pairs of a good and a count, in their printed order."""

IN_ROW, IN_COLUMN, AROUND_IT = "row", "column", "around"
"""The places on which an ability puts pieces, seen from its card."""


class Use(msgspec.Struct, frozen=True):
    """An ability that does something when a seat uses it, with its words turned into numbers and tables."""

    slot: int
    """The ability's place among those of its face."""
    pay: Amounts
    gain: Amounts
    active: bool
    """True if the ability works only in its owner's own turn."""
    planted: bytes | None
    """1 for each face that the filter fits: the gain comes once per such card planted this turn. None: once."""
    within: str
    """The places that take the pieces: "row", "column", "around", or "" for anywhere."""
    onto: bytes | None
    """1 for each face that takes the pieces; None for all."""
    each: bool
    """True if each such card takes at most one piece."""
    copies: int
    """The colour of the ability that is copied, or 0."""
    look: int
    keep: int
    """The number of cards that go from those looked at in the compost (`look`) to the hand."""
    automatic: bool
    """True if part of the gain comes without a question, so that taking less is a choice."""
    touches: int
    """Bits of the parts of an area that the ability may change."""


class Book:
    """The printed cards of a match as tables by face, in which the rules look up prices, abilities, goals and
    effects."""

    __slots__ = (
        "cards",
        "cost",
        "cuts",
        "event",
        "forbids",
        "goals",
        "listens",
        "on_plant",
        "on_play",
        "pays_with",
        "replaces",
        "slots",
        "standing",
        "uses",
    )

    def __init__(self, cards: Cards) -> None:
        faces = cards.faces
        self.cards: Final = cards
        self.cost: Final = tuple(-1 if face.cost is None else face.cost for face in faces)
        self.event: Final = bytes(face.kind == "event" for face in faces)
        self.slots: Final = tuple(
            tuple(_compile_ability(slot, ability, cards) for slot, ability in enumerate(face.abilities))
            for face in faces
        )
        """The abilities of each face, by slot."""
        self.uses: Final[tuple[tuple[Use | None, ...], ...]] = (
            (),
            *(
                tuple(self._first(at, "activate", colour) for at in range(len(faces)))
                for colour in ACTION_COLOURS[1:]
            ),
        )
        """The ability of each face that is used when a colour is activated, by colour."""
        self.on_plant: Final = tuple(self._first(at, "on_plant") for at in range(len(faces)))
        self.on_play: Final = tuple(self._first(at, "on_play") for at in range(len(faces)))
        self.listens: Final = tuple(self._first(at, "event_played") for at in range(len(faces)))
        """The ability of each face that its owner uses after playing an event."""
        self.cuts: Final[dict[int, bytes]] = {}
        """The reduction of each planted face's price, by the face with the cost cut."""
        self.forbids: Final[dict[int, int]] = {}
        self.replaces: Final[dict[int, tuple[bytes, int]]] = {}
        """The faces that may replace a face, and the number of cards drawn for it, by the face that is replaced."""
        self.pays_with: Final[dict[int, int]] = {}
        for at, face in enumerate(faces):
            for ability in face.abilities:
                self._enter_standing(at, ability)
        self.standing: Final = bytes(
            at in self.cuts or at in self.forbids or at in self.replaces or self.listens[at] is not None
            for at in range(len(faces))
        )
        """1 for each face that changes what its owner may do, or that listens to events."""
        self.goals: Final[dict[int, tuple[Objective, int]]] = {
            at: (face.objective, _parts_counted(face.objective.measure, cards))
            for at, face in enumerate(faces)
            if face.kind == "fauna" and face.objective
        }
        """The goal of each face of fauna, and bits of the parts of an area that it depends on."""

    def _first(self, at: int, when: str, colour: str = "") -> Use | None:
        """Return a face's first ability of this moment and colour; None if it has none."""
        for slot, ability in enumerate(self.cards.faces[at].abilities):
            if ability.when == when and (not colour or colour in ability.colours):
                return self.slots[at][slot]
        return None

    def _enter_standing(self, at: int, ability: Ability) -> None:
        """Enter an ability that works as long as its card lies before a seat (a cost cut, a forbidden action ...) into
        the tables."""
        match ability.op:
            case CostCut(of=of, by=by):
                self.cuts[at] = bytes(by * fits for fits in self._fits(of))
            case ForbidAction(action=action):
                self.forbids[at] = ACTION_COLOURS.index(action)
            case ReplaceOnPlant(of=of, draw=draw):
                self.replaces[at] = self._fits(of), draw
            case PayWith(what=what):
                self.pays_with[at] = GOODS[what]

    def _fits(self, wanted: Filter | None) -> bytes:
        """Return a table with 1 for each face that the filter fits, and 0 for the others."""
        assert wanted is not None
        return sieve_of(wanted, self.cards).fits


def _compile_ability(slot: int, ability: Ability, cards: Cards) -> Use:
    """Return an ability with its words turned into numbers."""
    pay = tuple((GOODS[what], n) for what, n in ability.pay)
    gain = tuple((GOODS[what], n) for what, n in ability.gain)
    op = ability.op
    touches = EVERY_BIT if isinstance(op, Copy) else 0
    if isinstance(op, LookCompost):
        touches |= HAND_BIT | COMPOST_BIT
    for good, _ in (*pay, *gain):
        touches |= BITS_OF[good]
    target = ability.target
    return Use(
        slot=slot,
        pay=pay,
        gain=gain,
        active=ability.active,
        planted=sieve_of(ability.planted, cards).fits if ability.planted else None,
        within=target.within if target else "",
        onto=sieve_of(target.of, cards).fits if target else None,
        each=target.each if target else False,
        copies=ACTION_COLOURS.index(op.colour) if isinstance(op, Copy) else 0,
        look=op.look if isinstance(op, LookCompost) else 0,
        keep=op.keep if isinstance(op, LookCompost) else 0,
        automatic=any(good in AUTOMATIC for good, _ in gain),
        touches=touches,
    )


POOL_BITS: Final = {
    "soil": SOIL_BIT,
    "hand": HAND_BIT,
    "compost": COMPOST_BIT,
    "sprouts": SPROUT_BIT,
    "growth": GROWTH_BIT,
    "events": EVENT_BIT,
}


def _parts_counted(counted: Measure, cards: Cards) -> int:
    """Return, as bits, the parts of an area (soil, hand, field ...) on which a measure's count depends; EVERY_BIT for
    measures for which this is not worked out."""
    match counted:
        case CountPool(of=of):
            return POOL_BITS[of]
        case CountCards(within="events"):
            return EVENT_BIT
        case CountCards(of=of) | CountChain(of=of):
            return FIELD_BIT | (SPROUT_BIT | GROWTH_BIT if sieve_of(of, cards).by_pieces else 0)
        case CountLines(rule=rule):
            return {"different sprouts": SPROUT_BIT, "different growth": GROWTH_BIT}.get(rule, 0) | FIELD_BIT
        case _:
            return EVERY_BIT


@lru_cache(maxsize=64)
def book_of(values: str) -> Book:
    """Return the tables of the printed cards of a match with these corrections."""
    return Book(cards_of(values))

"""The cards as the engine plays them: every ability with its words turned into numbers, looked up by face."""

from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.earth.content.cards import cards_of
from tilth_rules.earth.content.compiled import Cards
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
from tilth_rules.earth.filters import sieve_of
from tilth_rules.earth.words import (
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

Amounts = tuple[tuple[int, int], ...]
"""Goods and how many, in their order."""

IN_ROW, IN_COLUMN, AROUND_IT = "row", "column", "around"
"""Where an ability puts pieces, seen from its card."""


class Use(msgspec.Struct, frozen=True):
    """An ability that does something when it is used."""

    slot: int
    """Its place among the abilities of its face."""
    pay: Amounts
    gain: Amounts
    active: bool
    """Works only in its owner's own turn."""
    planted: bytes | None
    """By face: the gain comes once for each such card planted this turn."""
    within: str
    """Where pieces go: "row", "column", "around", or "" for anywhere."""
    onto: bytes | None
    """By face: which cards take them."""
    each: bool
    """One at most for every such card."""
    copies: int
    """The colour of the ability that is copied, or 0."""
    look: int
    keep: int
    """Cards of the own compost to look at, and how many of them go to the hand."""
    automatic: bool
    """Something is gained without a question, so that taking less is a choice."""
    touches: int
    """Bits of what it may change."""


class Book:
    """Everything the engine asks of the printed cards."""

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
            tuple(_compiled(slot, ability, cards) for slot, ability in enumerate(face.abilities))
            for face in faces
        )
        """By face and slot."""
        self.uses: Final[tuple[tuple[Use | None, ...], ...]] = (
            (),
            *(
                tuple(self._first(at, "activate", colour) for at in range(len(faces)))
                for colour in ACTION_COLOURS[1:]
            ),
        )
        """By colour and face: what is done when the colour is activated."""
        self.on_plant: Final = tuple(self._first(at, "on_plant") for at in range(len(faces)))
        self.on_play: Final = tuple(self._first(at, "on_play") for at in range(len(faces)))
        self.listens: Final = tuple(self._first(at, "event_played") for at in range(len(faces)))
        """What its owner gains after every event of theirs."""
        self.cuts: Final[dict[int, bytes]] = {}
        """By face with a cost cut: by face to be planted, how much less it costs."""
        self.forbids: Final[dict[int, int]] = {}
        self.replaces: Final[dict[int, tuple[bytes, int]]] = {}
        """By face that may be replaced: by which faces, and how many cards are drawn then."""
        self.pays_with: Final[dict[int, int]] = {}
        for at, face in enumerate(faces):
            for ability in face.abilities:
                self._stand(at, ability)
        self.standing: Final = bytes(
            at in self.cuts or at in self.forbids or at in self.replaces or self.listens[at] is not None
            for at in range(len(faces))
        )
        """Whether a card before a seat changes what the seat may do, or listens to events."""
        self.goals: Final[dict[int, tuple[Objective, int]]] = {
            at: (face.objective, _depends(face.objective.measure, cards))
            for at, face in enumerate(faces)
            if face.kind == "fauna" and face.objective
        }
        """By face of fauna: the goal, and bits of what it depends on."""

    def _first(self, at: int, when: str, colour: str = "") -> Use | None:
        for slot, ability in enumerate(self.cards.faces[at].abilities):
            if ability.when == when and (not colour or colour in ability.colours):
                return self.slots[at][slot]
        return None

    def _stand(self, at: int, ability: Ability) -> None:
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
        assert wanted is not None
        return sieve_of(wanted, self.cards).fits


def _compiled(slot: int, ability: Ability, cards: Cards) -> Use:
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


def _depends(counted: Measure, cards: Cards) -> int:
    """What must change for a count to change. What is not known better depends on everything."""
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
    """The book of a match with these corrections."""
    return Book(cards_of(values))

"""The facts of a moment, and a card's call in it. Both wait in stored steps, so they hold plain values."""

import msgspec

from tilth_rules.agricola.codes import NO_CARD, NO_SPACE, Goods


class Facts(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The facts of a moment at which cards may act. They are settled when the moment comes, so that cards need no
    memory of their own."""

    seat: int
    """The seat that acts; NOBODY if all seats have their turn (a round begins, a harvest)."""
    space: int = NO_SPACE
    """The space on which the moment happens; NO_SPACE if it happens on none."""
    via: int = NO_CARD
    """The card that causes the moment; NO_CARD if the space causes it."""
    card: int = NO_CARD
    """The card that is played; NO_CARD if none is."""
    person: int = 0
    """The number of this seat's placed people in this round, up to the one that acts."""
    goods: Goods = ()
    """The goods carried off or gained: those of the space that are not left there, and those from the supply."""
    lying: Goods = ()
    """The goods that lay on the space."""
    left: Goods = ()
    """The goods that stay on the space."""
    count: int = 0
    """The count of the moment: fields ploughed or sown, grain baked, rooms, fences, the rank of a renovation."""
    more: tuple[int, ...] = ()
    """Further numbers, by moment.

    STABLED: the cell. FENCED: the masks of new pastures. COOKED: sheep, boar, cattle, vegetables. GREW: the person.
    GOT: the source. REAPED: the plots. PLAYED: 1 if the action is for minor improvements, 1 if it is for major ones,
    and the mark that cards have put on it.
    """

    @property
    def by_card(self) -> bool:
        """True if a card causes the moment, and not a space."""
        return self.via != NO_CARD


class Call(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A card that acts, with its owner, the moment and the moment's facts. A card's functions get it as an argument."""

    seat: int
    """The seat before which the card lies."""
    card: int
    moment: int
    slot: int
    """The number of the card's listener at this moment."""
    facts: Facts
    memo: tuple[int, ...] = ()
    """Numbers that the card remembers between its own steps."""

"""What is known of a moment, and of one card's part in it. Both wait in stored steps: they hold plain values."""

import msgspec

from tilth_rules.agricola.words import NO_CARD, NO_SPACE, Goods


class Facts(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a moment is about. It is settled when the moment comes, so that cards need no memory of their own."""

    seat: int
    """Whose doing it is; NOBODY where all seats have their turn (a round begins, a harvest)."""
    space: int = NO_SPACE
    """The space on which it happens."""
    via: int = NO_CARD
    """The card whose doing it is, where it is not the space's."""
    card: int = NO_CARD
    """The card that is played."""
    person: int = 0
    """How many of the seat's people have been placed in this round, the one meant among them."""
    goods: Goods = ()
    """All that is carried off, or gained: what lay there and is not left, and what comes from the supply."""
    lying: Goods = ()
    """What lay on the space."""
    left: Goods = ()
    """What stays there of it."""
    count: int = 0
    """Of what the moment is about: fields ploughed or sown, grain baked, rooms, fences, the rank of a renovation."""
    more: tuple[int, ...] = ()
    """STABLED: the cell. FENCED: the masks of new pastures. COOKED: sheep, boar, cattle, vegetables. GREW: the person.
    GOT: the source. REAPED: the plots. PLAYED: whether the action is for minor, for major improvements, and what cards
    have made of it."""

    @property
    def by_card(self) -> bool:
        return self.via != NO_CARD


class Call(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One card's part in a moment: what its functions are called with."""

    seat: int
    """Before whom the card lies."""
    card: int
    moment: int
    slot: int
    """Which of the card's listeners of this moment is meant."""
    facts: Facts
    memo: tuple[int, ...] = ()
    """What the card has to remember between its own steps."""

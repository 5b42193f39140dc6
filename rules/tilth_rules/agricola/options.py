"""What can be set up."""

from typing import Final

import msgspec

from tilth_rules.agricola.content.cards import CARDS, INDEX, minors, occupations
from tilth_rules.agricola.content.spaces import ROUND_CARDS, SPACES

HAND: Final = 7
"""Cards of a kind that everybody has at the beginning."""
TEN: Final = 10
TARGETS: Final = (50, 55, 59, 62, 64, 65, 66, 67)
"""The points to be reached in the games of a solo series; a game of its own has the first. Whoever goes on after the
eighth game needs a point more each time."""
LONGEST_SERIES: Final = 100
"""Nobody gets so far: a farm is worth less than the target of that game."""
MOST_FOOD: Final = 100
"""More than any game of a series gives for the points above its target."""


class Options(msgspec.Struct, frozen=True):
    """The form of a match, and the cards it is played with."""

    family: bool = False
    """The family game: no occupations and no minor improvements, and other sides of some spaces."""
    without_e: bool = False
    """Without the cards of the basic deck."""
    without_i: bool = False
    """Without the cards of the interactive deck."""
    without_k: bool = False
    """Without the cards of the complex deck."""
    draft: bool = False
    """Hands are drafted: everybody keeps a card of each pack and hands the rest to the left."""
    ten_keep_seven: bool = False
    """Everybody is dealt ten cards of each kind and keeps seven."""
    mulligan: bool = False
    """A hand may be changed for a new one that is smaller by one card, again and again."""
    three_for_one: bool = False
    """At any time three cards of the hand may be changed for a new one."""
    own_cards: tuple[str, ...] = ()
    """Solo: cards to begin with, by their ids ("E175"); the rest of the hand is dealt."""
    round_cards: tuple[str, ...] = ()
    """Solo: all round cards in the order in which they come, by their ids ("R1-SOW")."""
    series: int = 0
    """Solo: the game of a series, 1 to 8 and further on; 0 for a game of its own."""
    permanent: tuple[str, ...] = ()
    """Solo series: the permanent occupations, by the ids of the cards ("E175")."""
    extra_food: int = 0
    """Solo series: food for the points above the target of the game before."""


def decks_of(options: Options) -> str:
    """The letters of the decks that are played with."""
    left_out = (options.without_e, options.without_i, options.without_k)
    return "".join(deck for deck, out in zip("EIK", left_out, strict=True) if not out)


def target(series: int) -> int:
    """The points to be reached in a game of a series, or in a game of its own (0)."""
    return (
        TARGETS[series - 1]
        if 1 <= series <= len(TARGETS)
        else TARGETS[-1 if series else 0] + max(0, series - len(TARGETS))
    )


def refused(options: Options, seats: int) -> tuple[str, str] | None:
    """Why no match can be played so: the field, and what is wrong with it."""
    return (
        _alone_refused(options, seats)
        or _series_refused(options)
        or _hands_refused(options, seats)
        or _own_cards_refused(options)
        or _round_cards_refused(options)
    )


def _alone_refused(options: Options, seats: int) -> tuple[str, str] | None:
    """What only somebody alone may settle."""
    if seats > 1:
        for field in ("series", "permanent", "extra_food", "own_cards", "round_cards"):
            if getattr(options, field):
                return field, "this is for one player"
    return None


def _hands_refused(options: Options, seats: int) -> tuple[str, str] | None:
    if options.family:
        for field in ("draft", "ten_keep_seven", "mulligan", "three_for_one", "own_cards"):
            if getattr(options, field):
                return field, "the family game has no hands"
        return None
    if options.draft and seats == 1:
        return "draft", "a draft needs somebody to hand cards to"
    return _too_few(options, seats)


def _too_few(options: Options, seats: int) -> tuple[str, str] | None:
    """Decks that are too small for what everybody is dealt."""
    decks = decks_of(options)
    if not decks:
        return "without_e", "there must be a deck to play with"
    each = TEN if options.ten_keep_seven else HAND
    field = "ten_keep_seven" if options.ten_keep_seven else "without_e"
    for cards, kind in ((minors(decks), "minor improvements"), (occupations(decks, seats), "occupations")):
        if len(cards) < each * seats:
            return field, f"{seats} seats need {each * seats} {kind}, there are {len(cards)}"
    return None


def _series_refused(options: Options) -> tuple[str, str] | None:
    if not options.series and not options.permanent and not options.extra_food:
        return None
    if not 1 <= options.series <= LONGEST_SERIES:
        return "series", f"games of a series are numbered from 1 to {LONGEST_SERIES}"
    if options.family:
        return "series", "a series is played with cards"
    permanent = options.permanent
    chosen = min(options.series - 1, HAND)
    if len(set(permanent)) != len(permanent) or len(permanent) != chosen:
        return "permanent", f"before game {options.series}, {chosen} occupations were chosen"
    alone = {CARDS[card].id for card in occupations("EIK", 1)}
    for name in permanent:
        if name not in alone:
            return "permanent", f"{name} is no occupation for one player"
    if options.extra_food < 0 or (options.extra_food and options.series == 1):
        return "extra_food", "food comes from the game before"
    if options.extra_food > MOST_FOOD:
        return "extra_food", f"no game ends so well that it gives more than {MOST_FOOD} food"
    return None


def _own_cards_refused(options: Options) -> tuple[str, str] | None:
    own = options.own_cards
    if len(set(own)) != len(own):
        return "own_cards", "there is each card once"
    decks = decks_of(options)
    dealt = {*minors(decks), *occupations(decks, 1)}
    for name in own:
        if INDEX.get(name) not in dealt or name in options.permanent:
            return "own_cards", f"{name} is not among the cards that are dealt"
    for cards, most in ((minors(decks), HAND), (occupations(decks, 1), HAND - len(options.permanent))):
        if sum(INDEX[name] in cards for name in own) > most:
            return "own_cards", f"a hand begins with {most} of a kind at most"
    return None


def _round_cards_refused(options: Options) -> tuple[str, str] | None:
    """Whoever lays the round cards in an order may not move one to another stage."""
    if not options.round_cards:
        return None
    left = list(options.round_cards)
    for stage, cards in enumerate(ROUND_CARDS, start=1):
        ids = [SPACES[space].id for space in cards]
        if sorted(left[: len(ids)]) != sorted(ids):
            return "round_cards", f"stage {stage} has {', '.join(ids)}"
        del left[: len(ids)]
    return ("round_cards", f"there are {len(options.round_cards) - len(left)} round cards") if left else None

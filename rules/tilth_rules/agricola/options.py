"""What can be set up."""

from typing import Final

import msgspec

from tilth_rules.agricola.content.cards import CARDS, minors, occupations

HAND: Final = 7
"""Cards of a kind that everybody has at the beginning."""
TEN: Final = 10
TARGETS: Final = (50, 55, 59, 62, 64, 65, 66, 67)
"""The points to be reached in the games of a solo series; a game of its own has the first."""
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
    series: int = 0
    """Solo: the game of a series, 1 to 8; 0 for a game of its own."""
    permanent: tuple[str, ...] = ()
    """Solo series: the permanent occupations, by the ids of the cards ("E166")."""
    extra_food: int = 0
    """Solo series: food for the points above the target of the game before."""


def decks_of(options: Options) -> str:
    """The letters of the decks that are played with."""
    left_out = (options.without_e, options.without_i, options.without_k)
    return "".join(deck for deck, out in zip("EIK", left_out, strict=True) if not out)


def refused(options: Options, seats: int) -> tuple[str, str] | None:
    """Why no match can be played so: the field, and what is wrong with it."""
    if options.series or options.permanent or options.extra_food:
        return _series_refused(options, seats)
    if options.family:
        for field in ("draft", "ten_keep_seven", "mulligan", "three_for_one"):
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


def _series_refused(options: Options, seats: int) -> tuple[str, str] | None:
    if not 1 <= options.series <= len(TARGETS):
        return "series", f"games of a series are numbered from 1 to {len(TARGETS)}"
    if seats != 1:
        return "series", "a series is for one player"
    if options.family or options.draft:
        return "series", "a series is played with dealt cards"
    permanent = options.permanent
    if len(set(permanent)) != len(permanent) or len(permanent) != options.series - 1:
        return "permanent", f"before game {options.series}, {options.series - 1} occupations were chosen"
    alone = {CARDS[card].id for card in occupations("EIK", 1)}
    for name in permanent:
        if name not in alone:
            return "permanent", f"{name} is no occupation for one player"
    if options.extra_food < 0 or (options.extra_food and options.series == 1):
        return "extra_food", "food comes from the game before"
    if options.extra_food > MOST_FOOD:
        return "extra_food", f"no game ends so well that it gives more than {MOST_FOOD} food"
    return _too_few(options, seats)

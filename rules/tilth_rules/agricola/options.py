"""The options of a match."""

from typing import Final

import msgspec

from tilth_rules.agricola.content.cards import CARDS, INDEX, minors, occupations
from tilth_rules.agricola.content.spaces import ROUND_CARDS, SPACES

DECKS: Final = "EIK"
"""The letters of the decks: basic, interactive, complex."""
HAND: Final = 7
"""The cards of a kind in each hand at the beginning."""
TEN: Final = 10
TARGETS: Final = (50, 55, 59, 62, 64, 65, 66, 67)
"""The points to be reached in the games of a solo series.

A single game has the first. After the eighth game a player needs a point more each time.
"""
LONGEST_SERIES: Final = 100
"""The highest number of a game. No player gets so far: a farm is worth less than the target of that game."""
MAX_FOOD: Final = 100
"""More food than any game of a series gives for the points above its target."""


class Options(msgspec.Struct, frozen=True):
    """The form of a match, and the cards it is played with."""

    family: bool = False
    """The family game: no occupations and no minor improvements, and other sides of some spaces."""
    without_e: bool = False
    """Deprecated, as are the two below: use `decks`. True leaves out the cards of the basic deck."""
    without_i: bool = False
    """True leaves out the cards of the interactive deck."""
    without_k: bool = False
    """True leaves out the cards of the complex deck."""
    draft: bool = False
    """True if hands are drafted: each player keeps a card of each pack and hands the rest to the left."""
    ten_keep_seven: bool = False
    """True if each player is dealt ten cards of each kind and keeps seven."""
    mulligan: bool = False
    """True if a hand may be changed for a new one that is smaller by one card, again and again."""
    three_for_one: bool = False
    """True if three cards of the hand may be exchanged for a new one at any time."""
    own_cards: tuple[str, ...] = ()
    """Solo: cards to begin with, by their ids ("E175"); the rest of the hand is dealt."""
    round_cards: tuple[str, ...] = ()
    """Solo: all round cards in the order in which they come, by their ids ("R1-SOW")."""
    series: int = 0
    """Solo: the number of the game in a series, from 1; 0 for a single game."""
    permanent: tuple[str, ...] = ()
    """Solo series: the permanent occupations, by the ids of the cards ("E175")."""
    extra_food: int = 0
    """Solo series: food for the points above the target of the game before."""
    decks: tuple[str, ...] = ()
    """The decks that are played with, by their letters; empty for all.

    A new match records them in full, so that a deck of a later build is not dealt in it.
    """
    values: str = ""
    """Corrections of printed cards and spaces, as JSON by their ids (`content/corrections.py`)."""


def decks_of(options: Options) -> str:
    """Return the letters of the decks that are played with."""
    if options.decks:
        return "".join(options.decks)
    return "".join(deck for deck, out in zip(DECKS, _left_out(options), strict=True) if not out)


def with_decks(options: Options) -> Options:
    """Return the options with the decks in full, in place of those that are left out."""
    decks = tuple(sorted(decks_of(options)))
    return msgspec.structs.replace(options, decks=decks, without_e=False, without_i=False, without_k=False)


def _left_out(options: Options) -> tuple[bool, bool, bool]:
    """Return, for each deck, whether the option of earlier versions leaves it out."""
    return options.without_e, options.without_i, options.without_k


def _decks_refused(options: Options) -> tuple[str, str] | None:
    """Return the field and the fault of a choice of decks that can't be played; None if it can."""
    if not options.decks:
        return None
    if any(_left_out(options)):
        return "decks", "name either the decks that are played with or those that are left out, not both"
    if not set(options.decks) <= set(DECKS) or len(set(options.decks)) < len(options.decks):
        return "decks", f"must be some of {', '.join(DECKS)}, each named once"
    return None


def target_points(series: int) -> int:
    """Return the points to be reached in a solo game: by its number in a series, or 0 for a single game."""
    return (
        TARGETS[series - 1]
        if 1 <= series <= len(TARGETS)
        else TARGETS[-1 if series else 0] + max(0, series - len(TARGETS))
    )


def find_fault(options: Options, seats: int) -> tuple[str, str] | None:
    """Return the field and the fault for options that can't be played; None if they can."""
    return (
        _decks_refused(options)
        or _alone_refused(options, seats)
        or _series_refused(options)
        or _hands_refused(options, seats)
        or _own_cards_refused(options)
        or _round_cards_refused(options)
    )


def _alone_refused(options: Options, seats: int) -> tuple[str, str] | None:
    """Return the field and the fault of an option that only a solo match may have; None if there is none."""
    if seats > 1:
        for field in ("series", "permanent", "extra_food", "own_cards", "round_cards"):
            if getattr(options, field):
                return field, "only a solo match can have this option"
    return None


def _hands_refused(options: Options, seats: int) -> tuple[str, str] | None:
    """Return the field and the fault of options about hands; None if they can be played."""
    if options.family:
        for field in ("draft", "ten_keep_seven", "mulligan", "three_for_one", "own_cards"):
            if getattr(options, field):
                return field, "the family game has no hands, so this option cannot be set"
        return None
    if options.draft and seats == 1:
        return "draft", "a draft needs at least two players"
    return _too_few(options, seats)


def _too_few(options: Options, seats: int) -> tuple[str, str] | None:
    """Return the field and the fault of decks that are too small to deal everybody's cards; None if they are large
    enough."""
    decks = decks_of(options)
    if not decks:
        return "without_e", "at least one deck must be played with"
    each = TEN if options.ten_keep_seven else HAND
    field = "ten_keep_seven" if options.ten_keep_seven else "decks" if options.decks else "without_e"
    for cards, kind in ((minors(decks), "minor improvements"), (occupations(decks, seats), "occupations")):
        if len(cards) < each * seats:
            return field, f"{seats} seats need {each * seats} {kind}, but the decks have {len(cards)}"
    return None


def _series_refused(options: Options) -> tuple[str, str] | None:
    """Return the field and the fault of options about the solo series; None if they can be played."""
    if not options.series and not options.permanent and not options.extra_food:
        return None
    if not 1 <= options.series <= LONGEST_SERIES:
        return "series", f"must be from 1 to {LONGEST_SERIES}"
    if options.family:
        return "series", "the family game has no series"
    permanent = options.permanent
    needed = min(options.series - 1, HAND)
    if len(set(permanent)) != len(permanent) or len(permanent) != needed:
        return "permanent", f"game {options.series} needs {needed} different occupations"
    alone = {CARDS[card].id for card in occupations("EIK", 1)}
    for name in permanent:
        if name not in alone:
            return "permanent", f"{name} is not an occupation for one player"
    if options.extra_food < 0 or (options.extra_food and options.series == 1):
        return "extra_food", "must be 0 or more, and 0 in the first game"
    if options.extra_food > MAX_FOOD:
        return "extra_food", f"must be at most {MAX_FOOD}"
    return None


def _own_cards_refused(options: Options) -> tuple[str, str] | None:
    """Return the field and the fault of the cards that a solo player wants to begin with; None if they can be dealt."""
    own = options.own_cards
    if len(set(own)) != len(own):
        return "own_cards", "each card may be named only once"
    decks = decks_of(options)
    dealt = {*minors(decks), *occupations(decks, 1)}
    for name in own:
        if INDEX.get(name) not in dealt or name in options.permanent:
            return "own_cards", f"{name} is not a card that can be dealt"
    for cards, most in ((minors(decks), HAND), (occupations(decks, 1), HAND - len(options.permanent))):
        if sum(INDEX[name] in cards for name in own) > most:
            return "own_cards", f"at most {most} cards of a kind"
    return None


def _round_cards_refused(options: Options) -> tuple[str, str] | None:
    """Return the field and the fault of a given order of round cards; None if it can be played. A card may not move to
    another stage."""
    if not options.round_cards:
        return None
    left = list(options.round_cards)
    for stage, cards in enumerate(ROUND_CARDS, start=1):
        ids = [SPACES[space].id for space in cards]
        if sorted(left[: len(ids)]) != sorted(ids):
            return "round_cards", f"stage {stage} must have {', '.join(ids)}"
        del left[: len(ids)]
    return ("round_cards", f"must name {len(options.round_cards) - len(left)} round cards") if left else None

"""The solo series: the options that one game gives to the next."""

from collections.abc import Mapping
from typing import Final

import msgspec

from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION
from tilth_rules.agricola.options import HAND, Options, target_points
from tilth_rules.agricola.scoring import scores
from tilth_rules.agricola.state import State
from tilth_rules.kernel import OptionsRefused

KEEP: Final = "keep"
"""The key of the choice that names the occupation that stays."""
PER_FOOD: Final = 2
"""The number of points above the target for one food."""


def next_in_series(options: Options, state: State, choices: Mapping[str, str]) -> Options | None:
    """Return the options of the next solo game of a series, or None after a game that is not part of one.

    One more occupation that was played becomes permanent, until there are as many as a hand has. The player names it,
    unless only one was played. Every two points above the target are a food at the start.
    """
    if not options.series:
        return None
    for name in choices:
        if name != KEEP:
            raise OptionsRefused(name, f"unknown choice; the only one is {KEEP}, the occupation that stays")
    keep = choices.get(KEEP, "").upper()
    permanent = options.permanent
    if len(permanent) < min(options.series, HAND):
        permanent = (*permanent, _kept(state, permanent, keep))
    elif keep:
        raise OptionsRefused(KEEP, f"leave it out: {HAND} occupations stay already")
    food = max(0, scores(state)[0] - target_points(options.series)) // PER_FOOD
    return msgspec.structs.replace(
        options, series=options.series + 1, permanent=permanent, extra_food=food, own_cards=(), round_cards=()
    )


def _kept(state: State, permanent: tuple[str, ...], keep: str) -> str:
    """Return the id of the occupation that becomes permanent in the series. Raise OptionsRefused if the choice is
    missing or not allowed."""
    played = [CARDS[card].id for card in state.seats[0].cards if IS_OCCUPATION[card]]
    found = [name for name in played if name not in permanent]
    if not found:
        raise OptionsRefused(KEEP, "no new occupation was played, so the series ends here")
    if (keep and keep not in found) or (not keep and len(found) > 1):
        raise OptionsRefused(KEEP, f"name the occupation that stays: one of {', '.join(found)}")
    return keep or found[0]

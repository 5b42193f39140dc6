"""A series of games alone: what one game hands on to the next."""

from collections.abc import Mapping
from typing import Final

from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import CardKind, PrintedCard, View

MOST_PERMANENT: Final = 7
"""As many occupations as a hand has: whoever goes on after that chooses no more."""
ONE_GAME: Final = ("series", "permanent", "extra_food", "own_cards", "round_cards")
"""Options that are for a single game of a series."""
PER_FOOD: Final = 2
"""Points above the target that make a food."""


def following(settings: Mapping[str, str], seen: bytes, points: int, keep: str) -> dict[str, str]:
    """An occupation that was played stays for good: `keep`, or the only one. A game of no series has no next one."""
    view = View.parse(seen)
    played = int(settings.get("series", 0))
    if not played:
        raise Trouble(say("next.no_series"), "no_series")
    permanent = [card for card in settings.get("permanent", "").split(",") if card]
    if len(permanent) < min(played, MOST_PERMANENT):
        permanent.append(_kept(view, permanent, keep))
    elif keep:
        raise Trouble(say("next.enough", most=MOST_PERMANENT), "keep")
    carried = {name: value for name, value in settings.items() if name not in ONE_GAME}
    carried |= {"series": str(played + 1), "permanent": ",".join(permanent)}
    food = max(0, points - view.target) // PER_FOOD
    return carried | ({"extra_food": str(food)} if food else {})


def _kept(view: View, permanent: list[str], keep: str) -> str:
    played = [card for card in _occupations(view) if card not in permanent]
    if not played:
        raise Trouble(say("next.none_played"), "keep")
    if (keep or len(played) > 1) and keep.upper() not in played:
        raise Trouble(say("next.choose", cards=", ".join(played)), "keep")
    return keep.upper() or played[0]


def _occupations(view: View) -> list[str]:
    """The ids of the occupations that were played, in that order."""
    printed = {card.card: card for card in view.printed.cards} if view.printed else {}
    lying = (printed[card.card] for card in view.players[0].cards if card.card in printed)
    return [_id(card) for card in lying if card.kind == CardKind.OCCUPATION]


def _id(card: PrintedCard) -> str:
    return f"{card.deck}{card.number}"

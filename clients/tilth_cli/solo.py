"""Texts about the result of a solo match: its opponent or its target."""

from tilth_cli.messages import has_message, tr
from tilth_dataclasses.tilth.v1 import SoloResult

TARGET = "target"
"""The opponent's word when there is none, but points to reach."""


def solo_text(solo: SoloResult) -> str:
    """Return a sentence: the opponent or the target, its points, and whether the match was won."""
    if solo.points is None:
        text = tr("solo-against", opponent=opponent_name(solo))
    elif solo.opponent == TARGET:
        text = tr("solo-target", points=solo.points)
    else:
        text = tr("solo-points", opponent=opponent_name(solo), points=solo.points)
    if solo.won is None:
        return f"{text} {tr('solo-no_target')}"
    return f"{text} {tr('solo-won' if solo.won else 'solo-lost')}"


def opponent_name(solo: SoloResult) -> str:
    """Return the opponent's name; the game's own word if this client does not know the game."""
    key = f"solo-{solo.opponent}"
    return tr(key) if has_message(key) else solo.opponent

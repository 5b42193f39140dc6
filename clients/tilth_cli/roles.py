"""The roles of players who look after a server, as words."""

from typing import Final

from tilth_dataclasses.tilth.v1 import OperatorRole, Player

ROLES: Final = {
    "none": OperatorRole.UNSPECIFIED,
    "auditor": OperatorRole.AUDITOR,
    "moderator": OperatorRole.MODERATOR,
    "operator": OperatorRole.OPERATOR,
}
"""Roles by the words that commands take."""

WORDS: Final = {role: word for word, role in ROLES.items()}


def role_word(player: Player) -> str:
    """Return the word for the player's role; "" for none. Servers of earlier builds mark operators alone."""
    if player.operator:
        return "operator"
    return WORDS.get(player.role, "") if player.role else ""

"""The message that shows a player."""

from tilth.v1.players_pb2 import Player
from tilth_server import players


def player_message(player: players.Player) -> Player:
    """Return the message that describes a player: id, name, role, time of registration, and whether the name was
    erased.
    """
    message = Player(
        id=player.id,
        name=player.name,
        operator=player.operator,
        role=player.role.message,
        erased=player.erased,
        bot=player.bot,
    )
    message.registered_at.FromMilliseconds(player.registered_ms)
    return message

"""Players: their registry, names, tokens, bans, and invitations to register."""

from tilth_server.players.player_index import Player
from tilth_server.players.registry import PlayerRegistry

__all__ = ["Player", "PlayerRegistry"]

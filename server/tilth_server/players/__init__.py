"""Players: their registry, names, roles, tokens, bans, and invitations to register."""

from tilth_server.players.player_index import Player
from tilth_server.players.registry import PlayerRegistry
from tilth_server.players.roles import Role

__all__ = ["Player", "PlayerRegistry", "Role"]

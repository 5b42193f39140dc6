"""Who plays: the register of players, their tokens, and the invitations to become one."""

from tilth_server.players.register import Player, Register

__all__ = ["Player", "Register"]

"""Bots that the server runs: players of its own, whose programs run in processes of their own.

The server imports nothing of a bot. It starts `python -m tilth_client.bot_host` when a bot is first needed, has it
start a process for a seat, and speaks with that process over a private Unix socket: the messages are those of `Attend`.
"""

from tilth_server.bots.registry import Bots

__all__ = ["Bots"]

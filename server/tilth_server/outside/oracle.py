"""Whoever is asked for outside facts."""

from typing import Any, Protocol


class PortFailed(Exception):
    """The game's port raised: a fault in the game, and asking again would not help."""


class NoAnswer(Exception):
    """Nothing answered in time, however often it was asked."""


class Oracle(Protocol):
    """Gives facts, in its own time."""

    def has(self, game: str) -> bool:
        """Whether this game can ask."""

    async def ask(self, game: str, question: Any) -> bytes:
        """The fact, as JSON; raises PortFailed or NoAnswer."""


class Nobody:
    """Knows nothing: for a house of games that never ask."""

    def has(self, game: str) -> bool:
        return False

    async def ask(self, game: str, question: Any) -> bytes:
        raise NoAnswer(f"{game} has no port for outside facts: {question!r}")

"""Sources of outside facts, and their errors."""

from typing import Any, Protocol


class FactSourceFailed(Exception):
    """The game's port raised an error. The fault is in the game, so a second attempt would not help."""


class FactTimeout(Exception):
    """No answer came in time, after several attempts."""


class NoWorker(FactTimeout):
    """No worker process can be started. The fault is in the machine, not in the question; the server keeps trying."""


class FactSource(Protocol):
    """A source of outside facts, such as FactWorkers. An answer may take seconds."""

    def has(self, game: str) -> bool:
        """Return whether the game has a port, so that questions can be asked for it."""

    async def ask(self, game: str, question: Any) -> bytes:
        """Return the fact as JSON; raise FactSourceFailed or FactTimeout."""


class NoFacts:
    """A source without any facts, for servers whose games need none."""

    def has(self, game: str) -> bool:
        """Return False: no game can ask a question here."""
        return False

    async def ask(self, game: str, question: Any) -> bytes:
        """Raise FactTimeout at every question."""
        raise FactTimeout(f"{game} has no port for outside facts: {question!r}")

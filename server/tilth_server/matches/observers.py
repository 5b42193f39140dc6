"""Observers of commits and refusals. They cost nothing while none is registered."""

from typing import Protocol

from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.store import StoreError


class MatchObserver(Protocol):
    """An observer of commits and refusals, for instance a counter."""

    def committed(self, work: UnitOfWork) -> None:
        """Take note that every record of this unit of work is durable."""

    def refused(self, player_id: str, reason: str) -> None:
        """Take note that a command which the player sent on a stream was refused."""


class WorkObserver(Protocol):
    """An observer of the stages of each unit of work, such as a tracer."""

    def on_begin(self, work: UnitOfWork) -> None:
        """Take note that a message, call or alarm came in."""

    def on_put(self, work: UnitOfWork) -> None:
        """Take note that the rules have run. The store is about to get the records, if there are any."""

    def on_committed(self, work: UnitOfWork, error: StoreError | None) -> None:
        """Take note that the store has committed the records, or failed to."""

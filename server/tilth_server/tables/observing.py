"""Who looks on at everything that is done at the tables, while they do."""

from typing import Protocol

from tilth_server.tables.flights import Flight


class Observer(Protocol):
    """Told after the fact; what it does costs only while it is there."""

    def landed(self, flight: Flight) -> None:
        """All of this is durable."""

    def refused(self, player_id: str) -> None:
        """Something that the player said on a stream was refused."""

"""Counts of the last hour: the calls, refusals and work that each player and each address has caused.

Work is the time of the steps that calls took turns for (fair_turns.py), so it includes what streams do. The counts are
in memory alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from tilth_server.reasons import SERVER_STOPPING

PERIOD_SECONDS: Final = 600.0
PERIODS: Final = 6
"""Periods that are remembered. The oldest is forgotten when a new one begins."""
MAX_CLIENTS: Final = 10_000
"""Clients that are counted apart in one period; all further ones share a row."""
OTHERS: Final = "others"


class Load:
    """The calls, refusals and work of one client in some time."""

    __slots__ = ("address", "calls", "players", "refusals", "seconds")

    def __init__(self) -> None:
        self.address = ""
        """The address that the client last called from."""
        self.calls = 0
        self.seconds = 0.0
        self.refusals: Counter[str] = Counter()
        self.players = 0

    def add(self, other: "Load") -> None:
        """Add what was caused in other time, or by another client."""
        self.address = other.address or self.address
        self.calls += other.calls
        self.seconds += other.seconds
        self.refusals.update(other.refusals)


class LoadMeter:
    """The counts of the last hour, by client: a player's id, or the address of a stranger."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._periods: list[dict[str, Load]] = [{}]
        self._started: list[float] = [clock()]
        self.sweep: Callable[[], Iterator[tuple[str, float]]] = lambda: iter(())
        """The function that takes the seconds of calls that are under way, by client."""

    def called(self, client: str, address: str) -> None:
        """Count a call."""
        load = self._load(client)
        load.calls += 1
        load.address = address

    def refused(self, client: str, reason: str) -> None:
        """Count a refusal."""
        if reason != SERVER_STOPPING:
            self._load(client).refusals[reason] += 1

    def worked(self, client: str, seconds: float) -> None:
        """Count work."""
        self._load(client).seconds += seconds

    def loads(self) -> dict[str, Load]:
        """Return what each client has caused."""
        for client, seconds in self.sweep():
            self.worked(client, seconds)
        self._forget_old()
        found: dict[str, Load] = {}
        for period in self._periods:
            for client, load in period.items():
                found.setdefault(client, Load()).add(load)
        return found

    @property
    def seconds(self) -> float:
        """The time that the counts are of."""
        return self._clock() - self._started[0] if self._started else 0.0

    def _load(self, client: str) -> Load:
        """Return the counts of the client in this period."""
        if not self._started or self._clock() - self._started[-1] >= PERIOD_SECONDS:
            self._forget_old()
            self._periods.append({})
            self._started.append(self._clock())
        period = self._periods[-1]
        load = period.get(client)
        if load is None:
            if len(period) >= MAX_CLIENTS:
                client = OTHERS
            load = period.setdefault(client, Load())
        return load

    def _forget_old(self) -> None:
        """Forget the periods that began too long ago."""
        while self._started and self._clock() - self._started[0] >= PERIODS * PERIOD_SECONDS:
            del self._periods[0], self._started[0]

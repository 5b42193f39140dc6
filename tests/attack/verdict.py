"""The figures of one attack, and the limits on them."""

from dataclasses import dataclass, field
from statistics import median
from typing import Any

MAX_TIMES = 3.0
"""The median over the rounds of the player's p99 under attack, over that of the quiet phase before ..."""
QUICK_ENOUGH_MS = 50.0
"""... or this is kept, however quick the quiet phases were."""
MAX_MEMORY = 1.5
"""Times what the server had before, while it is attacked ..."""
MAX_MEMORY_LATER = 1.2
"""... and when it was left alone for a minute."""


@dataclass
class Verdict:
    """One attack's figures. Times are milliseconds, memory is in megabytes."""

    name: str
    finding: str
    unattacked: list[dict[str, float]] = field(default_factory=list)
    attacked: list[dict[str, float]] = field(default_factory=list)
    attacks: int = 0
    """The number of times it was begun."""
    before: float = 0.0
    peak: float = 0.0
    later: float = 0.0
    health: dict[str, int] = field(default_factory=dict)
    """Faults that happened to other players."""
    seen: dict[str, int] = field(default_factory=dict)
    """Counts of the attackers' requests and replies."""
    faults: list[str] = field(default_factory=list)
    """Errors in the server's log."""

    @property
    def times(self) -> float:
        """By how much the attack makes the player's p99 longer."""
        pairs = zip(self.unattacked, self.attacked, strict=True)
        return median(attacked["p99"] / unattacked["p99"] for unattacked, attacked in pairs)

    @property
    def p99(self) -> float:
        return median(phase["p99"] for phase in self.attacked)

    def failures(self) -> list[str]:
        """Return a sentence for each limit that was exceeded."""
        found = []
        if self.times > MAX_TIMES and self.p99 >= QUICK_ENOUGH_MS:
            found.append(f"the player's p99 is {self.p99:.0f} ms, {self.times:.1f} times the quiet one")
        if self.peak > MAX_MEMORY * self.before:
            found.append(f"memory grew from {self.before:.0f} to {self.peak:.0f} MB")
        if self.later > MAX_MEMORY_LATER * self.before:
            found.append(f"a minute later {self.later:.0f} MB are left of {self.before:.0f} before")
        found += [f"{self.health[what]} {what}" for what in HARM if self.health.get(what)]
        return found + self.faults

    def summary(self) -> str:
        """Return the figures that are known before the minute is over, to be printed at once."""
        unattacked, attacked = _ms(self.unattacked, "p99"), _ms(self.attacked, "p99")
        return (
            f"p99 {unattacked} -> {attacked} ms ({self.times:.1f} times);"
            f" memory {self.before:.0f} -> {self.peak:.0f} MB; others: {self.health}; attackers: {self.seen}"
        )

    def line(self) -> dict[str, Any]:
        """Return the verdict as it is printed."""
        failures = self.failures()
        return {
            "attack": self.name,
            "finding": self.finding,
            "passed": not failures,
            "failures": failures,
            "p99_times": round(self.times, 2),
            "p99_ms": {"unattacked": _ms(self.unattacked, "p99"), "attacked": _ms(self.attacked, "p99")},
            "p50_ms": {"unattacked": _ms(self.unattacked, "p50"), "attacked": _ms(self.attacked, "p50")},
            "longest_ms": {
                "quiet": _ms(self.unattacked, "longest"),
                "attacked": _ms(self.attacked, "longest"),
            },
            "rounds": len(self.unattacked),
            "calls": int(median(phase["calls"] for phase in self.attacked)),
            "attacks": self.attacks,
            "memory_mb": {
                "before": round(self.before),
                "peak": round(self.peak),
                "a_minute_later": round(self.later),
            },
            "others": self.health,
            "attackers": self.seen,
        }


HARM = ("disconnected", "failed", "out_of_order")
"""None of these may happen to anybody."""


def _ms(phases: list[dict[str, float]], name: str) -> float:
    return round(median(phase[name] for phase in phases), 2)

"""What one match may cost a bot's process, and how a process that has ended is told of."""

import os
import resource
import signal
from dataclasses import dataclass
from typing import Any, Final, Self

OUT_OF_MEMORY: Final = 86
"""The exit code of a Python bot that met its limit on memory."""
MIB: Final = 1 << 20
FILE_BYTES: Final = 64 * MIB
"""No file of a limited bot grows beyond that, its log included."""


@dataclass(frozen=True, slots=True)
class Limits:
    """0: none."""

    memory: int = 0
    """Bytes of address space (RLIMIT_AS)."""
    cpu: float = 0
    """Seconds of CPU time for one match (RLIMIT_CPU counts whole ones)."""
    answer: float = 0
    """Seconds for one answer, by the clock on the wall."""

    def apply(self) -> None:
        """To this process, for good."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
        if self.cpu:
            whole = max(1, round(self.cpu))
            # A second later what has ignored the signal is killed.
            resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        if self.memory or self.cpu:
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))

    def as_plain(self) -> dict[str, float]:
        return {"memory": self.memory, "cpu": self.cpu, "answer": self.answer}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        return cls(int(plain["memory"]), float(plain["cpu"]), float(plain["answer"]))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended, and what it had taken."""

    status: int
    """As waitpid gives it."""
    cpu_seconds: float = 0.0
    resident_bytes: int = 0

    @property
    def code(self) -> int | None:
        """The exit code; None when a signal ended it."""
        return os.waitstatus_to_exitcode(self.status) if os.WIFEXITED(self.status) else None

    def breach(self, limits: Limits) -> str:
        """Which limit it met, as far as that shows."""
        number = os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else 0
        over_cpu = number == signal.SIGKILL and limits.cpu and self.cpu_seconds >= limits.cpu
        if number == signal.SIGXCPU or over_cpu:
            return f"more than {limits.cpu:g} s of CPU time"
        if number == signal.SIGXFSZ:
            return f"a file of more than {FILE_BYTES // MIB} MiB"
        if self.code == OUT_OF_MEMORY:
            return f"more than {limits.memory / MIB:g} MiB of memory"
        return ""

    def how(self) -> str:
        if self.code is not None:
            return f"exit code {self.code}"
        number = os.WTERMSIG(self.status)
        try:
            return f"killed by {signal.Signals(number).name}"
        except ValueError:
            return f"killed by signal {number}"

    def cost(self) -> str:
        return f"{self.cpu_seconds:.2f} s of CPU time, {self.resident_bytes / MIB:.0f} MiB"

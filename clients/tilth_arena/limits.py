"""Limits of a bot's process in one match, and the description of a process that has ended."""

import os
import resource
import signal
from dataclasses import dataclass
from typing import Any, Final, Self

OUT_OF_MEMORY: Final = 86
"""The exit code of a Python bot that met its limit on memory."""
MIB: Final = 1 << 20
FILE_BYTES: Final = 64 * MIB
"""The size in bytes beyond which no file of a limited bot grows, its log included."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one bot's process. 0 means no limit."""

    memory: int = 0
    """Bytes of address space (RLIMIT_AS)."""
    cpu: float = 0
    """Seconds of CPU time for one match (RLIMIT_CPU counts whole ones)."""
    answer: float = 0
    """Seconds of real time for one answer."""

    def apply(self) -> None:
        """Set the limits on memory and CPU time for this process, permanently, and turn core dumps off. The limit on an
        answer's time is not set here."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
        if self.cpu:
            whole = max(1, round(self.cpu))
            # A second later the system kills a process that has ignored the signal.
            resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
        if self.memory or self.cpu:
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))

    def as_plain(self) -> dict[str, float]:
        """Return the limits as a dictionary for JSON."""
        return {"memory": self.memory, "cpu": self.cpu, "answer": self.answer}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Self:
        """Return the limits from a dictionary that `as_plain` made."""
        return cls(int(plain["memory"]), float(plain["cpu"]), float(plain["answer"]))


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a process: its status, and the CPU time and memory that it used."""

    status: int
    """The process's status, as returned by waitpid."""
    cpu_seconds: float = 0.0
    resident_bytes: int = 0

    @property
    def code(self) -> int | None:
        """The exit code; None when a signal ended it."""
        return os.waitstatus_to_exitcode(self.status) if os.WIFEXITED(self.status) else None

    def breach(self, limits: Limits) -> str:
        """Return the limit that the process exceeded, in words, as far as its end shows it: CPU time, the size of a
        file, or memory. Return "" if it shows none."""
        number = os.WTERMSIG(self.status) if os.WIFSIGNALED(self.status) else 0
        over_cpu = number == signal.SIGKILL and limits.cpu and self.cpu_seconds >= limits.cpu
        if number == signal.SIGXCPU or over_cpu:
            return f"more than {limits.cpu:g} s of CPU time"
        if number == signal.SIGXFSZ:
            return f"a file of more than {FILE_BYTES // MIB} MiB"
        if self.code == OUT_OF_MEMORY:
            return f"more than {limits.memory / MIB:g} MiB of memory"
        return ""

    def describe(self) -> str:
        """Return the exit code or the signal that ended the process, in words."""
        if self.code is not None:
            return f"exit code {self.code}"
        number = os.WTERMSIG(self.status)
        try:
            return f"killed by {signal.Signals(number).name}"
        except ValueError:
            return f"killed by signal {number}"

    def cost(self) -> str:
        """Return the CPU time and memory that the process used, in words."""
        return f"{self.cpu_seconds:.2f} s of CPU time, {self.resident_bytes / MIB:.0f} MiB"

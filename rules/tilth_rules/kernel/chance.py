"""Chance: one documented generator, so that anyone can check that the deal was fair.

A draw is named by what it is for, where it happens and how many like it came before; never by a
match-wide counter, so that nobody's dice depend on whose answer reached the server first. It yields a
stretch of bytes, block i of which is

    SHA-256( seed (32 bytes) | len(purpose) (1 byte) | purpose (UTF-8) | place | count | i )

with place, count and i as 32-bit big-endian numbers. The stretch is read as 32-bit big-endian words. A
number below n is the first word under the greatest multiple of n, modulo n: unbiased. A shuffle is
Fisher-Yates from the last place down, each swap with a number below its place + 1.
"""

from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32


class Draw(Protocol):
    """What one draw of chance can be asked for. Tests script it."""

    def below(self, n: int) -> int: ...
    def shuffled(self, things: "list[T]") -> "list[T]": ...


class Chance(Protocol):
    """Where draws come from: the seed, or a test's script."""

    def draw(self, purpose: str, place: int, count: int) -> Draw: ...


class Stretch:
    """The bytes of one draw, made as they are asked for."""

    __slots__ = ("_at", "_block", "_head", "_words")

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._block = 0
        self._words = b""
        self._at = 0

    def _word(self) -> int:
        at = self._at
        if at == len(self._words):
            self._words = sha256(self._head + self._block.to_bytes(4, "big")).digest()
            self._block += 1
            at = 0
        self._at = at + 4
        return int.from_bytes(self._words[at : at + 4], "big")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others."""
        fair = 0x1_0000_0000 - 0x1_0000_0000 % n
        while True:
            word = self._word()
            if word < fair:
                return word % n

    def shuffled(self, things: list[T]) -> list[T]:
        """The same things in random order, in a new list."""
        out = list(things)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out


class Seeded:
    """Chance from a seed of 32 bytes."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed

    def draw(self, purpose: str, place: int, count: int) -> Stretch:
        name = purpose.encode()
        return Stretch(
            self.seed + bytes((len(name),)) + name + place.to_bytes(4, "big") + count.to_bytes(4, "big")
        )


def commitment(seed: bytes) -> bytes:
    """What is shown of a seed before the match ends: its SHA-256."""
    return sha256(seed).digest()


class ScriptedDraw:
    """A test's draw: the numbers it names, then zeros; a shuffle that leaves things as they lie.

    With `order`, a shuffle yields exactly these things.
    """

    def __init__(self, numbers: list[int], order: list[object] | None = None) -> None:
        self.numbers = numbers
        self.order = order

    def below(self, n: int) -> int:
        return self.numbers.pop(0) % n if self.numbers else 0

    def shuffled(self, things: list[T]) -> list[T]:
        if self.order is None:
            return list(things)
        rest = list(things)
        first = [rest.pop(rest.index(wanted)) for wanted in self.order]  # type: ignore[arg-type]
        return first + rest


class Scripted:
    """Chance that a test dictates: per purpose, the draws to give in their order."""

    def __init__(self, **draws: list[ScriptedDraw]) -> None:
        self.draws = draws

    def draw(self, purpose: str, place: int, count: int) -> ScriptedDraw:
        waiting = self.draws.get(purpose)
        return waiting.pop(0) if waiting else ScriptedDraw([])

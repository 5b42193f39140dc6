"""Chance: one documented generator, so that anyone can check that the deal was fair.

A draw is keyed by its purpose, its place and the number of earlier draws of that purpose at that place. It is never
keyed by a match-wide counter, so no seat's dice depend on whose answer reached the server first. A draw yields a stream
of bytes, block i of which is

    SHA-256( seed (32 bytes) | len(purpose) (1 byte) | purpose (UTF-8) | place | count | i )

with place, count and i as 32-bit big-endian numbers. The stream is read as 32-bit big-endian words. A
number below n is the first word under the greatest multiple of n, modulo n, so it is unbiased. A shuffle is
Fisher-Yates from the last place down, each swap with a number below its place + 1.
"""

from hashlib import sha256
from struct import Struct
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
WORDS = Struct(">8I")
"""The words of one block of the stream."""
WORDS_A_BLOCK = 8


class Draw(Protocol):
    """One draw of chance. Tests use a scripted one."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; each is equally likely."""
        ...

    def shuffled(self, things: "list[T]") -> "list[T]":
        """Return the same things in random order, in a new list."""
        ...


class Chance(Protocol):
    """The source of draws: a seed, or a test's script."""

    def draw(self, purpose: str, place: int, count: int) -> Draw:
        """Return the draw for this purpose, place and count. The same three always give the same draw."""
        ...


class DrawStream:
    """The bytes of one draw, computed block by block when they are needed."""

    __slots__ = ("_at", "_block", "_head", "_words")

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._block = 0
        self._words: tuple[int, ...] = ()
        self._at = WORDS_A_BLOCK

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; each is equally likely."""
        fair = 0x1_0000_0000 - 0x1_0000_0000 % n
        while True:
            at = self._at
            if at == WORDS_A_BLOCK:
                self._words = WORDS.unpack(sha256(self._head + self._block.to_bytes(4, "big")).digest())
                self._block += 1
                at = 0
            self._at = at + 1
            word = self._words[at]
            if word < fair:
                return word % n

    def shuffled(self, things: list[T]) -> list[T]:
        """Return the same things in random order, in a new list."""
        out = list(things)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out


class SeededChance:
    """Chance that follows from a seed of 32 bytes.

    >>> SeededChance(bytes(range(32))).draw("first-player", 0, 0).below(3)
    0
    """

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed

    def draw(self, purpose: str, place: int, count: int) -> DrawStream:
        """Return the draw for this purpose, place and count, computed from the seed."""
        name = purpose.encode()
        return DrawStream(
            self.seed + bytes((len(name),)) + name + place.to_bytes(4, "big") + count.to_bytes(4, "big")
        )


def commitment(seed: bytes) -> bytes:
    """Return the commitment to a seed, its SHA-256. The server shows it before the match.

    >>> commitment(bytes(range(32))).hex()[:16]
    '630dcd2966c43366'
    """
    return sha256(seed).digest()


class ScriptedDraw:
    """A test's draw: it yields these numbers, then zeros. A shuffle keeps the order of the things.

    If `order` is given, a shuffle puts these things first, in this order.
    """

    def __init__(self, numbers: list[int], order: list[object] | None = None) -> None:
        self.numbers = numbers
        self.order = order

    def below(self, n: int) -> int:
        """Return the next scripted number modulo n, or 0 if none is left."""
        return self.numbers.pop(0) % n if self.numbers else 0

    def shuffled(self, things: list[T]) -> list[T]:
        """Return the things in the scripted order."""
        if self.order is None:
            return list(things)
        rest = list(things)
        first = [rest.pop(rest.index(wanted)) for wanted in self.order]  # type: ignore[arg-type]
        return first + rest


class ScriptedChance:
    """Chance that a test dictates: for each purpose, its draws in order.

    >>> chance = ScriptedChance(die=[ScriptedDraw([5]), ScriptedDraw([0])])
    >>> [1 + chance.draw("die", 0, count).below(6) for count in range(3)]
    [6, 1, 1]
    """

    def __init__(self, **draws: list[ScriptedDraw]) -> None:
        self.draws = draws

    def draw(self, purpose: str, place: int, count: int) -> ScriptedDraw:
        """Return the next scripted draw of this purpose, or one of zeros if none is left."""
        waiting = self.draws.get(purpose)
        return waiting.pop(0) if waiting else ScriptedDraw([])

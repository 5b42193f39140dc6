"""Draw piles. A pile is listed (a list of its cards) or counted (the number of its cards of each kind).

Nobody has seen the order of a face-down pile, so a game may leave it open and draw chance when cards are drawn.
"""

from collections.abc import Callable, Iterable, Sequence


def draw(count: int, take: Callable[[int], int], renew: Callable[[], bool]) -> int:
    """Draw cards in portions, and return how many are missing in the end.

    `take(n)` takes at most n cards and returns the number it took. If it took none, the pile is empty, and `renew`
    makes a new pile from the discards; it returns False if there are no discards.
    """
    while count > 0:
        taken = take(count)
        if not taken and not renew():
            return count
        count -= taken
    return 0


def listed(counts: Sequence[int], kinds: Iterable[int], base: int = 0) -> tuple[int, ...]:
    """Return the cards of a counted pile, kind by kind: 2 of kind 1 and 1 of kind 3 are (1, 1, 3).

    `counts[base + kind]` is the number of cards of that kind.
    """
    return tuple(kind for kind in kinds for _ in range(counts[base + kind]))

"""Chance can be checked by anybody: the generator of docs/explanation/fairness.md, worked out here a second time."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

from tilth_rules.kernel import SeededChance, commitment

SEED = bytes(range(32))


def words(purpose: str, place: int, count: int, blocks: int) -> list[int]:
    """Return the words of a draw, computed from the description and not by the code."""
    stretch = b""
    for block in range(blocks):
        message = SEED + bytes([len(purpose)]) + purpose.encode()
        for number in (place, count, block):
            message += number.to_bytes(4, "big")
        stretch += sha256(message).digest()
    return [int.from_bytes(stretch[at : at + 4], "big") for at in range(0, len(stretch), 4)]


def test_a_draw_reads_the_documented_words() -> None:
    draw = SeededChance(SEED).draw("dice", 2, 7)
    expected = [word % 6 for word in words("dice", 2, 7, 3)]
    assert [draw.below(6) for _ in range(24)] == expected


def test_a_word_above_the_last_whole_multiple_is_passed_over() -> None:
    n = 3_000_000_000
    fair = [word for word in words("big", 0, 0, 40) if word < n]
    draw = SeededChance(SEED).draw("big", 0, 0)
    assert [draw.below(n) for _ in fair] == fair
    assert len(fair) < 320, "some words were passed over"


def test_a_shuffle_is_fisher_yates_from_the_last_place_down() -> None:
    stream = iter(words("deck", 0, 0, 2))
    expected = list("abcdef")
    for last in range(5, 0, -1):
        other = next(stream) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert SeededChance(SEED).draw("deck", 0, 0).shuffled(list("abcdef")) == expected


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = SeededChance(SEED)
    counts = Counter(tuple(chance.draw("fair", 0, n).shuffled([1, 2, 3])) for n in range(12_000))
    assert set(counts) == set(permutations([1, 2, 3]))
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 20.5, "chi-squared, 5 degrees, p = 0.001"


def test_draws_of_another_purpose_place_or_count_differ() -> None:
    chance = SeededChance(SEED)
    draws = [("a", 0, 0), ("b", 0, 0), ("a", 1, 0), ("a", 0, 1)]
    assert len({tuple(chance.draw(*draw).below(1000) for _ in range(4)) for draw in draws}) == 4


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED).hex() == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"

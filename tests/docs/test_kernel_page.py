"""The worlds that docs/explanation/kernel-rare.md shows are dealt from what a seat knows."""

import re
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "kernel-rare.md"


def programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def module_of(source: str, name: str, **given: object) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(given)
    exec(compile(source, str(PAGE), "exec"), module.__dict__)
    return module


class Hands(msgspec.Struct):
    """The state of which the page shows what is known."""

    hands: list[list[int]]
    hand_sizes: list[int]
    deck: list[int]

    def clone(self) -> "Hands":
        return Hands([hand[:] for hand in self.hands], self.hand_sizes, self.deck[:])


def test_the_worlds_that_the_page_shows_are_dealt_from_what_a_seat_knows() -> None:
    page = module_of(programs()[0], "worlds", msgspec=msgspec, Random=Random, State=Hands)
    state = Hands([[1, 2], [3, 4]], [2, 2], [5, 6])
    known = page.knowledge(None, state, 0)
    assert known == page.knowledge(None, Hands([[1, 2], [6, 5]], [2, 2], [4, 3]), 0)
    assert known != page.knowledge(None, Hands([[1, 3], [2, 4]], [2, 2], [5, 6]), 0)
    worlds = [page.deal(None, known, Random(seed)) for seed in range(200)]
    assert all(there.hands[0] == [1, 2] for there in worlds)
    assert all(sorted(there.hands[1] + there.deck) == [3, 4, 5, 6] for there in worlds)
    assert len({(*there.hands[1], *there.deck) for there in worlds}) == 24

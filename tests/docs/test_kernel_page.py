"""The game that docs/kernel.md shows is a whole one: it is taken from the page and put under all laws."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from tilth_rules.conformance import conforms
from tilth_rules.kernel import Game, OptionsRefused

PAGE = Path(__file__).parents[2] / "docs" / "kernel.md"


@pytest.fixture(scope="module")
def pig() -> ModuleType:
    (source,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    module = ModuleType("pig")
    exec(compile(source, "docs/kernel.md", "exec"), module.__dict__)
    return module


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_pig_conforms(pig: ModuleType, seats: int) -> None:
    for seed in range(5):
        play = conforms(pig.game, pig.Options(goal=20), seats, seed)
        result = pig.game.result(play.table.state)
        assert max(result.scores) >= 20
        assert result.places[result.scores.index(max(result.scores))] == 1


def test_pig_refuses_a_goal_nobody_can_play_for(pig: ModuleType) -> None:
    game: Game = pig.game
    with pytest.raises(OptionsRefused, match="goal: between 1 and 1000"):
        game.check(pig.Options(goal=0), 2)

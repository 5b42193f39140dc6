"""The first answers of each game are given by clicking what is lit on the table; whole matches are played in
`test_whole_matches.py`."""

from pathlib import Path

import pytest

from tests.browser.playing import assert_on_the_table, play
from tests.browser.solo import GAMES, solo_table
from tests.seeds import thinned

ANSWERS = 20


@pytest.mark.parametrize("game", thinned(GAMES, 3))
async def test_the_first_twenty_answers_are_given_on_the_table(tmp_path: Path, game: str) -> None:
    async with solo_table(tmp_path, game, reduced_motion="reduce") as (tab, *_):
        played = await play(tab, ANSWERS)
        assert played.answers >= ANSWERS or await tab.page.locator(".dock table").count(), played
        assert played.by_table > played.by_list, played
        assert_on_the_table(played, game)

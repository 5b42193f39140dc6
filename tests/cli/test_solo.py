"""The result of a match of one seat in the terminal."""

import csv
from collections.abc import Iterator

import pytest

from tests.cli.conftest import Place
from tilth_cli.messages import set_language
from tilth_cli.solo import solo_text
from tilth_dataclasses.tilth.v1 import SoloResult

GAIA = SoloResult(opponent="gaia", points=90, won=False)
TARGET = SoloResult(opponent="target", points=50, won=True)
BOT = SoloResult(opponent="bot")
UNKNOWN = SoloResult(opponent="hydra", points=3, won=True)


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    set_language("en")


@pytest.mark.usefixtures("english_again")
def test_a_solo_result_names_the_opponent_its_points_and_the_winner() -> None:
    assert solo_text(GAIA) == "Played against Gaia, who has 90 points. Lost."
    assert solo_text(TARGET) == "Points to reach: 50. Won."
    assert (
        solo_text(BOT)
        == "Played against the bot, which has no points of its own. The rules set no points to reach."
    )
    assert solo_text(UNKNOWN) == "Played against hydra, who has 3 points. Won."
    set_language("ru")
    assert solo_text(GAIA) == "Соперник — Гея, 90 ПО. Поражение."
    assert solo_text(TARGET) == "Нужно было набрать 50 ПО. Победа."
    assert (
        solo_text(BOT)
        == "Соперник — бот, у которого нет своих ПО. Правила не говорят, сколько ПО нужно для победы."
    )


def test_every_command_that_shows_a_result_shows_the_opponent(place: Place) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "1", "--take", "0", "--start-when-full")
    played = place.tilth("bot", "random", match, "--seat", "0")
    solo = place.tilth("show", match, "--json").document()["result"]["solo"]
    assert set(solo) == {"opponent", "points", "won"}
    printed = f"Played against the neutral player, who has {solo['points']} points."
    printed += " Won." if solo["won"] else " Lost."
    for ran in (
        played,
        place.tilth("show", match),
        place.tilth("watch", match),
        place.tilth("replay", match),
    ):
        assert printed in " ".join(ran.out.split()), ran.out
    listed = next(csv.DictReader(place.tilth("list", "--csv", "--mine").out.splitlines()))
    shown = [listed[column] for column in ("opponent", "opponent_points", "won")]
    assert shown == ["neutral", str(solo["points"]), str(solo["won"]).lower()]

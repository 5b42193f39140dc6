"""tilth next: the games of a solo series follow each other, each out of the one before."""

import pytest

from tests.cli.conftest import Place
from tilth_cli.games.agricola.series import following
from tilth_cli.troubles import Trouble
from tilth_dataclasses.tilth.games.agricola.v1 import (
    CardInPlay,
    CardKind,
    Player,
    Printed,
    PrintedCard,
    View,
)

ALONE = ("--seats", "1", "--take", "0", "--start-when-full", "--json")


def over(target: int, *played: str) -> bytes:
    """The view of a game that has ended, with these occupations before its player, and a fireplace."""
    cards = [
        PrintedCard(card=at, kind=CardKind.OCCUPATION, deck=name[0], number=int(name[1:]))
        for at, name in enumerate(played)
    ]
    cards.append(PrintedCard(card=len(played), kind=CardKind.MAJOR, deck="A", number=1))
    lying = [CardInPlay(card=each.card) for each in cards]
    return bytes(View(target=target, printed=Printed(cards=cards), players=[Player(cards=lying)]))


def test_the_only_occupation_stays_and_two_points_above_the_target_are_a_food() -> None:
    settings = {"series": "1", "without_k": "true"}
    for points, food in ((55, "2"), (54, "2"), (52, "1")):
        assert following(settings, over(50, "E175"), points, "") == {
            "without_k": "true",
            "series": "2",
            "permanent": "E175",
            "extra_food": food,
        }
    assert "extra_food" not in following(settings, over(50, "E175"), 51, "")
    assert "extra_food" not in following(settings, over(50, "E175"), 30, "")


def test_of_several_one_is_named_and_those_of_before_stay() -> None:
    settings = {"series": "2", "permanent": "E175", "extra_food": "3"}
    view = over(55, "E175", "E172", "I233")
    assert following(settings, view, 55, "i233") == {"series": "3", "permanent": "E175,I233"}
    for keep in ("", "E175", "E148"):
        with pytest.raises(Trouble, match="one of E172, I233"):
            following(settings, view, 55, keep)


def test_what_is_for_one_game_only_does_not_go_on() -> None:
    settings = {"series": "1", "own_cards": "E175", "round_cards": "R1-SOW", "draft": "false"}
    assert following(settings, over(50, "E175"), 50, "") == {
        "draft": "false",
        "series": "2",
        "permanent": "E175",
    }


def test_without_an_occupation_the_series_ends_and_after_seven_none_is_chosen() -> None:
    with pytest.raises(Trouble, match="the series ends"):
        following({"series": "1"}, over(50), 60, "")
    seven = ("E148", "E149", "E150", "E151", "E152", "E153", "E154")
    settings = {"series": "8", "permanent": ",".join(seven)}
    assert following(settings, over(67, *seven), 70, "") == {
        "series": "9",
        "permanent": ",".join(seven),
        "extra_food": "1",
    }
    with pytest.raises(Trouble, match="7 occupations stay"):
        following(settings, over(67, *seven), 70, "E155")


def test_a_game_that_is_over_is_followed_by_the_next_one(place: Place) -> None:
    place.registered("Ada")
    made = place.tilth("new", "agricola", "series=1", "without_i", *ALONE, "--seed", f"{3:064}")
    first = made.document()["id"]
    early = place.tilth("next", first)
    assert (early.code, "not over yet" in early.err) == (1, True)
    assert place.tilth("bot", "random", first).code == 0
    asked = place.tilth("next", first, "--keep", "A1")
    assert asked.code == 1
    *_, keep = asked.err.replace(",", " ").split()
    document = place.tilth("next", first, "--keep", keep, "--json").document()
    assert document["settings"] == {"without_i": "true", "series": "2", "permanent": keep}
    assert document["state"] == "RUNNING"
    for other in ("agricola", "petrichor"):
        alone = place.tilth("new", other, *ALONE).document()["id"]
        assert place.tilth("bot", "first", alone).code == 0
        assert "tilth new agricola series=1" in place.tilth("next", alone).err

"""tilth next: the games of a solo series follow each other, each out of the one before."""

from tests.cli.conftest import Place

ALONE = ("--seats", "1", "--take", "0", "--start-when-full", "--json")


def test_a_finished_game_is_followed_by_the_next_one(place: Place) -> None:
    place.registered("Ada")
    made = place.tilth("new", "agricola", "series=1", "without_i", *ALONE, "--seed", f"{3:064}")
    first = made.document()["id"]
    early = place.tilth("next", first)
    assert (early.code, "when this one is over" in early.err) == (1, True)
    assert place.tilth("bot", "random", first).code == 0
    asked = place.tilth("next", first, "--keep", "A1")
    assert asked.code == 1
    *_, keep = asked.err.replace(",", " ").split()
    document = place.tilth("next", first, "--keep", keep, "--json").document()
    assert document["settings"] == {"series": "2", "permanent": keep, "decks": "E,K"}
    assert document["state"] == "RUNNING"
    for other in ("agricola", "petrichor"):
        alone = place.tilth("new", other, *ALONE).document()["id"]
        assert place.tilth("bot", "first", alone).code == 0
        assert "is not a game of a series" in place.tilth("next", alone).err

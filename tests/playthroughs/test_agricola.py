"""The golden matches of Agricola are unchanged, and cover every mode and every common event."""

from tests.playthroughs.agricola_matches import SETUPS
from tilth_rules.agricola import game
from tilth_rules.agricola.options import decks_of


def test_every_mode_and_every_number_of_seats_is_played() -> None:
    family = {setup.seats for setup in SETUPS if setup.options.family}
    full = {setup.seats for setup in SETUPS if not setup.options.family}
    assert family == full == set(game.seats)
    decks = {decks_of(setup.options) for setup in SETUPS if not setup.options.family}
    assert decks == {"E", "I", "K", "EI", "EK", "IK", "EIK"}
    for option in (
        "draft",
        "ten_keep_seven",
        "mulligan",
        "three_for_one",
        "series",
        "permanent",
        "extra_food",
    ):
        assert any(getattr(setup.options, option) for setup in SETUPS), option
    assert {setup.options.series for setup in SETUPS} >= {0, 2, 8}

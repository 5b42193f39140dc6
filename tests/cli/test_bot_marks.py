"""A bot that the server runs is marked as one for everybody."""

from tests.cli.conftest import Place


def test_a_seat_of_a_bot_is_marked_for_everybody(place: Place) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0", "--bot", "1=first", "--start-when-full")
    place.registered("Bo")
    # Bo has no seat there. Ada's name stands beside the bot's, without the mark.
    for shown in (place.tilth("show", match), place.tilth("list")):
        assert "first (bot)" in shown.out or "first bot (bot)" in shown.out, shown
        assert f"{place.names['Ada']} (bot)" not in shown.out
    seats = place.tilth("show", match, "--json").document()["seats"]
    assert [seat.get("bot", "") for seat in seats] == ["", "first"]
    with place.terminal("watch", match, "--live") as terminal:
        assert f"{place.names['Ada']} (bot)" not in terminal.shows("(bot)")

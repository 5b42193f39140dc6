"""Messages as JSON."""

from datetime import UTC, datetime

from tilth_cli.plain import GameTypes, as_plain, message_class
from tilth_dataclasses.tilth.games.petrichor.v1 import CloudFormed, Event, PlaceCloud
from tilth_dataclasses.tilth.games.petrichor.v1 import Move as PetrichorMove
from tilth_dataclasses.tilth.v1 import ChannelOpened, Decision, Frame, Match, MatchState, Option, Update

PETRICHOR = "tilth.games.petrichor.v1"
OPENED = ChannelOpened(
    event_type=f"{PETRICHOR}.Event",
    move_type=f"{PETRICHOR}.Move",
    view_type=f"{PETRICHOR}.View",
    options_type=f"{PETRICHOR}.Options",
)


def test_enums_are_names_bytes_are_hex_and_absent_fields_are_left_out() -> None:
    match = Match(
        id="m1",
        state=MatchState.RUNNING,
        seed_commitment=b"\x01\xff",
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
    )
    plain = as_plain(match)
    assert (plain["state"], plain["seed_commitment"]) == ("RUNNING", "01ff")
    assert plain["created_at"] == "2026-03-01T00:00:00+00:00"
    assert plain["record_count"] == 0
    assert "result" not in plain


def test_a_value_that_this_client_does_not_know_yet_stays_a_number() -> None:
    assert as_plain(Match.parse(bytes([0x40, 0x63])))["state"] == 99


def test_encoded_messages_of_a_game_are_decoded() -> None:
    event = bytes(Event(cloud_formed=CloudFormed(seat=1, tile=5, drops=1)))
    move = bytes(PetrichorMove(place_cloud=PlaceCloud(tile=3)))
    frame = Frame(
        record=7, update=Update(events=[event], decision=Decision(options=[Option(id=3, move=move)]))
    )
    plain = as_plain(frame, GameTypes.named(OPENED))
    assert plain["update"]["events"] == [{"cloud_formed": {"seat": 1, "tile": 5, "drops": 1}}]
    assert plain["update"]["decision"]["options"][0]["move"] == {"place_cloud": {"tile": 3}}
    assert as_plain(frame)["update"]["events"] == [event.hex()]


def test_a_game_that_is_not_installed_here_stays_bytes() -> None:
    assert message_class("tilth.games.nosuch.v1.View") is None
    assert message_class("os.path.View") is None
    assert message_class("") is None

"""A game whose structs and messages differ must not start; what differs is named."""

from pathlib import Path

import msgspec
import pytest

from tests.wire.conftest import compiled
from tests.wire.orchard import FruitPicked, game
from tilth_rules.kernel import Event
from tilth_server.wire import GameWire, SchemaMismatch
from tilth_server.wire.codec import shape_of


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "sint64 grams = 1",
            "string grams = 1",
            r"BasketWeighed\.grams is <class 'int'>, which .* cannot hold",
        ),
        ("repeated Fruit fruits = 2", "Fruit fruits = 2", r"FruitPicked\.fruits is tuple\[int, \.\.\.\]"),
        ("bool last = 3", "bool latest = 3", r"FruitPicked has no field last$"),
        ("message SeasonEnded {}", "message SeasonEnded {bool x = 1;}", r"SeasonEnded has no field x$"),
        ("SeasonEnded season_ended = 6;", "", r"Event has no member season_ended for SeasonEnded"),
        ("SeasonEnded season_ended", "SeasonEnded season_over", r"Event has no member season_ended"),
        ("SeasonEnded season_ended = 6", "Scale season_ended = 6", r"season_ended must be a SeasonEnded"),
        (
            "EatFruit eat_fruit = 3;",
            "EatFruit eat_fruit = 3; Scale scale = 4;",
            r"no class for .*Move\.scale",
        ),
        (
            "optional uint32 guest = 1",
            "uint32 guest = 1",
            r"GuestCame\.guest may be None: mark it `optional`",
        ),
        (
            "optional uint32 baskets",
            "uint32 baskets",
            r"Options\.baskets is 2 by default: mark it `optional`",
        ),
        ("repeated Basket baskets", "repeated Scale baskets", r"View\.baskets is tuple"),
        ("message View {", "message Sight {", r"has no message View"),
    ],
)
def test_a_difference_between_structs_and_schema_is_named(
    tmp_path: Path, orchard_source: str, old: str, new: str, complaint: str
) -> None:
    assert old in orchard_source
    with pytest.raises(SchemaMismatch, match=complaint):
        GameWire.of(game, compiled(tmp_path, orchard_source.replace(old, new, 1)))


def test_an_event_that_the_game_does_not_list_is_refused(wire: GameWire) -> None:
    class Hail(Event):
        seat: int

    with pytest.raises(SchemaMismatch, match="Hail is not among"):
        wire.encode_event(Hail(1))


def test_equal_events_share_their_bytes_and_equal_bytes_their_event(wire: GameWire) -> None:
    data = wire.encode_event(FruitPicked(1, (1, 2)))
    assert wire.encode_event(FruitPicked(1, (1, 2))) is data
    assert wire.decode_event(data) is wire.decode_event(bytes(bytearray(data)))
    assert wire.decode_event(data) == FruitPicked(1, (1, 2))


def test_only_plain_annotations_have_a_shape() -> None:
    assert shape_of(list[int]) is None
    assert shape_of(tuple[int, str]) is None
    assert shape_of(int | str) is None
    assert shape_of(dict[str, int]) is None
    shape = shape_of(tuple[msgspec.Struct, ...])
    assert shape is not None
    assert shape.many

import pytest

from tests.wire.orchard import PEAR, PLUM, Form, Options
from tilth.v1.lobby_pb2 import OptionField
from tilth_rules.kernel import OptionsRefused
from tilth_server.wire import GameWire, Unreadable

EVERYTHING_SET = Options(Form.LONG, rain=True, baskets=0, motto="ripe", without=(PEAR, PLUM))


def test_empty_options_mean_the_defaults(wire: GameWire) -> None:
    assert wire.options_from(b"", {}) == Options()
    assert wire.decode_options(b"") == Options()
    assert wire.settings(Options()) == {}


@pytest.mark.parametrize("options", [Options(), EVERYTHING_SET, Options(baskets=0), Options(Form.LONG)])
def test_options_come_back_from_bytes_and_from_text(wire: GameWire, options: Options) -> None:
    assert wire.decode_options(wire.encode_options(options)) == options
    assert wire.options_from(b"", wire.settings(options)) == options


def test_settings_are_written_as_people_write_them(wire: GameWire) -> None:
    assert wire.settings(EVERYTHING_SET) == {
        "form": "long",
        "rain": "true",
        "baskets": "0",
        "motto": "ripe",
        "without": "pear,plum",
    }


def test_settings_override_the_message(wire: GameWire) -> None:
    data = wire.encode_options(EVERYTHING_SET)
    options = wire.options_from(data, {"form": "Short", "without": "plum", "motto": ""})
    assert options == Options(Form.SHORT, rain=True, baskets=0, motto="", without=(PLUM,))


@pytest.mark.parametrize(
    ("settings", "field", "why"),
    [
        ({"wind": "true"}, "wind", "no 'wind', only form, rain"),
        ({"form": "endless"}, "form", "'endless' is none of short, long"),
        ({"rain": "maybe"}, "rain", "neither true nor false"),
        ({"baskets": "many"}, "baskets", "not a whole number"),
        ({"baskets": "-1"}, "baskets", "-1"),
        ({"without": "pear, fig"}, "without", "'fig' is none of apple, pear, plum"),
    ],
)
def test_an_invalid_setting_is_refused_by_name(
    wire: GameWire, settings: dict[str, str], field: str, why: str
) -> None:
    with pytest.raises(OptionsRefused) as refused:
        wire.options_from(b"", settings)
    assert refused.value.field == field
    assert why in refused.value.why


def test_garbage_and_unknown_choices_are_refused(wire: GameWire) -> None:
    with pytest.raises(OptionsRefused, match=r"options: not a tilth\.games\.orchard\.v1\.Options"):
        wire.options_from(b"\xff\xff", {})
    with pytest.raises(OptionsRefused, match="form: 9 is none of short, long"):
        wire.options_from(b"\x08\x09", {})
    with pytest.raises(OptionsRefused, match="without: 8 is none of"):
        wire.options_from(b"\x2a\x01\x08", {})
    with pytest.raises(Unreadable):
        wire.decode_options(b"\xff\xff")


def test_the_lobby_describes_every_option(wire: GameWire) -> None:
    assert wire.option_fields("en") == [
        OptionField(name="form", kind="choice", default="short", choices=["short", "long"], text="How long"),
        OptionField(name="rain", kind="bool", default="false", text="With rain"),
        OptionField(name="baskets", kind="int", default="2", text="Baskets for each"),
        OptionField(name="motto", kind="string", default="", text="Motto"),
        OptionField(
            name="without",
            kind="list of choice",
            default="",
            choices=["apple", "pear", "plum"],
            text="Fruits left out",
        ),
    ]
    assert [field.text for field in wire.option_fields("ru")][:2] == ["Длина", "С дождём"]

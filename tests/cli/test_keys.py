"""Single keys, from what terminals send for them."""

import pytest

from tilth_cli.screen import keys_in


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"q", ["q"]),
        (b"\x1b[C", ["right"]),
        (b"\x1bOD", ["left"]),
        (b"\x1b[5~\x1b[6~", ["page up", "page down"]),
        (b"g12\n", ["g", "1", "2", "enter"]),
        (b"\x1b", ["escape"]),
        ("й+".encode(), ["й", "+"]),
        (b"\x00\x01 ", [" "]),
        (b"\xff", []),
        (b"\x1b[1;2C\x1b[1;2A", ["shift right", "shift up"]),
        (b"a\x1b[1;5Cb\x1b[200~\x1bOPc", ["a", "b", "c"]),
    ],
)
def test_keys_are_read_by_name(sent: bytes, keys: list[str]) -> None:
    assert keys_in(sent) == keys

"""The check of options before a match is created: what is refused, and which values would be refused next."""

from collections.abc import Iterator, Mapping
from typing import Final

from tilth.v1 import lobby_pb2 as pb
from tilth_rules.kernel import OptionsRefused
from tilth_server.wire.game import GameWire

SEATS: Final = "seat_count"
"""The option's name in a refusal of the number of seats."""
LONGEST_SETTINGS: Final = 4_096
"""Characters of all values up to which each other value is tried. Longer texts are checked as they are, once."""


def check_options(wire: GameWire, settings: Mapping[str, str], seats: int) -> pb.CheckOptionsResponse:
    """Return what CreateMatch would refuse: these options as they are, and each value that could be set next."""
    present = _refusal(wire, settings, seats)
    response = pb.CheckOptionsResponse(refusal=present)
    if sum(map(len, settings.values())) > LONGEST_SETTINGS:
        return response
    for name, value, changed, count in _next_values(wire, settings, seats):
        refusal = _refusal(wire, changed, count)
        # A fault that is there already says nothing about the value, unless the value is what is at fault.
        if refusal is not None and (refusal != present or refusal.option == name):
            response.refused_values.add(option=name, value=value, message=refusal.message)
    return response


def _next_values(
    wire: GameWire, settings: Mapping[str, str], seats: int
) -> Iterator[tuple[str, str, Mapping[str, str], int]]:
    """Yield each other value of a switch, a choice and the seats: its option, itself, and what would be set then."""
    for count in wire.game.seats:
        if count != seats:
            yield SEATS, str(count), settings, count
    for field in wire.option_fields("en"):
        values = (
            ("true", "false") if field.kind == "bool" else field.choices if field.kind == "choice" else ()
        )
        present = settings.get(field.name, field.default)
        for value in values:
            if value != present:
                yield field.name, value, {**settings, field.name: value}, seats


def _refusal(wire: GameWire, settings: Mapping[str, str], seats: int) -> pb.OptionRefusal | None:
    """Return the refusal of these options and seats; None if a match can be created with them."""
    if seats not in wire.game.seats:
        counts = ", ".join(map(str, wire.game.seats))
        return pb.OptionRefusal(option=SEATS, value=str(seats), message=f"{wire.name} is played by {counts}")
    try:
        wire.game.check(wire.options_from(b"", settings), seats)
    except OptionsRefused as refused:
        return pb.OptionRefusal(
            option=SEATS if refused.field == "seats" else refused.field,
            value=settings.get(refused.field, ""),
            message=refused.why,
        )
    return None

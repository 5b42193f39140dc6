"""Messages as plain values for JSON: the schema's field names, numbers as numbers, enums by name, bytes in hex.

What a message carries encoded in the game's own types (views, events, moves, options) is opened where those types are
known here, so that a script reads everything from one document. A field that is absent is left out.
"""

import dataclasses
import datetime
import importlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import betterproto2
from betterproto2 import Message

from tilth_dataclasses.tilth.v1 import ChannelOpened

CARRIED = {
    ("Update", "events"): "event",
    ("Record", "events"): "event",
    ("Update", "view"): "view",
    ("CaughtUp", "view"): "view",
    ("GetViewResponse", "view"): "view",
    ("ViewAtResponse", "view"): "view",
    ("Option", "move"): "move",
    ("ChannelOpened", "options"): "options",
    ("MatchCreated", "options"): "options",
}


def message_class(full_name: str) -> type[Message] | None:
    """Return the dataclass of a message by its full name, such as `tilth.v1.Record`; None if its package is not
    installed here or is not Tilth's."""
    package, _, name = full_name.rpartition(".")
    if not package.startswith("tilth."):
        return None
    try:
        module = importlib.import_module(f"tilth_dataclasses.{package}")
    except ImportError:
        return None
    return getattr(module, name, None)


@dataclass(frozen=True)
class GameTypes:
    """The dataclasses of one game's messages: events, moves, views and options; None for a type that is not known
    here."""

    event: type[Message] | None = None
    move: type[Message] | None = None
    view: type[Message] | None = None
    options: type[Message] | None = None

    @classmethod
    def named(cls, opened: ChannelOpened) -> "GameTypes":
        """Return the dataclasses of the types that a server names when it opens a channel."""
        return cls(
            event=message_class(opened.event_type),
            move=message_class(opened.move_type),
            view=message_class(opened.view_type),
            options=message_class(opened.options_type),
        )

    def read_view(self, data: bytes) -> Message | None:
        """Return the view in these bytes; None if they are empty or the view's type is not known here."""
        return self.view.parse(data) if self.view and data else None

    def read_move(self, data: bytes) -> Message | None:
        """Return the move in these bytes; None if the move's type is not known here."""
        return self.move.parse(data) if self.move else None


def chosen_member(message: Message) -> Message | None:
    """Return the member that is set in a message that consists of one `oneof` (an event, a move)."""
    members = (getattr(message, name) for name in field_names(message))
    return next((member for member in members if isinstance(member, Message)), None)


def field_names(message: Message) -> list[str]:
    """Return the names of a message's fields. (Its base class is no dataclass for mypy, hence the cast.)"""
    return [field.name for field in dataclasses.fields(cast(Any, message))]


def as_plain(message: Message, types: GameTypes | None = None) -> dict[str, Any]:
    """Return a message as plain values, with the game's own messages decoded."""
    kind = type(message).__name__
    found = {}
    for name in field_names(message):
        value = getattr(message, name)
        if value is None:
            continue
        carried = getattr(types, CARRIED.get((kind, name), ""), None) if types else None
        if carried is not None:
            value = (
                [carried.parse(one) for one in value] if isinstance(value, list) else _parsed(carried, value)
            )
        found[name.rstrip("_")] = as_plain_value(value, types)
    return found


def _parsed(carried: type[Message], data: bytes) -> Message | bytes:
    """Return bytes decoded as a message of this type; empty bytes stay as they are."""
    return carried.parse(data) if data else data


def as_plain_value(value: Any, types: GameTypes | None = None) -> Any:
    """Return a field's value for JSON."""
    match value:
        case Message():
            return as_plain(value, types)
        case betterproto2.Enum():
            return value.name if value.name else value.value
        case bytes():
            return value.hex()
        case list():
            return [as_plain_value(one, types) for one in value]
        case Mapping():
            return {str(key): as_plain_value(one, types) for key, one in value.items()}
        case datetime.datetime():
            return value.isoformat()
        case datetime.timedelta():
            return value.total_seconds()
        case float() if not math.isfinite(value):
            # JSON has no such number; this is how protobuf writes it there.
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case _:
            return value

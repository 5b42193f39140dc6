"""The games' own message types, found by the names that a channel sends once when it opens."""

from contextlib import suppress
from importlib import import_module
from typing import Any

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

_classes: dict[str, type[Message]] = {}
_tried: set[str] = set()


def message_class(name: str) -> type[Message] | None:
    """Return the class of a message by its full name, such as `tilth.games.petrichor.v1.View`. Return None if its stubs
    are neither installed nor imported."""
    known = _classes.get(name)
    if known is not None:
        return known
    package = name.rpartition(".")[0]
    words = package.split(".")
    if len(words) >= 2 and package not in _tried:
        _tried.add(package)
        # If there is none, a game from elsewhere: its stubs count as soon as the program has imported them.
        with suppress(ImportError):
            import_module(f"{package}.{words[-2]}_pb2")
    try:
        descriptor = descriptor_pool.Default().FindMessageTypeByName(name)
    except KeyError:
        return None
    _classes[name] = message_factory.GetMessageClass(descriptor)
    return _classes[name]


def decoded(name: str, data: bytes) -> Any:
    """Return the message of this type in these bytes, or the bytes unchanged if the type's stubs are missing.

    For example, the view in a reply of the archive:

        view = decoded(response.view_type, response.view)
    """
    kind = message_class(name)
    return data if kind is None else kind.FromString(data)

"""The games' own message types, found by the names that a channel tells once when it opens."""

from contextlib import suppress
from importlib import import_module
from typing import Any

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

_classes: dict[str, type[Message]] = {}
_tried: set[str] = set()


def message_class(name: str) -> type[Message] | None:
    """The class of `tilth.games.petrichor.v1.View`, when its stubs are installed or were imported; else None."""
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
    """The message, or the bytes as they are where nobody here knows the type."""
    kind = message_class(name)
    return data if kind is None else kind.FromString(data)

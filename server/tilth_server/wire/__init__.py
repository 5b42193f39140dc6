"""Between the rules' plain structs and the schemas' messages: whatever touches bytes is here.

    wires = load_games()                         # every installed game, by name
    wire = wires["petrichor"]                    # a GameWire: events, moves, views, options, texts
    body = wire.records.encode(record, at_ms=now, request_id="a1")
    logged = wire.records.decode(number, body)   # a Logged; logged.record is the kernel's

`frames` composes what a stream carries from ready bytes; `replies` the answers of single calls.
No gRPC here, no store, no clock.
"""

from tilth_server.wire import causes, frames, replies
from tilth_server.wire.causes import LobbyCause, kind_of
from tilth_server.wire.errors import SchemaMismatch, Unreadable
from tilth_server.wire.game import GameWire, load_games
from tilth_server.wire.records import Logged, RecordWire, encode_lobby
from tilth_server.wire.texts import LANGUAGES, Texts, language_of

__all__ = [
    "LANGUAGES",
    "GameWire",
    "LobbyCause",
    "Logged",
    "RecordWire",
    "SchemaMismatch",
    "Texts",
    "Unreadable",
    "causes",
    "encode_lobby",
    "frames",
    "kind_of",
    "language_of",
    "load_games",
    "replies",
]

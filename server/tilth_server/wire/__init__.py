"""The conversion between the rules' structs and the schemas' messages. All code that encodes or decodes is here.

    wires = load_games()                         # every installed game, by name
    wire = wires["petrichor"]                    # a GameWire: events, moves, views, options, texts
    body = wire.records.encode(record, now, CauseDetails(request_id="a1"))
    logged = wire.records.decode(number, body)   # a LoggedRecord; logged.record is the kernel's

`frames` composes the frames of streams from ready bytes, `unary_responses` the responses of unary calls. The package
uses no gRPC, no store and no clock.
"""

from tilth_server.wire import causes, frames, unary_responses
from tilth_server.wire.causes import NO_DETAILS, CauseDetails, LobbyCause, kind_of
from tilth_server.wire.errors import SchemaMismatch, Unreadable
from tilth_server.wire.game import GameWire, load_games
from tilth_server.wire.records import LoggedRecord, RecordWire, encode_lobby
from tilth_server.wire.texts import LANGUAGES, Texts, language_of

__all__ = [
    "LANGUAGES",
    "NO_DETAILS",
    "CauseDetails",
    "GameWire",
    "LobbyCause",
    "LoggedRecord",
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
    "unary_responses",
]

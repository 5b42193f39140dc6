"""A hash of the content of a request, which is stored beside its request id.

A repeated request id with the same content gets the first reply again. With other content it is refused: otherwise the
client would take the first reply for a reply to its new request.
"""

from typing import Final
from zlib import crc32

from google.protobuf.message import Message

from tilth_server.reasons import REQUEST_ID_REUSED
from tilth_server.refusal import Refusal

UNKNOWN: Final = 0
"""The content of requests that earlier builds recorded: it is equal to any other."""
UNDO: Final = 1
"""The content of every undo."""


def content_hash(request: Message | None) -> int:
    """Return a hash of all fields of the request, which is 2 or more; UNDO without a request.

    No cryptographic hash is needed: a client that finds two contents with the same hash harms only itself.
    """
    if request is None:
        return UNDO
    return crc32(request.SerializeToString(deterministic=True)) | 2


def contents_differ(one: int, other: int) -> bool:
    """Return whether two content hashes show that the requests differ. UNKNOWN differs from no other."""
    return one != other and UNKNOWN not in (one, other)


def reused_id_refusal(request_id: str) -> Refusal:
    """Return the refusal of a request whose id was used for a request with other content."""
    message = f"the request id {request_id!r} was used with other content: choose another id for each request"
    return Refusal(REQUEST_ID_REUSED, message, field="request_id")

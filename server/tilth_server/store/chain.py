"""The hash chain of a stream, by which an altered record is found.

    hash(-1) = SHA-256("tilth stream" NUL name)        hash(n) = SHA-256(hash(n-1) body(n))

The name is part of the first link, so that records can't be moved from one stream to another.
"""

from collections.abc import Iterable
from hashlib import sha256


def root(stream: str) -> bytes:
    """Return the hash that stands before record 0: that of the stream's name."""
    return sha256(b"tilth stream\0" + stream.encode()).digest()


def link(previous: bytes, body: bytes) -> bytes:
    """Return the hash of a record, given the hash of the record before it."""
    return sha256(previous + body).digest()


def head_of(stream: str, bodies: Iterable[bytes]) -> bytes:
    """Return the hash of the last of these records, which are a stream's first ones."""
    hashed = root(stream)
    for body in bodies:
        hashed = link(hashed, body)
    return hashed

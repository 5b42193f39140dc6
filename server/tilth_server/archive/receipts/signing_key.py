"""The key that signs receipts: a file in the data directory, and the stream that names its public part.

The key is not in the store, and so not in a backup: who has only a copy of the matches can't sign for the server. The
public parts of all keys are in the stream, so that receipts of a lost key can still be checked.
"""

import time
from pathlib import Path
from typing import Final

import structlog
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from tilth.v1.receipt_pb2 import SigningKeyRecord
from tilth_server.private_file import write_private
from tilth_server.store import Streams

log = structlog.get_logger()

FILE: Final = "signing.key"
ARRIVING: Final = "signing.key.new"
STREAM: Final = "signing"


class SigningKeyUnusable(Exception):
    """The key's file cannot be read or written. The message names it and says what to do."""


class SigningKey:
    """The server's key, and the public keys that it has had."""

    def __init__(self, private: Ed25519PrivateKey, earlier: tuple[bytes, ...]) -> None:
        self.sign = private.sign
        """Return the signature of some bytes."""
        self.public = private.public_key().public_bytes_raw()
        self.earlier = earlier
        """The public keys with which this server signed before, the oldest first."""


async def open_signing_key(data: Path, streams: Streams) -> SigningKey:
    """Return the key in the data directory, a new one if there is none. A key that the stream does not name as its
    newest is added to it. Raise SigningKeyUnusable if the file cannot be used.
    """
    private = _read_or_make(data)
    public = private.public_key().public_bytes_raw()
    used = [SigningKeyRecord.FromString(record.body).public_key async for record in streams.read(STREAM)]
    if not used or used[-1] != public:
        record = SigningKeyRecord(public_key=public)
        record.at.FromMilliseconds(time.time_ns() // 1_000_000)
        await streams.append(STREAM, len(used), [record.SerializeToString()])
        if used:
            log.warning("signing key changed", file=str(data / FILE), public_key=public.hex())
    return SigningKey(private, tuple(key for key in dict.fromkeys(used) if key != public))


def _read_or_make(data: Path) -> Ed25519PrivateKey:
    """Return the key in the file; if there is no file, make a key and write it."""
    file = data / FILE
    try:
        private = load_pem_private_key(file.read_bytes(), password=None)
    except FileNotFoundError:
        return _make(data)
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _unusable(file, str(error)) from error
    if not isinstance(private, Ed25519PrivateKey):
        raise _unusable(file, "it is no Ed25519 key")
    return private


def _make(data: Path) -> Ed25519PrivateKey:
    """Make a key and write it into the file, which only the server's user can read."""
    private = Ed25519PrivateKey.generate()
    text = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    try:
        write_private(data / FILE, text, arriving=data / ARRIVING)
    except OSError as error:
        raise _unusable(data / FILE, error.strerror or str(error)) from error
    return private


def _unusable(file: Path, why: str) -> SigningKeyUnusable:
    """Return the error for a file of a key that cannot be used."""
    return SigningKeyUnusable(
        f"cannot use {file} ({why}): put the file back from where you keep it, or move it away;"
        " the server then signs receipts with a new key"
    )

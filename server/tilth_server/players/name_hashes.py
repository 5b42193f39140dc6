"""The hash that a record holds in place of a player's name; docs/explanation/fairness.md describes it byte by byte."""

import hmac
import secrets
from hashlib import sha256
from typing import Final

KEY_BYTES: Final = 32
LABEL: Final = b"tilth name\0"


def new_key() -> bytes:
    """Return a new random key, from which all salts of one player follow."""
    return secrets.token_bytes(KEY_BYTES)


def salt_of(key: bytes, stream: str) -> bytes:
    """Return the salt of the player's name in this stream. Without the key nobody can make the salts of other
    streams."""
    return hmac.digest(key, stream.encode(), "sha256")


def hash_of(salt: bytes, player_id: str, name: str) -> bytes:
    """Return the hash of a player's name with this salt."""
    return sha256(LABEL + salt + player_id.encode() + b"\0" + name.encode()).digest()

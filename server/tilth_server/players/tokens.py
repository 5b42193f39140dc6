"""Tokens and invitations: random words that are shown once and kept as a hash."""

import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

TOKEN_BYTES = 32
INVITATION_BYTES = 16
ID_BYTES = 8


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """A player's id. Random, so that no other server gives it to somebody else."""
    return "p" + secrets.token_hex(ID_BYTES)


def new_invitation() -> str:
    return secrets.token_urlsafe(INVITATION_BYTES)


def hashed(word: str) -> bytes:
    """What is kept of a word. The words are random and long, so that a plain hash is as safe as a slow one."""
    return sha256(word.encode("utf-8", "surrogatepass")).digest()


def write_secret(path: Path, word: str) -> None:
    """Into a file that only its owner can read, whole or not at all."""
    arriving = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(arriving, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(word + "\n")
            file.flush()
            os.fsync(file.fileno())
        arriving.replace(path)
    except BaseException:
        with suppress(OSError):
            arriving.unlink()
        raise

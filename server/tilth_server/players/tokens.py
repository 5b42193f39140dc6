"""Tokens and invitations: random texts that are shown once and stored as a hash."""

import os
import secrets
from hashlib import sha256
from pathlib import Path

from tilth_server.private_file import write_private
from tilth_server.reasons import TOKEN_HASH_INVALID
from tilth_server.refusal import Refusal

TOKEN_BYTES = 32
INVITATION_BYTES = 16
ID_BYTES = 8
HASH_BYTES = 32


def new_token() -> str:
    """Return a new token: TOKEN_BYTES random bytes in URL-safe base 64."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """Return a new player id. It is random, so that no other server gives it to another player."""
    return "p" + secrets.token_hex(ID_BYTES)


def new_invitation() -> str:
    """Return a new invitation: INVITATION_BYTES random bytes in URL-safe base 64."""
    return secrets.token_urlsafe(INVITATION_BYTES)


def hash_of_secret(secret: str) -> bytes:
    """Return the SHA-256 that is stored for a token or an invitation.

    Both are random and long, so a fast hash is as safe as a slow one.
    """
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def check_token_hash(token_hash: bytes) -> None:
    """Raise Refusal if this is not the SHA-256 of a token."""
    if len(token_hash) != HASH_BYTES:
        message = f"the SHA-256 of a token has {HASH_BYTES} bytes"
        raise Refusal(TOKEN_HASH_INVALID, message, field="token_hash")


def write_secret(path: Path, secret: str) -> None:
    """Write a token into a file that only the server's user can read."""
    write_private(path, secret + "\n", arriving=path.with_name(f".{path.name}.{os.getpid()}"))

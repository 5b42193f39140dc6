"""Ids of matches that follow from the request, so that a repeated request names the same match."""

import hmac
import secrets
from hashlib import sha256
from typing import Final

SECRET_BYTES: Final = 32
ID_BYTES: Final = 8


class DerivedIds:
    """The ids that follow from the secret of one store. Nobody else can tell the id of a match before it is created."""

    def __init__(self, secret: bytes = b"") -> None:
        """`secret` may be set later, before the first id is asked for."""
        self.secret = secret

    def match_id(self, creator_id: str, request_id: str) -> str:
        """Return the id of the match that this request creates; a random id for a request without an id."""
        if not request_id:
            return secrets.token_hex(ID_BYTES)
        assert self.secret, "the secret is read when the store is opened"
        message = f"match\0{creator_id}\0{request_id}".encode("utf-8", "surrogatepass")
        return hmac.digest(self.secret, message, sha256)[:ID_BYTES].hex()

    def is_derived(self, match_id: str, creator_id: str, request_id: str) -> bool:
        """Return whether the id follows from this request; False if the store has no secret yet."""
        return bool(self.secret) and match_id == self.match_id(creator_id, request_id)


def new_secret() -> bytes:
    """Return a secret for a store that has none."""
    return secrets.token_bytes(SECRET_BYTES)

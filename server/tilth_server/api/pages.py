"""Page sizes and page tokens of every list (AIP-158)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from tilth_server.refusal import Refusal
from tilth_server.tables.reasons import BAD_PAGE_TOKEN

DEFAULT_SIZE = 50
MOST = 500


def size_of(asked: int) -> int:
    """As many as were asked for, within reason."""
    return min(asked, MOST) if asked else DEFAULT_SIZE


def token_for(of: str, key: str) -> str:
    """The token that goes on after `key` in the list `of` these things; none at the end."""
    return urlsafe_b64encode(f"{of}:{key}".encode()).decode().rstrip("=") if key else ""


def key_of(of: str, token: str) -> str:
    """The key that a token of this list stands for; "" for none, which is the first page."""
    if not token:
        return ""
    try:
        name, _, key = (
            urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4)).decode().partition(":")
        )
    except ValueError:
        name = key = ""
    if name != of or token_for(of, key) != token:
        raise Refusal(BAD_PAGE_TOKEN, "this is no page token of this list", field="page_token")
    return key

"""Page sizes and page tokens of every list (AIP-158)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from tilth_server.reasons import PAGE_TOKEN_INVALID
from tilth_server.refusal import Refusal

DEFAULT_SIZE = 50
MAX_SIZE = 500


def page_size(requested: int) -> int:
    """Return the size of a page: the requested one, at most MAX_SIZE; DEFAULT_SIZE for 0."""
    return min(requested, MAX_SIZE) if requested else DEFAULT_SIZE


def page_token(list_name: str, key: str) -> str:
    """Return the token of the page after `key` in the list `list_name`; "" without a key: the list has ended."""
    return urlsafe_b64encode(f"{list_name}:{key}".encode()).decode().rstrip("=") if key else ""


def page_key(list_name: str, token: str) -> str:
    """Return the key in a page token of the list `list_name`; "" without a token, which means the first page.

    Raise Refusal for a token that is not of this list.
    """
    if not token:
        return ""
    try:
        name, _, key = (
            urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4)).decode().partition(":")
        )
    except ValueError:
        name = key = ""
    if name != list_name or page_token(list_name, key) != token:
        raise Refusal(PAGE_TOKEN_INVALID, "this is no page token of this list", field="page_token")
    return key


def number_of_key(key: str) -> int:
    """Return the row at which a page begins, from the key in its page token; 0 without a token. Refuse a key that is no
    number.
    """
    if not key:
        return 0
    if not (key.isdecimal() and len(key) <= 9):
        raise Refusal(PAGE_TOKEN_INVALID, "this is no page token of this list", field="page_token")
    return int(key)

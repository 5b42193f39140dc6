"""Lists of addresses: `HOST:PORT,HOST:PORT`."""

from collections.abc import Iterable


class BadAddresses(ValueError):
    """A list without an address, or with an empty place."""


def split(addresses: str | Iterable[str]) -> tuple[str, ...]:
    """Return the addresses of a list, each once, in their order. Each text may hold several, with commas between them.
    Raise BadAddresses if one is empty."""
    texts = [addresses] if isinstance(addresses, str) else addresses
    found = [address.strip() for text in texts for address in text.split(",")]
    if not found or not all(found):
        raise BadAddresses(f"{', '.join(found)!r} is not a list of addresses: HOST:PORT,HOST:PORT")
    return tuple(dict.fromkeys(found))


def joined(addresses: Iterable[str]) -> str:
    """Return the addresses as one text, which `split` reads."""
    return ",".join(addresses)

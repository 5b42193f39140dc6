"""The values of the flags of `tilth-server`, read from texts of the command line, the environment or a file."""

import ipaddress
from datetime import UTC, datetime

import click

from tilth_server.settings import MAX_BOT_DELAY, Address
from tilth_server.web.origins import BadOrigin, Origins

LARGEST_PORT = 65535


def address(text: str | Address) -> Address:
    """Return the host and the port of a text HOST:PORT."""
    if isinstance(text, Address):
        return text
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > LARGEST_PORT:
        raise click.BadParameter(f"{text!r} is not HOST:PORT")
    return Address(host, int(port))


def origin(text: str) -> str:
    """Return the address of a page, such as https://host/path."""
    try:
        Origins(Address("127.0.0.1", 1), (text,))
    except BadOrigin as error:
        raise click.BadParameter(str(error)) from None
    return text


def names(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a text in which they are separated by commas."""
    if isinstance(text, tuple):
        return text
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise click.BadParameter(f"{text!r} is no list of names with commas between")
    return found


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return the network of a text in CIDR notation; an address is a network of one machine."""
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is no address or network (192.0.2.0/24): {error}") from None


def moment(text: str | datetime) -> datetime:
    """Return the moment of a text such as 2026-01-31 or 2026-01-31T12:00, in UTC unless it names another offset."""
    try:
        found = text if isinstance(text, datetime) else datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is no date such as 2026-01-31") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def positive(text: str | int) -> int:
    """Return a whole number above 0."""
    if isinstance(text, int):
        return text
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise click.BadParameter(f"{text!r} is not a whole number above 0")
    return int(text)


def whole(text: str | int) -> int:
    """Return a whole number from 0 on."""
    if isinstance(text, int):
        return text
    if not text.isascii() or not text.isdigit():
        raise click.BadParameter(f"{text!r} is not a whole number")
    return int(text)


def ratio(text: str | float) -> float:
    """Return a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise click.BadParameter(f"{text!r} is not between 0 and 1")
    return number


def bot_delay(text: str | float) -> float:
    """Return a number of seconds from 0 to MAX_BOT_DELAY."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= MAX_BOT_DELAY:
        raise click.BadParameter(f"{text!r} is not between 0 and {MAX_BOT_DELAY:.0f}")
    return number

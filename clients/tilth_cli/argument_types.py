"""Parsers for arguments with a format of their own: durations, sizes, moments and the like."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import click

from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import NumberRange

DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
MILLISECONDS = {"ms": 1, "": 1000, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}

SIZE = re.compile(r"(\d+(?:\.\d+)?)([kKmMgG]?)(?:i?B)?")
BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def duration(text: str) -> int:
    """Return the milliseconds of a duration: `90` and `90s` are seconds, `5m` minutes, `1.5h` hours; parts can be
    joined: `1m30s`. Raise BadParameter for other texts."""
    parts = DURATION.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise click.BadParameter(tr("usage-duration", value=text))
    return int(sum(float(number) * MILLISECONDS[unit] for number, unit in parts))


def size(text: str) -> int:
    """Return the bytes of a size: `512M`, `1G`, `1.5G`; a number alone is bytes."""
    found = SIZE.fullmatch(text)
    if not found:
        raise click.BadParameter(tr("usage-size", value=text))
    return int(float(found[1]) * BYTES[found[2].upper()])


def moment(text: str) -> datetime:
    """Return a moment in this machine's time zone: `2026-12-24 18:00`, by this machine's clock unless the text names a
    zone, or a duration from now. Raise BadParameter for other texts."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        pass
    try:
        return datetime.now().astimezone() + timedelta(milliseconds=duration(text))
    except click.BadParameter:
        raise click.BadParameter(tr("usage-moment", value=text)) from None


def setting(text: str) -> tuple[str, str]:
    """Return the name and the value of a setting `name=value`. A name alone has the value `true`; a value `@file` is
    replaced by the text of that file."""
    name, equals, given = text.partition("=")
    if not name or (equals and not given):
        raise click.BadParameter(tr("usage-setting", value=text))
    return name, _contents(Path(given[1:])) if given.startswith("@") else given or "true"


def seat_bot(text: str) -> tuple[int, str]:
    """Return the seat and the bot of a text `1=farmer`. Raise BadParameter for other texts."""
    seat, equals, bot = text.partition("=")
    if not equals or not bot or not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise click.BadParameter(tr("usage-seat_bot", value=text))
    return int(seat), bot


def _contents(file: Path) -> str:
    """Return the text of a file that an option names; raise BadParameter if it cannot be read."""
    try:
        return file.expanduser().read_text("utf-8")
    except OSError as error:
        raise click.BadParameter(tr("error-unreadable", path=file, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise click.BadParameter(tr("error-unreadable", path=file, error=error.reason)) from error


def seed(text: str) -> bytes:
    """Return the 32 bytes of a seed, typed as 64 hexadecimal digits; no bytes for an empty text. Raise BadParameter for
    other texts."""
    if text and not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise click.BadParameter(tr("usage-seed"))
    return bytes.fromhex(text)


def moment_option(context: click.Context, parameter: click.Parameter, value: str | None) -> datetime | None:
    """Return the typed value of an option, a time, as a datetime, for click; None if the option was not given."""
    return None if value is None else moment(value)


def number_range(text: str) -> NumberRange:
    """Return the bounds of a text `10..20`, `10..` or `..20`; a number alone is both bounds. Raise BadParameter for
    other texts."""
    return _range_of(text, _whole)


def duration_range(text: str) -> NumberRange:
    """Return the bounds, in milliseconds, of a text `1m..1h`, as `number_range` does."""
    return _range_of(text, duration)


def _range_of(text: str, bound: Callable[[str], int]) -> NumberRange:
    """Return the bounds of a text, each read by `bound`."""
    least, dots, greatest = text.partition("..")
    if not dots:
        greatest = least
    if not least and not greatest:
        raise click.BadParameter(tr("usage-range", value=text))
    return NumberRange(min=bound(least) if least else None, max=bound(greatest) if greatest else None)


def _whole(text: str) -> int:
    """Return a whole number. Raise BadParameter for other texts."""
    if not (text.isascii() and text.isdigit()):
        raise click.BadParameter(tr("usage-range", value=text))
    return int(text)

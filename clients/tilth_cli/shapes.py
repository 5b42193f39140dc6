"""What some arguments must look like, and what they mean."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import click

from tilth_cli.words import say

DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
MILLISECONDS = {"ms": 1, "": 1000, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}

SIZE = re.compile(r"(\d+(?:\.\d+)?)([kKmMgG]?)(?:i?B)?")
BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def duration(text: str) -> int:
    """`90`, `90s`, `5m`, `1.5h`, also together: `1m30s`. In milliseconds."""
    parts = DURATION.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise click.BadParameter(say("usage.duration", value=text))
    return int(sum(float(number) * MILLISECONDS[unit] for number, unit in parts))


def size(text: str) -> int:
    """`512M`, `1G`, `1.5G`; a number alone is bytes."""
    found = SIZE.fullmatch(text)
    if not found:
        raise click.BadParameter(say("usage.size", value=text))
    return int(float(found[1]) * BYTES[found[2].upper()])


def moment(text: str) -> datetime:
    """`2026-12-24 18:00`, on this machine's clock unless it names another zone; or a duration from now."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        pass
    try:
        return datetime.now().astimezone() + timedelta(milliseconds=duration(text))
    except click.BadParameter:
        raise click.BadParameter(say("usage.moment", value=text)) from None


def setting(text: str) -> tuple[str, str]:
    """`form=long`; a name alone means true; `values=@corrections.json` is what stands in that file."""
    name, equals, given = text.partition("=")
    if not name or (equals and not given):
        raise click.BadParameter(say("usage.setting", value=text))
    return name, _contents(Path(given[1:])) if given.startswith("@") else given or "true"


def _contents(file: Path) -> str:
    try:
        return file.expanduser().read_text("utf-8")
    except OSError as error:
        raise click.BadParameter(say("trouble.unreadable", path=file, said=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise click.BadParameter(say("trouble.unreadable", path=file, said=error.reason)) from error


def seed(text: str) -> bytes:
    """32 bytes as 64 hexadecimal digits."""
    if text and not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise click.BadParameter(say("usage.seed"))
    return bytes.fromhex(text)

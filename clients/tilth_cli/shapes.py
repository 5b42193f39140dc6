"""What some arguments must look like, and what they mean."""

import re

import click

from tilth_cli.words import say

DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?")
MILLISECONDS = {"ms": 1, "": 1000, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


def duration(text: str) -> int:
    """`90`, `90s`, `5m`, `1.5h`, also together: `1m30s`. In milliseconds."""
    parts = DURATION.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise click.BadParameter(say("usage.duration", value=text))
    return int(sum(float(number) * MILLISECONDS[unit] for number, unit in parts))


def setting(text: str) -> tuple[str, str]:
    """`form=long`; a name alone means true."""
    name, equals, given = text.partition("=")
    if not name or (equals and not given):
        raise click.BadParameter(say("usage.setting", value=text))
    return name, given or "true"


def seed(text: str) -> bytes:
    """32 bytes as 64 hexadecimal digits."""
    if text and not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise click.BadParameter(say("usage.seed"))
    return bytes.fromhex(text)

"""What a game's module says of numbers that are set by keys; `aiming.py` does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from betterproto2 import Message

from tilth_cli.looks import Look


def no_start(view: Message) -> Mapping[str, int]:
    """The server's own default is where one begins."""
    return {}


def no_remark(view: Message, look: Look) -> str:
    return ""


@dataclass(frozen=True)
class Dial:
    """The keys of one number, and how far it goes with each press: fine, usual and coarse."""

    less: str
    more: str
    steps: tuple[int, int, int]


@dataclass(frozen=True)
class Dials:
    """How the numbers of a decision are set; without it Tab goes from one to the next."""

    by_name: Mapping[str, Dial] = field(default_factory=dict)
    """By the name of the quantity."""
    start: Callable[[Message], Mapping[str, int]] = no_start
    """Where the numbers of the first such decision begin."""
    remark: Callable[[Message, Look], str] = no_remark
    """What the numbers come to, beside them."""
    keys: str = ""
    """The key of a line that names the keys."""
    help: str = ""
    """The key of a few words on what they do."""


NONE = Dials()

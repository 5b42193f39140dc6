"""The keys by which a person sets numbers, as a game's module declares them; `aiming.py` applies them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from betterproto2 import Message

from tilth_cli.draw_context import DrawContext


def no_start(view: Message) -> Mapping[str, int]:
    """Return no numbers: the server's default numbers are the first ones."""
    return {}


def no_remark(view: Message, context: DrawContext) -> str:
    """Return an empty remark on the numbers, for games without one."""
    return ""


@dataclass(frozen=True)
class Dial:
    """The two keys that make one number smaller (`less`) and larger (`more`), and its change with each press in fine,
    usual and coarse steps."""

    less: str
    more: str
    steps: tuple[int, int, int]


@dataclass(frozen=True)
class Dials:
    """The keys by which a decision's numbers are set. Without dials, Tab goes from one number to the next."""

    by_name: Mapping[str, Dial] = field(default_factory=dict)
    """By the name of the quantity."""
    start: Callable[[Message], Mapping[str, int]] = no_start
    """A function from the view to the numbers at which the first such decision begins, by quantity."""
    remark: Callable[[Message, DrawContext], str] = no_remark
    """A function that returns a remark on what the numbers lead to, to be shown beside them."""
    keys: str = ""
    """The key of a line that names the keys."""
    help: str = ""
    """The key of a few words on what they do."""


NONE = Dials()

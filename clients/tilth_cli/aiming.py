"""Numbers that are set by single keys: each press turns one of them, and the board shows at once what it would come to.

What is given in the end is the same line that a person could have typed, so there is one way to answer, and exactly the
numbers on the screen are sent.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from rich.text import Text

from tilth_cli.dials import Dial, Dials
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Decision, Quantity

GIVE = (" ", "enter")
COMMANDS = ("q", "u", "v", "?", "h")
STARTS_A_LINE = "0123456789-"
STEPS = ("fine", "usual", "coarse")
USUAL = 1
CYRILLIC = str.maketrans(
    "йцукенгшфывапролдячсмитьхъЙЦУКЕНГШФЫВАПРОЛДЯЧСМИТЬХЪ",
    "qwertyuiasdfghjklzxcvbnm[]QWERTYUIASDFGHJKLZXCVBNM{}",
)
"""The same keys on a keyboard that is switched to Russian."""


class Setting:
    """The answer to one decision, being set."""

    def __init__(self, asked: Decision, dials: Dials, begin: Mapping[str, int]) -> None:
        self.asked = asked
        self.line: str | None = None
        """What is being typed instead; None while keys turn the numbers."""
        self._dials = dials
        self._step = USUAL
        self._turned = 0
        """For a game without dials: which number the arrows turn."""
        self._counts = [
            _within(one, begin.get(one.name, default))
            for one, default in zip(asked.quantities, _defaults(asked), strict=True)
        ]

    @property
    def numbers(self) -> dict[str, int]:
        return {one.name: count for one, count in zip(self.asked.quantities, self._counts, strict=True)}

    def press(self, key: str) -> str | None:
        """Takes a key; gives what the person has said by it, as a line, once that is whole."""
        if self.line is not None:
            return self._type(key)
        if key == "escape" or key in STARTS_A_LINE:
            self.line = key if key != "escape" else ""
            return None
        key = key.translate(CYRILLIC)
        if key in GIVE:
            return " ".join(f"{one.name}={shown(one, count)}" for one, count in self._pairs())
        if key == "r":
            self.line = ""  # the next thing typed is the word that makes it certain
        if key in (*COMMANDS, "r"):
            return key
        self._turn(key)
        return None

    def text(self, remark: str) -> Text:
        """The numbers as they are now, and how far a key would turn them."""
        parts = []
        for i, (one, count) in enumerate(self._pairs()):
            marked = not self._dials.by_name and i == self._turned
            parts.append(
                Text.assemble(
                    (one.name, "dim"), " ", (shown(one, count), "bold reverse" if marked else "bold")
                )
            )
        line = Text("   ").join(parts)
        step = say(f"aim.step.{STEPS[self._step]}")
        line.append(f"   {step}", style="dim")
        return Text("  ").append_text(line).append(f"   {remark}" if remark else "")

    def keys(self) -> str:
        if self.line is not None:
            return say("aim.typing")
        return f"{say(self._dials.keys or 'aim.any_keys')} · {say('aim.keys')}"

    def _type(self, key: str) -> str | None:
        """The line editor of the terminal is off while single keys count; this one knows as much."""
        assert self.line is not None
        match key:
            case "enter":
                line, self.line = self.line.strip(), None
                return line or None
            case "escape":
                self.line = None
            case "backspace":
                self.line = self.line[:-1]
            case _ if len(key) == 1:
                self.line += key
        return None

    def _turn(self, key: str) -> None:
        if key in "[]":
            self._step = max(0, min(len(STEPS) - 1, self._step + (1 if key == "]" else -1)))
            return
        if not self._dials.by_name and key == "tab":
            self._turned = (self._turned + 1) % len(self._counts)
            return
        finely = key.startswith("shift ") or (len(key) == 1 and key.isupper())
        key = key.removeprefix("shift ").lower()
        for i, dial in enumerate(self._all_dials()):
            by = dial.steps[0 if finely else self._step] if dial is not None else 0
            if dial is not None and key in (dial.less, dial.more):
                one = self.asked.quantities[i]
                self._counts[i] = _within(one, self._counts[i] + (by if key == dial.more else -by))

    def _all_dials(self) -> Sequence[Dial | None]:
        """By quantity; without dials of the game's own, arrows turn the chosen one."""
        if self._dials.by_name:
            return [self._dials.by_name.get(one.name) for one in self.asked.quantities]
        return [_any_dial(one) if i == self._turned else None for i, one in enumerate(self.asked.quantities)]

    def _pairs(self) -> Sequence[tuple[Quantity, int]]:
        return list(zip(self.asked.quantities, self._counts, strict=True))


def shown(quantity: Quantity, count: int) -> str:
    """A number as it is read and typed: `-12.50`."""
    scale = quantity.scale or 1
    digits = len(str(scale - 1)) if scale > 1 else 0
    exact = Decimal(count) / scale
    rounded = f"{exact:.{digits}f}"
    return rounded if Decimal(rounded) == exact else str(exact)


def _any_dial(quantity: Quantity) -> Dial:
    wide = quantity.high - quantity.low
    return Dial("left", "right", (1, max(1, wide // 100), max(1, wide // 10)))


def _defaults(asked: Decision) -> Sequence[int]:
    """What the server would answer, or the middle."""
    if len(asked.default_measured) == len(asked.quantities):
        return asked.default_measured
    return [(one.low + one.high) // 2 for one in asked.quantities]


def _within(quantity: Quantity, count: int) -> int:
    return max(quantity.low, min(quantity.high, count))

"""Numbers that are set by single keys: each press turns one of them, and the board shows at once what it would come to.

What is given in the end is the same line that a person could have typed, so there is one way to answer, and exactly the
numbers on the screen are sent.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from rich.text import Text

from tilth_cli.dials import Dial, Dials
from tilth_cli.messages import tr
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
"""The Latin key for each key of a keyboard that is switched to Russian."""


class NumberInput:
    """The numbers of an answer to one decision while the person sets them, by keys or as a typed line."""

    def __init__(self, decision: Decision, dials: Dials, begin: Mapping[str, int]) -> None:
        self.decision = decision
        self.line: str | None = None
        """The text being typed instead of turning numbers by keys; None while keys turn them."""
        self._dials = dials
        self._step = USUAL
        self._turned = 0
        """The index of the number that the arrows turn, in a game without dials."""
        self._counts = [
            _within(one, begin.get(one.name, default))
            for one, default in zip(decision.quantities, _defaults(decision), strict=True)
        ]

    @property
    def numbers(self) -> dict[str, int]:
        """The current numbers by quantity."""
        return {one.name: count for one, count in zip(self.decision.quantities, self._counts, strict=True)}

    def press(self, key: str) -> str | None:
        """Take a key, which turns a number, changes the step, types a line or completes one. Return the completed line,
        or None if none is complete."""
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
        """Return a line with the current numbers, the step by which a key turns them, and the remark."""
        parts = []
        for i, (one, count) in enumerate(self._pairs()):
            marked = not self._dials.by_name and i == self._turned
            parts.append(
                Text.assemble(
                    (one.text or one.name, "dim"),
                    " ",
                    (shown(one, count), "bold reverse" if marked else "bold"),
                )
            )
        line = Text("   ").join(parts)
        step = tr(f"number-step-{STEPS[self._step]}")
        line.append(f"   {step}", style="dim")
        return Text("  ").append_text(line).append(f"   {remark}" if remark else "")

    def keys(self) -> str:
        """Return the line that names the keys which work now."""
        if self.line is not None:
            return tr("number-typing")
        return f"{tr(self._dials.keys or 'number-any_keys')} · {tr('number-keys')}"

    def _type(self, key: str) -> str | None:
        """Edit the typed line by a key: the terminal's line editor is off while single keys count. Return the
        finished line."""
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
        """Change a number, the step ("[" and "]"), or in a game without dials the chosen number (Tab), by a key. Shift
        makes a fine step. Other keys do nothing."""
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
                one = self.decision.quantities[i]
                self._counts[i] = _within(one, self._counts[i] + (by if key == dial.more else -by))

    def _all_dials(self) -> Sequence[Dial | None]:
        """Return each quantity's dial or None; in a game without dials only the quantity chosen by Tab has one."""
        if self._dials.by_name:
            return [self._dials.by_name.get(one.name) for one in self.decision.quantities]
        return [
            _any_dial(one) if i == self._turned else None for i, one in enumerate(self.decision.quantities)
        ]

    def _pairs(self) -> Sequence[tuple[Quantity, int]]:
        """Return each quantity with its current number."""
        return list(zip(self.decision.quantities, self._counts, strict=True))


def shown(quantity: Quantity, count: int) -> str:
    """Return a number of a quantity as it is shown and typed, divided by the quantity's scale: `-12.50`."""
    scale = quantity.scale or 1
    digits = len(str(scale - 1)) if scale > 1 else 0
    exact = Decimal(count) / scale
    rounded = f"{exact:.{digits}f}"
    return rounded if Decimal(rounded) == exact else str(exact)


def _any_dial(quantity: Quantity) -> Dial:
    """Return a dial for a number without one: the left and right arrow keys, with steps of 1, a hundredth and a tenth
    of its range."""
    wide = quantity.max - quantity.min
    return Dial("left", "right", (1, max(1, wide // 100), max(1, wide // 10)))


def _defaults(decision: Decision) -> Sequence[int]:
    """Return the default counts of a decision's quantities: the server's, or the middle of each range."""
    if len(decision.default_numbers) == len(decision.quantities):
        return decision.default_numbers
    return [(one.min + one.max) // 2 for one in decision.quantities]


def _within(quantity: Quantity, count: int) -> int:
    """Return the count, or the nearest of the quantity's bounds if it is outside of them."""
    return max(quantity.min, min(quantity.max, count))

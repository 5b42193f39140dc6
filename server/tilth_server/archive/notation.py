"""The words of a match's text form: how its headers and lines are written, and what they mean.

docs/protocol.md has the grammar. A line says a record's cause, and nothing that the rules make of it; so the two
functions here, `said` and `meant`, are each other's inverse for every cause that this server writes.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from tilth.v1.decision_pb2 import Result
from tilth.v1.record_pb2 import (
    DEFAULT_REASON_RESIGNED,
    DEFAULT_REASON_TIMEOUT,
    MatchCancelled,
    MatchClosed,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    SeatAnswered,
    SeatDefaulted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeatUndid,
)

FORMAT: Final = "tilth text 1"
HEADER: Final = re.compile(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]')
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s{}"]+|\{[^}]*\}')
NUMBER: Final = re.compile(r"-?\d{1,18}")
REASONS: Final = {"timed out": DEFAULT_REASON_TIMEOUT, "resigned": DEFAULT_REASON_RESIGNED}


class Meaningless(Exception):
    """A line that says nothing; the text says why."""


class Meant(NamedTuple):
    """What a line says: a cause, and the facts from outside that the rules took."""

    cause: Any
    facts: tuple[bytes, ...] = ()


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def header(name: str, value: object) -> str:
    return f"[{name} {quoted(str(value))}]"


def comment(text: str) -> str:
    """For the eye; a brace within would end it."""
    words = " ".join(text.replace("{", "(").replace("}", ")").split())
    return f" {{{words}}}" if words else ""


def said(member: str, cause: Any, facts: Iterable[bytes] = (), remark: str = "") -> str:
    """A record's cause in words; `member` is its name in tilth.v1.Record."""
    words = _SAID[member](cause) + comment(remark)
    if member in ("answered", "defaulted") and cause.spent_ms:
        words += f" spent {cause.spent_ms}"
    if getattr(cause, "request_id", ""):
        words += f" request {quoted(cause.request_id)}"
    return words + "".join(f" fact {quoted(fact.decode())}" for fact in facts)


def meant(line: str) -> Meant:
    """The cause that `said` has put into words, as far as they go: a decision's number isn't among them."""
    words = Words(line)
    cause = _cause(words)
    facts: list[bytes] = []
    while not words.done:
        if words.took("spent") and hasattr(cause, "spent_ms"):
            cause.spent_ms = words.number(least=0)
        elif words.took("request") and hasattr(cause, "request_id"):
            cause.request_id = words.text()
        elif words.took("fact"):
            facts.append(words.text().encode())
        else:
            raise Meaningless(f"{words.next()!r} means nothing here")
    return Meant(cause, tuple(facts))


class Words:
    """The words of a line, one after the other; comments are none."""

    def __init__(self, line: str) -> None:
        self._tokens: list[str] = []
        at = 0
        while rest := line[at:].lstrip():
            at = len(line) - len(rest)
            found = TOKEN.match(line, at)
            if found is None:
                raise Meaningless(f"a quote or a brace has no end: {rest[:20]!r}")
            at = found.end()
            if not found[0].startswith("{"):
                self._tokens.append(found[0])
        self._at = 0

    @property
    def done(self) -> bool:
        return self._at >= len(self._tokens)

    def peek(self) -> str:
        return "" if self.done else self._tokens[self._at]

    def next(self) -> str:
        if self.done:
            raise Meaningless("it ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def took(self, *words: str) -> bool:
        """Whether these come next; they are taken then."""
        if tuple(self._tokens[self._at : self._at + len(words)]) != words:
            return False
        self._at += len(words)
        return True

    def number(self, least: int = -(1 << 63)) -> int:
        word = self.next()
        if NUMBER.fullmatch(word) is None or int(word) < least:
            raise Meaningless(f"{word!r} is no number that can stand here")
        return int(word)

    def numbers(self) -> list[int]:
        found = []
        while NUMBER.fullmatch(self.peek()):
            found.append(self.number())
        return found

    def text(self) -> str:
        word = self.next()
        if not word.startswith('"'):
            raise Meaningless(f"{word!r} should stand in quotes")
        return unquoted(word)


def unquoted(word: str) -> str:
    try:
        text: str = json.loads(word)
        text.encode()
    except (ValueError, UnicodeEncodeError):
        raise Meaningless(f"{word} is no text") from None
    return text


def _picks(cause: Any) -> str:
    if cause.measured:
        return "= " + " ".join(map(str, cause.measured))
    return " ".join(map(str, cause.chosen)) or "none"


def _said_resigned(cause: SeatResigned) -> str:
    why = " by timeout" if cause.by_timeout else ""
    return f"seat {cause.seat} resigns{why}{' by absence' if cause.by_absence else ''}"


def _said_defaulted(cause: SeatDefaulted) -> str:
    why = next((word for word, reason in REASONS.items() if reason == cause.reason), "")
    return f"seat {cause.seat} {why}: {_picks(cause)}"


def _said_closed(cause: MatchClosed) -> str:
    result = cause.result
    ends = " ".join(f"{place}:{score}" for place, score in zip(result.places, result.scores, strict=False))
    seats = "".join(f" {seat}" for seat in cause.resigned_seats)
    return f"ends {ends}" + (f" resigned{seats}" if seats else "")


_SAID: Final[dict[str, Callable[[Any], str]]] = {
    "seat_taken": lambda cause: f"seat {cause.seat} taken by {quoted(cause.player_id)}",
    "seat_left": lambda cause: f"seat {cause.seat} left by {quoted(cause.player_id)}",
    "started": lambda cause: "starts with " + " ".join(map(quoted, cause.player_ids)),
    "answered": lambda cause: f"seat {cause.seat}: {_picks(cause)}",
    "defaulted": _said_defaulted,
    "resigned": _said_resigned,
    "undid": lambda cause: f"seat {cause.seat} takes back {' '.join(map(str, cause.takes_back))}",
    "cancelled": lambda cause: f"cancelled by {quoted(cause.by_id)} {quoted(cause.reason)}",
    "paused": lambda cause: f"paused by {quoted(cause.by_id)} {quoted(cause.reason)}",
    "resumed": lambda cause: f"resumed by {quoted(cause.by_id)}",
    "closed": _said_closed,
}


def _cause(words: Words) -> Any:
    if words.took("seat"):
        return _of_seat(words)
    if words.took("starts", "with"):
        players = []
        while words.peek().startswith('"'):
            players.append(words.text())
        return MatchStarted(player_ids=players)
    if words.took("cancelled", "by"):
        return MatchCancelled(by_id=words.text(), reason=words.text())
    if words.took("paused", "by"):
        return MatchPaused(by_id=words.text(), reason=words.text())
    if words.took("resumed", "by"):
        return MatchResumed(by_id=words.text())
    if words.took("ends"):
        return _closed(words)
    raise Meaningless(f"{words.next()!r} is nothing that can happen")


def _of_seat(words: Words) -> Any:
    word = words.next()
    seat, colon, _ = word.partition(":")
    if NUMBER.fullmatch(seat) is None or word not in (seat, seat + ":") or not 0 <= int(seat) < 1 << 31:
        raise Meaningless(f"{word!r} is no seat")
    number = int(seat)
    if colon:
        return _picked(words, SeatAnswered(seat=number))
    for why, reason in REASONS.items():
        *before, last = why.split()
        if words.took(*before, last + ":"):
            return _picked(words, SeatDefaulted(seat=number, reason=reason))
    if words.took("taken", "by"):
        return SeatTaken(seat=number, player_id=words.text())
    if words.took("left", "by"):
        return SeatLeft(seat=number, player_id=words.text())
    if words.took("resigns"):
        by_timeout = words.took("by", "timeout")
        return SeatResigned(seat=number, by_timeout=by_timeout, by_absence=words.took("by", "absence"))
    if words.took("takes", "back"):
        return SeatUndid(seat=number, takes_back=_within(words.numbers(), 0, 1 << 63))
    raise Meaningless(f"{words.next()!r} is nothing that a seat does")


def _picked(words: Words, cause: Any) -> Any:
    if words.took("="):
        cause.measured.extend(words.numbers())
    elif not words.took("none"):
        chosen = _within(words.numbers(), 0, 1 << 32)
        if not chosen:
            raise Meaningless("what was chosen is missing ('none' where nothing was)")
        cause.chosen.extend(chosen)
    return cause


def _closed(words: Words) -> MatchClosed:
    places, scores = [], []
    while ":" in words.peek():
        place, _, score = words.next().partition(":")
        if not (NUMBER.fullmatch(place) and NUMBER.fullmatch(score)):
            raise Meaningless("a result is PLACE:SCORE for every seat")
        places += _within([int(place)], 0, 1 << 32)
        scores += _within([int(score)], -(1 << 31), 1 << 31)
    resigned = _within(words.numbers(), 0, 1 << 32) if words.took("resigned") else []
    return MatchClosed(result=Result(places=places, scores=scores), resigned_seats=resigned)


def _within(numbers: list[int], low: int, end: int) -> list[int]:
    for number in numbers:
        if not low <= number < end:
            raise Meaningless(f"{number} is no number that can stand here")
    return numbers

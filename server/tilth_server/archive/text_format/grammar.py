"""The grammar of a match's text: the headers, and a line per record.

docs/protocol/files.md describes it. A line holds a record's cause, and no results of the rules. So `write_cause` and
`parse_line` are each other's inverse for every cause that this server writes.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from tilth.v1.decision_pb2 import Result
from tilth.v1.record_pb2 import (
    DEFAULT_REASON_BOT_FAILED,
    DEFAULT_REASON_RESIGNED,
    DEFAULT_REASON_TIMEOUT,
    AnswerUndone,
    ForfeitCause,
    MatchCancelled,
    MatchFinished,
    MatchPaused,
    MatchResumed,
    MatchRetitled,
    MatchStarted,
    SeatAnswered,
    SeatDefaulted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)

FORMAT: Final = "tilth text 1"
HEADER: Final = re.compile(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]')
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s{}"]+|\{[^}]*\}')
NUMBER: Final = re.compile(r"-?\d{1,18}")
REASONS: Final = {
    "timed out": DEFAULT_REASON_TIMEOUT,
    "resigned": DEFAULT_REASON_RESIGNED,
    "bot failed": DEFAULT_REASON_BOT_FAILED,
}

FORFEITS: Final = {
    "crash": ForfeitCause.FORFEIT_CAUSE_CRASH,
    "illegal answer": ForfeitCause.FORFEIT_CAUSE_ILLEGAL_ANSWER,
    "limit": ForfeitCause.FORFEIT_CAUSE_LIMIT,
    "withdrawal": ForfeitCause.FORFEIT_CAUSE_WITHDRAWAL,
    "operator": ForfeitCause.FORFEIT_CAUSE_OPERATOR,
}


class BadTextLine(Exception):
    """A line or a header can't be read; the message names the reason."""


LARGEST_HASH = (1 << 32) - 1
"""The largest number that the field request_hash holds."""


class ParsedLine(NamedTuple):
    """The content of a line: a cause, and the outside facts that the rules took."""

    cause: Any
    facts: tuple[bytes, ...] = ()


def quote(text: str) -> str:
    """Return the text in double quotes, with JSON's escapes; letters outside ASCII stay as they are."""
    return json.dumps(text, ensure_ascii=False)


def write_header(name: str, value: object) -> str:
    """Return a header line, such as `[Game "earth"]`."""
    return f"[{name} {quote(str(value))}]"


def write_comment(text: str) -> str:
    """Return a comment for human readers. Braces become parentheses, because a brace ends a comment."""
    words = " ".join(text.replace("{", "(").replace("}", ")").split())
    return f" {{{words}}}" if words else ""


def write_cause(member: str, cause: Any, facts: Iterable[bytes] = (), remark: str = "") -> str:
    """Return a record's cause as text; `member` is the cause's name in tilth.v1.Record."""
    line = _WRITERS[member](cause) + write_comment(remark)
    if member in ("answered", "defaulted") and cause.bank_spent_ms:
        line += f" spent {cause.bank_spent_ms}"
    if getattr(cause, "name_hash", b""):
        line += f" name {cause.name_hash.hex()}"
    if getattr(cause, "request_id", ""):
        line += f" request {quote(cause.request_id)}"
    if getattr(cause, "request_hash", 0):
        line += f" content {cause.request_hash}"
    return line + "".join(f" fact {quote(fact.decode())}" for fact in facts)


def parse_line(line: str) -> ParsedLine:
    """Return the cause and the facts in a line that `write_cause` has written. The cause has no decision id."""
    tokens = Tokens(line)
    cause = _parse_cause(tokens)
    facts: list[bytes] = []
    while not tokens.at_end:
        if tokens.accept("spent") and hasattr(cause, "bank_spent_ms"):
            cause.bank_spent_ms = tokens.number(min_value=0)
        elif tokens.accept("name") and hasattr(cause, "name_hash"):
            cause.name_hash = tokens.hexadecimal()
        elif tokens.accept("request") and hasattr(cause, "request_id"):
            cause.request_id = tokens.text()
        elif tokens.accept("content") and hasattr(cause, "request_hash"):
            cause.request_hash = min(tokens.number(min_value=0), LARGEST_HASH)
        elif tokens.accept("fact"):
            facts.append(tokens.text().encode())
        else:
            raise BadTextLine(f"{tokens.next()!r} is not expected here")
    return ParsedLine(cause, tuple(facts))


class Tokens:
    """The tokens of a line in order, without comments, and a position among them."""

    def __init__(self, line: str) -> None:
        self._tokens: list[str] = []
        at = 0
        while rest := line[at:].lstrip():
            at = len(line) - len(rest)
            found = TOKEN.match(line, at)
            if found is None:
                raise BadTextLine(f"a quote or a brace has no end: {rest[:20]!r}")
            at = found.end()
            if not found[0].startswith("{"):
                self._tokens.append(found[0])
        self._at = 0

    @property
    def at_end(self) -> bool:
        """Return whether all tokens of the line have been read."""
        return self._at >= len(self._tokens)

    def peek(self) -> str:
        """Return the next token without moving; "" at the end."""
        return "" if self.at_end else self._tokens[self._at]

    def next(self) -> str:
        """Return the next token, and move behind it; raise BadTextLine at the end."""
        if self.at_end:
            raise BadTextLine("the line ends too early")
        self._at += 1
        return self._tokens[self._at - 1]

    def accept(self, *words: str) -> bool:
        """Skip these words if they come next; return whether they did."""
        if tuple(self._tokens[self._at : self._at + len(words)]) != words:
            return False
        self._at += len(words)
        return True

    def number(self, min_value: int = -(1 << 63)) -> int:
        """Return the next token as a number of at least `min_value`."""
        word = self.next()
        if NUMBER.fullmatch(word) is None or int(word) < min_value:
            raise BadTextLine(f"{word!r} is not a number that is allowed here")
        return int(word)

    def numbers(self) -> list[int]:
        """Return the next tokens as long as they are numbers."""
        found = []
        while NUMBER.fullmatch(self.peek()):
            found.append(self.number())
        return found

    def hexadecimal(self) -> bytes:
        """Return the bytes that the next token holds as hexadecimal digits."""
        word = self.next()
        try:
            return bytes.fromhex(word)
        except ValueError:
            raise BadTextLine(f"{word!r} is not hexadecimal") from None

    def text(self) -> str:
        """Return the next token, which is in quotes, as text."""
        word = self.next()
        if not word.startswith('"'):
            raise BadTextLine(f"{word!r} needs quotes")
        return unquote(word)


def unquote(word: str) -> str:
    """Return the text between quotes, without escapes."""
    try:
        text: str = json.loads(word)
        text.encode()
    except (ValueError, UnicodeEncodeError):
        raise BadTextLine(f"{word} is not a valid text") from None
    return text


def _write_picks(cause: Any) -> str:
    """Return the picks or numbers of an answer as text, "none" for an empty answer."""
    if cause.numbers:
        return "= " + " ".join(map(str, cause.numbers))
    return " ".join(map(str, cause.picks)) or "none"


def _write_resigned(cause: SeatResigned) -> str:
    """Return the line of a resignation."""
    why = " by timeout" if cause.by_timeout else ""
    if cause.by_absence:
        why += " by absence"
    word = next((word for word, forfeit in FORFEITS.items() if forfeit == cause.cause), "")
    if word:
        why += f" by {word}"
    return f"seat {cause.seat} resigns{why}" + (f" {quote(cause.detail)}" if cause.detail else "")


def _write_defaulted(cause: SeatDefaulted) -> str:
    """Return a default answer as text, such as `seat 1 timed out: ` and the picks that the server made for it."""
    why = next((word for word, reason in REASONS.items() if reason == cause.reason), "")
    return f"seat {cause.seat} {why}: {_write_picks(cause)}"


def _write_finished(cause: MatchFinished) -> str:
    """Return the line of the record that ends the match."""
    result = cause.result
    ends = " ".join(f"{place}:{score}" for place, score in zip(result.places, result.scores, strict=False))
    seats = "".join(f" {seat}" for seat in cause.resigned_seats)
    title = f" titled {quote(cause.title)}" if cause.HasField("title") else ""
    judged = (
        f" adjudicated by {quote(cause.adjudicator_id)} {quote(cause.reason)}" if cause.adjudicator_id else ""
    )
    return f"ends {ends}{_write_solo(result)}" + (f" resigned{seats}" if seats else "") + title + judged


def _write_solo(result: Result) -> str:
    """Return the opponent, the points and the outcome of a match of one seat; "" for other matches."""
    if not result.HasField("solo"):
        return ""
    solo = result.solo
    points = f" {solo.points}" if solo.HasField("points") else ""
    won = (" won" if solo.won else " lost") if solo.HasField("won") else ""
    return f" against {quote(solo.opponent)}{points}{won}"


_WRITERS: Final[dict[str, Callable[[Any], str]]] = {
    "seat_taken": lambda cause: f"seat {cause.seat} taken by {quote(cause.player_id)}",
    "seat_left": lambda cause: f"seat {cause.seat} left by {quote(cause.player_id)}",
    "started": lambda cause: "starts with " + " ".join(map(quote, cause.player_ids)),
    "answered": lambda cause: f"seat {cause.seat}: {_write_picks(cause)}",
    "defaulted": _write_defaulted,
    "resigned": _write_resigned,
    "undone": lambda cause: f"seat {cause.seat} takes back {' '.join(map(str, cause.undone_records))}",
    "cancelled": lambda cause: f"cancelled by {quote(cause.actor_id)} {quote(cause.reason)}",
    "paused": lambda cause: f"paused by {quote(cause.actor_id)} {quote(cause.reason)}",
    "resumed": lambda cause: f"resumed by {quote(cause.actor_id)}",
    "finished": _write_finished,
    "retitled": lambda cause: f"retitled by {quote(cause.actor_id)} {quote(cause.title)}",
}


def _parse_cause(tokens: Tokens) -> Any:
    """Return the cause that the next tokens name."""
    if tokens.accept("seat"):
        return _parse_seat_cause(tokens)
    if tokens.accept("starts", "with"):
        players = []
        while tokens.peek().startswith('"'):
            players.append(tokens.text())
        return MatchStarted(player_ids=players)
    if tokens.accept("cancelled", "by"):
        return MatchCancelled(actor_id=tokens.text(), reason=tokens.text())
    if tokens.accept("paused", "by"):
        return MatchPaused(actor_id=tokens.text(), reason=tokens.text())
    if tokens.accept("resumed", "by"):
        return MatchResumed(actor_id=tokens.text())
    if tokens.accept("retitled", "by"):
        return MatchRetitled(actor_id=tokens.text(), title=tokens.text())
    if tokens.accept("ends"):
        return _parse_finished(tokens)
    raise BadTextLine(f"{tokens.next()!r} is no cause of a record")


def _parse_seat_cause(tokens: Tokens) -> Any:
    """Return the cause of a line that begins with `seat`."""
    word = tokens.next()
    seat, colon, _ = word.partition(":")
    if NUMBER.fullmatch(seat) is None or word not in (seat, seat + ":") or not 0 <= int(seat) < 1 << 31:
        raise BadTextLine(f"{word!r} is not a seat")
    number = int(seat)
    if colon:
        return _parse_picks(tokens, SeatAnswered(seat=number))
    for why, reason in REASONS.items():
        *before, last = why.split()
        if tokens.accept(*before, last + ":"):
            return _parse_picks(tokens, SeatDefaulted(seat=number, reason=reason))
    if tokens.accept("taken", "by"):
        return SeatTaken(seat=number, player_id=tokens.text())
    if tokens.accept("left", "by"):
        return SeatLeft(seat=number, player_id=tokens.text())
    if tokens.accept("resigns"):
        return _parse_resigned(tokens, number)
    if tokens.accept("takes", "back"):
        return AnswerUndone(seat=number, undone_records=_check_range(tokens.numbers(), 0, 1 << 63))
    raise BadTextLine(f"{tokens.next()!r} is no cause that a seat can have")


def _parse_resigned(tokens: Tokens, seat: int) -> SeatResigned:
    """Return the resignation of a seat, from the tokens behind `resigns`."""
    by_timeout = tokens.accept("by", "timeout")
    by_absence = tokens.accept("by", "absence")
    forfeit = next(
        (forfeit for word, forfeit in FORFEITS.items() if tokens.accept("by", *word.split())),
        ForfeitCause.FORFEIT_CAUSE_UNSPECIFIED,
    )
    detail = tokens.text() if tokens.peek().startswith('"') else ""
    return SeatResigned(seat=seat, by_timeout=by_timeout, by_absence=by_absence, cause=forfeit, detail=detail)


def _parse_picks(tokens: Tokens, cause: Any) -> Any:
    """Put the picks or numbers in the next tokens into an answer, and return it."""
    if tokens.accept("="):
        cause.numbers.extend(tokens.numbers())
    elif not tokens.accept("none"):
        picks = _check_range(tokens.numbers(), 0, 1 << 32)
        if not picks:
            raise BadTextLine("the picks are missing (write 'none' for an empty answer)")
        cause.picks.extend(picks)
    return cause


def _parse_finished(tokens: Tokens) -> MatchFinished:
    """Return the end of the match, from the tokens behind `ends`."""
    places, scores = [], []
    while ":" in tokens.peek():
        place, _, score = tokens.next().partition(":")
        if not (NUMBER.fullmatch(place) and NUMBER.fullmatch(score)):
            raise BadTextLine("a result needs PLACE:SCORE for each seat")
        places += _check_range([int(place)], 0, 1 << 32)
        scores += _check_range([int(score)], -(1 << 31), 1 << 31)
    result = Result(places=places, scores=scores)
    if tokens.accept("against"):
        result.solo.opponent = tokens.text()
        if points := _check_range(tokens.numbers()[:1], -(1 << 31), 1 << 31):
            result.solo.points = points[0]
        if tokens.peek() in ("won", "lost"):
            result.solo.won = tokens.next() == "won"
    resigned = _check_range(tokens.numbers(), 0, 1 << 32) if tokens.accept("resigned") else []
    title = tokens.text() if tokens.accept("titled") else None
    adjudicator, reason = (tokens.text(), tokens.text()) if tokens.accept("adjudicated", "by") else ("", "")
    return MatchFinished(
        result=result, resigned_seats=resigned, title=title, adjudicator_id=adjudicator, reason=reason
    )


def _check_range(numbers: list[int], low: int, end: int) -> list[int]:
    """Return the numbers; raise BadTextLine if one is below `low` or not below `end`."""
    for number in numbers:
        if not low <= number < end:
            raise BadTextLine(f"{number} is not a number that is allowed here")
    return numbers

"""Promise 4, for programs that learn: what may be picked one by one is what is legal, and rows keep their meaning."""

from random import Random
from typing import Any

from tilth_rules.conformance.broken import LawBroken
from tilth_rules.kernel import Answer, Decision, Encoding, Move, PartialAnswer, Refused, Table, picks_of
from tilth_rules.kernel.decisions import check_answer
from tilth_rules.random_play import Picks

VIEWS_AGAIN = 4
"""The number of views that another encoding makes rows of."""


def picks_lead_to_legal_answers(table: Table, decision: Decision, picks: Picks, random: Random) -> None:
    """Raise LawBroken unless the legal answer can be given pick by pick, and any other picks that are allowed on the
    way lead to a legal answer, too."""
    offers = table.offered.get(decision.seat, ())
    answer = Answer(0, *picks)
    partial = PartialAnswer(decision, offers)
    for pick in picks_of(decision, offers, answer):
        if not partial.allowed[pick]:
            raise LawBroken("picks lead to legal answers", f"{partial} misses {pick} of {answer}")
        partial = partial.then(pick)
    if partial.answer != answer:
        raise LawBroken("picks lead to legal answers", f"{partial} is {partial.answer}, and not {answer}")
    partial = PartialAnswer(decision, offers)
    while (given := partial.answer) is None:
        allowed = [pick for pick, may in enumerate(partial.allowed) if may]
        if not allowed:
            raise LawBroken("picks lead to legal answers", f"{partial} can't be continued")
        partial = partial.then(random.choice(allowed))
    if len(given.picks) == 1 and given.picks[0] in offers:
        return
    try:
        check_answer(decision, given.picks, given.numbers)
    except Refused as refused:
        raise LawBroken("picks lead to legal answers", f"{partial} is refused: {refused}") from None


class Rows:
    """The rows that an encoding made during a match, to be compared with the rows of another encoding."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._moves: dict[Move, Any] = {}
        self._views: list[tuple[Any, Any]] = []

    def note(self, moves: list[Move], view: Any) -> None:
        """Encode the moves that a seat may make, and a view, and test that equal views have equal rows and others do
        not."""
        for move in moves:
            if move not in self._moves:
                self._moves[move] = self._encoding.move(move)
        rows = self._encoding.view(view)
        for row in rows:
            if len(row) != self._encoding.width:
                raise LawBroken(
                    "rows keep their meaning", f"{row} is not {self._encoding.width} numbers wide"
                )
        if self._views and (self._views[-1][0] == view) != (self._views[-1][1] == rows):
            raise LawBroken(
                "rows keep their meaning", f"{view} and {self._views[-1][0]} have the rows {rows}"
            )
        self._views.append((view, rows))

    def are_made_again_by(self, other: Encoding) -> None:
        """Test that another encoding has the same number and makes the same rows, and that no two moves share
        theirs."""
        if other.number != self._encoding.number:
            raise LawBroken("rows keep their meaning", "the same game has encodings with two numbers")
        for move, rows in reversed(self._moves.items()):
            if other.move(move) != rows:
                raise LawBroken(
                    "rows keep their meaning", f"{move} has the rows {rows}, or {other.move(move)}"
                )
        for view, rows in reversed(self._views[-VIEWS_AGAIN:]):
            if other.view(view) != rows:
                raise LawBroken("rows keep their meaning", f"{view} has other rows in another encoding")
        if len(set(map(tuple, self._moves.values()))) != len(self._moves):
            raise LawBroken("rows keep their meaning", "two moves have the same rows")

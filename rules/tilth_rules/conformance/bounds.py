"""Laws of promise 4: every offered answer is legal, every other answer is refused, and a refusal changes nothing."""

from random import Random
from typing import Any

from tilth_rules.conformance.broken import LawBroken, accepted, digest
from tilth_rules.kernel import Choose, Decision, Game, Move, Refused, Table
from tilth_rules.random_play import Picks, inside, outside


def asking_again_gives_the_same(table: Table) -> None:
    """Raise LawBroken unless each waiting step that is asked again returns the decision that is open: an ask is
    pure."""
    for seat, decision in table.open.items():
        asked = table.step_of(seat).ask(table.state)  # type: ignore[attr-defined]
        again = asked if isinstance(asked, tuple) else (asked,)
        if decision not in again:
            raise LawBroken("asking again gives the same", f"{decision} became {asked}")


def default_is_inside(table: Table, decision: Decision) -> None:
    """Every decision has a default answer, and it is legal."""
    default = decision.default_answer()
    picks: Picks = (default, ()) if isinstance(decision, Choose) else ((), default)
    accepted(table.clone(), decision.seat, picks)


def options_name_moves(table: Table, decision: Decision) -> list[Move]:
    """Return the moves that the options of the decision stand for. Raise LawBroken unless the game lists each of them
    and no two options stand for the same."""
    if not isinstance(decision, Choose):
        return []
    game = table.game
    step = table.step_of(decision.seat)
    moves = [step.move(option) for option in decision.options]  # type: ignore[attr-defined]
    moves += [game.offer_move(offer) for offer in table.offered.get(decision.seat, ())]
    for move in moves:
        if type(move) not in game.moves:
            raise LawBroken("moves are listed", f"{type(move).__name__} is not in {game.name}.moves")
    if len(set(moves)) != len(moves):
        raise LawBroken("an option names its move", f"two options of {decision.kind} mean the same: {moves}")
    return moves


def outside_is_refused(table: Table, decision: Decision, random: Random) -> None:
    """Raise LawBroken unless the table refuses every answer outside of the bounds, every answer of a seat that is not
    asked, and every wrong decision number."""
    seat = decision.seat
    offers = table.offered.get(seat, ())
    for picks in outside(decision, random, offers):
        _refuses(table, seat, picks, 0)
    for other in range(table.seats):
        if other not in table.open:
            _refuses(table, other, ((0,), ()), 0)
    _refuses(table, seat, inside(decision, random), table.counts[seat] + 1)


def _refuses(table: Table, seat: int, picks: Picks, number: int) -> None:
    """Test that the table refuses an answer and does not change."""
    before = (digest(table.state), dict(table.open), list(table.counts), list(table.main.steps))
    try:
        table.answer(seat, *picks, number)
    except Refused:
        after = (digest(table.state), dict(table.open), list(table.counts), list(table.main.steps))
        if before != after:
            raise LawBroken("a refusal changes nothing", f"{before} became {after}") from None
        return
    raise LawBroken("what is not offered is refused", f"seat {seat}'s {picks} was taken")


def score_rows_add_up(game: Game, state: Any) -> None:
    """Raise LawBroken unless the score sheet has the rows that the game names, they add up to the scores, and those of
    an opponent to its points."""
    rows = game.score_breakdown(state)
    names = [row.name for row in rows]
    if names != [name for name in game.score_rows if name in names]:
        raise LawBroken("score rows add up", f"{names} are not rows of {game.score_rows}, in that order")
    if not rows:
        return
    sums = tuple(map(sum, zip(*(row.points for row in rows), strict=True)))
    if sums != tuple(game.scores(state)):
        raise LawBroken("score rows add up", f"to {sums}, and the scores are {game.scores(state)}")
    result = game.result(state)
    solo = result.solo if result is not None else None
    theirs = [row.opponent for row in rows if row.opponent is not None]
    if theirs and solo is not None and sum(theirs) != solo.points:
        raise LawBroken(
            "score rows add up", f"the opponent's to {sum(theirs)}, and the result has {solo.points}"
        )

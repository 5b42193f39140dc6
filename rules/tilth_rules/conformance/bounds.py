"""Promise 4: what is offered is legal, what is legal is offered, and a refusal changes nothing."""

from random import Random

from tilth_rules.conformance.broken import Broken, accepted, digest
from tilth_rules.kernel import Choose, Decision, Refused, Table
from tilth_rules.randomly import Picks, inside, outside


def asking_again_gives_the_same(table: Table) -> None:
    """An ask is pure: the open decisions are what the waiting steps ask, however often."""
    for seat, decision in table.open.items():
        asked = table.step_of(seat).ask(table.state)  # type: ignore[attr-defined]
        again = asked if isinstance(asked, tuple) else (asked,)
        if decision not in again:
            raise Broken("asking again gives the same", f"{decision} became {asked}")


def default_is_inside(table: Table, decision: Decision) -> None:
    """Every decision names a default answer, and it is a legal one."""
    default = decision.default_answer()
    picks: Picks = (default, ()) if isinstance(decision, Choose) else ((), default)
    accepted(table.clone(), decision.seat, picks)


def options_name_moves(table: Table, decision: Decision) -> None:
    """Each option means one move of the game's, and no two mean the same."""
    if not isinstance(decision, Choose):
        return
    game = table.game
    step = table.step_of(decision.seat)
    moves = [step.move(option) for option in decision.options]  # type: ignore[attr-defined]
    moves += [game.offer_move(offer) for offer in table.offered.get(decision.seat, ())]
    for move in moves:
        if type(move) not in game.moves:
            raise Broken("moves are listed", f"{type(move).__name__} is not in {game.name}.moves")
    if len(set(moves)) != len(moves):
        raise Broken("an option names its move", f"two options of {decision.kind} mean the same: {moves}")


def outside_is_refused(table: Table, decision: Decision, random: Random) -> None:
    """Every answer outside of the bounds is refused, and so is one of a seat that is not asked."""
    seat = decision.seat
    offers = table.offered.get(seat, ())
    for picks in outside(decision, random, offers):
        _refuses(table, seat, picks, 0)
    for other in range(table.seats):
        if other not in table.open:
            _refuses(table, other, ((0,), ()), 0)
    _refuses(table, seat, inside(decision, random), table.counts[seat] + 1)


def _refuses(table: Table, seat: int, picks: Picks, number: int) -> None:
    before = (digest(table.state), dict(table.open), list(table.counts), list(table.main.steps))
    try:
        table.answer(seat, *picks, number)
    except Refused:
        after = (digest(table.state), dict(table.open), list(table.counts), list(table.main.steps))
        if before != after:
            raise Broken("a refusal changes nothing", f"{before} became {after}") from None
        return
    raise Broken("what is not offered is refused", f"seat {seat}'s {picks} was taken")

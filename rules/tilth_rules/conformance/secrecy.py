"""Laws of promise 3: two tables that differ only in what is hidden from a viewer look the same to that viewer."""

from random import Random

from tilth_rules.conformance.broken import LawBroken, accepted, digest, shape
from tilth_rules.conformance.twins import Twin
from tilth_rules.conformance.worlds import known_alike_in_worlds, viewers
from tilth_rules.kernel import Answer, Choose, Refused, Table, TextFacts
from tilth_rules.random_play import Picks, inside


def nothing_hidden_shows(table: Table, seat: int, picks: Picks, twin: Twin | None, random: Random) -> None:
    """Raise LawBroken if a viewer sees a hidden thing in views, events, decisions or pending seats, before an answer or
    after it."""
    before = digest(table.state)
    here = table.clone()
    mine = accepted(here, seat, picks)
    for viewer in viewers(table):
        known = table.game.knowledge(table.state, viewer)
        if twin is not None:
            twin.unseen_leaves_no_trace(viewer, known)
        there = known_alike_in_worlds(table, viewer, known, random)
        _look_alike(viewer, table, there, "before the answer")
        if viewer == seat:
            batches_spy_on_nothing(table, there.clone(), seat, picks, random)
        try:
            theirs = there.answer(seat, *picks)
        except Refused as refused:
            if viewer == seat:
                raise LawBroken(
                    "nothing hidden shows",
                    f"seat {seat} may not answer {picks} in another world: {refused}",
                ) from None
            continue
        assert theirs is not None
        if mine.seen_by(viewer) == theirs.seen_by(viewer):
            _look_alike(viewer, here, there, f"after {picks} of seat {seat}")
        elif viewer == seat and not mine.blocks_undo(viewer):
            raise LawBroken(
                "nothing hidden shows",
                f"seat {viewer} answered {picks} and saw {mine.seen_by(viewer)}, in another world "
                f"{theirs.seen_by(viewer)}: it learned something, but no event says so (reveals_to)",
            )
    if digest(table.state) != before:
        raise LawBroken("a world is independent", f"playing {picks} in worlds changed the table")


def _look_alike(viewer: int, here: Table, there: Table, when: str) -> None:
    """Test that two tables show a viewer the same."""
    game = here.game
    view, other_view = game.view(here.state, viewer), game.view(there.state, viewer)
    if view != other_view:
        raise LawBroken("nothing hidden shows", f"viewer {viewer} {when} sees {view} or {other_view}")
    if here.pending_seats != there.pending_seats:
        raise LawBroken(
            "nothing hidden shows", f"viewer {viewer} {when}: {here.pending_seats} or {there.pending_seats}"
        )
    for seat in here.open:
        mine, theirs = here.open[seat], there.open[seat]
        same = mine == theirs if seat == viewer else shape(mine) == shape(theirs)
        if not same:
            raise LawBroken("nothing hidden shows", f"viewer {viewer} {when}: {mine} or {theirs}")
        if seat == viewer:
            if here.offered.get(seat, ()) != there.offered.get(seat, ()):
                raise LawBroken(
                    "nothing hidden shows", f"viewer {viewer} {when}: {here.offered} or {there.offered}"
                )
            facts, otherwise = _facts(here, seat), _facts(there, seat)
            if facts != otherwise:
                raise LawBroken(
                    "nothing hidden shows", f"texts to {viewer} {when} show {facts} or {otherwise}"
                )


def _facts(table: Table, seat: int) -> list[TextFacts]:
    """Return all values that the texts of the seat's decision show."""
    game, state, decision, step = table.game, table.state, table.open[seat], table.step_of(seat)
    options = decision.options if isinstance(decision, Choose) else ()
    return [
        step.question_facts(state, seat),
        *(step.option_facts(state, seat, option) for option in options),
        *(game.offer_facts(state, seat, offer) for offer in table.offered.get(seat, ())),
    ]


def batches_spy_on_nothing(table: Table, there: Table, seat: int, picks: Picks, random: Random) -> None:
    """Raise LawBroken if the reply to a batch differs between two tables that its sender cannot tell apart, or if a
    refused batch changes a table."""
    trial = table.clone()
    number = trial.counts[seat]
    trial.answer(seat, *picks)
    second: Picks = inside(trial.open[seat], random) if seat in trial.open else ((0,), ())
    batch = [Answer(number, *picks), Answer(number + 1, *second)]
    replies = []
    for world in (table.clone(), there):
        before = digest(world.state)
        try:
            replies.append(f"{len(world.answer_all(seat, batch))} taken")
        except Refused as refused:
            replies.append(str(refused))
            if digest(world.state) != before:
                raise LawBroken(
                    "a batch is all or none", f"{batch} was refused, but changed something"
                ) from None
    if replies[0] != replies[1]:
        raise LawBroken("batches spy on nothing", f"{batch} of seat {seat}: {replies[0]}, or {replies[1]}")

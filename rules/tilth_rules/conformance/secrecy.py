"""Promise 3: two tables that differ only in what is hidden from a viewer look the same to that viewer."""

from random import Random

from tilth_rules.conformance.broken import Broken, accepted, digest, shape
from tilth_rules.kernel import SPECTATOR, Answer, Refused, Table
from tilth_rules.randomly import Picks, inside


def nothing_hidden_shows(table: Table, seat: int, picks: Picks, random: Random) -> None:
    """Neither before an answer nor after it, in views, events, decisions and waiting lists."""
    for viewer in (*range(table.seats), SPECTATOR):
        here, there = table.clone(), another_world(table, viewer, random)
        _look_alike(viewer, here, there, "before the answer")
        mine = accepted(here, seat, picks)
        try:
            theirs = there.answer(seat, *picks)
        except Refused as refused:
            if viewer == seat:
                raise Broken(
                    "nothing hidden shows",
                    f"seat {seat} may not answer {picks} in another world: {refused}",
                ) from None
            continue
        assert theirs is not None
        if mine.seen_by(viewer) == theirs.seen_by(viewer):
            _look_alike(viewer, here, there, f"after {picks} of seat {seat}")
        elif viewer == seat and not mine.bars_undo(viewer):
            raise Broken(
                "nothing hidden shows",
                f"seat {viewer} answered {picks} and saw {mine.seen_by(viewer)}, in another world "
                f"{theirs.seen_by(viewer)}: it learned something, but no event says so (teaches)",
            )


def another_world(table: Table, viewer: int, random: Random) -> Table:
    """The same table for this viewer, with everything hidden dealt anew."""
    there = table.clone()
    there.state = table.game.determinize(there.state, viewer, random)
    for seat in list(there.open):
        asked = there.step_of(seat).ask(there.state)  # type: ignore[attr-defined]
        for decision in asked if isinstance(asked, tuple) else (asked,):
            if decision is None:
                raise Broken("determinize keeps decisions open", f"{table.open[seat]} is no longer asked")
            if decision.seat == seat:
                there.open[seat] = decision
        if table.game.has_offers:
            there.offered[seat] = table.game.offers(there.state, seat, there.step_of(seat))  # type: ignore[arg-type]
    return there


def _look_alike(viewer: int, here: Table, there: Table, when: str) -> None:
    game = here.game
    if digest(game.view(here.state, viewer)) != digest(game.view(there.state, viewer)):
        raise Broken(
            "nothing hidden shows",
            f"viewer {viewer} {when} sees {game.view(here.state, viewer)} or {game.view(there.state, viewer)}",
        )
    if here.waiting != there.waiting:
        raise Broken("nothing hidden shows", f"viewer {viewer} {when}: {here.waiting} or {there.waiting}")
    for seat in here.open:
        mine, theirs = here.open[seat], there.open[seat]
        same = mine == theirs if seat == viewer else shape(mine) == shape(theirs)
        if not same:
            raise Broken("nothing hidden shows", f"viewer {viewer} {when}: {mine} or {theirs}")
        if seat == viewer and here.offered.get(seat, ()) != there.offered.get(seat, ()):
            raise Broken("nothing hidden shows", f"viewer {viewer} {when}: {here.offered} or {there.offered}")


def batches_spy_on_nothing(table: Table, seat: int, picks: Picks, random: Random) -> None:
    """The reply to several answers in one message depends only on what the sender knew before it."""
    trial = table.clone()
    number = trial.counts[seat]
    trial.answer(seat, *picks)
    second: Picks = inside(trial.open[seat], random) if seat in trial.open else ((0,), ())
    batch = [Answer(number, *picks), Answer(number + 1, *second)]
    replies = []
    for world in (table.clone(), another_world(table, seat, random)):
        before = digest(world.state)
        try:
            replies.append(f"{len(world.answer_all(seat, batch))} taken")
        except Refused as refused:
            replies.append(str(refused))
            if digest(world.state) != before:
                raise Broken(
                    "a batch is all or none", f"{batch} was refused, but changed something"
                ) from None
    if replies[0] != replies[1]:
        raise Broken("batches spy on nothing", f"{batch} of seat {seat}: {replies[0]}, or {replies[1]}")

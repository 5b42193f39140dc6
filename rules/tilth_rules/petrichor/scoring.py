"""Game end: the Voting Wins track, the Wheat tokens, the victory."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.card_events import MatchEnded
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.vote_events import TrackScored, WheatScored
from tilth_rules.petrichor.words import NEUTRAL, YOU


class GameEnd(Act, tag=98):
    """All score their place on the Voting Wins track, and the most Wheat tokens score for everybody who has as many.
    The most points win, then the higher place on the track; else the victory is shared. Alone, you win with more
    points than the neutral player."""

    def act(self, table: Table) -> None:
        state: State = table.state
        values = values_of(state.options)
        track = values.track(state.options.long_form)
        table.emit(TrackScored(tuple(track[wins] for wins in state.wins)))
        most = max(state.wheat)
        if most:
            richest = tuple(side for side, tokens in enumerate(state.wheat) if tokens == most)
            table.emit(WheatScored(richest, values.wheat_most))
        table.emit(MatchEnded(places(state), tuple(state.points)))


def places(state: State) -> tuple[int, ...]:
    """The place of every seat."""
    if state.seats == 1:
        return (1,) if state.points[YOU] > state.points[NEUTRAL] else (2,)
    return standings(list(zip(state.points, state.wins, strict=True)))


def standings(results: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Places by points, then voting wins; equals share a place, and the next one is left out."""
    return tuple(1 + sum(other > result for other in results) for result in results)

"""Game end: the Voting Wins track, the Wheat tokens, the victory."""

from tilth_rules.common import match_end
from tilth_rules.kernel import Act, ScoreRow, Solo, Table
from tilth_rules.petrichor.codes import FOR_MISSED, NEUTRAL, SCORE_ROWS, YOU
from tilth_rules.petrichor.events.rounds import MatchEnded
from tilth_rules.petrichor.events.votes import TrackScored, WheatScored
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.state import State


class GameEnd(Act, tag=98):
    """Give every side the points of its place on the Voting Wins track, and those with the most Wheat tokens their
    points; then end the match.

    The player with the most points wins; ties go to the higher place on the track, and then the victory is shared. A
    single player wins with more points than the neutral player.
    """

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
    """Return the place of every seat, 1 is best: by points, then by Voting Wins; equal seats share a place. A single
    player wins with more points than the neutral player."""
    if state.seats == 1:
        return match_end.place_alone(won=state.points[YOU] > state.points[NEUTRAL])
    return match_end.places(list(zip(state.points, state.wins, strict=True)))


def solo(state: State) -> Solo | None:
    """Return the end of a solo match against the neutral player; None with several seats. A seat alone wins with more
    points."""
    if state.seats != 1:
        return None
    return Solo("neutral", state.points[NEUTRAL], state.points[YOU] > state.points[NEUTRAL])


def score_breakdown(state: State) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet: the points of each seat, and of the neutral player in a solo match."""
    alone = state.seats == 1
    return tuple(
        ScoreRow(
            name,
            tuple(state.scored[4 * row : 4 * row + state.seats]),
            state.scored[4 * row + NEUTRAL] if alone else None,
        )
        for row, name in enumerate(SCORE_ROWS if alone else SCORE_ROWS[:FOR_MISSED])
    )

"""The end of the game: four sections are counted, and discoveries break ties."""

from tilth_rules.common.match_end import places
from tilth_rules.kernel import Act, ScoreRow, Table
from tilth_rules.sonora.actions import canyon, cracks, river, ruins
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.events.rounds import MatchEnded
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import Sheet, State

SCORE_ROWS = ("ruins", "canyon", "mud", "river")


class GameEnd(Act, tag=4):
    """Add up each seat's points in the four sections, and end the match. The player with the most points wins; ties go
    to the player who gained more discoveries, and then the victory is shared."""

    def act(self, table: Table) -> None:
        state: State = table.state
        counted = [points(values_of(state.options), sheet) for sheet in state.sheets]
        found = [(sum(count), sheet.discoveries) for count, sheet in zip(counted, state.sheets, strict=True)]
        by_section = tuple(zip(*counted, strict=True))
        table.emit(
            MatchEnded(
                places=places(found),
                scores=tuple(score for score, _ in found),
                ruins=by_section[0],
                canyon=by_section[1],
                mud=by_section[2],
                river=by_section[3],
                discoveries=tuple(discoveries for _, discoveries in found),
            )
        )


def score_breakdown(state: State) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet: the points of each seat by section."""
    values = values_of(state.options)
    by_section = zip(*(points(values, sheet) for sheet in state.sheets), strict=True)
    return tuple(map(ScoreRow, SCORE_ROWS, by_section))


def points(values: Values, sheet: Sheet) -> tuple[int, int, int, int]:
    """Return the points of a sheet as it is now: ruins, canyon, mud, river."""
    return (
        ruins.points(values.ruins, sheet),
        sum(canyon.points(values.canyon, sheet)),
        sum(cracks.points(values.mud, sheet).values()),
        river.points(values.river, sheet),
    )

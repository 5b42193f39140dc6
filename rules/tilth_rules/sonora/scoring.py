"""The end of the game: four sections are counted, and discoveries break ties."""

from tilth_rules.kernel import Act, Event, Table
from tilth_rules.sonora import canyon, cracks, river, ruins
from tilth_rules.sonora.content.values import Values, values_of
from tilth_rules.sonora.state import Sheet, State
from tilth_rules.sonora.words import OVER


class MatchEnded(Event):
    """The places of the seats, 1 is best, everybody's points, and what they are made of."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    ruins: tuple[int, ...]
    canyon: tuple[int, ...]
    mud: tuple[int, ...]
    river: tuple[int, ...]
    discoveries: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.phase = OVER
        state.places = self.places


class GameEnd(Act, tag=4):
    """Everybody adds up the points of the four sections. Most points win; among equals whoever gained more discoveries;
    who is equal even then shares the victory."""

    def act(self, table: Table) -> None:
        state: State = table.state
        counted = [points(values_of(state.options), sheet) for sheet in state.sheets]
        found = [(sum(count), sheet.discoveries) for count, sheet in zip(counted, state.sheets, strict=True)]
        by_section = tuple(zip(*counted, strict=True))
        table.emit(
            MatchEnded(
                places=tuple(1 + sum(other > mine for other in found) for mine in found),
                scores=tuple(score for score, _ in found),
                ruins=by_section[0],
                canyon=by_section[1],
                mud=by_section[2],
                river=by_section[3],
                discoveries=tuple(discoveries for _, discoveries in found),
            )
        )


def points(values: Values, sheet: Sheet) -> tuple[int, int, int, int]:
    """What a sheet is worth as it is: ruins, canyon, mud, river."""
    return (
        ruins.points(values.ruins, sheet),
        sum(canyon.points(values.canyon, sheet)),
        sum(cracks.points(values.mud, sheet).values()),
        river.points(values.river, sheet),
    )

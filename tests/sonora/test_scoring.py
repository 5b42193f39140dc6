"""The end of the game."""

from tests.sonora.situations import BLUE, GREEN, RED, Scene, bits, cell, node
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.actions.cracks import points as mud_points
from tilth_rules.sonora.codes import BOTTOM, OVER, TOP
from tilth_rules.sonora.events.rounds import MatchEnded
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.scoring import GameEnd, points
from tilth_rules.sonora.state import Sheet, bare_sheet

VALUES = values_of(Options())
A, B, C, D, E = range(5)


def dima() -> Sheet:
    """Return the sheet of the rulebook's last page, as far as its numbers show it."""
    sheet = bare_sheet(VALUES)
    cells = VALUES.ruins.cells
    for building, reward in ((A, TOP), (E, TOP), (B, BOTTOM), (D, BOTTOM)):
        sheet.crossed[building] = cells[building]
        sheet.rewards[building] = reward
    sheet.crossed[C] = 7
    sheet.ends = bits([cell(name) for name in ("r4", "l1", "r1", "laa4", "lbb3", "la2")])
    sheet.cacti = [3, 5, 2]
    sheet.nodes |= bits([node(name) for name in DIMAS_NODES])
    return sheet


DIMAS_NODES = ("n0", "c0", "n1", "n5", "c5", "m0", "m4", "m5")


def test_forty_fourteen_thirty_six_and_twenty_eight_are_a_hundred_and_eighteen() -> None:
    scene = Scene(2)
    scene.state.sheets[RED] = dima()
    assert mud_points(VALUES.mud, scene.sheet(RED)) == {2: 8, 4: 8, 6: 12}
    event = scene.ended()
    assert (event.ruins[RED], event.river[RED], event.canyon[RED], event.mud[RED]) == (40, 14, 36, 28)
    assert event.scores == (118, 0)


def test_an_unfinished_building_is_worth_nothing() -> None:
    scene = Scene(2)
    for seat, crossed in ((RED, 7), (BLUE, 0)):
        scene.state.sheets[seat] = dima()
        scene.sheet(seat).crossed[C] = crossed
    assert scene.ended().ruins == (40, 40)


def test_an_empty_sheet_is_worth_nothing() -> None:
    assert points(VALUES, bare_sheet(VALUES)) == (0, 0, 0, 0)


def ended(*sheets: tuple[int, int]) -> MatchEnded:
    """Return the end of a match between sheets with these numbers of cacti of the first kind and of discoveries."""
    scene = Scene(len(sheets))
    for sheet, (cacti, discoveries) in zip(scene.state.sheets, sheets, strict=True):
        sheet.cacti[0] = cacti
        sheet.discoveries = discoveries
    event = scene.ended()
    assert scene.state.phase == OVER
    assert game.result(scene.state) is not None
    return event


def test_most_points_win() -> None:
    event = ended((1, 3), (4, 0), (2, 0))
    assert event.scores == (5, 14, 7)
    assert (event.places[BLUE], event.places[GREEN], event.places[RED]) == (1, 2, 3)


def test_among_equals_more_discoveries_win() -> None:
    assert ended((2, 1), (2, 2)).places == (2, 1)


def test_players_equal_even_then_share_the_victory() -> None:
    assert ended((2, 1), (2, 1), (1, 5)).places == (1, 1, 3)


def test_the_end_tells_every_section_apart() -> None:
    scene = Scene(2)
    scene.state.sheets[RED] = dima()
    scene.run(GameEnd())
    event = scene.events[-1]
    assert isinstance(event, MatchEnded)
    assert (event.ruins[0], event.river[0], event.canyon[0], event.mud[0]) == (40, 14, 36, 28)


def test_the_score_is_shown_while_the_match_runs() -> None:
    scene = Scene(2)
    scene.state.sheets[BLUE] = dima()
    assert game.scores(scene.state) == (0, 118)
    assert game.result(scene.state) is None

"""The mud: what nodes cost, what triangles hold, and where the rest goes."""

from tests.sonora.situations import RED, Scene, asked, bits, disc, kind, node, of_kind, offered
from tilth_rules.sonora import Options
from tilth_rules.sonora.actions.cracks import crossable_nodes, node_cost, points
from tilth_rules.sonora.actions.mud import CloseMud, CrossNodes, FillColumns
from tilth_rules.sonora.codes import FOX, OWL, RABBIT, REFLICK, SWAP
from tilth_rules.sonora.events.marks import (
    BonusGained,
    BonusUsed,
    ColumnCrossed,
    DiscsMarked,
    MudClosed,
    MudOpened,
    NodeCrossed,
    TriangleClosed,
)
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.rounds.marking import MarkRest, SortDiscs
from tilth_rules.sonora.state import bare_sheet

VALUES = values_of(Options())
MUD = VALUES.mud
MARK_MUD = 20
USE, KEPT = 100, 110


def with_points(many: int, *crossed: str) -> Scene:
    """Return a table at which a seat marks in the mud, and has this many points left."""
    scene = Scene(2)
    scene.sheet(RED).points = many
    scene.sheet(RED).nodes |= bits([node(name) for name in crossed])
    return scene


def test_twelve_are_spent_on_a_three_a_two_a_five_and_two_cells_of_a_column() -> None:
    scene = Scene(2)
    for value in (5, 4, 3):
        scene.lies_in(disc(RED, value), "mud")
    table = scene.run(SortDiscs(), MarkRest())
    discs = tuple(disc(RED, value) for value in (3, 4, 5))
    assert scene.answer(table, RED, MARK_MUD) == [DiscsMarked(RED, discs), MudOpened(RED, 12)]
    assert scene.answer(table, RED, node("n0")) == [NodeCrossed(RED, node("n0"), 3)]
    cactus = next(at for at, (nodes, _, _) in enumerate(MUD.triangles) if nodes == bits([0, 1, 3]))
    assert scene.answer(table, RED, node("n1")) == [
        NodeCrossed(RED, node("n1"), 2),
        TriangleClosed(RED, cactus, 2),
    ]
    assert scene.answer(table, RED, node("c1")) == [NodeCrossed(RED, node("c1"), 5)]
    assert node("n4") in offered(table, RED), "the two points left would do for another 2"
    scene.answer(table, RED)
    assert kind(table, RED) == "columns"
    assert scene.answer(table, RED, 0, 0) == [
        ColumnCrossed(RED, 0, 2),
        BonusGained(RED, SWAP),
        MudClosed(RED, 0),
    ]
    assert points(MUD, scene.sheet(RED)) == {2: 2, 4: 0, 6: 0}


def test_seven_are_enough_for_nodes_of_three_and_four() -> None:
    scene = with_points(7)
    table = scene.run(CrossNodes(RED), FillColumns(RED), CloseMud(RED))
    scene.answer(table, RED, node("n3"))
    events = scene.answer(table, RED, node("n2"))
    assert events[0] == NodeCrossed(RED, node("n2"), 4)
    assert scene.sheet(RED).points == -1, "nothing is left, nothing more is asked"
    assert events[-1] == MudClosed(RED, 0)


def test_nodes_are_joined_from_the_centre_on() -> None:
    assert {MUD.costs[at] for at in crossable_nodes(MUD, bare_sheet(VALUES), 30)} == {2, 3, 4}
    assert len(crossable_nodes(MUD, bare_sheet(VALUES), 30)) == 6
    assert node("c1") in crossable_nodes(MUD, with_points(0, "n1").sheet(RED), 5)
    assert node("c1") not in crossable_nodes(MUD, with_points(0, "n1").sheet(RED), 4)


def test_a_node_on_the_rim_costs_one_more_for_each_painted_cell() -> None:
    scene = Scene(1)
    seven = node("m2")
    scene.sheet().nodes |= bits([node("n2")])
    scene.sheet().small[seven] = 2
    assert node_cost(MUD, scene.sheet(), seven) == 9
    assert seven not in crossable_nodes(MUD, scene.sheet(), 8)
    scene.sheet().points = 9
    table = scene.run(CrossNodes(0), CloseMud(0))
    assert NodeCrossed(0, seven, 9) in scene.answer(table, 0, seven)


def test_a_triangle_with_a_bonus_gives_it_at_once() -> None:
    scene = with_points(9, "n1")
    table = scene.run(CrossNodes(RED))
    events = scene.answer(table, RED, node("n2"))
    assert of_kind(events, BonusGained) == [BonusGained(RED, REFLICK)]


def test_one_node_can_close_several_triangles() -> None:
    scene = with_points(9, "n0", "n2")
    table = scene.run(CrossNodes(RED), CloseMud(RED))
    assert len(of_kind(scene.answer(table, RED, node("n1")), TriangleClosed)) == 2


def test_on_the_rabbit_a_disc_counts_twice() -> None:
    scene = Scene(2).lies_in(disc(RED, 4), "mud circle").lies_in(disc(RED, 1), "mud")
    table = scene.run(SortDiscs(), MarkRest())
    assert MudOpened(RED, 9) in scene.answer(table, RED, MARK_MUD)


def test_a_rabbit_adds_five_and_one_of_a_discovery_six_while_marking() -> None:
    scene = with_points(1)
    scene.sheet(RED).ready[RABBIT] = 1
    scene.sheet(RED).kept[RABBIT] = 1
    table = scene.run(CrossNodes(RED), FillColumns(RED), CloseMud(RED))
    assert scene.answer(table, RED, USE + RABBIT) == [BonusUsed(RED, RABBIT, False), MudOpened(RED, 5)]
    assert scene.answer(table, RED, KEPT + RABBIT) == [BonusUsed(RED, RABBIT, True), MudOpened(RED, 6)]
    assert scene.sheet(RED).points == 12


def test_a_rabbit_waits_for_the_discs_in_the_mud() -> None:
    scene = Scene(2).lies_in(disc(RED, 2), "mud")
    scene.sheet(RED).ready[RABBIT] = scene.sheet(RED).kept[RABBIT] = 1
    table = scene.run(SortDiscs(), MarkRest())
    assert offered(table, RED) == [MARK_MUD]
    scene.answer(table, RED, MARK_MUD)
    assert {USE + RABBIT, KEPT + RABBIT} <= set(offered(table, RED))


def test_without_discs_in_the_mud_a_rabbit_is_marked_alone() -> None:
    scene = Scene(2)
    scene.sheet(RED).ready[RABBIT] = 1
    table = scene.run(MarkRest())
    assert offered(table, RED) == [USE + RABBIT], "it has to be used"
    assert scene.answer(table, RED, USE + RABBIT)[1] == MudOpened(RED, 5)
    assert kind(table, RED) == "mud"


def test_other_animals_can_be_used_in_between() -> None:
    scene = with_points(4)
    scene.sheet(RED).ready[OWL] = 1
    scene.sheet(RED).kept[FOX] = 1
    table = scene.run(CrossNodes(RED), FillColumns(RED), CloseMud(RED))
    assert {USE + OWL, KEPT + FOX} <= set(offered(table, RED))
    scene.answer(table, RED, USE + OWL)
    assert kind(table, RED) == "river"
    scene.answer(table, RED, offered(table, RED)[0])
    assert kind(table, RED) == "mud"


def test_with_value_left_for_no_node_a_fox_may_still_gain_more() -> None:
    """Its shape may hold a rabbit, which joins what is left."""
    scene = with_points(1)
    assert scene.run(CrossNodes(RED)).over, "nothing costs a single point"
    scene.sheet(RED).kept[FOX] = 1
    assert offered(scene.run(CrossNodes(RED)), RED) == [KEPT + FOX]


def test_when_every_node_is_crossed_a_rabbit_fills_columns() -> None:
    scene = Scene(2)
    sheet = scene.sheet(RED)
    sheet.nodes = bits(range(len(MUD.costs)))
    sheet.ready[RABBIT] = 1
    table = scene.run(MarkRest())
    assert offered(table, RED) == [USE + RABBIT]
    scene.answer(table, RED, USE + RABBIT)
    assert (kind(table, RED), asked(table, RED).max_picks) == ("columns", 5)
    scene.answer(table, RED)
    sheet.columns[:] = MUD.column_cells
    sheet.ready[RABBIT] = 1
    assert offered(scene.run(MarkRest()), RED) == [], "nothing is left that it could cross"


def test_a_rabbit_gained_when_all_is_spent_may_still_join() -> None:
    scene = with_points(0)
    scene.sheet(RED).ready[RABBIT] = 1
    table = scene.run(CrossNodes(RED), FillColumns(RED), CloseMud(RED))
    assert offered(table, RED) == [USE + RABBIT]


def test_after_the_first_cell_of_a_column_no_node_is_crossed() -> None:
    scene = with_points(9)
    table = scene.run(CrossNodes(RED), FillColumns(RED), CloseMud(RED))
    scene.answer(table, RED)
    events = scene.answer(table, RED, 0)
    assert events == [ColumnCrossed(RED, 0, 1), MudClosed(RED, 8)]
    assert table.over


def test_columns_take_as_many_points_as_they_have_room_for() -> None:
    scene = with_points(5)
    table = scene.run(FillColumns(RED))
    decision = asked(table, RED)
    assert (decision.min_picks, decision.max_picks) == (0, 5)
    assert tuple(decision.max_each) == (2, 3, 4, 5)
    events = scene.answer(table, RED, 0, 0, 1, 1, 1)
    assert of_kind(events, BonusGained) == [BonusGained(RED, SWAP), BonusGained(RED, REFLICK)]


def test_full_columns_are_not_offered() -> None:
    scene = with_points(30)
    scene.sheet(RED).columns[:] = [2, 1, 4, 5]
    table = scene.run(FillColumns(RED))
    assert (offered(table, RED), asked(table, RED).max_picks) == ([1], 2)


def test_the_whole_net_costs_seventy_nine_and_holds_nine_six_and_four_cacti_pairs() -> None:
    assert sum(MUD.costs) == 79
    held = [cactus for _, cactus, _ in MUD.triangles]
    assert [held.count(worth) for worth in (2, 4, 6)] == [9, 6, 4]

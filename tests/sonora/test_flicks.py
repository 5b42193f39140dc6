"""The flick phase: the order of turns, and the immediate effects of a flick."""

import pytest

from tests.sonora.ports import at, rests
from tests.sonora.situations import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Scene,
    asked,
    disc,
    kind,
    of_kind,
    offered,
    without_reflicks,
)
from tilth_rules.kernel import Measure, Refused, Table
from tilth_rules.sonora.codes import (
    FLICKED_OFF,
    FLICKED_TOO_OFTEN,
    IN_HAND,
    IN_HOLE,
    KNOCKED_OFF,
    MUD,
    ON_BOARD,
    OUT,
    REFLICK,
    RUINS,
)
from tilth_rules.sonora.events.flicks import (
    DiscFlicked,
    DiscOut,
    DiscReturned,
    DiscsCameToRest,
    DiscSunk,
    DiscTakenBack,
)
from tilth_rules.sonora.events.marks import BonusUsed
from tilth_rules.sonora.flick_question import HOLE, RIMS, CameToRest, ImpossibleFact
from tilth_rules.sonora.rounds.flick_phase import MAX_FLICKS, Aim, FlickOne, FlickPhase, SoloFlicks

MINE, OTHERS = disc(RED, 3), disc(BLUE, 1)
AGAIN = 1


def somewhere(count: int) -> list[CameToRest]:
    """Return answers in which discs come to rest beside each other; the flicked disc is filled in later."""
    return [rests(0, -100 + 21 * (n % 9), 60 - 21 * (n // 9)) for n in range(count)]


def play(scene: Scene, table: Table) -> list[int]:
    """Flick the first disc there is for each seat until no seat is asked. Return the seats that flicked."""
    order = []
    places = somewhere(60)
    while table.open:
        seat = table.pending_seats[0]
        if isinstance(table.open[seat], Measure):
            step = table.step_of(seat)
            assert isinstance(step, Aim)
            place = places.pop(0).moved[0]
            scene.script.facts.append(CameToRest(moved=(at(step.disc, place.x / 100, place.y / 100),)))
            scene.flick(table, seat)
            order.append(seat)
        else:
            scene.answer(table, seat, offered(table, seat)[0])
    return order


def test_everybody_takes_three_turns_with_two_two_and_one_disc() -> None:
    scene = without_reflicks(Scene(3, first=BLUE))
    table = scene.run(FlickPhase())
    turn = [BLUE, BLUE, GREEN, GREEN, RED, RED]
    assert play(scene, table) == [*turn, *turn, BLUE, GREEN, RED]
    assert set(scene.state.where) == {ON_BOARD}


def test_alone_all_fifteen_are_flicked_in_any_order() -> None:
    scene = without_reflicks(Scene(1))
    table = scene.run(SoloFlicks())
    assert len(offered(table, 0)) == 15
    assert len(play(scene, table)) == 15


def test_any_disc_may_be_chosen_and_the_last_is_not_asked_for() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(FlickOne(RED))
    assert offered(table, RED) == [disc(RED, value) for value in (1, 2, 3, 4, 5)]
    for value in (1, 2, 4, 5):
        scene.state.where[disc(RED, value)] = OUT
    table = scene.run(FlickOne(RED), facts=[rests(MINE, 20, 20)])
    assert kind(table, RED) == "flick"
    assert DiscFlicked in map(type, scene.flick(table, RED))


def test_a_flick_is_four_numbers_each_within_bounds_of_its_own() -> None:
    table = Scene(2).run(Aim(RED, MINE))
    decision = table.open[RED]
    assert isinstance(decision, Measure)
    assert [(q.name, q.min, q.max, q.scale) for q in decision.quantities] == [
        ("side", 0, 1000, 1000),
        ("back", 0, 1000, 1000),
        ("aim", -4500, 4500, 100),
        ("power", 0, 1000, 1000),
    ]
    with pytest.raises(Refused):
        table.answer(RED, numbers=(0, 0, 4501, 0))


def test_the_places_where_discs_came_to_rest_are_recorded_completely() -> None:
    scene = without_reflicks(Scene(2)).on_board(OTHERS, 50, 50)
    fact = rests(MINE, 20, 20, others=(at(OTHERS, 60, 55),), touched_far_edge=True)
    events = scene.flick(scene.run(Aim(RED, MINE), facts=[fact]), RED)
    assert of_kind(events, DiscsCameToRest) == [
        DiscsCameToRest(MINE, (2, 5), (2000, 6000), (2000, 5500), (), (), False, True, (), ())
    ]
    assert (scene.state.xs[OTHERS], scene.state.ys[OTHERS]) == (6000, 5500)
    assert len(scene.records[-1].facts) == 1
    assert scene.state.where[MINE] == ON_BOARD


def test_the_text_of_a_slide_says_how_far_the_disc_slid_and_what_it_touched() -> None:
    # MINE goes 30 mm east, pushes OTHERS, goes 40 mm north and meets a rim; OTHERS meets another rim for itself.
    contacts = (100, MINE, OTHERS, 150, OTHERS, RIMS, 200, MINE, RIMS + 1, 300, OTHERS, MINE)
    path = (
        0,
        MINE,
        0,
        0,
        100,
        MINE,
        3000,
        0,
        100,
        OTHERS,
        5000,
        0,
        400,
        MINE,
        3000,
        4000,
        500,
        OTHERS,
        9000,
        0,
    )
    slide = DiscsCameToRest(MINE, (), (), (), (), (), False, True, contacts, path)
    assert slide.text_facts() == {"way": 70, "touched": (OTHERS,), "edge": True}
    # What the others meet for themselves does not count, and neither does the hole.
    third = next(disc for disc in range(RIMS) if disc not in (MINE, OTHERS))
    others = (100, OTHERS, MINE, 150, third, OTHERS, 200, OTHERS, RIMS, 300, MINE, HOLE)
    apart = DiscsCameToRest(MINE, (), (), (), (), (), False, True, others, path)
    assert apart.text_facts() == {"way": 70, "touched": (OTHERS,), "edge": False}
    still = DiscsCameToRest(MINE, (), (), (), (), (), True, False, (), ())
    assert still.text_facts() == {"way": 0, "touched": (), "edge": False}


def test_a_disc_that_did_not_leave_its_corner_is_flicked_again() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(Aim(RED, MINE), facts=[CameToRest(in_corner=True), rests(MINE, 20, 20)])
    assert of_kind(scene.flick(table, RED), DiscReturned) == [DiscReturned(RED, MINE)]
    scene.flick(table, RED)
    assert scene.state.where[MINE] == ON_BOARD
    assert scene.state.flicks[MINE] == 2


def test_a_disc_flicked_off_the_board_is_out() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(Aim(RED, MINE), facts=[CameToRest(off_board=(MINE,))])
    assert of_kind(scene.flick(table, RED), DiscOut) == [DiscOut(RED, MINE, FLICKED_OFF)]


def test_a_disc_knocked_off_is_flicked_again_by_its_owner_at_once() -> None:
    scene = without_reflicks(Scene(2)).on_board(OTHERS, 50, 50)
    facts = [rests(MINE, 20, 20, off_board=(OTHERS,)), rests(OTHERS, 40, -60)]
    table = scene.run(Aim(RED, MINE), FlickOne(RED), facts=facts)
    assert DiscReturned(BLUE, OTHERS) in scene.flick(table, RED)
    assert (table.pending_seats, kind(table, BLUE)) == ([BLUE], "flick")
    scene.flick(table, BLUE)
    assert table.pending_seats == [RED], "the turn continues"


def test_of_several_knocked_off_the_next_clockwise_is_first_and_each_owners_as_they_fell() -> None:
    scene = without_reflicks(Scene(4))
    fallen = (disc(RED, 2), disc(YELLOW, 5), disc(YELLOW, 1))
    for number, place in zip(fallen, (30, 60, 90), strict=True):
        scene.on_board(number, place, 0.5)
    facts = [rests(disc(GREEN, 1), 20, 20, off_board=fallen)]
    facts += [rests(number, 0, place) for number, place in zip((19, 15, 1), (40, 65, 90), strict=True)]
    table = scene.run(Aim(GREEN, disc(GREEN, 1)), facts=facts)
    order = []
    while table.open:
        seat = table.pending_seats[0]
        step = table.step_of(seat)
        assert isinstance(step, Aim)
        order.append(step.disc)
        scene.flick(table, seat)
    assert order == [disc(GREEN, 1), disc(YELLOW, 5), disc(YELLOW, 1), disc(RED, 2)]


def test_discs_can_be_knocked_off_in_chains() -> None:
    scene = without_reflicks(Scene(2)).on_board(OTHERS, 50, 50)
    facts = [
        rests(MINE, 20, 20, off_board=(OTHERS,)),
        rests(OTHERS, 40, -60, off_board=(MINE,)),
        rests(MINE, -40, -60),
    ]
    table = scene.run(Aim(RED, MINE), facts=facts)
    scene.flick(table, RED)
    scene.flick(table, BLUE)
    assert table.pending_seats == [RED]
    scene.flick(table, RED)
    assert table.over
    assert scene.state.where[MINE] == scene.state.where[OTHERS] == ON_BOARD


def test_ones_own_disc_knocked_off_by_oneself_is_out() -> None:
    other = disc(RED, 1)
    scene = without_reflicks(Scene(2)).on_board(other, 50, 50)
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20, off_board=(other,))])
    assert of_kind(scene.flick(table, RED), DiscOut) == [DiscOut(RED, other, KNOCKED_OFF)]


def test_a_disc_is_not_flicked_more_than_twenty_times_a_round() -> None:
    scene = without_reflicks(Scene(2)).on_board(OTHERS, 50, 50)
    scene.state.flicks[OTHERS] = MAX_FLICKS
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20, off_board=(OTHERS,))])
    assert of_kind(scene.flick(table, RED), DiscOut) == [DiscOut(BLUE, OTHERS, FLICKED_TOO_OFTEN)]


def test_after_the_twentieth_flick_no_reflick_is_offered() -> None:
    scene = Scene(2)
    scene.state.flicks[MINE] = MAX_FLICKS - 2
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20), rests(MINE, 30, 20)])
    scene.sheet(RED).ready[REFLICK] = 2
    scene.flick(table, RED)
    scene.answer(table, RED, AGAIN)
    scene.flick(table, RED)
    assert table.over
    assert (scene.sheet(RED).ready[REFLICK], scene.state.where[MINE]) == (1, ON_BOARD)


def test_the_owner_of_a_disc_in_the_hole_puts_it_into_a_section_at_once() -> None:
    scene = without_reflicks(Scene(2)).on_board(OTHERS, 50, 50)
    table = scene.run(Aim(RED, MINE), FlickOne(RED), facts=[rests(MINE, 20, 20, in_hole=(OTHERS,))])
    scene.flick(table, RED)
    assert (table.pending_seats, kind(table, BLUE), offered(table, BLUE)) == (
        [BLUE],
        "bullseye",
        [1, 2, 3, 4],
    )
    assert scene.answer(table, BLUE, MUD) == [DiscSunk(BLUE, OTHERS, MUD)]
    assert (scene.state.where[OTHERS], scene.state.settled[OTHERS]) == (IN_HOLE, MUD)


def test_of_several_in_the_hole_the_flickers_are_first_and_then_the_next_clockwise() -> None:
    """The flicked disc itself comes last: it may still be taken back."""
    fallen = (disc(RED, 2), disc(YELLOW, 5), disc(GREEN, 1), disc(GREEN, 4), disc(YELLOW, 1))
    scene = without_reflicks(Scene(4))
    for at_once, number in enumerate(fallen):
        if number != disc(GREEN, 1):
            scene.on_board(number, 30 + 25 * at_once, 0.5)
    table = scene.run(Aim(GREEN, disc(GREEN, 1)), facts=[CameToRest(in_hole=fallen)])
    scene.flick(table, GREEN)
    sunk = []
    while table.open:
        for event in scene.answer(table, table.pending_seats[0], MUD):
            assert isinstance(event, DiscSunk)
            sunk.append(event.disc)
    assert sunk == [disc(GREEN, 4), disc(YELLOW, 5), disc(YELLOW, 1), disc(RED, 2), disc(GREEN, 1)]


def test_of_the_flicked_disc_itself_the_reflick_is_asked_before_the_section() -> None:
    scene = Scene(2)
    facts = [CameToRest(in_hole=(MINE,)), CameToRest(in_hole=(MINE,))]
    table = scene.run(Aim(RED, MINE), facts=facts)
    scene.flick(table, RED)
    assert kind(table, RED) == "reflick"
    assert scene.answer(table, RED, AGAIN) == [BonusUsed(RED, REFLICK, False), DiscTakenBack(RED, MINE)]
    scene.flick(table, RED)
    assert kind(table, RED) == "bullseye", "no reflick is left"
    scene.answer(table, RED, RUINS)
    assert scene.state.settled[MINE] == RUINS


def test_a_reflick_brings_the_disc_back_even_from_off_the_board_and_leaves_the_others() -> None:
    scene = Scene(2).on_board(OTHERS, 50, 50)
    facts = [
        CameToRest(off_board=(MINE,), moved=(at(OTHERS, 80, 0),)),
        rests(MINE, 20, 20),
    ]
    table = scene.run(Aim(RED, MINE), facts=facts)
    scene.flick(table, RED)
    scene.answer(table, RED, AGAIN)
    assert scene.state.where[MINE] == IN_HAND
    assert [(one.disc, one.x, one.y) for one in scene.script.questions[0].resting] == [(5, 5000, 5000)]
    scene.flick(table, RED)
    assert [(one.disc, one.x, one.y) for one in scene.script.questions[1].resting] == [(5, 8000, 0)]
    assert scene.sheet(RED).ready[REFLICK] == 0
    assert not of_kind(scene.events, DiscOut)


def test_several_reflicks_may_follow_each_other() -> None:
    scene = Scene(2)
    scene.sheet(RED).ready[REFLICK] = 3
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20 + n) for n in range(4)])
    for _ in range(3):
        scene.flick(table, RED)
        scene.answer(table, RED, AGAIN)
    scene.flick(table, RED)
    assert table.over
    assert scene.state.flicks[MINE] == 4


def test_a_reflick_is_asked_before_anybody_else_flicks_and_nobody_is_spared() -> None:
    """A player whose disc the first flick knocked off flicks again, regardless of the second flick."""
    scene = Scene(2).on_board(OTHERS, 50, 50)
    facts = [rests(MINE, 20, 20, off_board=(OTHERS,)), rests(MINE, 30, 20), rests(OTHERS, -40, -60)]
    table = scene.run(Aim(RED, MINE), facts=facts)
    scene.flick(table, RED)
    assert (table.pending_seats, kind(table, RED)) == ([RED], "reflick")
    scene.answer(table, RED, AGAIN)
    scene.flick(table, RED)
    assert table.pending_seats == [BLUE]
    scene.flick(table, BLUE)
    assert asked(table, BLUE).kind == "reflick"


def test_without_a_reflick_nothing_is_asked() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 20, 20)])
    scene.flick(table, RED)
    assert table.over


def test_an_answer_that_cannot_be_is_not_recorded() -> None:
    scene = without_reflicks(Scene(2)).on_board(OTHERS, 50, 50)
    table = scene.run(Aim(RED, MINE), facts=[rests(MINE, 50, 51)])
    with pytest.raises(ImpossibleFact):
        scene.flick(table, RED)


def test_no_way_leads_back_past_a_flick() -> None:
    scene = without_reflicks(Scene(2))
    table = scene.run(FlickOne(RED), FlickOne(RED), facts=[rests(MINE, 20, 20)])
    scene.answer(table, RED, MINE)
    assert table.undoable(RED) is not None
    scene.flick(table, RED)
    assert table.undoable(RED) is None

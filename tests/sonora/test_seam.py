"""The answers that a port may give to a flick, and those it may not."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.sonora.ports import at, rests, straight
from tests.sonora.situations import BLUE, RED, Scene, disc
from tilth_rules.sonora.board import flick_to_ask
from tilth_rules.sonora.flick_question import (
    MAX_CONTACTS,
    MAX_FRAMES,
    CameToRest,
    Contact,
    Flick,
    ImpossibleFact,
    Keyframe,
    check,
    decode,
    encode,
)

FLICKED, OTHER = disc(RED, 3), disc(BLUE, 1)


def a_flick() -> Flick:
    """Red's 3 is flicked; blue's 1 lies in the canyon."""
    scene = Scene(2).on_board(OTHER, 50, 50)
    return flick_to_ask(scene.state, scene.values, FLICKED, RED, (500, 500, 0, 60_000))


def test_a_fact_is_json_that_anybody_can_read() -> None:
    fact = rests(
        FLICKED,
        1.5,
        -20,
        in_hole=(OTHER,),
        contacts=(Contact(12, FLICKED, OTHER),),
        frames=(Keyframe(0, 2, 5, 6),),
    )
    assert json.loads(encode(fact)) == {
        "moved": [[2, 150, -2000]],
        "in_hole": [5],
        "contacts": [[12, 2, 5]],
        "frames": [[0, 2, 5, 6]],
    }
    assert decode(encode(fact)) == fact


@pytest.mark.parametrize(
    "fact",
    [
        rests(FLICKED, 20, 20),
        rests(FLICKED, 30, 30, others=(at(OTHER, 80, 10),), touched_far_edge=True),
        CameToRest(off_board=(OTHER, FLICKED)),
        CameToRest(in_hole=(FLICKED,), moved=(at(OTHER, 0, 60),)),
        CameToRest(in_corner=True),
        CameToRest(in_corner=True, off_board=(OTHER,)),
        rests(FLICKED, 70, 50),
        rests(FLICKED, 0, 5.01),
    ],
)
def test_a_possible_answer_is_accepted(fact: CameToRest) -> None:
    check(a_flick(), fact)


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (CameToRest(), "the flicked disc is nowhere"),
        (rests(FLICKED, 20, 20, in_corner=True), "in its corner too"),
        (rests(7, 20, 20), "not there"),
        (rests(FLICKED, 20, 20, off_board=(FLICKED,)), "in two places"),
        (CameToRest(in_hole=(FLICKED, FLICKED)), "in two places"),
        (CameToRest(moved=(at(OTHER, 0, 60), at(FLICKED, 60, 0))), "by number"),
        (rests(FLICKED, 121, 0), "over the rim"),
        (rests(FLICKED, 98, 98), "over a step"),
        (rests(FLICKED, 3, 4), "in the hole"),
        (rests(FLICKED, 65, 50), "overlap"),
        (rests(FLICKED, 20, 20, others=(at(OTHER, 30, 20),)), "overlap"),
        (rests(FLICKED, 20, 20, contacts=(Contact(0, FLICKED, 99),)), "nothing there"),
        (rests(FLICKED, 20, 20, contacts=(Contact(0, FLICKED, OTHER),) * (MAX_CONTACTS + 1)), "contacts"),
        (rests(FLICKED, 20, 20, frames=(Keyframe(0, FLICKED, 0, 0),) * (MAX_FRAMES + 1)), "too many frames"),
        (rests(FLICKED, 20, 20, frames=(Keyframe(0, FLICKED, 0, -1_000_000),)), "a frame far from the board"),
        (
            rests(FLICKED, 20, 20, frames=(Keyframe(5, FLICKED, 0, 0), Keyframe(4, FLICKED, 0, 0))),
            "order of time",
        ),
        (rests(FLICKED, 20, 20, frames=(Keyframe(20_001, FLICKED, 0, 0),)), "outside of the flick"),
        (rests(FLICKED, 20, 20, frames=(Keyframe(0, 9, 0, 0),)), "a frame of a disc"),
    ],
)
def test_an_impossible_answer_is_refused(fact: CameToRest, why: str) -> None:
    with pytest.raises(ImpossibleFact, match=why):
        check(a_flick(), fact)


@pytest.mark.parametrize("answer", [{"moved": [[1, 2]]}, {"moved": [[2, 0.5, 1]]}, {"somewhere": []}, []])
def test_an_answer_in_another_shape_is_no_fact(answer: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(json.dumps(answer).encode())


@examples(50, 300)
@given(
    launch=st.tuples(
        st.integers(0, 1000), st.integers(0, 1000), st.integers(-4500, 4500), st.integers(32_000, 180_000)
    ),
    places=st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), max_size=12, unique=True),
    seat=st.integers(0, 3),
)
def test_the_simple_port_of_the_tests_gives_possible_answers(
    launch: tuple[int, int, int, int], places: list[tuple[int, int]], seat: int
) -> None:
    scene = Scene(4)
    lying = [place for place in places if abs(place[0]) + abs(place[1]) <= 8 and place != (0, 0)]
    for number, (x, y) in enumerate(lying):
        scene.on_board((5 * seat + 1 + number) % 20, 21 * x, 21 * y)
    flick = flick_to_ask(scene.state, scene.values, 5 * seat, seat, launch)
    fact = decode(straight(flick))
    check(flick, fact)
    assert straight(flick) == encode(fact), "the same every time"

"""What holds of every flick, however mad."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from tests.physics.boards import BOARD, DIAMETER, WOOD, apart, energy, flicks, sliding
from tilth_physics import came_to_rest, port
from tilth_physics.motion import Motion, Place
from tilth_physics.slide import MOST_EVENTS, Slide
from tilth_rules.sonora.flick import (
    MAX_CONTACTS,
    MAX_FRAMES,
    MAX_MS,
    CameToRest,
    Flick,
    Resting,
    check,
    decode,
    wholly_on,
)

MANY = [*flicks(1, 3000), *flicks(2, 300, discs=14, heaped=True), *flicks(3, 200, discs=3)]
HARD = [
    *MANY[:1700],
    *MANY[3000:3100],
    *(
        msgspec.structs.replace(
            each, physics=msgspec.structs.replace(WOOD, edge_restitution=e, disc_restitution=d)
        )
        for e, d, each in zip((1000, 0, 1000, 0) * 50, (1000, 1000, 0, 0) * 50, MANY[2000:2200], strict=True)
    ),
]
"""Some of them, and some on other wood: that gives back everything, or nothing."""
LOOK = 0.005
"""Seconds."""
NEAR = DIAMETER / 100
"""Millimetres between the centres of discs that touch."""
SUNK = 0.005
"""Millimetres that discs may seem to overlap while they move: those that are pushed along, not hit."""


@pytest.fixture(scope="module")
def answers() -> list[CameToRest]:
    return [came_to_rest(flick) for flick in MANY]


def at_rest(flick: Flick, answer: CameToRest) -> dict[int, tuple[int, int]]:
    """Where everything lies afterwards."""
    lying = {disc.disc: (disc.x, disc.y) for disc in (*flick.resting, *answer.moved)}
    for gone in (*answer.in_hole, *answer.off_board):
        lying.pop(gone, None)
    return lying


def test_the_rules_find_nothing_impossible(answers: list[CameToRest]) -> None:
    for flick, answer in zip(MANY, answers, strict=True):
        check(flick, answer)


def test_nothing_overlaps_at_rest_not_by_a_hundredth(answers: list[CameToRest]) -> None:
    for flick, answer in zip(MANY, answers, strict=True):
        lying = list(at_rest(flick, answer).values())
        for at, (x, y) in enumerate(lying):
            for ox, oy in lying[at + 1 :]:
                assert (x - ox) ** 2 + (y - oy) ** 2 >= DIAMETER**2


def test_every_disc_ends_on_the_board_in_the_hole_or_off_it(answers: list[CameToRest]) -> None:
    side = BOARD.half_side - BOARD.disc_radius
    hole = BOARD.hole_radius - BOARD.disc_radius
    kinds = set()
    for flick, answer in zip(MANY, answers, strict=True):
        lying = at_rest(flick, answer)
        ends = [*lying, *answer.in_hole, *answer.off_board]
        known = {*(disc.disc for disc in flick.resting), flick.disc}
        assert sorted(ends) == sorted(known - ({flick.disc} if answer.in_corner else set()))
        for x, y in lying.values():
            assert max(abs(x), abs(y)) <= side
            assert abs(x) + abs(y) <= wholly_on(BOARD)
            assert x * x + y * y > hole * hole
        kinds.add((bool(answer.in_hole), bool(answer.off_board), answer.in_corner))
    assert len(kinds) >= 4, "all ends were seen"


def test_frames_and_contacts_are_bounded_and_in_order(answers: list[CameToRest]) -> None:
    for flick, answer in zip(MANY, answers, strict=True):
        times = [frame.at for frame in answer.frames]
        assert times == sorted(times)
        assert times[0] == 0
        assert times[-1] <= MAX_MS
        assert 2 <= len(times) <= MAX_FRAMES
        touches = [contact.at for contact in answer.contacts]
        assert touches == sorted(touches)
        assert len(touches) <= MAX_CONTACTS
        shown: dict[int, dict[int, tuple[int, int]]] = {}
        for frame in answer.frames:
            assert frame.at not in shown.setdefault(frame.disc, {}), "one frame for a moment"
            shown[frame.disc][frame.at] = frame.x, frame.y
        before = {disc.disc: disc for disc in flick.resting}
        for disc in answer.moved:
            if disc.disc in shown:
                assert list(shown[disc.disc].values())[-1] == (disc.x, disc.y)
            else:
                lay = before[disc.disc]
                assert apart((lay.x, lay.y), (disc.x, disc.y)) < 8, "it only gave way to rounding"
        first = next(iter(shown[flick.disc].values()))
        assert first == (flick.x, flick.y)


def test_equal_flicks_end_equally(answers: list[CameToRest]) -> None:
    for flick, answer in list(zip(MANY, answers, strict=True))[::10]:
        assert decode(port(msgspec.structs.replace(flick))) == answer


def summary(seed: int) -> str:
    """What a process makes of a hundred flicks."""
    digest = sha256()
    for flick in flicks(seed, 100):
        digest.update(port(flick))
    return digest.hexdigest()


def test_another_process_finds_the_same() -> None:
    """Whatever its hashes are seeded with."""
    text = "from tests.physics.test_properties import summary; print(summary(8))"
    told = subprocess.run(
        [sys.executable, "-c", text],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "1234"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert told.stdout.strip() == summary(8)


def turned(flick: Flick) -> Flick:
    """The same flick on a board that was turned a quarter clockwise."""
    return msgspec.structs.replace(
        flick,
        corner=(flick.corner + 1) % 4,
        x=flick.y,
        y=-flick.x,
        heading=(flick.heading - 9000) % 36000,
        resting=tuple(Resting(disc.disc, disc.y, -disc.x) for disc in flick.resting),
    )


def test_every_corner_is_like_the_others() -> None:
    for flick in [*flicks(20, 150), *flicks(21, 50, discs=14, heaped=True)]:
        one, other = came_to_rest(flick), came_to_rest(turned(flick))
        assert (one.in_hole, one.off_board) == (other.in_hole, other.off_board)
        assert (one.in_corner, one.touched_far_edge) == (other.in_corner, other.touched_far_edge)
        assert tuple(Resting(disc.disc, disc.y, -disc.x) for disc in one.moved) == other.moved


def test_energy_never_grows() -> None:
    for flick in HARD:
        slide = sliding(flick)
        before, since = energy(slide), 0.0
        while slide.moving:
            slide.advance()
            now = energy(slide)
            assert now <= before * (1 + 1e-12)
            assert slide.time >= since
            before, since = now, slide.time
        assert slide.events < MOST_EVENTS, "it came to rest by itself"


ODD = [
    msgspec.structs.replace(
        WOOD,
        deceleration=slow,
        disc_restitution=disc,
        edge_restitution=edge,
        escape_speed=escape,
        drop_speed=drop,
    )
    for slow in (1, 10_000, 1_000_000)
    for disc in (0, 500, 1000)
    for edge in (0, 1000)
    for escape, drop in ((1_000, 10**7), (10**8, 1))
]
"""Wood as a match's own values may have it, ice, glue, rubber, lead; and ice as they may not."""


def test_on_any_wood_a_flick_ends_in_time_and_possibly() -> None:
    for wood, flick in zip(ODD * 2, flicks(6, 2 * len(ODD), heaped=True), strict=True):
        odd = msgspec.structs.replace(flick, physics=wood)
        check(odd, came_to_rest(odd))


def test_discs_that_are_jammed_get_stuck_instead_of_being_pushed_for_ever() -> None:
    lead = msgspec.structs.replace(WOOD, disc_restitution=0, edge_restitution=0)
    for flick in flicks(10, 40, heaped=True):
        slide = sliding(msgspec.structs.replace(flick, physics=lead))
        slide.run()
        assert slide.events < MOST_EVENTS


class History:
    """Every straight piece of every way, to look at what lay between the events."""

    def __init__(self, slide: Slide) -> None:
        self.legs: dict[int, list[tuple[float, Motion]]] = {}
        self._slide = slide
        self._start = list(slide.places)
        self._running: dict[int, Motion] = dict(slide.moving)
        self._gone: dict[int, float] = {}
        slide.bent = self._bent
        slide.run()

    def places(self, time: float) -> dict[int, Place]:
        """Where the discs are at that time; those that move first."""
        found: dict[int, Place] = {}
        for disc, legs in self.legs.items():
            if time < self._gone.get(disc, time + 1):
                found[disc] = self._place(disc, legs, time)
        lying = enumerate(self._start)
        return found | {d: place for d, place in lying if d not in self.legs and place is not None}

    def _place(self, disc: int, legs: list[tuple[float, Motion]], time: float) -> Place:
        last = None
        for end, motion in legs:
            if time < motion.since:
                break
            last = motion.place(min(time, end))
        start = self._start[disc]
        assert start is not None
        return start if last is None else last

    def _bent(self, disc: int, time: float, place: Place) -> None:
        before = self._running.pop(disc, None)
        if before is not None:
            self.legs.setdefault(disc, []).append((time, before))
        if disc in self._slide.moving:
            self._running[disc] = self._slide.moving[disc]
        elif self._slide.places[disc] is None:
            self._gone[disc] = time


@pytest.mark.parametrize("at", range(4))
def test_nothing_tunnels_and_nothing_overlaps_on_the_way(at: int) -> None:
    """Every disc is looked at every 5 ms: apart from all others, within the rim. Two that met even at 4 m/s would be
    seen in each other at least once, since they come 20 mm nearer at the most between two looks, and pass through
    40 mm."""
    seen = 0
    for flick in HARD[at::4]:
        slide = sliding(flick)
        own, edges = slide.flicked, slide.ground.edges
        history = History(slide)
        for step in range(1, int(slide.time / LOOK) + 1):
            places = history.places(LOOK * step)
            found = list(places.items())
            for disc, place in found[: len(history.legs)]:
                x, y = place
                seen += len(found) - 1
                for other, (ox, oy) in found:
                    if -NEAR < ox - x < NEAR and -NEAR < oy - y < NEAR and other != disc:
                        assert apart(place, (ox, oy)) >= NEAR - SUNK
                for number, edge in enumerate(edges):
                    if disc != own or number != 4 + flick.corner:
                        assert edge.nx * place[0] + edge.ny * place[1] <= edge.reach + SUNK
    assert seen > 100_000

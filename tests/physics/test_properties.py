"""Properties that hold for every flick, also for extreme ones."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from tests.physics.boards import BOARD, DIAMETER, WOOD, apart, energy, flicks, sliding
from tests.seeds import Seeds, Sweep
from tilth_physics import came_to_rest, port
from tilth_physics.motion import Motion, Place
from tilth_physics.slide import MAX_EVENTS, Slide
from tilth_rules.sonora.flick_question import (
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

LOOK = 0.005
"""Seconds."""
NEAR = DIAMETER / 100
"""Millimetres between the centres of discs that touch."""
SUNK = 0.005
"""Millimetres that discs may seem to overlap while they move: those that are pushed along, not hit."""


@pytest.fixture(scope="module")
def many(sweep: Sweep | None) -> list[Flick]:
    """Flicks among many discs, heaped ones and few."""
    first, times = (1, 1) if sweep is None else (sweep.seed, 4)
    return [
        *flicks(first, 600 * times),
        *flicks(first + 1, 60 * times, discs=14, heaped=True),
        *flicks(first + 2, 40 * times, discs=3),
    ]


@pytest.fixture(scope="module")
def hard(many: list[Flick]) -> list[Flick]:
    """Some of them, and some on other wood: that gives back everything, or nothing."""
    half, some = len(many) // 2, len(many) // 20
    heaped = many[len(many) * 6 // 7 :][:some]
    restitutions = [(1000, 1000), (0, 1000), (1000, 0), (0, 0)] * some
    otherwise = [
        msgspec.structs.replace(
            flick, physics=msgspec.structs.replace(WOOD, edge_restitution=edge, disc_restitution=disc)
        )
        for (edge, disc), flick in zip(restitutions, many[half : half + some], strict=False)
    ]
    return [*many[:half], *heaped, *otherwise]


@pytest.fixture(scope="module")
def answers(many: list[Flick]) -> list[CameToRest]:
    return [came_to_rest(flick) for flick in many]


def at_rest(flick: Flick, answer: CameToRest) -> dict[int, tuple[int, int]]:
    """Return the places of all discs afterwards."""
    lying = {disc.disc: (disc.x, disc.y) for disc in (*flick.resting, *answer.moved)}
    for gone in (*answer.in_hole, *answer.off_board):
        lying.pop(gone, None)
    return lying


def test_the_rules_find_nothing_impossible(answers: list[CameToRest], many: list[Flick]) -> None:
    for flick, answer in zip(many, answers, strict=True):
        check(flick, answer)


def test_nothing_overlaps_at_rest_not_by_a_hundredth(answers: list[CameToRest], many: list[Flick]) -> None:
    for flick, answer in zip(many, answers, strict=True):
        lying = list(at_rest(flick, answer).values())
        for at, (x, y) in enumerate(lying):
            for ox, oy in lying[at + 1 :]:
                assert (x - ox) ** 2 + (y - oy) ** 2 >= DIAMETER**2


def test_every_disc_ends_on_the_board_in_the_hole_or_off_it(
    answers: list[CameToRest], many: list[Flick]
) -> None:
    side = BOARD.half_side - BOARD.disc_radius
    hole = BOARD.hole_radius - BOARD.disc_radius
    kinds = set()
    for flick, answer in zip(many, answers, strict=True):
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


def test_frames_and_contacts_are_bounded_and_in_order(answers: list[CameToRest], many: list[Flick]) -> None:
    for flick, answer in zip(many, answers, strict=True):
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


def test_equal_flicks_end_equally(answers: list[CameToRest], many: list[Flick]) -> None:
    for flick, answer in list(zip(many, answers, strict=True))[::10]:
        assert decode(port(msgspec.structs.replace(flick))) == answer


def summary(seed: int) -> str:
    """Return a digest of the answers to a hundred flicks."""
    digest = sha256()
    for flick in flicks(seed, 100):
        digest.update(port(flick))
    return digest.hexdigest()


def test_another_process_finds_the_same() -> None:
    """The answers do not depend on the seed of Python's hashes."""
    text = "from tests.physics.test_properties import summary; print(summary(8))"
    process = subprocess.run(
        [sys.executable, "-c", text],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "1234"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert process.stdout.strip() == summary(8)


def turned(flick: Flick) -> Flick:
    """Return the same flick on a board that was turned a quarter clockwise."""
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


def test_energy_never_grows(hard: list[Flick]) -> None:
    for flick in hard:
        slide = sliding(flick)
        before, since = energy(slide), 0.0
        while slide.moving:
            slide.advance()
            now = energy(slide)
            assert now <= before * (1 + 1e-12)
            assert slide.time >= since
            before, since = now, slide.time
        assert slide.events < MAX_EVENTS, "it came to rest by itself"


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


def test_on_any_wood_a_flick_ends_in_time_and_possibly(seeds: Seeds) -> None:
    woods = ODD * seeds.often(1, 4)
    for wood, flick in zip(woods, flicks(6 + seeds.first, len(woods), heaped=True), strict=True):
        odd = msgspec.structs.replace(flick, physics=wood)
        check(odd, came_to_rest(odd))


def test_jammed_discs_get_stuck_instead_of_being_pushed_without_end() -> None:
    lead = msgspec.structs.replace(WOOD, disc_restitution=0, edge_restitution=0)
    for flick in flicks(10, 40, heaped=True):
        slide = sliding(msgspec.structs.replace(flick, physics=lead))
        slide.run()
        assert slide.events < MAX_EVENTS


class History:
    """A record of all straight pieces of all ways, to check the times between the events."""

    def __init__(self, slide: Slide) -> None:
        self.segments: dict[int, list[tuple[float, Motion]]] = {}
        self._slide = slide
        self._start = list(slide.places)
        self._running: dict[int, Motion] = dict(slide.moving)
        self._gone: dict[int, float] = {}
        slide.bent = self._bent
        slide.run()

    def places(self, time: float) -> dict[int, Place]:
        """Return the places of the discs at that time; those that move come first."""
        found: dict[int, Place] = {}
        for disc, segments in self.segments.items():
            if time < self._gone.get(disc, time + 1):
                found[disc] = self._place(disc, segments, time)
        lying = enumerate(self._start)
        return found | {d: place for d, place in lying if d not in self.segments and place is not None}

    def _place(self, disc: int, segments: list[tuple[float, Motion]], time: float) -> Place:
        last = None
        for end, motion in segments:
            if time < motion.since:
                break
            last = motion.place(min(time, end))
        start = self._start[disc]
        assert start is not None
        return start if last is None else last

    def _bent(self, disc: int, time: float, place: Place) -> None:
        before = self._running.pop(disc, None)
        if before is not None:
            self.segments.setdefault(disc, []).append((time, before))
        if disc in self._slide.moving:
            self._running[disc] = self._slide.moving[disc]
        elif self._slide.places[disc] is None:
            self._gone[disc] = time


@pytest.mark.parametrize("at", range(4))
def test_nothing_tunnels_and_nothing_overlaps_on_the_way(at: int, hard: list[Flick]) -> None:
    """Every disc is looked at every 5 ms: apart from all others, within the rim. Two that met even at 4 m/s would be
    seen in each other at least once, since they come 20 mm nearer at the most between two looks, and pass through
    40 mm."""
    seen = 0
    for flick in hard[at::4]:
        slide = sliding(flick)
        own, edges = slide.flicked, slide.ground.edges
        history = History(slide)
        for step in range(1, int(slide.time / LOOK) + 1):
            places = history.places(LOOK * step)
            found = list(places.items())
            for disc, place in found[: len(history.segments)]:
                x, y = place
                seen += len(found) - 1
                for other, (ox, oy) in found:
                    if -NEAR < ox - x < NEAR and -NEAR < oy - y < NEAR and other != disc:
                        assert apart(place, (ox, oy)) >= NEAR - SUNK
                for number, edge in enumerate(edges):
                    if disc != own or number != 4 + flick.corner:
                        assert edge.nx * place[0] + edge.ny * place[1] <= edge.reach + SUNK
    assert seen > 20_000

"""What is asked of the kept matches of every game."""

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Protocol

from tilth_rules.kernel import Event
from tilth_rules.playthrough import Playthrough


class Kept(Protocol):
    """A match of which a file tells."""

    @property
    def path(self) -> Path: ...

    def playthrough(self) -> Playthrough: ...


def box_of(kept: Kept) -> Mapping[str, int]:
    """What is in the box, all match long: the match goes as it went, and nothing is lost on the way."""
    playthrough = kept.playthrough()
    assert playthrough.play() == kept.path.read_text(), "python -m tests.playthroughs writes them anew"
    box = playthrough.goods[0]
    for record, goods in zip(playthrough.records, playthrough.goods, strict=True):
        assert goods == box, f"after record {record.number}"
    return box


def all_played(kept: Iterable[Kept]) -> list[Playthrough]:
    playthroughs = [one.playthrough() for one in kept]
    for playthrough in playthroughs:
        playthrough.play()
    return playthroughs


def events(played: Iterable[Playthrough]) -> list[Event]:
    return [event for playthrough in played for record in playthrough.records for event in record.events]


def asked(played: Iterable[Playthrough]) -> set[type]:
    """The steps that have waited for an answer."""
    waiting = chain.from_iterable(record.waiting for one in played for record in one.records)
    return {type(thread.tail[-1]) for thread in waiting if thread.tail}

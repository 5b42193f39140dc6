"""Exports whose deal was changed, every hash and the seed being right: each is found, and where."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from typing import Any

import pytest

from tests.deal.exports import changed, exported, setup
from tilth.games.agricola.v1 import agricola_pb2
from tilth.games.earth.v1 import earth_pb2
from tilth.games.petrichor.v1 import petrichor_pb2
from tilth.games.sonora.v1 import sonora_pb2
from tilth.v1.archive_pb2 import LogEntry
from tilth.v1.record_pb2 import Draw, Record
from tilth_rules.petrichor import Options as PetrichorOptions
from tilth_rules.sonora import Options as SonoraOptions
from tilth_server.archive.match_file import delimited, split_delimited
from tools.check_deal import Checker

EVENTS: dict[str, Any] = {
    "agricola": agricola_pb2.Event,
    "earth": earth_pb2.Event,
    "petrichor": petrichor_pb2.Event,
    "sonora": sonora_pb2.Event,
}


@cache
def match(name: str) -> bytes:
    return exported(setup(name))


@dataclass
class Shown:
    """An event of a log, with the place to write it back to."""

    record: Record
    at: int
    event: Any
    name: str

    @property
    def message(self) -> Any:
        return getattr(self.event, self.name)

    def write(self) -> None:
        self.record.events[self.at] = self.event.SerializeToString()


def shown(game: str, records: Sequence[Record], name: str) -> Iterator[Shown]:
    for record in records:
        for at, body in enumerate(record.events):
            event = EVENTS[game].FromString(body)
            if event.WhichOneof("event") == name:
                yield Shown(record, at, event, name)


def swap(game: str, name: str, field: str) -> Callable[[list[Record]], None]:
    """Swap what two events of a kind show, or two things that one event shows."""

    def swapped(records: list[Record]) -> None:
        events = list(shown(game, records, name))
        for one in events:
            for other in events:
                if exchanged(one.message, other.message, field):
                    one.write()
                    other.write()
                    return
        raise AssertionError(f"no two {name} differ in {field}")

    return swapped


def exchanged(one: Any, other: Any, field: str) -> bool:
    """Exchange the fields of two messages, or their first things that differ."""
    mine, theirs = getattr(one, field), getattr(other, field)
    if isinstance(mine, int):
        if mine == theirs:
            return False
        setattr(one, field, theirs)
        setattr(other, field, mine)
        return True
    was = (list(mine), list(theirs))
    for at in range(len(mine)):
        for place in range(len(theirs)):
            mine[at], theirs[place] = theirs[place], mine[at]
            for cards, before in ((mine, was[0]), (theirs, was[1])):
                if before == sorted(before):
                    cards[:] = sorted(cards)
            if (list(mine), list(theirs)) != was and len(set(mine)) == len(set(was[0])):
                return True
            mine[:], theirs[:] = was
    return False


SWAPS = [
    ("petrichor-three-short", "cards_dealt", "cards"),
    ("petrichor-three-short", "cards_dealt", "seat"),
    ("petrichor-three-short", "fields_laid", "crops"),
    ("petrichor-three-short", "dice_rolled", "dice"),
    ("petrichor-three-draft", "pack_dealt", "cards"),
    ("petrichor-solo", "southern_wind_revealed", "wind"),
    ("petrichor-solo", "number_rolled", "number"),
    ("petrichor-solo", "fields_laid", "crops"),
    ("agricola-four-decks-e-and-i", "card_dealt", "card"),
    ("agricola-four-decks-e-and-i", "card_dealt", "seat"),
    ("agricola-two-to-the-end", "round_began", "space"),
    ("agricola-three-draft", "pack_dealt", "cards"),
    ("agricola-two-deck-k-mulligan", "card_dealt", "card"),
    ("earth-three", "deck_shuffled", "cards"),
    ("earth-three", "cards_drawn", "cards"),
    ("earth-three", "cards_drawn", "seat"),
    ("earth-three", "sides_dealt", "cards"),
    ("earth-three", "board_laid", "fauna"),
    ("earth-three", "board_laid", "ecosystems"),
    ("earth-three", "cards_looked_at", "cards"),
    ("earth-three", "deck_composted", "cards"),
    ("earth-alone-expert", "gaia_turned", "card"),
    ("earth-alone-expert", "gaia_composted", "cards"),
    ("earth-alone-expert", "gaia_scored", "cards"),
    ("earth-four-in-teams", "cards_drawn", "cards"),
    ("sonora-three-short-tremor", "disc_flicked", "heading"),
    ("sonora-three-short-tremor", "disc_flicked", "speed"),
]


@pytest.mark.parametrize(("name", "event", "field"), SWAPS, ids=lambda part: part)
def test_dealt_cards_cannot_be_swapped(checker: Checker, name: str, event: str, field: str) -> None:
    game = name.partition("-")[0]
    assert checker.check(match(name)).sound
    report = checker.check(changed(match(name), swap(game, event, field)))
    assert {finding.kind for finding in report.findings} & {
        "drawn",
        "order",
        "absent",
        "seat",
        "empty",
        "list",
    }
    assert sum(report.draws.values()) < report.drawn or "drawn" not in report.findings[0].kind


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("petrichor-three-short", "first_player_changed"),
        ("agricola-two-to-the-end", "starting_player_changed"),
        ("earth-three", "first_player_chosen"),
        ("sonora-three", "first_player_chosen"),
    ],
)
def test_the_first_player_cannot_be_changed(checker: Checker, name: str, event: str) -> None:
    game = name.partition("-")[0]

    def another(records: list[Record]) -> None:
        first = next(shown(game, records, event))
        first.message.seat = (first.message.seat + 1) % setup(name).seats
        first.write()

    assert checker.check(changed(match(name), another)).findings[0].kind == "drawn"


@pytest.mark.parametrize(
    ("name", "event", "field"),
    [
        ("agricola-four-decks-e-and-i", "card_dealt", "card"),
        ("earth-three", "cards_drawn", "cards"),
        ("petrichor-solo", "southern_wind_revealed", "wind"),
    ],
)
def test_two_cards_cannot_change_places_everywhere(
    checker: Checker, name: str, event: str, field: str
) -> None:
    """From the first record to the last one card stands where the other stood, so nothing contradicts itself."""
    game = name.partition("-")[0]

    def renamed(records: list[Record]) -> None:
        one, other = different(shown(game, records, event), field)
        for record in records:
            for at, body in enumerate(record.events):
                edited = EVENTS[game].FromString(body)
                exchange_in(getattr(edited, edited.WhichOneof("event")), one, other)
                record.events[at] = edited.SerializeToString()

    assert not checker.check(changed(match(name), renamed)).sound


def different(events: Iterator[Shown], field: str) -> tuple[int, int]:
    values = [getattr(one.message, field) for one in events]
    flat = [value if isinstance(value, int) else value[0] for value in values]
    return flat[0], next(value for value in flat if value != flat[0])


def exchange_in(message: Any, one: int, other: int) -> None:
    names = {one: other, other: one}
    for name in ("card", "cards", "replaced", "planted", "minors", "occupations", "wind"):
        value = getattr(message, name, None)
        if isinstance(value, int):
            setattr(message, name, names.get(value, value))
        elif value is not None:
            value[:] = [names.get(card, card) for card in value]


DRAWN = ("petrichor-three-short", "agricola-two-to-the-end", "earth-three", "sonora-three-short-tremor")


@pytest.mark.parametrize("name", DRAWN)
def test_a_draw_cannot_be_left_out_added_renamed_or_put_elsewhere(checker: Checker, name: str) -> None:
    def drawing(records: list[Record]) -> Record:
        return next(record for record in reversed(records) if record.draws)

    changes: dict[str, Callable[[list[Record]], Any]] = {
        "missing": lambda records: drawing(records).ClearField("draws"),
        "unused": lambda records: drawing(records).draws.append(Draw(purpose="deal")),
        "other": lambda records: setattr(drawing(records).draws[0], "purpose", "sleeve"),
        "place": lambda records: setattr(drawing(records).draws[0], "place", 9),
    }
    for kind, change in changes.items():
        report = checker.check(changed(match(name), change))
        assert kind in {finding.kind for finding in report.findings}, (kind, report.findings)


@pytest.mark.parametrize("name", DRAWN)
def test_another_seed_with_its_own_commitment_gives_another_deal(checker: Checker, name: str) -> None:
    def other_seed(records: list[Record]) -> None:
        created = records[0].created
        created.seed = secrets.token_bytes(32)
        created.seed_commitment = sha256(created.seed).digest()

    report = checker.check(changed(match(name), other_seed))
    assert "drawn" in {finding.kind for finding in report.findings}
    assert "seed" not in {finding.kind for finding in report.findings}


def test_a_commitment_and_a_last_hash_that_others_were_shown_are_compared(checker: Checker) -> None:
    file = match("petrichor-three-short")
    report = checker.check(file)
    assert checker.check(file, report.commitment, report.head).sound
    for commitment, head, kind in (("00" * 32, "", "commitment"), ("", "00" * 32, "head")):
        assert [finding.kind for finding in checker.check(file, commitment, head).findings] == [kind]


def test_a_seed_that_was_not_committed_to_is_found(checker: Checker) -> None:
    def other_commitment(records: list[Record]) -> None:
        records[0].created.seed_commitment = bytes(32)

    report = checker.check(changed(match("petrichor-three-short"), other_commitment))
    assert [(finding.record, finding.kind) for finding in report.findings] == [(0, "seed")]


def test_a_record_changed_under_the_old_hashes_is_found(checker: Checker) -> None:
    """The time of a record tells nothing about the deal, but stands under the hashes."""
    header, *entries = split_delimited(match("petrichor-three-short"))
    entry = LogEntry.FromString(entries[7])
    record = Record.FromString(entry.record)
    record.at.seconds += 1
    entry.record = record.SerializeToString()
    entries[7] = entry.SerializeToString()
    report = checker.check(b"".join(map(delimited, [header, *entries])))
    assert {finding.kind for finding in report.findings} == {"chain"}
    assert report.findings[0].record == 7


def test_a_byte_changed_anywhere_is_found(checker: Checker) -> None:
    file = bytearray(match("petrichor-three-short"))
    file[len(file) // 2] ^= 1
    assert not checker.check(bytes(file)).sound


def test_a_file_cut_short_and_bytes_that_are_no_match_are_findings(checker: Checker) -> None:
    file = match("petrichor-three-short")
    for broken in (file[:-3], file[: len(file) // 2], b"", b"\xff" * 40, b"not a match"):
        assert not checker.check(broken).sound


def test_an_answer_with_a_draw_cannot_be_taken_back(checker: Checker) -> None:
    """A player who could do so would be dealt other cards."""

    def taken_back(records: list[Record]) -> None:
        drawing = next(n for n, record in enumerate(records) if record.draws and n > 1)
        records[-1].undone.undone_records.append(drawing)

    report = checker.check(changed(match("petrichor-three-short"), taken_back))
    assert "undone" in {finding.kind for finding in report.findings}


def test_an_animal_of_the_bag_and_a_card_drawn_from_a_hand_cannot_be_changed(checker: Checker) -> None:
    """Matches until both were met, as in the tests of draws."""
    alone = setup("agricola-four-deck-k")
    left = {"tokens_drawn": "animals of the bag", "card_known": "occupation of the hand"}
    for seed in range(80):
        file = exported(replace(alone, seed=seed))
        drawn = checker.check(file).draws
        for event, purpose in list(left.items()):
            if purpose in drawn:
                report = checker.check(changed(file, partial(another, event)))
                assert "drawn" in {finding.kind for finding in report.findings}
                del left[event]
        if not left:
            return
    pytest.fail(f"in 80 matches nobody has drawn {left}")


def another(event: str, records: list[Record]) -> None:
    """Change what a card has drawn by chance."""
    for record in records:
        purposes = {draw.purpose for draw in record.draws}
        for one in shown("agricola", [record], event):
            if event == "tokens_drawn":
                one.message.goods[0] = 8 + (one.message.goods[0] - 7) % 3
            elif "occupation of the hand" in purposes:
                one.message.card += 1
            one.write()


def test_values_that_a_match_was_played_with_count(checker: Checker) -> None:
    """Dice, tiles and hands that tremble can be corrected by the creator of a match."""
    more = '{"physics": {"tremor_aim": 900, "tremor_speed": 400, "greatest_speed": 1500}}'
    sonora = replace(setup("sonora-three-short-tremor"), options=SonoraOptions(5, tremor=True, values=more))
    report = checker.check(exported(sonora))
    assert report.sound, report.findings
    assert report.draws["tremor"] > 50


def test_tiles_and_dice_of_another_box_count(checker: Checker) -> None:
    base = setup("petrichor-four-short")
    options = PetrichorOptions(values='{"harvest_die": {"faces": [4, 4, 3, 2, 1, 0]}}')
    report = checker.check(exported(replace(base, options=options)))
    assert report.sound, report.findings
    assert report.draws["harvest-dice"] > 1

"""Compares the numbers and names that stored matches hold with those of the builds before.

    python -m tools.baseline [--write]

`rules/baseline.json` pins, for every game: each step by its tag, with its stored name and its fields in order; the
structs that stand in steps; each event by its number in the schema; the moves that option numbers mean; and numbers of
cards, parts of cards and words. Stored matches of every earlier build hold these. Adding to them is allowed. A change
of an entry is refused, because a stored match would be read as something else. (The schemas themselves are held by
`buf breaking`.) With --write, the file is written from the code as it is.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tilth_server.wire import load_games
from tools.file_writer import ROOT
from tools.stored_pins import Pins, ReadMove, move_readers, pins_of, runs

FILE: Final = ROOT / "rules" / "baseline.json"

SECTIONS: Final = {
    "steps": "stored stacks name steps by this tag, and hold their fields by place",
    "structs": "stored steps hold such a struct as its fields by place",
    "events": "stored records name events by this number",
    "moves": "stored answers name moves by these option numbers",
    "numbers": "stored steps, events and answers hold this number",
}
"""Each section of the pins, with the reason for it."""


def differences(game: str, before: Pins, now: Pins, readers: Mapping[str, ReadMove]) -> Iterator[str]:
    """Yield a sentence for each earlier pin of a game that no longer holds. Additions are no differences, except new
    fields without a default and reused numbers. `readers` read the moves of the game's steps."""
    for number, step in before["steps"].items():
        found = now["steps"].get(number)
        if found is None or found["name"] != step["name"]:
            other = "is gone" if found is None else f"is {found['name']}"
            yield _broken("steps", f"{game}: the step {step['name']} had the tag {number}, which {other}")
        else:
            yield from _fields_differ(
                "steps", f"{game}: the step {step['name']}", step["fields"], found["fields"]
            )
    for name, fields in before["structs"].items():
        if name not in now["structs"]:
            yield _broken("structs", f"{game}: the struct {name} is gone")
        else:
            yield from _fields_differ("structs", f"{game}: the struct {name}", fields, now["structs"][name])
    for number, name in before["events"].items():
        if now["events"].get(number) != name:
            other = now["events"].get(number, "gone")
            yield _broken("events", f"{game}: the event {name} had the number {number}, which is {other}")
    yield from _moves_differ(game, before["moves"], now["moves"], readers)
    for kind, numbers in before["numbers"].items():
        there = now["numbers"].get(kind, {})
        for name, number in numbers.items():
            if there.get(name) != number:
                became = f"has the number {there[name]}" if name in there else "is gone"
                yield _broken("numbers", f"{game}: {kind}: {name!r} had the number {number} and {became}")
    yield from _reused(game, before["numbers"], now["numbers"])


def _broken(section: str, difference: str) -> str:
    """Return a sentence about a pin that no longer holds, with the reason why the section's entries must not change."""
    return f"{difference}; {SECTIONS[section]}"


def _fields_differ(section: str, name: str, before: list[str], now: list[str]) -> Iterator[str]:
    """Yield a sentence if the earlier fields are not the first fields now, and one for each new field without a
    default."""
    if now[: len(before)] != before:
        yield _broken(section, f"{name} had the fields ({', '.join(before)}) and has ({', '.join(now)})")
    for field in now[len(before) :]:
        if not field.endswith("= default"):
            yield _broken(section, f"{name} has a new field without a default ({field})")


def _moves_differ(
    game: str, before: dict[str, Any], now: dict[str, Any], readers: Mapping[str, ReadMove]
) -> Iterator[str]:
    """Yield a sentence for each step that no longer asks a seat, and for each run of its option numbers that is now
    read as other moves than before."""
    for way, pinned in before.items():
        read_so = before[pinned] if isinstance(pinned, str) else pinned
        if way not in readers:
            yield _broken("moves", f"{game}: the step {way} asks no longer")
        elif now[way] != pinned:
            for first, last, kind, digest in read_so:
                # The run may be part of a longer one now.
                if list(runs(readers[way], range(first, last + 1))) != [[first, last, kind, digest]]:
                    yield _broken("moves", f"{game}: options {first} to {last} of {way} were {kind}")


def _reused(game: str, before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each number of a pinned name that another new name has, too."""
    for kind, numbers in before.items():
        if kind == "words":
            continue  # constants of different meaning share small numbers
        is_within_owner = len({*numbers.values()}) < len(numbers)
        taken = {(_owner(name) if is_within_owner else "", number): name for name, number in numbers.items()}
        for name, number in now.get(kind, {}).items():
            other = taken.get((_owner(name) if is_within_owner else "", number))
            if name not in numbers and other is not None:
                yield _broken("numbers", f"{game}: {kind}: {name!r} has the number {number} of {other!r}")


def _owner(name: str) -> str:
    """Return the card or space within which a number counts, from its name: "K342 took: animal_trainer"."""
    return name.rpartition(": ")[0].partition(": ")[0]


def main() -> int:
    """Compare the pins of all games with rules/baseline.json, print each difference, and return 1 if an earlier pin no
    longer holds. With `--write`, write the present pins to the file instead."""
    games = load_games()
    now = {}
    for name, wire in games.items():
        numbers = {field.name: field.number for field in wire.schema.message_types_by_name["Event"].fields}
        now[name] = pins_of(wire.game, numbers)
    if "--write" in sys.argv[1:]:
        FILE.write_text(_as_text(now) + "\n", encoding="utf-8")
        print(f"wrote {FILE.relative_to(ROOT)}")
        return 0
    pinned = json.loads(FILE.read_text(encoding="utf-8"))
    broken = [f"{name}: the game is gone" for name in pinned if name not in now]
    for name in pinned.keys() & now.keys():
        broken += differences(name, pinned[name], now[name], move_readers(games[name].game))
    for line in broken:
        print(line)
    if broken:
        print(
            "Stored matches would be read as something else. If no stored match holds these, run: make baseline"
        )
    elif pinned != json.loads(_as_text(now)):
        print(
            "There are new numbers and names, which rules/baseline.json does not hold yet: run make baseline"
        )
    return 1 if broken else 0


def _as_text(value: Any, depth: int = 0) -> str:
    """Return the pins as indented JSON with one pin on a line; `depth` is the indentation of the value."""
    if not isinstance(value, dict) or "fields" in value or not value:
        return json.dumps(value, ensure_ascii=False)
    indent = " " * (depth + 1)
    lines = [
        f"{indent}{json.dumps(key, ensure_ascii=False)}: {_as_text(one, depth + 1)}"
        for key, one in value.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n" + " " * depth + "}"


if __name__ == "__main__":
    raise SystemExit(main())

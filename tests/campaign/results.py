"""The results of a campaign: a file for each part, with a line for each round, and their sum."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / ".campaign"
COUNTED = ("matches", "tournaments", "games", "answers", "records", "shown", "seconds")


def result_file(part: str, folder: Path = FOLDER) -> Path:
    """Return the file of a part."""
    return folder / f"{part}.jsonl"


def add_result(part: str, result: dict[str, Any], folder: Path = FOLDER) -> None:
    """Add the result of a round."""
    folder.mkdir(exist_ok=True)
    with result_file(part, folder).open("a") as file:
        file.write(json.dumps(result) + "\n")


def results_of(part: str, folder: Path = FOLDER) -> list[dict[str, Any]]:
    """Return the results of all rounds of a part."""
    file = result_file(part, folder)
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def count_faults(rounds: Iterable[dict[str, Any]]) -> int:
    """Return how many faults there were in these rounds."""
    return sum(len(one["struck"]) for one in rounds)


def summary(folder: Path = FOLDER) -> str:
    """Return the sum over all parts, for people."""
    lines = []
    total = 0
    for file in sorted(folder.glob("*.jsonl")):
        rounds = results_of(file.stem, folder)
        struck = [fault for one in rounds for fault in one["struck"]]
        total += len(struck)
        counts = {name: sum(one.get(name, 0) for one in rounds) for name in COUNTED}
        lines.append(
            f"{file.stem}: {len(struck)} faults in {len(rounds)} rounds, {counts['seconds'] / 60:.0f} minutes:"
            f" {counts['matches']} matches, {counts['tournaments']} tournaments, {counts['games']} games in them,"
            f" {counts['answers']} confirmed answers, {counts['records']} records,"
            f" {counts['shown']} frames of records"
        )
        kinds = Counter(fault["name"] for fault in struck)
        for name, count in sorted(kinds.items()):
            silences = sorted(s for fault in struck if fault["name"] == name for s in fault["silences"])
            lines.append(
                f"    {count:4} {name}: a match was silent for {_quantile(silences, 0.5):.1f} s (p50),"
                f" {_quantile(silences, 0.99):.1f} s (p99), {_quantile(silences, 1):.1f} s (most)"
            )
        found = [sentence for one in rounds for sentence in one["found"]]
        lines.append(f"    found: {len(found) or 'nothing'}")
        lines += [f"        {sentence}" for sentence in found[:20]]
    lines.append(f"{total} faults in all")
    return "\n".join(lines)


def _quantile(values: list[float], share: float) -> float:
    """Return the value below which this share of the sorted values lies."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0

"""The checker's part about clocks: times do not run backwards, and banks lose what answers cost and nothing else."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from tilth.v1.record_pb2 import DEFAULT_REASON_TIMEOUT, Record

Line = Mapping[str, Any]
TOLERANCE_MS = 50
"""Rounding: times are stored in whole milliseconds, each for itself."""


def check_clocks(
    match: str, log: Sequence[Record], clock: Mapping[str, int] | None, shown: Sequence[Line]
) -> list[str]:
    """A seat's bank never loses more than the time since the seat was asked, and nothing while it is not asked."""
    times = [record.at.ToMilliseconds() for record in log]
    faults = [
        f"{match}: record {number} is {before - after} ms older than the record before"
        for number, (before, after) in enumerate(itertools.pairwise(times), 1)
        if after < before
    ]
    if clock:
        faults += _check_costs(match, log, clock, _asked_at(shown))
        banks = _banks(log, clock)
        faults += [
            f"{match} seat {seat}: the bank is below zero after record {number}"
            for number, each in enumerate(banks)
            for seat, bank in enumerate(each)
            if bank < 0
        ]
        faults += _check_shown_banks(match, banks, shown)
    return faults


def _asked_at(shown: Sequence[Line]) -> dict[tuple[int, int], int]:
    """Return the record by which each decision was asked, by seat and decision."""
    asked_at: dict[tuple[int, int], int] = {}
    for line in shown:
        if line["decision"] and line["viewer"] >= 0:
            key = (line["viewer"], line["decision"])
            asked_at[key] = min(asked_at.get(key, line["record"]), line["record"])
    return asked_at


def _check_costs(
    match: str, log: Sequence[Record], clock: Mapping[str, int], asked_at: Mapping[tuple[int, int], int]
) -> list[str]:
    """No answer costs more than the time since its decision was asked, and no seat is out of time before its time."""
    faults = []
    for number, record in enumerate(log):
        cause = record.WhichOneof("cause")
        if cause not in ("answered", "defaulted"):
            continue
        stored = getattr(record, cause)
        asked = asked_at.get((stored.seat, stored.decision_id))
        if asked is None or asked >= number:
            continue
        waited = record.at.ToMilliseconds() - log[asked].at.ToMilliseconds()
        # A decision that is asked again after an undo has used its own time, or some of it, before.
        own = 0 if log[asked].WhichOneof("cause") == "undone" else clock["decision_ms"]
        if stored.bank_spent_ms > max(0, waited - own) + TOLERANCE_MS:
            faults.append(
                f"{match} seat {stored.seat}: record {number} took {stored.bank_spent_ms} ms of the bank, and the"
                f" seat was asked {waited} ms before"
            )
        is_timeout = cause == "defaulted" and stored.reason == DEFAULT_REASON_TIMEOUT
        if is_timeout and waited + TOLERANCE_MS < own:
            faults.append(f"{match} seat {stored.seat}: record {number} is a timeout after {waited} ms")
    return faults


def _banks(log: Sequence[Record], clock: Mapping[str, int]) -> list[list[int]]:
    """Return the banks of all seats after each record."""
    banks = [clock["bank_ms"]] * log[0].created.seat_count
    after: list[list[int]] = []
    for record in log:
        cause = record.WhichOneof("cause")
        if cause == "answered":
            banks[record.answered.seat] += clock["increment_ms"] - record.answered.bank_spent_ms
        elif cause == "defaulted":
            banks[record.defaulted.seat] -= record.defaulted.bank_spent_ms
        elif cause == "undone":
            seat = record.undone.seat
            banks[seat] = max(0, banks[seat] - clock["increment_ms"])
        after.append(list(banks))
    return after


def _check_shown_banks(match: str, banks: Sequence[Sequence[int]], shown: Sequence[Line]) -> list[str]:
    """A bank is shown as the log has it, and as less only while its seat's clock runs."""
    return [
        f"{match} seat {seat}: the bank was shown as {bank} ms after record {line['record']}, and is"
        f" {banks[line['record']][seat]} ms by the log"
        for line in shown
        if line["record"] < len(banks)
        for seat, bank in enumerate(line["banks"])
        if bank > banks[line["record"]][seat]
        or (bank < banks[line["record"]][seat] and seat not in line["running"])
    ]

"""The checker: it compares what clients were sent, by their diaries, with what is stored.

It knows nothing of the server's code; only the schema that clients have, and the tables of the store.

Each check returns sentences, one for each fault that it has found.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.campaign.clock_checks import check_clocks
from tests.campaign.tournament_checks import EVENTS as OF_TOURNAMENTS
from tests.campaign.tournament_checks import TournamentLog, check_tournaments
from tilth.v1.record_pb2 import Record

Line = Mapping[str, Any]
Log = Sequence[Record]

FINAL = ("DECISION_CLOSED", "NO_OPEN_DECISION", "NOTHING_TO_UNDO", "MATCH_NOT_RUNNING")
"""Reasons with which a request is never carried out."""
STATES = {"cancelled": "cancelled", "finished": "finished", "started": "running", "created": "open"}
"""The states of matches, by the cause that leads to them, the last state first."""
CAUSES = {"timed_out": "defaulted"}
"""Causes that are shown under another name than that of the stored record."""


@dataclass
class Diaries:
    """The lines of all diaries, by what they are about."""

    created: dict[str, Line] = field(default_factory=dict)
    sent: dict[tuple[str, int, str], Line] = field(default_factory=dict)
    """Requests, by match, seat and request id."""
    accepted: dict[tuple[str, int, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """The numbers of records that were named for a request."""
    refused: dict[tuple[str, int, str], str] = field(default_factory=dict)
    """Final refusals."""
    shown: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))
    """Frames of records, by match."""
    again: dict[tuple[str, str, int], dict[int, Line]] = field(default_factory=lambda: defaultdict(dict))
    """Frames of records in the replay at the end, by match, person and viewer."""
    replayed: dict[tuple[str, str, int], int] = field(default_factory=dict)
    """The record behind the last one of a replay."""
    channels: dict[tuple[str, str, int], list[Line]] = field(default_factory=lambda: defaultdict(list))
    """Lines of each channel, by match, person and channel number."""
    listed: list[Line] = field(default_factory=list)
    of_tournaments: list[Line] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, lines: Iterable[Line]) -> "Diaries":
        """Sort the lines of diaries."""
        diaries = cls()
        for line in lines:
            diaries._take(line)
        return diaries

    def _take(self, line: Line) -> None:
        """Take one line in."""
        event, match = line["event"], line.get("match", "")
        if event in OF_TOURNAMENTS:
            self.of_tournaments.append(line)
        elif event == "created":
            self.created[match] = line
        elif event == "listed":
            self.listed.append(line)
        elif event in ("sent", "accepted", "refused"):
            key = (match, line["seat"], line["id"])
            if event == "accepted":
                self.accepted[key].add(line["record"])
            elif event == "refused":
                if line["reason"] in FINAL:
                    self.refused[key] = line["reason"]
            elif not _is_same_request(self.sent.setdefault(key, line), line):
                self.problems.append(f"{match}: the client sent two requests with the id {line['id']!r}")
        elif event == "again":
            self.again[match, line["who"], line["viewer"]][line["record"]] = line
        elif event == "replayed":
            self.replayed[match, line["who"], line["viewer"]] = line["record"]
        else:
            if event == "shown":
                self.shown[match].append(line)
            self.channels[match, line["who"], line["channel"]].append(line)


def _is_same_request(one: Line, other: Line) -> bool:
    """Return whether two lines are of the same request."""
    return all(one[name] == other[name] for name in ("kind", "decision", "picks", "numbers"))


def check(
    diaries: Diaries, logs: Mapping[str, Log], tournaments: Mapping[str, TournamentLog] | None = None
) -> list[str]:
    """Return all that is wrong between the diaries and the logs of matches and tournaments."""
    faults = list(diaries.problems)
    faults += [
        f"{match}: the match was created, and is not stored" for match in diaries.created if match not in logs
    ]
    for match, log in logs.items():
        faults += check_answers(match, log, diaries)
        faults += check_decisions(match, log)
        faults += check_shown(match, log, diaries.shown[match])
        if match in diaries.created:
            faults += check_clocks(match, log, diaries.created[match]["clock"], diaries.shown[match])
    faults += check_channels(diaries)
    faults += check_replays(diaries)
    faults += check_lists(diaries, logs)
    faults += check_tournaments(diaries.of_tournaments, tournaments or {}, logs)
    return faults


def check_answers(match: str, log: Log, diaries: Diaries) -> list[str]:
    """Every confirmed request is stored once, at the number that was given, as it was sent; no refused one is, and none
    that nobody sent.
    """
    faults = []
    found: dict[tuple[str, int, str], list[int]] = defaultdict(list)
    for number, record in enumerate(log):
        cause = record.WhichOneof("cause")
        if cause in ("answered", "undone"):
            stored = getattr(record, cause)
            found[match, stored.seat, stored.request_id].append(number)
    for key, numbers in found.items():
        who = f"{match} seat {key[1]}: request {key[2]!r}"
        if len(numbers) > 1:
            faults.append(f"{who} is stored {len(numbers)} times: {numbers}")
        sent = diaries.sent.get(key)
        if sent is None:
            faults.append(f"{who} is stored as record {numbers[0]}, and nobody has sent it")
            continue
        stored = log[numbers[0]]
        if sent["kind"] == "answer" and not (
            stored.WhichOneof("cause") == "answered"
            and stored.answered.decision_id == sent["decision"]
            and sorted(stored.answered.picks) == sorted(sent["picks"])
            and list(stored.answered.numbers) == sent["numbers"]
        ):
            faults.append(f"{who} is stored as record {numbers[0]}, with other content than was sent")
        if key in diaries.refused:
            faults.append(f"{who} was refused ({diaries.refused[key]}), and is record {numbers[0]}")
    for key, named in diaries.accepted.items():
        if key[0] == match and found.get(key) != sorted(named):
            faults.append(
                f"{match} seat {key[1]}: request {key[2]!r} was confirmed as record"
                f" {' and '.join(map(str, sorted(named)))}, and is stored as {found.get(key, 'nothing')}"
            )
    return faults


def check_decisions(match: str, log: Log) -> list[str]:
    """No decision is answered twice: an undone answer's decision is asked again under another id."""
    answers: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, record in enumerate(log):
        cause = record.WhichOneof("cause")
        if cause in ("answered", "defaulted"):
            stored = getattr(record, cause)
            answers[stored.seat, stored.decision_id].append(number)
    return [
        f"{match} seat {seat}: decision {decision} was answered by records {numbers}"
        for (seat, decision), numbers in answers.items()
        if len(numbers) > 1
    ]


def check_shown(match: str, log: Log, shown: Sequence[Line]) -> list[str]:
    """No record was shown that is not stored, or that is stored otherwise."""
    faults = []
    for line in shown:
        number = line["record"]
        what = f"{match}: record {number}, which viewer {line['viewer']} was shown,"
        if number >= len(log):
            faults.append(f"{what} is not stored: the log has {len(log)} records")
            continue
        record = log[number]
        cause = record.WhichOneof("cause") or ""
        stored = getattr(record, cause)
        expected = CAUSES.get(line["cause"], line["cause"])
        same = cause == expected
        if same and cause in ("answered", "defaulted", "undone", "resigned", "seat_taken", "seat_left"):
            same = line["seat"] == stored.seat
        if same and line["id"] and cause in ("answered", "undone"):
            same = stored.request_id == line["id"]
        if same and cause == "undone":
            same = list(stored.undone_records) == line["undone"]
        if not same or line["count"] > len(record.events):
            faults.append(f"{what} is stored otherwise: {cause} by seat {getattr(stored, 'seat', None)}")
    return faults


def check_channels(diaries: Diaries) -> list[str]:
    """On no channel a record is left out, from the first that was wanted."""
    faults = []
    for (match, _, channel), lines in diaries.channels.items():
        expected = None
        is_live = False
        for line in lines:
            record = line["record"]
            if line["event"] == "opened":
                expected = record
            elif line["event"] == "shown":
                if record != expected:
                    faults.append(
                        f"{match}: viewer {line['viewer']} was shown record {record} after {expected} - 1"
                        f" on channel {channel}"
                    )
                expected = record + 1
            elif line["kind"] in ("caught_up", "heartbeat") or (line["kind"] == "cut_off" and is_live):
                is_live = True
                if record != expected:
                    faults.append(
                        f"{match}: viewer {line['viewer']} received that record {record} is next, and"
                        f" {expected} is ({line['kind']}, channel {channel})"
                    )
    return faults


def check_replays(diaries: Diaries) -> list[str]:
    """Records that were shown during the match are shown again in the end, byte for byte, from what is stored."""
    faults = []
    same = ("cause", "seat", "undone", "count", "events", "title", "name")
    for match, lines in diaries.shown.items():
        for line in lines:
            key = (match, line["who"], line["viewer"])
            if key not in diaries.replayed:
                continue
            again = diaries.again[key].get(line["record"])
            if again is None or any(again[name] != line[name] for name in same):
                faults.append(
                    f"{match}: viewer {line['viewer']} was shown record {line['record']} as {line['cause']}"
                    f" {line['events']}, and is shown it as"
                    f" {'nothing' if again is None else again['cause'] + ' ' + again['events']} from the store"
                )
    return faults


def check_lists(diaries: Diaries, logs: Mapping[str, Log]) -> list[str]:
    """Every node lists every match once, and says of it what its log says."""
    faults = []
    counts = Counter((line["node"], line["match"]) for line in diaries.listed)
    for node in {line["node"] for line in diaries.listed}:
        faults += [
            f"{match}: node {node} lists it {counts[node, match]} times"
            for match in logs
            if counts[node, match] != 1
        ]
    for line in diaries.listed:
        log = logs.get(line["match"])
        if log is None:
            faults.append(f"{line['match']}: node {line['node']} lists it, and it is not stored")
            continue
        expected = fold(log)
        found = {name: line[name] for name in expected}
        if found != expected:
            faults.append(
                f"{line['match']}: node {line['node']} lists it as {found}, and its log says {expected}"
            )
    # The games of a tournament have its title.
    given = {line["title"] for line in diaries.created.values()} - {""}
    titles = Counter((line["node"], line["title"]) for line in diaries.listed)
    faults += [
        f"node {node} lists {count} matches with the title {title!r}"
        for (node, title), count in titles.items()
        if count > 1 and title in given
    ]
    return faults


def fold(log: Log) -> dict[str, Any]:
    """Return what a list says of a match with this log."""
    causes = [record.WhichOneof("cause") for record in log]
    players = [""] * log[0].created.seat_count
    for record in log:
        if record.WhichOneof("cause") == "seat_taken":
            players[record.seat_taken.seat] = record.seat_taken.player_id
        elif record.WhichOneof("cause") == "seat_left":
            players[record.seat_left.seat] = ""
        elif record.WhichOneof("cause") == "started":
            players = list(record.started.player_ids)
    state = next(state for cause, state in STATES.items() if cause in causes)
    return {"state": state, "records": len(log), "players": players}

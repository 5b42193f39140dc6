"""The checker's part about tournaments: each game is made once, and its result counts once, at every node.

As the checker, it knows only the schema that clients have, and the tables of the store.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tilth.v1.record_pb2 import Record
from tilth.v1.tournaments_pb2 import PairingState, TournamentPairingEnded, TournamentRecord, TournamentState

Line = Mapping[str, Any]
Log = Sequence[Record]
TournamentLog = Sequence[TournamentRecord]

Games = Mapping[tuple[str, int], list[str]]
"""The matches of each pairing, by tournament and number."""

PAIRING_FINISHED = PairingState.PAIRING_STATE_FINISHED
FINISHED = PairingState.Name(PAIRING_FINISHED)
EVENTS = ("tournament", "entry", "state", "pairing", "standing", "rating")
"""The events of a diary that are about tournaments."""


@dataclass
class Cup:
    """The fold of a tournament's log."""

    players: list[str] = field(default_factory=list)
    seats: dict[int, list[int]] = field(default_factory=dict)
    """The entrants of each pairing, by its number."""
    ended: dict[int, TournamentPairingEnded] = field(default_factory=dict)
    state: TournamentState.ValueType = TournamentState.TOURNAMENT_STATE_ENTRY
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, tournament: str, log: TournamentLog) -> "Cup":
        """Fold a log. What was recorded twice is a fault."""
        cup = cls()
        for number, record in enumerate(log):
            cup.faults += [
                f"tournament {tournament}: record {number} {fault}" for fault in cup._apply(record)
            ]
        left = cup.seats.keys() - cup.ended.keys()
        if cup.state == TournamentState.TOURNAMENT_STATE_FINISHED and left:
            cup.faults.append(f"tournament {tournament}: has finished without the pairings {sorted(left)}")
        return cup

    def _apply(self, record: TournamentRecord) -> Iterator[str]:
        """Take a record in; yield what is wrong with it."""
        cause = record.WhichOneof("cause")
        if cause == "entered":
            if record.entered.player_id in self.players:
                yield f"enters {record.entered.player_id} a second time"
            self.players.append(record.entered.player_id)
        elif cause == "paired":
            for pairing in record.paired.pairings:
                if pairing.number in self.seats:
                    yield f"makes pairing {pairing.number} a second time"
                self.seats[pairing.number] = list(pairing.seats)
        elif cause == "pairing_ended":
            ended = record.pairing_ended
            if ended.number in self.ended:
                yield f"ends pairing {ended.number} a second time"
            if ended.number not in self.seats:
                yield f"ends pairing {ended.number}, which was not made"
            self.ended.setdefault(ended.number, ended)
        elif cause == "started":
            if self.state != TournamentState.TOURNAMENT_STATE_ENTRY:
                yield "starts the tournament a second time"
            self.state = TournamentState.TOURNAMENT_STATE_RUNNING
        elif cause == "finished":
            self.state = TournamentState.TOURNAMENT_STATE_FINISHED

    def standing(self, entrant: int) -> tuple[float, list[int]]:
        """Return the points of an entrant in games of two; and the numbers of games, wins, draws and losses."""
        counts = [0, 0, 0, 0]
        for number, ended in self.ended.items():
            if entrant in self.seats.get(number, ()):
                seat = self.seats[number].index(entrant)
                mine, other = ended.result.places[seat], ended.result.places[1 - seat]
                counts[0] += 1
                counts[1 if mine < other else 2 if mine == other else 3] += 1
        return counts[1] + counts[2] / 2, counts


def check_tournaments(
    lines: Iterable[Line], tournaments: Mapping[str, TournamentLog], logs: Mapping[str, Log]
) -> list[str]:
    """Return all that is wrong between the diary, the logs of tournaments, and those of their games."""
    by_event: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_event[line["event"]].append(line)
    cups = {tournament: Cup.of(tournament, log) for tournament, log in tournaments.items()}
    faults = [fault for cup in cups.values() for fault in cup.faults]
    faults += [
        f"tournament {line['tournament']}: was created, and is not stored"
        for line in by_event["tournament"]
        if line["tournament"] not in cups
    ]
    games = _games(logs)
    for tournament, cup in cups.items():
        faults += _check_games(tournament, cup, games, logs)
    faults += _check_entries(by_event["entry"], tournaments)
    faults += _check_states(by_event["state"], cups, tournaments)
    nodes = {line["node"] for line in by_event["state"]}
    faults += _check_pairings(by_event["pairing"], nodes, cups, games)
    faults += _check_standings(by_event["standing"], cups)
    faults += _check_ratings(by_event["rating"], cups)
    return faults


def _games(logs: Mapping[str, Log]) -> Games:
    """Return the matches of each pairing."""
    games: dict[tuple[str, int], list[str]] = defaultdict(list)
    for match, log in logs.items():
        created = log[0].created
        if created.tournament_id:
            games[created.tournament_id, created.pairing_number].append(match)
    return games


def _check_games(tournament: str, cup: Cup, games: Games, logs: Mapping[str, Log]) -> Iterator[str]:
    """Each pairing has one match at most, of its entrants; and the match's result, as soon as there is one."""
    for (of, number), matches in games.items():
        if of != tournament:
            continue
        what = f"tournament {tournament}: pairing {number}"
        if len(matches) > 1:
            yield f"{what} has {len(matches)} matches: {', '.join(matches)}"
        if number not in cup.seats:
            yield f"{what} has the match {matches[0]}, and was not made"
            continue
        players = [cup.players[entrant] for entrant in cup.seats[number]]
        ended = cup.ended.get(number)
        for match in matches:
            log = logs[match]
            started = [list(record.started.player_ids) for record in log if record.HasField("started")]
            if started and started != [players]:
                yield f"{what} is between {players}, and its match {match} was started with {started}"
            has_finished = log[-1].WhichOneof("cause") == "finished"
            if has_finished and ended is None:
                yield f"{what} has no result, and its match {match} has finished"
            if ended is not None and ended.match_id == match:
                result = log[-1].finished.result if has_finished else None
                if result != ended.result or ended.record_count != len(log):
                    yield (
                        f"{what} has the result {list(ended.result.places)} after {ended.record_count} records, and its"
                        f" match {match} {list(result.places) if result else 'none'} after {len(log)}"
                    )
    for number, ended in cup.ended.items():
        if ended.match_id not in games.get((tournament, number), ()):
            yield f"tournament {tournament}: pairing {number} ended with the match {ended.match_id or 'none'}"


def _check_entries(lines: Sequence[Line], tournaments: Mapping[str, TournamentLog]) -> Iterator[str]:
    """No record of a tournament was shown that is not stored, none twice, and none was left out."""
    for line in lines:
        what = (
            f"tournament {line['tournament']}: record {line['record']}, which node {line['node']} has shown,"
        )
        log = tournaments.get(line["tournament"], ())
        if line["record"] != line["expected"]:
            yield f"{what} came when record {line['expected']} was due"
        if line["record"] >= len(log):
            yield f"{what} is not stored: the log has {len(log)} records"
            continue
        stored = TournamentRecord()
        stored.CopyFrom(log[line["record"]])
        shown = TournamentRecord.FromString(bytes.fromhex(line["content"]))
        # The seed is secret while the tournament runs.
        for record in (stored, shown):
            if record.HasField("created"):
                record.created.ClearField("seed")
        if stored.WhichOneof("cause") != shown.WhichOneof("cause") or (
            stored.HasField("pairing_ended") and stored != shown
        ):
            yield f"{what} is stored otherwise: as {stored.WhichOneof('cause')}"


def _check_states(
    lines: Sequence[Line], cups: Mapping[str, Cup], tournaments: Mapping[str, TournamentLog]
) -> Iterator[str]:
    """Every node says of a tournament that it is as far as its log."""
    for line in lines:
        tournament = line["tournament"]
        found = (line["state"], line["records"])
        expected = (TournamentState.Name(cups[tournament].state), len(tournaments[tournament]))
        if found != expected:
            yield f"tournament {tournament}: node {line['node']} says {found}, and its log {expected}"


def _check_pairings(
    lines: Sequence[Line], nodes: Iterable[str], cups: Mapping[str, Cup], games: Games
) -> Iterator[str]:
    """Every node lists every pairing once, and says of it what the log says."""
    counts = Counter((line["node"], line["tournament"], line["number"]) for line in lines)
    for node, (tournament, cup) in product(nodes, cups.items()):
        for number in cup.seats:
            count = counts[node, tournament, number]
            if count != 1:
                yield f"tournament {tournament}: node {node} lists pairing {number} {count} times"
    for line in lines:
        tournament, number = line["tournament"], line["number"]
        cup, matches = cups[tournament], games.get((tournament, number), [])
        found = {name: line[name] for name in ("seats", "game", "places", "scores")}
        ended = cup.ended.get(number, TournamentPairingEnded())
        expected = {
            "seats": cup.seats.get(number),
            "game": matches[0] if matches else "",
            "places": list(ended.result.places),
            "scores": list(ended.result.scores),
        }
        if found != expected or (line["state"] == FINISHED) != (ended.state == PAIRING_FINISHED):
            yield (
                f"tournament {tournament}: node {line['node']} lists pairing {number} as {line['state']} {found}, and"
                f" by the log it is {expected}"
            )


def _check_standings(lines: Sequence[Line], cups: Mapping[str, Cup]) -> Iterator[str]:
    """Every node gives the standings that follow from the log, and the same places."""
    places: dict[tuple[str, int], set[int]] = defaultdict(set)
    for line in lines:
        tournament, entrant = line["tournament"], line["entrant"]
        places[tournament, entrant].add(line["place"])
        found = (line["player"], line["points"], line["games"])
        expected = (cups[tournament].players[entrant], *cups[tournament].standing(entrant))
        if found != expected:
            yield (
                f"tournament {tournament}: at node {line['node']} entrant {entrant} stands as {found}, and by the log"
                f" as {expected}"
            )
    for (tournament, entrant), each in places.items():
        if len(each) > 1:
            yield f"tournament {tournament}: nodes place entrant {entrant} as {sorted(each)}"


def _check_ratings(lines: Sequence[Line], cups: Mapping[str, Cup]) -> Iterator[str]:
    """Every game that was played to its end is rated once for each of its players, and at every node alike."""
    expected: dict[str, Counter[str]] = defaultdict(Counter)
    for cup in cups.values():
        for number, ended in cup.ended.items():
            for entrant in cup.seats.get(number, ()):
                expected[cup.players[entrant]][ended.match_id] += 1
    ratings: dict[str, set[str]] = defaultdict(set)
    found: dict[str, dict[str, Counter[str]]] = defaultdict(dict)
    for line in lines:
        found[line["node"]][line["player"]] = Counter(line["games"])
        ratings[line["player"]].add(str(line["rating"]))
        if line["rating"][2] != len(line["games"]):
            yield (
                f"player {line['player']}: node {line['node']} counts {line['rating'][2]} rated games of"
                f" {line['games']}"
            )
    for node, rated in found.items():
        for player in expected.keys() | rated.keys():
            if rated.get(player, Counter()) != expected[player]:
                yield (
                    f"player {player}: node {node} has rated the games {dict(rated.get(player, Counter()))}, and"
                    f" {dict(expected[player])} were played"
                )
    for player, each in ratings.items():
        if len(each) > 1:
            yield f"player {player}: nodes rate the player as {sorted(each)}"

"""Records with the results of pairings, made from their matches or from decisions of organisers."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.record_pb2 import ForfeitCause
from tilth_server.matches.forfeits import WITHDRAWAL, cause_of
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.store import StoreClosed, StoreError, Streams
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.thinking import ThinkingLog
from tilth_server.tournaments.tournament import LAST_SEAT_WINS, Tournament

CAUSES: Final[dict[int, str]] = {
    ForfeitCause.FORFEIT_CAUSE_RESIGNED: "resigned",
    ForfeitCause.FORFEIT_CAUSE_TIME: "ran out of time",
    ForfeitCause.FORFEIT_CAUSE_ABSENCE: "was absent",
    ForfeitCause.FORFEIT_CAUSE_CRASH: "crashed",
    ForfeitCause.FORFEIT_CAUSE_ILLEGAL_ANSWER: "gave an illegal answer",
    ForfeitCause.FORFEIT_CAUSE_LIMIT: "went over a limit",
    ForfeitCause.FORFEIT_CAUSE_WITHDRAWAL: "withdrew",
    ForfeitCause.FORFEIT_CAUSE_OPERATOR: "resigned by an operator",
}
"""The causes of forfeits in English. Clients translate the cause itself."""


async def result_of(tournament: Tournament, info: MatchInfo, streams: Streams) -> pb.TournamentRecord:
    """Return the record with the result of the pairing whose match has finished or was cancelled."""
    ended = pb.TournamentPairingEnded(
        number=info.pairing_number,
        match_id=info.id,
        started_at=_time(info.started_ms),
        ended_at=_time(info.ended_ms),
        record_count=info.record_count,
        rules_version=info.rules_version,
    )
    if info.state is State.FINISHED and info.result is not None:
        found = await _read_off_log(info, streams)
        ended.thinking.extend(found.thinking)
        ended.match_head = found.head
        _add_result(ended, tournament, info, found.forfeits)
    else:
        ended.state = _state(PairingState.VOID)
        ended.reason = info.cancelled
        ended.actor_id = await _canceller_of(info, streams)
    return pb.TournamentRecord(pairing_ended=ended)


def _add_result(
    ended: pb.TournamentPairingEnded, tournament: Tournament, info: MatchInfo, forfeits: Sequence[pb.Forfeit]
) -> None:
    """Add the places, scores and forfeits of a finished match to the record. Scores are left out if the last seat won
    because all others resigned. If all of several seats forfeited, the pairing becomes void, by the newer rules of
    forfeits.
    """
    assert info.result is not None, "the match has finished"
    ended.state = _state(PairingState.FINISHED)
    ended.forfeits.extend(sorted(info.resigned))
    ended.forfeit_causes.extend(forfeits)
    ended.reason = reason_of(ended.forfeit_causes)
    left = info.seat_count - len(info.resigned)
    if tournament.forfeit_rules >= LAST_SEAT_WINS and not left and info.seat_count > 1:
        ended.state = _state(PairingState.VOID)
        ended.reason = f"all seats forfeited: {ended.reason}"
        return
    ended.result.places.extend(info.result.places)
    if not (info.last_seat_wins and left == 1):
        # With one seat left the game was not played to its end, so nobody has a score.
        ended.result.scores.extend(info.result.scores)


def reason_of(forfeits: Sequence[pb.Forfeit]) -> str:
    """Return the forfeits as a text for people, such as "seat 1 crashed"."""
    return "; ".join(
        f"seat {each.seat} {CAUSES[each.cause]}" + (f" ({each.detail})" if each.detail else "")
        for each in forfeits
    )


def walkover(pairing: Pairing, present: Sequence[bool], now_ms: int) -> pb.TournamentRecord:
    """Return the record of a pairing that is not played because entrants have withdrawn.

    The one seat whose entrant is `present` wins; if none is, the result is void.
    """
    ended = pb.TournamentPairingEnded(number=pairing.number, ended_at=_time(now_ms))
    if any(present):
        gone = [seat for seat, there in enumerate(present) if not there]
        ended.state = _state(PairingState.ADJUDICATED)
        ended.result.places.extend(1 if there else 2 for there in present)
        ended.forfeits.extend(gone)
        ended.forfeit_causes.extend(pb.Forfeit(seat=seat, cause=WITHDRAWAL) for seat in gone)
        ended.reason = "; ".join(f"seat {seat} withdrew before the match" for seat in gone)
    else:
        ended.state = _state(PairingState.VOID)
        ended.reason = "all entrants have withdrawn"
    return pb.TournamentRecord(pairing_ended=ended)


def adjudicated(
    pairing: Pairing, match: MatchInfo | None, places: Sequence[int], reason: str, by_id: str
) -> pb.TournamentRecord:
    """Return the record of a result that the organiser or an operator has decided. The caller sets its time."""
    ended = pb.TournamentPairingEnded(
        number=pairing.number, state=_state(PairingState.ADJUDICATED), reason=reason, actor_id=by_id
    )
    ended.result.places.extend(places)
    if match is not None:
        ended.match_id = match.id
        ended.started_at.CopyFrom(_time(match.started_ms))
        ended.record_count = match.record_count
        ended.rules_version = match.rules_version
        ended.forfeits.extend(sorted(match.resigned))
        if match.id == pairing.match_id:
            ended.forfeit_causes.extend(
                pb.Forfeit(seat=each.seat, cause=each.cause, detail=each.detail)
                for each in pairing.forfeit_causes
            )
    return pb.TournamentRecord(pairing_ended=ended)


def void_ending(number: int, reason: str, match_id: str = "", by_id: str = "") -> pb.TournamentRecord:
    """Return the record that makes a pairing void which has no result yet."""
    ended = pb.TournamentPairingEnded(
        number=number, match_id=match_id, state=_state(PairingState.VOID), reason=reason, actor_id=by_id
    )
    return pb.TournamentRecord(pairing_ended=ended)


def void_correction(pairing: Pairing, reason: str, by_id: str) -> pb.TournamentRecord:
    """Return the record that makes a pairing void which has a result, as the organiser or an operator decided."""
    ended = pb.TournamentPairingEnded(
        number=pairing.number,
        match_id=pairing.match_id,
        state=_state(PairingState.VOID),
        reason=reason,
        actor_id=by_id,
        started_at=_time(pairing.started_ms),
        record_count=pairing.record_count,
    )
    return pb.TournamentRecord(pairing_ended=ended)


class _ReadOff(NamedTuple):
    """The values that a pairing's result takes from the log of its match."""

    forfeits: Sequence[pb.Forfeit]
    """The resigned seats with their causes, in the order of the log."""
    thinking: Sequence[pb.SeatThinking] = ()
    head: bytes = b""


async def _read_off_log(info: MatchInfo, streams: Streams) -> _ReadOff:
    """Return the forfeits, the thinking times and the last hash of the match's log. If the log can't be read, each
    resigned seat counts as resigned by choice, in order of seats, and nothing else is known.
    """
    forfeits: list[pb.Forfeit] = []
    thinking = ThinkingLog(info.seat_count)
    head = b""
    try:
        async for stored in streams.read(info.stream, 0, info.record_count):
            record = record_pb2.Record.FromString(stored.body)
            thinking.add(record)
            head = stored.hash
            if record.HasField("resigned"):
                resigned = record.resigned
                cause = cause_of(resigned)
                forfeits.append(pb.Forfeit(seat=resigned.seat, cause=cause, detail=resigned.detail))
    except StoreClosed:
        raise
    except StoreError:
        by_choice = ForfeitCause.FORFEIT_CAUSE_RESIGNED
        return _ReadOff([pb.Forfeit(seat=seat, cause=by_choice) for seat in sorted(info.resigned)])
    return _ReadOff(forfeits, thinking.messages(), head)


async def _canceller_of(info: MatchInfo, streams: Streams) -> str:
    """Return the id of the player who cancelled the match; "" if the log does not name one."""
    try:
        for number in reversed(range(info.record_count)):
            (record,) = await _read_match(info, streams, number, 1)
            # Operators may give a match another title after it was cancelled.
            if not record.HasField("retitled"):
                return record.cancelled.actor_id
    except StoreClosed:
        raise
    except (StoreError, ValueError):
        pass
    return ""


async def _read_match(
    info: MatchInfo, streams: Streams, start: int = 0, limit: int | None = None
) -> list[record_pb2.Record]:
    """Return the decoded records of the match's log from number `start` on, at most `limit` of them."""
    return [
        record_pb2.Record.FromString(stored.body) async for stored in streams.read(info.stream, start, limit)
    ]


def _state(state: PairingState) -> "pb.PairingState.ValueType":
    """Return the state of a pairing as the number of the protocol's enum, which is the same."""
    return pb.PairingState.ValueType(state)


def _time(ms: int) -> Timestamp:
    """Return milliseconds since 1970 as a timestamp message."""
    at = Timestamp()
    at.FromMilliseconds(ms)
    return at

"""How a game ended, as its tournament records it."""

from collections.abc import Sequence

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.store import LocalStreams, StoreError
from tilth_server.tables.matches import MatchInfo, State
from tilth_server.tournaments.contest import Game, GameState

WITHDRAWN = "withdrew before it began"


def of_match(info: MatchInfo, store: LocalStreams) -> pb.TournamentRecord:
    """The end of the game whose match is over, or was cancelled."""
    ended = pb.TournamentGameEnded(
        number=info.tournament_game,
        match_id=info.id,
        started_at=_time(info.started_ms),
        ended_at=_time(info.ended_ms),
        record_count=info.record_count,
    )
    if info.state is State.OVER and info.result is not None:
        ended.state = _state(GameState.OVER)
        ended.result.places.extend(info.result.places)
        ended.result.scores.extend(info.result.scores)
        ended.forfeits.extend(sorted(info.resigned))
        if info.resigned:
            ended.reason = "; ".join(_resignations(info, store))
    else:
        ended.state = _state(GameState.VOID)
        ended.reason = info.cancelled
        ended.by_id = _canceller(info, store)
    return pb.TournamentRecord(game_ended=ended)


def walkover(game: Game, present: Sequence[bool], now_ms: int) -> pb.TournamentRecord:
    """Won by the one seat whose entrant is still there. With nobody there it counts for nobody."""
    ended = pb.TournamentGameEnded(number=game.number, ended_at=_time(now_ms))
    if any(present):
        ended.state = _state(GameState.ADJUDICATED)
        ended.result.places.extend(1 if there else 2 for there in present)
        ended.forfeits.extend(seat for seat, there in enumerate(present) if not there)
        gone = (f"seat {seat} {WITHDRAWN}" for seat, there in enumerate(present) if not there)
        ended.reason = "; ".join(gone)
    else:
        ended.state = _state(GameState.VOID)
        ended.reason = "nobody is left to play it"
    return pb.TournamentRecord(game_ended=ended)


def adjudicated(
    game: Game, match: MatchInfo | None, places: Sequence[int], reason: str, by_id: str
) -> pb.TournamentRecord:
    """As the organiser, or an operator, has decided. The time of its end is the caller's to set."""
    ended = pb.TournamentGameEnded(
        number=game.number, state=_state(GameState.ADJUDICATED), reason=reason, by_id=by_id
    )
    ended.result.places.extend(places)
    if match is not None:
        ended.match_id = match.id
        ended.started_at.CopyFrom(_time(match.started_ms))
        ended.record_count = match.record_count
        ended.forfeits.extend(sorted(match.resigned))
    return pb.TournamentRecord(game_ended=ended)


def _resignations(info: MatchInfo, store: LocalStreams) -> list[str]:
    """Why each seat lost that did, as the match's log says."""
    said = []
    try:
        for stored in store.read_now(info.stream):
            record = record_pb2.Record.FromString(stored.body)
            if record.HasField("resigned"):
                said.append(f"seat {record.resigned.seat} {_why(record.resigned)}")
    except StoreError:
        return [f"seat {seat} resigned" for seat in sorted(info.resigned)]
    return said


def _why(resigned: record_pb2.SeatResigned) -> str:
    if resigned.by_timeout:
        return "ran out of time"
    return "was absent" if resigned.by_absence else "resigned"


def _canceller(info: MatchInfo, store: LocalStreams) -> str:
    try:
        (last,) = store.read_now(info.stream, info.record_count - 1, 1)
    except (StoreError, ValueError):
        return ""
    return record_pb2.Record.FromString(last.body).cancelled.by_id


def _state(state: GameState) -> "pb.PairingState.ValueType":
    return pb.PairingState.ValueType(state)


def _time(ms: int) -> Timestamp:
    at = Timestamp()
    at.FromMilliseconds(ms)
    return at

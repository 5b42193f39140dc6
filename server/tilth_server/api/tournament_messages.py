"""Messages about tournaments, pairings and ratings."""

from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.decision_pb2 import Result
from tilth_server.matches.match_info import MatchInfo
from tilth_server.store import BrokenChain
from tilth_server.timestamps import timestamp_of
from tilth_server.tournaments.live import LiveTournament
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.ratings.rating_list import HeadToHead, PlayerRating, RatingPoint
from tilth_server.tournaments.summary import summary
from tilth_server.tournaments.thinking import message_of
from tilth_server.tournaments.tournament import Entrant, State


def tournament_message(live: LiveTournament, *, has_entrants: bool) -> pb.Tournament:
    """Return the tournament as everybody may see it: with its seed only when it has ended.

    Unless it `has_entrants`, the entrants and the invited players are left out.
    """
    tournament = live.tournament
    message = summary(tournament, live.finished_pairings, *live.remaining())
    message.running_pairings = 0 if tournament.state.has_ended else live.running_pairings
    message.blocked_reason = live.blocked_reason
    if has_entrants:
        message.settings.invited_player_ids.extend(tournament.settings.invited_player_ids)
        message.entrants.extend(
            _entrant(each, live.names.of(each.player_id), live.is_attending(each.player_id))
            for each in tournament.entrants
        )
    return message


def damaged_message(tournament_id: str, damage: BrokenChain) -> pb.Tournament:
    """Return a tournament whose log is damaged: only its id, and a text about the damage."""
    return pb.Tournament(id=tournament_id, damage=str(damage))


async def pairing_message(live: LiveTournament, pairing: Pairing) -> pb.Pairing:
    """Return the pairing, with the data of its match if there is one."""
    tournament = live.tournament
    state, reason, info = pairing.state, pairing.reason, None
    if not state.has_ended:
        info = await live.match_of(pairing)
        if tournament.state is State.CANCELLED:
            state, reason = PairingState.VOID, tournament.cancelled
        elif info is not None:
            state = PairingState.RUNNING
    return pb.Pairing(
        number=pairing.number,
        round=pairing.round,
        table=pairing.table,
        seats=pairing.seats,
        game_setup=pairing.game_setup,
        match_id=pairing.match_id or (info.id if info else ""),
        state=pb.PairingState.ValueType(state),
        result=_result(pairing),
        points=pairing.points() if state.counts else (),
        forfeits=pairing.forfeits,
        started_at=timestamp_of(pairing.started_ms or _started(info)),
        ended_at=timestamp_of(pairing.ended_ms),
        record_count=pairing.record_count or (info.record_count if info else 0),
        reason=reason,
        replays=pairing.replays,
        annulled=tournament.has_annulled and tournament.is_annulled(pairing),
        forfeit_causes=[
            pb.Forfeit(seat=each.seat, cause=each.cause, detail=each.detail)
            for each in pairing.forfeit_causes
        ],
        thinking=[message_of(seat, each) for seat, each in enumerate(pairing.thinking)],
        rules_version=pairing.rules_version,
        builds=tournament.builds_of(pairing),
    )


def pairing_state(live: LiveTournament, pairing: Pairing) -> PairingState:
    """Return the state of a pairing as `pairing_message` shows it."""
    if pairing.state.has_ended:
        return pairing.state
    if live.tournament.state is State.CANCELLED:
        return PairingState.VOID
    return PairingState.RUNNING if live.is_running(pairing) else PairingState.SCHEDULED


def rating_message(rated: PlayerRating, name: str, history: bool) -> pb.Rating:
    """Return a player's rating under this name, with its history if `history` is set."""
    return pb.Rating(
        player_id=rated.player_id,
        player_name=name,
        mu=rated.mu,
        sigma=rated.sigma,
        ordinal=rated.ordinal,
        games=rated.games,
        wins=rated.wins,
        history=map(_point, rated.history) if history else (),
    )


def head_to_head_message(compared: HeadToHead) -> pb.HeadToHead:
    """Return the comparison of two players as a message."""
    return pb.HeadToHead(
        games=compared.games,
        wins=compared.wins,
        draws=compared.draws,
        losses=compared.losses,
        elo=compared.difference.elo,
        elo_low=compared.difference.low,
        elo_high=compared.difference.high,
        superiority=compared.difference.superiority,
    )


def _point(point: RatingPoint) -> pb.RatingPoint:
    """Return one point of a rating's history as a message."""
    at = timestamp_of(point.game.ended_ms)
    return pb.RatingPoint(at=at, mu=point.mu, sigma=point.sigma, match_id=point.game.match_id)


def _entrant(entrant: Entrant, name: str, attending: bool) -> pb.Entrant:
    """Return an entrant as a message, with the player's name."""
    return pb.Entrant(
        number=entrant.number,
        player_id=entrant.player_id,
        player_name=name,
        withdrawn=entrant.withdrawn,
        max_running_pairings=entrant.max_running_pairings,
        attending=attending,
        annulled=entrant.annulled,
        version=entrant.version,
        earlier_versions=entrant.earlier_versions,
    )


def _result(pairing: Pairing) -> Result | None:
    """Return the places and scores of a pairing whose result counts; None for another."""
    return Result(places=pairing.places, scores=pairing.scores) if pairing.state.counts else None


def _started(info: MatchInfo | None) -> int:
    """Return the time in milliseconds at which a match started; 0 without a match."""
    return info.started_ms if info else 0

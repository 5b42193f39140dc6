"""Tournaments and their games, in messages."""

from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.decision_pb2 import Result
from tilth_server.players import Register
from tilth_server.store import BrokenChain
from tilth_server.tables.matches import MatchInfo
from tilth_server.times import time_of
from tilth_server.tournaments.contest import Entrant, Game, GameState, State
from tilth_server.tournaments.ratings.book import Duel, Point, Rated
from tilth_server.tournaments.tournament import Tournament


def tournament_message(tournament: Tournament, register: Register | None) -> pb.Tournament:
    """As everybody may see it: the seed when it is over. Without a register players are left out: who
    entered, and who is invited."""
    contest = tournament.contest
    round_count, games_to_come = tournament.to_come()
    message = pb.Tournament(
        id=contest.id,
        settings=contest.settings,
        organiser_id=contest.organiser_id,
        state=pb.TournamentState.ValueType(contest.state),
        entrants=[] if register is None else [_entrant(each, register) for each in contest.entrants],
        created_at=time_of(contest.created_ms),
        started_at=time_of(contest.started_ms),
        ended_at=time_of(contest.ended_ms),
        round=contest.rounds[-1].number if contest.rounds else 0,
        round_count=round_count,
        games_over=tournament.games_over,
        games_running=0 if contest.state.is_over else len(tournament.running),
        game_count=len(contest.games) + games_to_come,
        seed_commitment=contest.seed_commitment,
        seed=contest.seed if contest.state.is_over else b"",
        seed_given=contest.seed_given,
        cancelled=contest.cancelled,
        record_count=contest.record_count,
        entrant_count=len(contest.active()),
        held_up=tournament.held_up,
    )
    if register is None:
        message.settings.ClearField("invited_ids")
    return message


def broken_message(tournament_id: str, why: BrokenChain) -> pb.Tournament:
    return pb.Tournament(id=tournament_id, broken=str(why))


def pairing_message(tournament: Tournament, game: Game) -> pb.Pairing:
    """The game, with its match as far as there is one."""
    contest = tournament.contest
    state, reason, info = game.state, game.reason, None
    if not state.is_over:
        info = tournament.match_of(game)
        if contest.state is State.CANCELLED:
            state, reason = GameState.VOID, contest.cancelled
        elif info is not None:
            state = GameState.RUNNING
    return pb.Pairing(
        number=game.number,
        round=game.round,
        table=game.table,
        seats=game.seats,
        game=game.game,
        match_id=game.match_id or (info.id if info else ""),
        state=pb.PairingState.ValueType(state),
        result=_result(game),
        points=game.points() if state.counts else (),
        forfeits=game.forfeits,
        started_at=time_of(game.started_ms or _started(info)),
        ended_at=time_of(game.ended_ms),
        record_count=game.record_count or (info.record_count if info else 0),
        reason=reason,
    )


def game_state(tournament: Tournament, game: Game) -> GameState:
    """As `pairing_message` has it."""
    if game.state.is_over:
        return game.state
    if tournament.contest.state is State.CANCELLED:
        return GameState.VOID
    return GameState.RUNNING if game.number in tournament.running else GameState.DUE


def rating_message(rated: Rated, register: Register, history: bool) -> pb.Rating:
    """With the way there, where that is asked for."""
    return pb.Rating(
        player_id=rated.player_id,
        player_name=register.name(rated.player_id),
        mu=rated.mu,
        sigma=rated.sigma,
        ordinal=rated.ordinal,
        games=rated.games,
        wins=rated.wins,
        history=map(_point, rated.history) if history else (),
    )


def duel_message(duel: Duel) -> pb.Duel:
    return pb.Duel(
        games=duel.games,
        wins=duel.wins,
        draws=duel.draws,
        losses=duel.losses,
        elo=duel.difference.elo,
        elo_low=duel.difference.low,
        elo_high=duel.difference.high,
        superiority=duel.difference.superiority,
    )


def _point(point: Point) -> pb.RatingPoint:
    at = time_of(point.game.ended_ms)
    return pb.RatingPoint(at=at, mu=point.mu, sigma=point.sigma, match_id=point.game.match_id)


def _entrant(entrant: Entrant, register: Register) -> pb.Entrant:
    return pb.Entrant(
        number=entrant.number,
        player_id=entrant.player_id,
        player_name=register.name(entrant.player_id),
        withdrawn=entrant.withdrawn,
    )


def _result(game: Game) -> Result | None:
    return Result(places=game.places, scores=game.scores) if game.state.counts else None


def _started(info: MatchInfo | None) -> int:
    return info.started_ms if info else 0

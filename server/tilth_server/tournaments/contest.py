"""A contest: one tournament as the fold of its records. It decides nothing; formats read it and say what comes next."""

from collections.abc import Iterator, Sequence
from enum import IntEnum

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tables.matches import TOURNAMENTS


def stream_of(tournament_id: str) -> str:
    return TOURNAMENTS + tournament_id


class State(IntEnum):
    """Where a tournament stands; the numbers are tilth.v1.TournamentState's."""

    ENTRY = 1
    RUNNING = 2
    PAUSED = 3
    FINISHED = 4
    CANCELLED = 5

    @property
    def is_over(self) -> bool:
        return self in (State.FINISHED, State.CANCELLED)


class GameState(IntEnum):
    """Where a game of it stands; the numbers are tilth.v1.PairingState's. RUNNING is not recorded, the match is."""

    DUE = 1
    RUNNING = 2
    OVER = 3
    ADJUDICATED = 4
    VOID = 5

    @property
    def is_over(self) -> bool:
        return self >= GameState.OVER

    @property
    def counts(self) -> bool:
        """Whether there is a result that anything follows from."""
        return self in (GameState.OVER, GameState.ADJUDICATED)


class Entrant(msgspec.Struct):
    number: int
    """From 0, in the order of entry; also how strong they are taken to be where nothing is known yet."""
    player_id: str
    entered_ms: int
    withdrawn: bool = False
    left_after: int = 0
    """Of who is withdrawn: the last round that was paired by then; 0 before the first."""

    def played_on(self, round_number: int) -> bool:
        """Whether they were still there when this round was over."""
        return not self.withdrawn or self.left_after > round_number


class Game(msgspec.Struct):
    """One game: a set has one for each rotation of its table's seats."""

    number: int
    round: int
    table: int
    seats: tuple[int, ...]
    """Entrants by seat."""
    game: int
    """Which of the settings' games is played."""
    deal: int
    """Games of one deal have the same seed."""
    stage: int = 0
    """The format's own: which bracket or group."""
    state: GameState = GameState.DUE
    match_id: str = ""
    places: tuple[int, ...] = ()
    """By seat, from 1. Equal places are shared."""
    scores: tuple[int, ...] = ()
    """By seat; empty where nothing was played."""
    forfeits: tuple[int, ...] = ()
    """Seats that resigned, or whose time was out, or who never came."""
    reason: str = ""
    started_ms: int = 0
    ended_ms: int = 0
    record_count: int = 0

    def points(self) -> tuple[float, ...]:
        """By seat: 1 for winning alone, 0 for the last, evenly between; who share a place share its points."""
        return points_of(self.places)


def points_of(places: Sequence[int]) -> tuple[float, ...]:
    """Of a table of n the k-th has (n - k) / (n - 1) points; equal places have the mean of what they span."""
    last = len(places) - 1
    out = []
    for place in places:
        better = sum(other < place for other in places)
        equal = sum(other == place for other in places)
        out.append((last - better - (equal - 1) / 2) / last)
    return tuple(out)


class Round(msgspec.Struct):
    """What was paired at once."""

    number: int
    games: list[Game]
    byes: tuple[int, ...] = ()
    """Entrants who win a point by not playing."""

    @property
    def is_over(self) -> bool:
        return all(game.state.is_over for game in self.games)


class Contest(msgspec.Struct, weakref=True):
    """One tournament. `grown` folds its records into it."""

    id: str
    settings: pb.TournamentSettings
    organiser_id: str
    seed: bytes
    seed_commitment: bytes
    request_id: str
    created_ms: int
    seed_given: bool = False
    """The organiser gave it, and knows every deal."""
    state: State = State.ENTRY
    entrants: list[Entrant] = []
    rounds: list[Round] = []
    """A ladder has one for each pairing."""
    games: list[Game] = []
    """All of them; game n is at n - 1."""
    started_ms: int = 0
    starters: tuple[int, ...] = ()
    """Who was there when it began, in order of entry."""
    ended_ms: int = 0
    cancelled: str = ""
    ranking: tuple[int, ...] = ()
    record_count: int = 0
    numbers: dict[str, int] = {}
    """Entrants' numbers by player."""

    @property
    def stream(self) -> str:
        return stream_of(self.id)

    @property
    def last_round(self) -> int:
        """The number of the round that was paired last; 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    def active(self) -> list[Entrant]:
        """Who still plays."""
        return [entrant for entrant in self.entrants if not entrant.withdrawn]

    def counted(self) -> Iterator[Game]:
        """Games with a result."""
        return (game for game in self.games if game.state.counts)

    def deals(self) -> int:
        """How many seeds have been used; the next is this one."""
        return 1 + self.games[-1].deal if self.games else 0


def born(tournament_id: str, record: pb.TournamentRecord) -> Contest:
    """The contest as its first record makes it."""
    made = record.created
    return Contest(
        id=tournament_id,
        settings=made.settings,
        organiser_id=made.organiser_id,
        seed=made.seed,
        seed_commitment=made.seed_commitment,
        seed_given=made.seed_given,
        request_id=made.request_id,
        created_ms=record.at.ToMilliseconds(),
        record_count=1,
    )


def grown(contest: Contest, record: pb.TournamentRecord) -> None:
    """Take up the next record."""
    contest.record_count += 1
    at_ms = record.at.ToMilliseconds()
    match record.WhichOneof("cause"):
        case "entered":
            _enter(contest, record.entered.player_id, at_ms)
        case "withdrawn":
            _withdraw(contest, record.withdrawn.player_id)
        case "started":
            contest.state = State.RUNNING
            contest.started_ms = at_ms
            contest.starters = tuple(entrant.number for entrant in contest.active())
        case "paired":
            _pair(contest, record.paired)
        case "game_ended":
            _end_game(contest, record.game_ended)
        case "paused":
            contest.state = State.PAUSED
        case "resumed":
            contest.state = State.RUNNING
        case "cancelled":
            contest.state = State.CANCELLED
            contest.cancelled = record.cancelled.reason
            contest.ended_ms = at_ms
        case "finished":
            contest.state = State.FINISHED
            contest.ranking = tuple(record.finished.ranking)
            contest.ended_ms = at_ms
        case cause:
            raise ValueError(f"tournament {contest.id} holds a record this server can't read: {cause}")


def _enter(contest: Contest, player_id: str, at_ms: int) -> None:
    known = contest.numbers.get(player_id)
    if known is not None:
        contest.entrants[known].withdrawn = False
        return
    number = contest.numbers[player_id] = len(contest.entrants)
    contest.entrants.append(Entrant(number, player_id, at_ms))


def _withdraw(contest: Contest, player_id: str) -> None:
    entrant = contest.entrants[contest.numbers[player_id]]
    entrant.withdrawn = True
    entrant.left_after = contest.last_round


def _pair(contest: Contest, paired: pb.TournamentPaired) -> None:
    games = [
        Game(
            number=game.number,
            round=paired.round,
            table=game.table,
            seats=tuple(game.seats),
            game=game.game,
            deal=game.deal,
            stage=game.stage,
        )
        for game in paired.games
    ]
    contest.games += games
    contest.rounds.append(Round(paired.round, games, tuple(paired.byes)))


def _end_game(contest: Contest, ended: pb.TournamentGameEnded) -> None:
    game = contest.games[ended.number - 1]
    game.state = GameState(ended.state)
    game.match_id = ended.match_id
    game.places = tuple(ended.result.places)
    game.scores = tuple(ended.result.scores)
    game.forfeits = tuple(ended.forfeits)
    game.reason = ended.reason
    game.started_ms = ended.started_at.ToMilliseconds()
    game.ended_ms = ended.ended_at.ToMilliseconds()
    game.record_count = ended.record_count

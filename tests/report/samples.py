"""Tournaments that were never played: consistent replies of a server, of any size."""

import hashlib
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_dataclasses.tilth.v1 import (
    CrosstableCell,
    CrosstableRow,
    Entrant,
    GameSetup,
    GetStandingsResponse,
    HeadToHead,
    Pairing,
    PairingState,
    Rating,
    RatingPoint,
    Result,
    RoundRobin,
    SprtDecision,
    SprtState,
    Standing,
    Swiss,
    TieBreak,
    Tournament,
    TournamentSettings,
    TournamentState,
)
from tilth_report.page import page
from tilth_report.tournament_data import TournamentData
from tilth_server.tournaments.standings import standings

BEGIN = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
SEED = bytes(range(32))
NAMES = ("Ann", "Boris the Elder", "Clé", "Данила", "gardener-v0.3.1", "<b>Eve</b> & co", "F$_x$G", "Zoë")


@dataclass
class Sample:
    """Entrants of falling strength, who meet as `tables` lists; the first seat has a head start."""

    entrants: int
    tables: Sequence[Sequence[int]]
    """The entrants of each game, by seat."""
    seats: int = 2
    head_start: float = 0.25
    title: str = "Autumn Cup"
    seconds_a_game: float = 1.4
    random: Random = field(default_factory=lambda: Random(7))

    def data(self) -> TournamentData:
        games = [self._game(number, table) for number, table in enumerate(self.tables, 1)]
        standings = self._standings(games)
        rounds = max(game.round for game in games)
        last = games[-1].ended_at
        tournament = Tournament(
            id="t7m2k9",
            settings=TournamentSettings(
                title=self.title,
                game_setups=[GameSetup(game="petrichor", settings={"long_form": "true"})],
                table_seats=self.seats,
                duplicate=True,
                round_robin=RoundRobin(cycles=2) if self.entrants < 20 else None,
                swiss=Swiss(rounds=rounds) if self.entrants >= 20 else None,
            ),
            state=TournamentState.FINISHED,
            entrants=[
                Entrant(number=n, player_id=f"p{n}", player_name=self.name(n)) for n in range(self.entrants)
            ],
            created_at=BEGIN - timedelta(minutes=5),
            started_at=BEGIN,
            ended_at=last,
            round=rounds,
            round_count=rounds,
            finished_pairings=len(games),
            pairing_count=len(games),
            seed=SEED,
            seed_commitment=hashlib.sha256(SEED).digest(),
        )
        return TournamentData(tournament, standings, games, self._ratings(games))

    def name(self, number: int) -> str:
        return NAMES[number] if number < len(NAMES) else f"bot-{number:02d} of the northern field"

    def _game(self, number: int, table: Sequence[int]) -> Pairing:
        drawn = {
            seat: self.random.gauss(
                30 - 12 * entrant / self.entrants + (4 * self.head_start if seat == 0 else 0), 6
            )
            for seat, entrant in enumerate(table)
        }
        scores = [max(0, round(drawn[seat])) for seat in range(len(table))]
        places = [1 + sum(other > score for other in scores) for score in scores]
        points = [
            (sum(other < score for other in scores) + (scores.count(score) - 1) / 2) / (len(scores) - 1)
            for score in scores
        ]
        start = BEGIN + timedelta(seconds=number * self.seconds_a_game)
        return Pairing(
            number=number,
            round=1 + (number - 1) * len(table) // max(self.entrants, len(table)),
            table=1 + (number - 1) % max(1, self.entrants // len(table)),
            seats=list(table),
            match_id=f"m{number:05d}",
            state=PairingState.FINISHED,
            result=Result(places=places, scores=scores),
            points=points,
            forfeits=[places.index(max(places))] if number % 41 == 0 else [],
            started_at=start,
            ended_at=start + timedelta(seconds=self.random.lognormvariate(0.9, 0.35)),
            record_count=round(self.random.gauss(62 * len(table), 11)),
        )

    def _standings(self, games: Sequence[Pairing]) -> GetStandingsResponse:
        rows = [
            Standing(entrant=n, player_id=f"p{n}", player_name=self.name(n)) for n in range(self.entrants)
        ]
        met: dict[tuple[int, int], CrosstableCell] = {}
        for row in rows:
            row.seats = [0] * self.seats
        scored: dict[int, list[int]] = {n: [] for n in range(self.entrants)}
        for game in games:
            assert game.result is not None
            for seat, entrant in enumerate(game.seats):
                row = rows[entrant]
                row.games += 1
                row.points += game.points[seat]
                row.seats[seat] += 1
                alone = game.result.places.count(1) == 1
                first = game.result.places[seat] == 1
                row.wins += first and alone
                row.draws += first and not alone
                row.losses += not first
                row.forfeits += seat in game.forfeits
                scored[entrant].append(game.result.scores[seat])
                for other_seat, other in enumerate(game.seats):
                    if other != entrant:
                        cell = met.setdefault((entrant, other), CrosstableCell())
                        mine, theirs = game.result.places[seat], game.result.places[other_seat]
                        cell.games += 1
                        cell.points += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        for row in rows:
            part = min(0.995, max(0.005, row.points / max(1, row.games)))
            row.elo = 400 * math.log10(part / (1 - part))
            row.elo_margin = 680 / math.sqrt(max(1, row.games))
            row.mean_score = sum(scored[row.entrant]) / max(1, row.games)
            row.tie_breaks = [round(row.points * 0.71, 2), float(row.wins)]
        rows.sort(key=lambda row: (-row.points, row.entrant))
        for place, row in enumerate(rows, 1):
            row.place = place
        order = [row.entrant for row in rows]
        return GetStandingsResponse(
            standings=rows,
            tie_breaks=[TieBreak.SONNEBORN_BERGER, TieBreak.WINS],
            crosstable=[
                CrosstableRow(entrant=n, cells=[met.get((n, other), CrosstableCell()) for other in order])
                for n in order
            ],
            head_to_head=self._duel(games) if self.entrants == 2 else None,
            finished=True,
        )

    def _duel(self, games: Sequence[Pairing]) -> HeadToHead:
        points = [game.points[list(game.seats).index(0)] for game in games]
        return HeadToHead(
            games=len(games),
            wins=points.count(1.0),
            draws=points.count(0.5),
            losses=points.count(0.0),
            elo=88.2,
            elo_low=31.0,
            elo_high=149.7,
            superiority=0.9987,
            sprt=SprtState(
                log_likelihood_ratio=2.97, lower_bound=-2.94, upper_bound=2.94, decision=SprtDecision.H1
            ),
        )

    def _ratings(self, games: Sequence[Pairing]) -> list[Rating]:
        """Return invented ratings that move like Plackett-Luce ratings."""
        mu = dict.fromkeys(range(self.entrants), 25.0)
        sigma = dict.fromkeys(range(self.entrants), 25 / 3)
        history: dict[int, list[RatingPoint]] = {n: [] for n in range(self.entrants)}
        for game in games:
            middle = sum(mu[entrant] for entrant in game.seats) / len(game.seats)
            for seat, entrant in enumerate(game.seats):
                gain = game.points[seat] - 0.5 - (mu[entrant] - middle) / 40
                mu[entrant] += gain * sigma[entrant] * 0.35
                sigma[entrant] = max(0.9, sigma[entrant] * 0.965)
                history[entrant].append(
                    RatingPoint(
                        at=game.ended_at, mu=mu[entrant], sigma=sigma[entrant], match_id=game.match_id
                    )
                )
        return [
            Rating(
                player_id=f"p{n}",
                player_name=self.name(n),
                mu=mu[n],
                sigma=sigma[n],
                ordinal=mu[n] - 3 * sigma[n],
                games=len(history[n]),
                history=history[n],
            )
            for n in range(self.entrants)
        ]


def two(games: int = 120) -> TournamentData:
    return Sample(2, [(0, 1), (1, 0)] * (games // 2), head_start=1.5).data()


def eight() -> TournamentData:
    """Return 280 games: each of 28 pairs five times with either seat first."""
    cycle = [table for pair in itertools.combinations(range(8), 2) for table in (pair, pair[::-1])]
    return Sample(8, cycle * 5, head_start=0.6).data()


def forty() -> TournamentData:
    """Return pairings like those of a Swiss: neighbours meet, and the next round shifts them."""
    tables = []
    for round_number in range(9):
        order = sorted(range(40), key=lambda n: (n * (round_number + 1) * 7 + round_number) % 41)
        tables += [
            order[i : i + 2] if (i + round_number) % 4 else order[i : i + 2][::-1] for i in range(0, 40, 2)
        ]
    return Sample(40, tables, title="Forty at nine rounds", seconds_a_game=40).data()


def tables_of_four() -> TournamentData:
    tables = []
    for table in itertools.combinations(range(6), 4):
        tables += [[*table[i:], *table[:i]] for i in range(4)]
    return Sample(6, tables * 2, seats=4, head_start=2.0, title="Tables of four").data()


def before_the_first_game() -> TournamentData:
    """Return a tournament whose entry is open, with three entrants."""
    data = Sample(3, [(0, 1)]).data()
    data.tournament.state = TournamentState.ENTRY
    data.tournament.seed = b""
    data.tournament.started_at = data.tournament.ended_at = None
    data.tournament.finished_pairings = data.tournament.pairing_count = data.tournament.round = 0
    return TournamentData(data.tournament, GetStandingsResponse(), [], [])


ALL = {
    "two": two,
    "eight": eight,
    "forty": forty,
    "four": tables_of_four,
    "empty": before_the_first_game,
}


@cache
def page_of(sample: str, language: str = "en") -> str:
    """Return the page of a tournament. It is drawn once for all tests of a process: its plots take a second."""
    return page(ALL[sample](), language)


def samples_of_bracket(entrants: int, seats: int, lives: int, random: Random) -> GetStandingsResponse:
    """The server's standings of a whole knockout with further sets."""
    form = pb.Knockout(lives=lives, max_further_sets=2)
    played = Simulated(simulated.settings(seats, knockout=form), entrants, luck=5).play(order=random)
    made = standings(played.tournament, played.format, str)
    return GetStandingsResponse.parse(made.SerializeToString())


def sample_of_benchmark() -> TournamentData:
    """The server's standings of a whole benchmark."""
    form = pb.Benchmark(deals=6)
    played = Simulated(simulated.settings(1, benchmark=form), 3, luck=5).play()
    made = standings(played.tournament, played.format, str)
    shown = Tournament.parse(pb.Tournament(id="t1", settings=played.tournament.settings).SerializeToString())
    shown.entrants = [Entrant(number=each, player_name=f"e{each}") for each in range(3)]
    return TournamentData(shown, GetStandingsResponse.parse(made.SerializeToString()), [], [])

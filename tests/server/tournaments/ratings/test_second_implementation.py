"""Elo, its interval and the sequential test, held against implementations of the tests' own: other algorithms for the
same definitions, and simulated tournaments whose truth is known."""

import math
from collections.abc import Sequence
from itertools import product
from random import Random
from statistics import NormalDist, fmean, pstdev

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.seeds import examples, thinned
from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats.series import sprt_result
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.sprt import sprt, sprt_of_pairs
from tilth_server.tournaments.standings import standings

UNSEEN = 1e-3
COUNTS = st.integers(0, 400)


def log_likelihood(counts: Sequence[float], mean: float) -> float:
    """The greatest log-likelihood of the counts under a mean score, by Newton steps in the probabilities themselves,
    which stay on both constraints. (The server solves one equation for the multiplier of the mean instead.)"""
    scores = [at / (len(counts) - 1) for at in range(len(counts))]
    chances = _with_mean(scores, mean)
    for _ in range(500):
        weights = [p * p / n for p, n in zip(chances, counts, strict=True)]
        slopes = [n / p for p, n in zip(chances, counts, strict=True)]
        total = sum(weights)
        middle = sum(map(math.prod, zip(weights, scores, strict=True))) / total
        off = [score - middle for score in scores]
        level = sum(map(math.prod, zip(weights, slopes, strict=True))) / total
        tilt = sum(map(math.prod, zip(weights, slopes, off, strict=True)))
        tilt /= sum(map(math.prod, zip(weights, off, off, strict=True)))
        step = [w * (slope - level - tilt * o) for w, slope, o in zip(weights, slopes, off, strict=True)]
        size = min([1.0, *(0.9 * p / -d for p, d in zip(chances, step, strict=True) if d < 0)])
        chances = [p + size * d for p, d in zip(chances, step, strict=True)]
        if max(abs(d) / p for d, p in zip(step, chances, strict=True)) < 1e-11:
            break
    return sum(n * math.log(p) for n, p in zip(counts, chances, strict=True))


def _with_mean(scores: list[float], mean: float) -> list[float]:
    """A distribution of this mean with no probability of 0: the powers of a geometric one, found by bisection."""
    low, high = 1e-9, 1e9
    weights = [1.0] * len(scores)
    for _ in range(300):
        ratio = math.sqrt(low * high)
        weights = [ratio ** (score * (len(scores) - 1)) for score in scores]
        if sum(map(math.prod, zip(weights, scores, strict=True))) / sum(weights) < mean:
            low = ratio
        else:
            high = ratio
    return [weight / sum(weights) for weight in weights]


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


@examples(60, 400)
@given(
    counts=st.lists(COUNTS, min_size=3, max_size=3) | st.lists(COUNTS, min_size=5, max_size=5),
    elo0=st.floats(-200, 200),
    more=st.floats(1, 300),
)
def test_the_ratio_is_that_of_the_two_greatest_likelihoods(
    counts: list[int], elo0: float, more: float
) -> None:
    assume(any(counts))
    elo1 = elo0 + more
    seen = [count or UNSEEN for count in counts]
    ratio = log_likelihood(seen, expected(elo1)) - log_likelihood(seen, expected(elo0))
    if len(counts) == 5:
        found = sprt_of_pairs(counts, elo0, elo1)
    else:
        losses, draws, wins = counts
        found = sprt(wins, draws, losses, elo0, elo1)
    assert found.log_ratio == pytest.approx(ratio, rel=1e-6, abs=1e-6)
    assert found.decision == (1 if ratio >= math.log(19) else -1 if ratio <= -math.log(19) else 0)


@examples(60, 400)
@given(singles=st.lists(COUNTS, min_size=3, max_size=3), pairs=st.lists(COUNTS, min_size=5, max_size=5))
def test_elo_is_that_of_the_mean_result(singles: list[int], pairs: list[int]) -> None:
    """Counted out, game by game and pair by pair."""
    results = [at / 2 for at, count in enumerate(singles) for _ in range(count)]
    results += [at / 2 for at, count in enumerate(pairs) for _ in range(count)]
    games = [1] * sum(singles) + [2] * sum(pairs)
    assume(len(results) > 1)
    mean = sum(results) / sum(games)
    off = [result - count * mean for result, count in zip(results, games, strict=True)]
    assume(any(abs(each) > 1e-9 for each in off) and 0 < mean < 1)
    error = math.sqrt(fmean([each * each for each in off]) * len(off)) / sum(games)
    found = difference(singles, pairs)
    reach = NormalDist().inv_cdf(0.975) * error
    for elo, score in ((found.elo, mean), (found.low, mean - reach), (found.high, mean + reach)):
        if 0 < score < 1:
            assert elo == pytest.approx(-400 * math.log10(1 / score - 1), rel=1e-9, abs=1e-9)
        else:
            assert elo == (math.inf if score >= 1 else -math.inf)
    if any(pairs) and not any(singles):
        halves = [result / 2 for result in results]
        assert error == pytest.approx(pstdev(halves) / math.sqrt(len(halves)))
        assert found.superiority == pytest.approx(NormalDist(0.5, error).cdf(mean), abs=1e-9)


class Drawn(Simulated):
    """A tournament whose places are drawn, the next place for a remaining seat in proportion to its strength. A deal
    helps some seats more than others, in all games that share it."""

    def __init__(
        self, settings: pb.TournamentSettings, strengths: list[float], dice: Random, deal: float = 40
    ) -> None:
        super().__init__(settings, len(strengths), strengths=strengths)
        self.dice = dice
        self.deal = deal
        self.bonuses: dict[int, list[float]] = {}

    def result(self, game: Pairing) -> tuple[list[int], list[int], PairingState]:
        bonus = self.bonuses.setdefault(game.deal, [self.dice.gauss(0, self.deal) for _ in game.seats])
        weights = [10 ** ((self.strengths[e] + b) / 400) for e, b in zip(game.seats, bonus, strict=True)]
        places, left = [0] * len(weights), list(range(len(weights)))
        for place in range(1, len(weights) + 1):
            (seat,) = self.dice.choices(left, [weights[each] for each in left])
            places[seat] = place
            left.remove(seat)
        return places, [], PairingState.FINISHED


@pytest.mark.parametrize(("seats", "rotate"), thinned(product((2, 3, 4, 5), (True, False)), 3))
def test_the_margins_of_standings_hold_the_truth_at_tables_of_all_sizes(seats: int, rotate: bool) -> None:
    """Between 90 and 97 % of the intervals of whole round robins, whose games are in sets of one deal or alone."""
    dice = Random(seats)
    held = count = 0
    for _ in range(50):
        strengths = [dice.gauss(0, 120) for _ in range(7)]
        form = pb.RoundRobin(cycles={2: 6, 3: 2}.get(seats, 1) * (1 if rotate else 2))
        asked = simulated.settings(seats, round_robin=form, rotate=rotate, duplicate=True)
        played = Drawn(asked, strengths, dice).play()
        for line in standings(played.tournament, played.format, str).standings:
            held += abs(line.elo - strengths[line.entrant] + fmean(strengths)) <= line.elo_margin
            count += 1
    assert 0.90 <= held / count <= 0.97, held / count


@pytest.mark.parametrize("seats", thinned((2, 3, 4, 5), 3))
def test_the_interval_of_a_series_holds_the_truth_at_tables_of_all_sizes(seats: int) -> None:
    """The rate of one hundred intervals varies by two percent and more, so games of two, which cost less, are more."""
    dice = Random(20 + seats)
    held = 0
    series = {2: 300}.get(seats, 100)
    for _ in range(series):
        better = dice.choice([0.0, 50.0])
        strengths = [better, 0.0, *(dice.gauss(0, 100) for _ in range(seats - 1))][
            : max(2, seats + (seats > 2))
        ]
        played = Drawn(
            simulated.settings(seats, series=pb.Series(games=120), duplicate=True), strengths, dice
        )
        duel = standings(played.play().tournament, played.format, str).head_to_head
        held += duel.elo_low <= better <= duel.elo_high
    assert 0.90 <= held / series <= 0.97, held / series


@pytest.mark.parametrize(("seats", "better"), thinned(product((2, 3, 4, 5), (0.0, 120.0)), 3))
def test_a_test_errs_as_rarely_as_it_says_at_tables_of_all_sizes(seats: int, better: float) -> None:
    """With both chances of an error 0.1, of 80 tests at each of the two hypotheses at most 15 may err (beyond that with
    less than 1 %)."""
    dice = Random(40 + seats)
    test = pb.Sprt(elo0=0, elo1=120, alpha=0.1, beta=0.1)
    wrong = 0
    for _ in range(80):
        strengths = [better, 0.0, *([0.0] * (seats - 2))]
        played = Drawn(
            simulated.settings(seats, series=pb.Series(sprt=test), duplicate=True), strengths, dice
        )
        played.play(at_once=1)
        found = sprt_result(played.tournament)
        assert found is not None
        assert found.decision
        wrong += found.decision == (1 if not better else -1)
    assert wrong <= 15

"""Tables become games: so many sets, each with every rotation of the seats, or with balanced ones.

With rotation a set seats its entrants in an order that is drawn by lot, and has a game for each rotation of it. So
everybody sits once on each seat, and from set to set they follow each other in other orders.

Without rotation a set is one game. Of all ways to seat its table the one is taken that leaves the seats of each most
even over the tournament, and of those the one in which the fewest sit where they sat last; what is left decides the
lot. It counts what was paired, not what was played, so results change nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats.format import Tables
from tilth_server.tournaments.lots import lot, lots
from tilth_server.tournaments.tally import rotates


def paired(contest: Contest, tables: Tables) -> pb.TournamentPaired:
    """The record of this round's games. Sets take turns with the tournament's games, and go on doing so from round to
    round; with `duplicate` the games of a set are dealt alike."""
    settings = contest.settings
    made = pb.TournamentPaired(round=tables.round, byes=tables.byes)
    seated = _rotated(contest, tables) if rotates(settings) else _balanced(contest, tables)
    sets = max(1, settings.sets)
    deal = contest.deals()
    for at, games in enumerate(seated):
        table, played = divmod(at, sets)
        for seats in games:
            made.games.add(
                number=len(contest.games) + len(made.games) + 1,
                table=table + 1,
                seats=seats,
                game=((tables.round - 1) * sets + played) % len(settings.games),
                deal=deal,
                stage=tables.tables[table].stage,
            )
            deal += not settings.duplicate
        deal += settings.duplicate
    return made


def _rotated(contest: Contest, tables: Tables) -> Iterator[list[tuple[int, ...]]]:
    """The games of each set, table by table."""
    for number, table in enumerate(tables.tables, 1):
        for played in range(max(1, contest.settings.sets)):
            drawn = lots(contest, len(table.entrants), "seats", tables.round, number, played)
            order = tuple(entrant for _, entrant in sorted(zip(drawn, table.entrants, strict=True)))
            yield [order[turn:] + order[:turn] for turn in range(len(order))]


def _balanced(contest: Contest, tables: Tables) -> Iterator[list[tuple[int, ...]]]:
    """The same without rotation."""
    seen = Seen([[0] * contest.settings.table_seats for _ in contest.entrants], [-1] * len(contest.entrants))
    for game in contest.games:
        seen.take(game.seats)
    for number, table in enumerate(tables.tables, 1):
        for played in range(max(1, contest.settings.sets)):
            purpose = ("seats", tables.round, number, played)
            orders = {order: seen.cost(order) for order in permutations(table.entrants)}
            least = min(orders.values())
            best = (order for order, cost in orders.items() if cost == least)
            seats = min(best, key=lambda order: lot(contest, *purpose, *order))
            seen.take(seats)
            yield [seats]


class Seen(msgspec.Struct):
    """Who sat where."""

    counts: list[list[int]]
    """Games by entrant and seat."""
    last: list[int]
    """The seat that each sat on last."""

    def take(self, seats: Sequence[int]) -> None:
        for seat, entrant in enumerate(seats):
            self.counts[entrant][seat] += 1
            self.last[entrant] = seat

    def cost(self, seats: Sequence[int]) -> tuple[int, int]:
        """How uneven everybody's seats would be, and how many would sit where they sat last."""
        uneven = sum(
            (self.counts[entrant][seat] - min(self.counts[entrant])) ** 2
            for seat, entrant in enumerate(seats)
        )
        return uneven, sum(self.last[entrant] == seat for seat, entrant in enumerate(seats))

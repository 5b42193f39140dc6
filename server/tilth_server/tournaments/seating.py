"""Seating: makes the pairings of tables, in sets with every rotation of the seats, or with balanced seats.

With rotation the seat order of each set is drawn by lot, and the set has one game for each rotation of that order. So
everybody sits once on each seat, and the order differs from set to set. In a series a set has two games: in the second
one the two who are compared exchange their seats, and all others keep theirs. (By rotation alone, one of the two would
have the same neighbours in all games.)

Without rotation a set is one game. Among all ways to seat a table the server takes the one that leaves the entrants'
numbers of games on each seat most even over the tournament; among those, the one in which the fewest sit where they sat
last; among those, one by lot. All pairings count, played or not, so results change nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats.format import Table, Tables
from tilth_server.tournaments.lots import lot, lots
from tilth_server.tournaments.points import rotates
from tilth_server.tournaments.tournament import Tournament


def pairing_record(tournament: Tournament, tables: Tables) -> pb.TournamentPaired:
    """Return the record with the pairings of these tables.

    The tournament's games take turns from set to set and from round to round. With `duplicate` all games of a set share
    a deal; the tables may say that all games do.
    """
    settings = tournament.settings
    sets = max(1, settings.sets)
    made = pb.TournamentPaired(round=tables.round, byes=tables.byes)
    seated = _rotated_seats(tournament, tables) if rotates(settings) else _balanced_seats(tournament, tables)
    deal = tournament.next_deal
    for (number, table, played), games in zip(_sets(tournament, tables), seated, strict=True):
        for seats in games:
            made.pairings.add(
                number=len(tournament.pairings) + len(made.pairings) + 1,
                table=number,
                seats=seats,
                game_setup=((tables.round - 1) * sets + played) % len(settings.game_setups),
                deal=deal,
                stage=table.stage,
            )
            deal += not (settings.duplicate or tables.one_deal)
        deal += settings.duplicate and not tables.one_deal
    return made


def _sets(tournament: Tournament, tables: Tables) -> Iterator[tuple[int, Table, int]]:
    """Yield for each set to pair, table by table, the number of the table in its round, the table, and the number of
    sets that it has played before in this round.
    """
    for position, table in enumerate(tables.tables, 1):
        sets = 1 if table.played_sets else max(1, tournament.settings.sets)
        for played in range(table.played_sets, table.played_sets + sets):
            yield table.number or position, table, played


def _rotated_seats(tournament: Tournament, tables: Tables) -> Iterator[list[tuple[int, ...]]]:
    """Yield for each set, table by table, the entrants by seat of each of its games: every rotation of an order that is
    drawn by lot, or in a series that order and the one with the first two entrants of the table exchanged.
    """
    is_series = tournament.settings.HasField("series")
    for number, table, played in _sets(tournament, tables):
        drawn = lots(tournament, len(table.entrants), "seats", tables.round, number, played)
        order = tuple(entrant for _, entrant in sorted(zip(drawn, table.entrants, strict=True)))
        if is_series:
            one, other = table.entrants[:2]
            exchanged = {one: other, other: one}
            yield [order, tuple(exchanged.get(each, each) for each in order)]
        else:
            yield [order[turn:] + order[:turn] for turn in range(len(order))]


def _balanced_seats(tournament: Tournament, tables: Tables) -> Iterator[list[tuple[int, ...]]]:
    """Yield for each set, table by table, the entrants by seat of its only game: the order of least `SeatCounts.cost`,
    drawn by lot among equals.
    """
    seen = SeatCounts(
        [[0] * tournament.settings.table_seats for _ in tournament.entrants], [-1] * len(tournament.entrants)
    )
    for game in tournament.pairings:
        seen.add(game.seats)
    for number, table, played in _sets(tournament, tables):
        purpose = ("seats", tables.round, number, played)
        orders = {order: seen.cost(order) for order in permutations(table.entrants)}
        least = min(orders.values())
        best = (order for order, cost in orders.items() if cost == least)
        seats = min(best, key=lambda order: lot(tournament, *purpose, *order))
        seen.add(seats)
        yield [seats]


class SeatCounts(msgspec.Struct):
    """The seats on which entrants have played so far, by which further seatings are balanced."""

    counts: list[list[int]]
    """Number of games by entrant and seat."""
    last: list[int]
    """Last seat by entrant; -1 if there was none."""

    def add(self, seats: Sequence[int]) -> None:
        """Count a game with these entrants by seat."""
        for seat, entrant in enumerate(seats):
            self.counts[entrant][seat] += 1
            self.last[entrant] = seat

    def cost(self, seats: Sequence[int]) -> tuple[int, int]:
        """Return the sum over the entrants of the square of how many more games each has had on this seat than on their
        rarest one, and how many of them would sit where they sat last.
        """
        uneven = sum(
            (self.counts[entrant][seat] - min(self.counts[entrant])) ** 2
            for seat, entrant in enumerate(seats)
        )
        return uneven, sum(self.last[entrant] == seat for seat, entrant in enumerate(seats))

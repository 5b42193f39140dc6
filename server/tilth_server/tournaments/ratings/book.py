"""Ratings by openskill's Plackett-Luce, over all tournaments: of every game together, of each game, of each tournament.

A rating follows from the games before it, so a book takes games in the order of their ends. Games may come to it in
another one (tournaments run at once, and after a restart they are read one by one): then only what came after is taken
back and rated anew, when somebody asks next.
"""

import bisect
from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from tilth_server.tournaments.contest import Contest, Game, GameState
from tilth_server.tournaments.ratings.elo import Difference, difference

MODEL = PlackettLuce()

OPEN_TOURNAMENTS = 16
"""Books of single tournaments that are kept; others are made again when they are asked for."""


class RatedGame(msgspec.Struct, frozen=True):
    """A match that was played for a tournament, and how it ended."""

    game: str
    match_id: str
    ended_ms: int
    tournament_id: str
    number: int
    player_ids: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def order(self) -> tuple[int, str, int]:
        return self.ended_ms, self.tournament_id, self.number


def rated(contest: Contest, game: Game) -> RatedGame | None:
    """None for what rates nobody: what was not played to its end. A result that somebody has set rates nobody either,
    or an organiser could make ratings."""
    if game.state is not GameState.OVER or not game.match_id:
        return None
    return RatedGame(
        game=contest.settings.games[game.game].game,
        match_id=game.match_id,
        ended_ms=game.ended_ms,
        tournament_id=contest.id,
        number=game.number,
        player_ids=tuple(contest.entrants[entrant].player_id for entrant in game.seats),
        places=game.places,
    )


class Point(msgspec.Struct, frozen=True):
    """A player's rating after a game."""

    mu: float
    sigma: float
    game: RatedGame


class Rated(msgspec.Struct, frozen=True):
    """A player's rating now."""

    player_id: str
    mu: float
    sigma: float
    games: int
    wins: int
    history: Sequence[Point]
    """One point for each game."""

    @property
    def ordinal(self) -> float:
        """What they are at least, as good as surely."""
        return self.mu - 3 * self.sigma


class Duel(msgspec.Struct, frozen=True):
    """Of the first player against the second. At tables of more than two the better place wins."""

    wins: int
    draws: int
    losses: int
    difference: Difference

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class _Page:
    """One player's in one book."""

    __slots__ = ("history", "wins")

    def __init__(self) -> None:
        self.history: list[Point] = []
        self.wins = 0


class Book:
    """Ratings of some games, each from where the one before left them."""

    def __init__(self) -> None:
        self._games: list[RatedGame] = []
        self._orders: list[tuple[int, str, int]] = []
        self._rated = 0
        self._pages: dict[str, _Page] = {}
        self._table: list[Rated] | None = None
        # The library copies what it is given: these only carry numbers to it, and making new ones costs more.
        self._carriers: list[PlackettLuceRating] = [MODEL.rating() for _ in range(2)]

    def take(self, game: RatedGame) -> None:
        """In any order."""
        index = bisect.bisect(self._orders, game.order)
        self._rewind(index)
        self._games.insert(index, game)
        self._orders.insert(index, game.order)
        self._table = None

    def drop(self, game: RatedGame) -> None:
        """As if it had not been taken."""
        index = bisect.bisect_left(self._orders, game.order)
        self._rewind(index)
        del self._games[index], self._orders[index]
        self._table = None

    def table(self) -> Sequence[Rated]:
        """Everybody who has played, the best first by `ordinal`."""
        if self._table is None:
            self._settle()
            table = [self._of(player_id, page) for player_id, page in self._pages.items() if page.history]
            self._table = sorted(table, key=lambda each: (-each.ordinal, each.player_id))
        return self._table

    def of(self, player_id: str) -> Rated:
        """The rating of one player; of who hasn't played the one to begin with."""
        self._settle()
        return self._of(player_id, self._pages.get(player_id) or _Page())

    def _of(self, player_id: str, page: _Page) -> Rated:
        history = page.history
        mu, sigma = (history[-1].mu, history[-1].sigma) if history else (MODEL.mu, MODEL.sigma)
        return Rated(player_id, mu, sigma, len(history), page.wins, tuple(history))

    def _settle(self) -> None:
        for index in range(self._rated, len(self._games)):
            self._rate(self._games[index])
        self._rated = len(self._games)

    def _rewind(self, index: int) -> None:
        """Take back what was rated from there on."""
        for game in reversed(self._games[index : self._rated]):
            for player_id, won in zip(game.player_ids, _wins(game), strict=True):
                page = self._pages[player_id]
                page.history.pop()
                page.wins -= won
        self._rated = min(self._rated, index)

    def _rate(self, game: RatedGame) -> None:
        while len(self._carriers) < len(game.player_ids):
            self._carriers.append(MODEL.rating())
        pages = []
        for player_id, carrier in zip(game.player_ids, self._carriers, strict=False):
            page = self._pages.get(player_id)
            if page is None:
                page = self._pages[player_id] = _Page()
            pages.append(page)
            if page.history:
                last = page.history[-1]
                carrier.mu, carrier.sigma = last.mu, last.sigma
            else:
                carrier.mu, carrier.sigma = MODEL.mu, MODEL.sigma
        teams = [[carrier] for carrier in self._carriers[: len(pages)]]
        after = MODEL.rate(teams, ranks=list(game.places))
        for page, (new,), won in zip(pages, after, _wins(game), strict=True):
            page.history.append(Point(new.mu, new.sigma, game))
            page.wins += won


class Ratings:
    """All the books, and who met whom."""

    def __init__(self) -> None:
        self._books: dict[str, Book] = {"": Book()}
        self._tournaments: dict[str, dict[int, RatedGame]] = {}
        self._open: dict[tuple[str, str], Book] = {}
        """By tournament and game; the game is "" for all of them."""
        self._players: dict[str, dict[tuple[str, int], RatedGame]] = {}

    def take(self, game: RatedGame) -> None:
        """A game that ended. Taken again it changes nothing, unless its result has been changed meanwhile."""
        games = self._tournaments.setdefault(game.tournament_id, {})
        known = games.get(game.number)
        if known == game:
            return
        if known is not None:
            self._drop(known)
        games[game.number] = game
        for player_id in game.player_ids:
            self._players.setdefault(player_id, {})[game.tournament_id, game.number] = game
        self._books.setdefault(game.game, Book())
        for book in self._touched(game):
            book.take(game)

    def table(self, game: str = "", tournament_id: str = "") -> Sequence[Rated]:
        """Everybody rated, the best first: over all games, of one game, or of a tournament's games alone."""
        book = self._book(game, tournament_id)
        return book.table() if book else ()

    def of(self, player_id: str, game: str = "", tournament_id: str = "") -> Rated:
        """One player's rating there."""
        return (self._book(game, tournament_id) or Book()).of(player_id)

    def duel(self, player_id: str, other_id: str, game: str = "") -> Duel:
        """What the first has against the second, over all tournaments."""
        mine, theirs = self._players.get(player_id, {}), self._players.get(other_id, {})
        wins = draws = losses = 0
        for key in mine.keys() & theirs.keys() if player_id != other_id else ():
            met = mine[key]
            if game and met.game != game:
                continue
            place = met.places[met.player_ids.index(player_id)]
            other = met.places[met.player_ids.index(other_id)]
            wins += place < other
            draws += place == other
            losses += place > other
        return Duel(wins, draws, losses, difference((losses, draws, wins)))

    def _drop(self, game: RatedGame) -> None:
        for player_id in game.player_ids:
            del self._players[player_id][game.tournament_id, game.number]
        for book in self._touched(game):
            book.drop(game)

    def _touched(self, game: RatedGame) -> list[Book]:
        opened = (self._open.get((game.tournament_id, kind)) for kind in ("", game.game))
        return [self._books[""], self._books[game.game], *(book for book in opened if book)]

    def _book(self, game: str, tournament_id: str) -> Book | None:
        if not tournament_id:
            return self._books.get(game)
        key = tournament_id, game
        book = self._open.pop(key) if key in self._open else self._opened(tournament_id, game)
        if book is not None:
            self._open[key] = book
        while len(self._open) > OPEN_TOURNAMENTS:
            del self._open[next(iter(self._open))]
        return book

    def _opened(self, tournament_id: str, game: str) -> Book | None:
        """None where nothing of the kind was played."""
        games = self._tournaments.get(tournament_id, {}).values()
        played = [each for each in games if game in ("", each.game)]
        if not played:
            return None
        book = Book()
        for each in played:
            book.take(each)
        return book


def _wins(game: RatedGame) -> list[bool]:
    """By player: whether they won alone."""
    best = min(game.places)
    alone = game.places.count(best) == 1
    return [alone and place == best for place in game.places]

"""The Weather Phase: which weathers come, what they do, who wins their votes."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Move, Step, Table
from tilth_rules.petrichor.actions import add_drops
from tilth_rules.petrichor.card_events import FirstPlayerChanged, PhaseBegan
from tilth_rules.petrichor.clouds import EndOfEffect, clouds_of, on_tiles
from tilth_rules.petrichor.fields import NEIGHBOURS
from tilth_rules.petrichor.growing import develop, move_drop, water_changed
from tilth_rules.petrichor.moves import ChooseWeather, DoubleDrops, LiftDrop, SetDrop
from tilth_rules.petrichor.southern_winds import NeutralSun, SouthernPush
from tilth_rules.petrichor.state import State, rounds_of
from tilth_rules.petrichor.vote_events import VotesReturned, VoteWon, WeatherDecided
from tilth_rules.petrichor.water_events import CloudGrew, CloudPoured
from tilth_rules.petrichor.words import (
    COFFEE,
    FROST,
    LIGHT,
    RAIN,
    RICE,
    SUN,
    THUNDER,
    WEATHER,
    WEATHERS,
    WIND,
)

LEADING = 2


class WeatherPhase(Act, tag=70):
    """The two weathers with the most votes are resolved, clockwise from Frost; in the final round all that have a
    vote. Ties are broken by the First Player."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(WEATHER))
        leading, tied = _contest(table.state)
        if tied:
            table.then(BreakTie())
        else:
            _decide(table, leading)


class BreakTie(Ask, tag=71):
    """Of the weathers tied for a place among the two, the First Player chooses. In the final round that decides
    only for which of them steps are made on the Voting Wins track."""

    def ask(self, state: State) -> Choose:
        leading, tied = _contest(state)
        many = LEADING - len(leading)
        return Choose(state.first, "choose-weather", tied, many, many)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _decide(table, [*_contest(table.state)[0], *picks])

    @classmethod
    def move(cls, option: int) -> Move:
        return ChooseWeather(option)


class FrostWeather(Act, tag=72):
    """All light clouds become thunderclouds, however little they hold."""

    def act(self, table: Table) -> None:
        for tile, sky in enumerate(table.state.skies):
            if sky == LIGHT:
                table.emit(CloudGrew(tile))


class SunWeather(Act, tag=73):
    """Clockwise from the First Player, each doubles their drops in one cloud, an effect each. Then sprouting Coffee
    develops, even if it sprouted just now. In the solo game the neutral player comes first."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.seats == 1:
            table.then(NeutralSun(), EndOfEffect())
        for seat in range(state.first, state.first + state.seats):
            table.then(SunTurn(seat % state.seats), EndOfEffect())
        table.then(Develop(COFFEE))


class SunTurn(Ask, tag=74):
    """Choose a cloud and double one's own drops in it: all of them or none, and drops from tiles may help out. Who
    can double somewhere has to."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        seat = self.seat
        there_are = state.supply[seat] + on_tiles(state, seat)
        mine = [tile for tile in clouds_of(state, seat) if state.clouds[4 * tile + seat] <= there_are]
        return Choose(seat, "sun-weather", mine) if mine else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        tile = picks[0]
        add_drops(table, self.seat, tile, table.state.clouds[4 * tile + self.seat])

    @classmethod
    def move(cls, option: int) -> Move:
        return DoubleDrops(option)


class Develop(Act, tag=75):
    """A crop that has sprouted by now develops."""

    crop: int

    def act(self, table: Table) -> None:
        develop(table, self.crop)


class WindWeather(Act, tag=76):
    """From the last player and anticlockwise, each moves one drop, of whoever, from a tile to an adjacent one. In
    the solo game the southern wind then pushes your drops north."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for back in range(1, state.seats + 1):
            table.then(WindTurn((state.first - back) % state.seats))
        if state.seats == 1:
            table.then(SouthernPush())


class WindTurn(Ask, tag=77):
    """Choose a drop on a tile."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        lying = [at for at, drops in enumerate(state.drops) if drops]
        return Choose(self.seat, "wind-weather", lying) if lying else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        tile, owner = divmod(picks[0], 4)
        table.then(WindTo(self.seat, tile, owner))

    @classmethod
    def move(cls, option: int) -> Move:
        return LiftDrop(option // 4, option % 4)


class WindTo(Ask, tag=78):
    """Choose the adjacent tile that the drop moves to."""

    seat: int
    tile: int
    owner: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "wind-weather-to", NEIGHBOURS[state.seats][self.tile])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        move_drop(table, self.seat, self.tile, self.owner, picks[0])

    @classmethod
    def move(cls, option: int) -> Move:
        return SetDrop(option)


class RainWeather(Act, tag=79):
    """All thunderclouds pour out onto their tiles and are gone; light clouds stay. Then sprouting Rice develops,
    even if it sprouted just now."""

    def act(self, table: Table) -> None:
        state: State = table.state
        pouring = [tile for tile, sky in enumerate(state.skies) if sky == THUNDER]
        for tile in pouring:
            table.emit(CloudPoured(tile))
            water_changed(table, tile)
        develop(table, RICE)


class CountVotes(Act, tag=80):
    """Who has the most votes on a resolved weather goes one step up the Voting Wins track: all who are tied, but with
    two sides nobody then. In the final round only two weathers `count`. All its votes go back."""

    weather: int
    counts: bool

    def act(self, table: Table) -> None:
        state: State = table.state
        votes = state.votes[self.weather :: 4]
        most = max(votes)
        if not most:
            return
        if self.counts:
            winners = [side for side, cast in enumerate(votes) if cast == most]
            if len(winners) > 1 and state.sides == 2:
                winners = []
            table.emit(VoteWon(self.weather, tuple(winners)))
        table.emit(VotesReturned(self.weather))


class ChangeFirstPlayer(Act, tag=81):
    """With two players the marker changes hands now, unless who holds it has more votes left on the board."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.seats != 2:
            return
        holder, other = state.first, 1 - state.first
        if votes_on_board(state, holder) <= votes_on_board(state, other):
            table.emit(FirstPlayerChanged(other))


def votes_on_board(state: State, side: int) -> int:
    return sum(state.votes[4 * side + 1 : 4 * side + 5])


def _contest(state: State) -> tuple[list[int], list[int]]:
    """The weathers surely among the two with the most votes, and those tied for what is left of the two. In the
    final round weathers without a vote are out of it."""
    totals = {weather: sum(state.votes[weather::4]) for weather in WEATHERS}
    if state.round == rounds_of(state):
        totals = {weather: votes for weather, votes in totals.items() if votes}
    if len(totals) <= LEADING:
        return list(totals), []
    second_most = sorted(totals.values())[-LEADING]
    leading = [weather for weather, votes in totals.items() if votes > second_most]
    tied = [weather for weather, votes in totals.items() if votes == second_most]
    if len(leading) + len(tied) == LEADING:
        return leading + tied, []
    return leading, tied


def _decide(table: Table, leading: list[int]) -> None:
    """Resolve the weathers clockwise; each gives its votes back when it is through."""
    state: State = table.state
    resolved = sorted(leading)
    if state.round == rounds_of(state):
        resolved = [weather for weather in WEATHERS if any(state.votes[weather::4])]
    table.emit(WeatherDecided(tuple(resolved)))
    for weather in resolved:
        table.then(_EFFECTS[weather], CountVotes(weather, weather in leading))
    table.then(ChangeFirstPlayer())


_EFFECTS: dict[int, Step] = {
    FROST: FrostWeather(),
    SUN: SunWeather(),
    WIND: WindWeather(),
    RAIN: RainWeather(),
}

"""The Weather Phase: the weathers are decided and resolved, and their votes are counted."""

from collections.abc import Sequence

from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Ask, Choose, Step, Table, TextFacts
from tilth_rules.petrichor.actions.cards import add_drops
from tilth_rules.petrichor.actions.clouds import EndOfEffect, clouds_of, on_tiles
from tilth_rules.petrichor.actions.growing import develop, move_drop, water_changed
from tilth_rules.petrichor.codes import (
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
from tilth_rules.petrichor.events.rounds import FirstPlayerChanged, PhaseBegan
from tilth_rules.petrichor.events.votes import VotesReturned, VoteWon, WeatherDecided
from tilth_rules.petrichor.events.water import CloudGrew, CloudPoured
from tilth_rules.petrichor.facts import cloud_facts, tile_facts
from tilth_rules.petrichor.fields import NEIGHBOURS
from tilth_rules.petrichor.moves import CHOOSE_WEATHER, DOUBLE_DROPS, PICK_UP_DROP, PUT_DOWN_DROP
from tilth_rules.petrichor.solo import NeutralSun, SouthernPush
from tilth_rules.petrichor.state import State, rounds_of

LEADING = 2


class WeatherPhase(Act, tag=70):
    """Begin the weather phase: the two weathers with the most votes are resolved, clockwise from Frost; in the final
    round all weathers that have a vote. The First Player breaks ties (BreakTie)."""

    def act(self, table: Table) -> None:
        table.emit(PhaseBegan(WEATHER))
        leading, tied = _leading_weathers(table.state)
        if tied:
            table.then(BreakTie())
        else:
            _decide_weathers(table, leading)


class BreakTie(Ask, tag=71):
    """The question to the First Player which of the weathers that are tied for a place among the two count as leading.
    They are then resolved; in the final round all with a vote are, and the answer only decides which give steps on the
    Voting Wins track. The text shows the weathers that lead alone, an option's the votes."""

    numbers = CHOOSE_WEATHER

    def ask(self, state: State) -> Choose:
        leading, tied = _leading_weathers(state)
        many = LEADING - len(leading)
        return Choose(state.first, "choose-weather", tied, many, many)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        _decide_weathers(table, [*_leading_weathers(table.state)[0], *picks])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"weathers": tuple(_leading_weathers(state)[0]), "final": state.round == rounds_of(state)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"votes": sum(state.votes[option::4]), "final": state.round == rounds_of(state)}


class FrostWeather(Act, tag=72):
    """Turn every light cloud into a thundercloud, with any number of drops."""

    def act(self, table: Table) -> None:
        for tile, sky in enumerate(table.state.skies):
            if sky == LIGHT:
                table.emit(CloudGrew(tile))


class SunWeather(Act, tag=73):
    """Ask each player, clockwise from the First Player, to double their own drops in one cloud (SunTurn), each as an
    effect of its own. Then sprouting Coffee develops, even if it sprouted just now. In the solo game the neutral player
    comes first."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.seats == 1:
            table.then(NeutralSun(), EndOfEffect())
        for seat in clockwise(state.seats, state.first):
            table.then(SunTurn(seat), EndOfEffect())
        table.then(Develop(COFFEE))


class SunTurn(Ask, tag=74):
    """The question to a seat in which cloud it doubles its own drops, all of them, with drops from its supply or taken
    from its tiles. A player who can double somewhere has to; one who cannot is not asked. The text shows the supply, an
    option's the cloud."""

    seat: int
    numbers = DOUBLE_DROPS

    def ask(self, state: State) -> Choose | None:
        seat = self.seat
        there_are = state.supply[seat] + on_tiles(state, seat)
        mine = [tile for tile in clouds_of(state, seat) if state.clouds[4 * tile + seat] <= there_are]
        return Choose(seat, "sun-weather", mine) if mine else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        tile = picks[0]
        add_drops(table, self.seat, tile, table.state.clouds[4 * tile + self.seat])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"supply": state.supply[seat]}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return cloud_facts(state, seat, option)


class Develop(Act, tag=75):
    """Turn every sprouting crop of this kind into a developed one."""

    crop: int

    def act(self, table: Table) -> None:
        develop(table, self.crop)


class WindWeather(Act, tag=76):
    """Ask each player, anticlockwise from the last one, to move one drop of any owner from a tile to an adjacent one
    (WindTurn). In the solo game the southern wind then pushes the player's drops north."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.then(*(WindTurn(seat) for seat in reversed(clockwise(state.seats, state.first))))
        if state.seats == 1:
            table.then(SouthernPush())


class WindTurn(Ask, tag=77):
    """The question to a seat in the Wind weather which drop, of any owner, on a tile it moves; WindTo asks whereto. Not
    asked if no drop lies on a tile. An option's text shows the tile and the owner's drops there."""

    seat: int
    numbers = PICK_UP_DROP

    def ask(self, state: State) -> Choose | None:
        lying = [at for at, drops in enumerate(state.drops) if drops]
        return Choose(self.seat, "wind-weather", lying) if lying else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        tile, owner = PICK_UP_DROP.parts(picks[0])
        table.then(WindTo(self.seat, tile, owner))

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        drops = {"drops": state.drops[option], "own": option % 4 == seat}
        return {**tile_facts(state, seat, option // 4), **drops}


class WindTo(Ask, tag=78):
    """The question to a seat in the Wind weather to which adjacent tile the drop it has picked moves. The crops of both
    tiles may change. An option's text shows the tile."""

    seat: int
    tile: int
    owner: int
    numbers = PUT_DOWN_DROP

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "wind-weather-to", NEIGHBOURS[state.seats][self.tile])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        move_drop(table, self.seat, self.tile, self.owner, picks[0])

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"tile": self.tile, "owner": self.owner, "own": self.owner == seat}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return tile_facts(state, seat, option)


class RainWeather(Act, tag=79):
    """Pour every thundercloud out onto its tile, where crops may grow; light clouds stay. Then sprouting Rice develops,
    even if it sprouted just now."""

    def act(self, table: Table) -> None:
        state: State = table.state
        pouring = [tile for tile, sky in enumerate(state.skies) if sky == THUNDER]
        for tile in pouring:
            table.emit(CloudPoured(tile))
            water_changed(table, tile)
        develop(table, RICE)


class CountVotes(Act, tag=80):
    """Give the player with the most votes on a resolved weather a step up the Voting Wins track, if the weather
    `counts` (in the final round only two do), and return all votes on it to their owners.

    Tied players all get the step, except that with two sides neither does.
    """

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
    """In a two-player match, give the First Player marker to the other player, unless its holder has more votes left on
    the board."""

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.seats != 2:
            return
        holder, other = state.first, 1 - state.first
        if votes_on_board(state, holder) <= votes_on_board(state, other):
            table.emit(FirstPlayerChanged(other))


def votes_on_board(state: State, side: int) -> int:
    """Return the number of votes that a side has on the weather spaces."""
    return sum(state.votes[4 * side + 1 : 4 * side + 5])


def weathers_in_view(state: State) -> tuple[int, ...]:
    """Return the weathers that would be resolved if the votes stayed as they are, ties included; none without a
    vote."""
    voted = [weather for weather in WEATHERS if any(state.votes[weather::4])]
    if state.round == rounds_of(state):
        return tuple(voted)
    leading, tied = _leading_weathers(state)
    return tuple(sorted(weather for weather in (*leading, *tied) if weather in voted))


def _leading_weathers(state: State) -> tuple[list[int], list[int]]:
    """Return the weathers that are surely among the two with the most votes, and the weathers that are tied for the
    other places. In the final round weathers without a vote are left out."""
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


def _decide_weathers(table: Table, leading: list[int]) -> None:
    """Decide which weathers are resolved, and push their steps clockwise from Frost, each followed by the count of its
    votes. `leading` are the two with the most votes."""
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

"""The Action Phase: turns, the second action, voting, passing, the hand limit."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Move, Table
from tilth_rules.petrichor.actions import can_resolve, perform
from tilth_rules.petrichor.card_events import (
    CardsDiscarded,
    CardsPlayed,
    FirstPlayerChanged,
    PhaseBegan,
    PlayerPassed,
)
from tilth_rules.petrichor.clouds import EndOfEffect
from tilth_rules.petrichor.moves import Discard, EndTurn, LowerDie, Pass, Pay, Play, TakeVote, VoteFor
from tilth_rules.petrichor.payments import PAYMENTS, payments, playable
from tilth_rules.petrichor.southern_winds import NeutralTurn
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.vote_events import DieLowered, VoteMoved, VotePlaced
from tilth_rules.petrichor.water_events import ActionSkipped
from tilth_rules.petrichor.words import ACTION, WEATHERS, YOU, next_weather

PASS = 0
HAND_LIMIT = 4
LOWER = 4
"""Added to the face of a harvest die, to tell it from the number of a weather."""


class ActionPhase(Act, tag=40):
    """Turns go clockwise from the First Player until somebody passes; then all the others have one more.
    In the solo game the neutral player begins."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(ACTION))
        if state.seats == 1:
            table.then(NeutralTurn())
        table.then(TakeTurn(state.first, opening=state.seats))


class TakeTurn(Ask, tag=41):
    """Play cards, or pass; but nobody passes on the first turn of a round. `opening` counts the first turns left."""

    seat: int
    opening: int

    def ask(self, state: State) -> Choose:
        seat = self.seat
        options = playable(False, tuple(state.hands[4 * seat + 1 : 4 * seat + 5]))
        if self.opening:
            return Choose(seat, "turn", options)
        return Choose(seat, "turn", (PASS, *options), default=(PASS,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.seat
        after = NextTurn(seat, self.opening - 1 if self.opening else 0, seat)
        if picks[0] == PASS:
            take_no_action(table, seat)
            table.then(after)
        else:
            table.then(PayCards(seat, picks[0], False), SecondAction(seat), after)

    @classmethod
    def move(cls, option: int) -> Move:
        return Pass() if option == PASS else Play(option)


class PayCards(Ask, tag=42):
    """Discard a card of the action, or any two cards as that one; for a second action, twice that. Then the action
    is resolved if it can be, and whether it could or not, its player votes."""

    seat: int
    action: int
    second: bool

    def ask(self, state: State) -> Choose:
        seat = self.seat
        hand = tuple(state.hands[4 * seat + 1 : 4 * seat + 5])
        return Choose(seat, "pay", payments(self.action, self.second, hand))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat, action = self.seat, self.action
        table.emit(CardsPlayed(seat, action, PAYMENTS[picks[0]], self.second))
        if can_resolve(table.state, seat, action):
            table.then(perform(seat, action), EndOfEffect(), Vote(seat, action))
        else:
            table.emit(ActionSkipped(seat, action))
            table.then(Vote(seat, action))

    @classmethod
    def move(cls, option: int) -> Move:
        return Pay(PAYMENTS[option])


class SecondAction(Ask, tag=43):
    """As long as nobody has passed, a second action may follow for two cards of its kind. It is asked of whoever
    holds two cards, whichever they are: only their number is everybody's business."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        seat = self.seat
        if state.passer >= 0 or state.held[seat] < 2:
            return None
        options = playable(True, tuple(state.hands[4 * seat + 1 : 4 * seat + 5]))
        return Choose(seat, "second-action", options, 0, 1)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.then(PayCards(self.seat, picks[0], True))

    @classmethod
    def move(cls, option: int) -> Move:
        return Play(option)


class Vote(Ask, tag=44):
    """Vote for the weather of the action or for the next one clockwise, or turn a harvest die one vote lower for a
    point, for two when that shows its harvest icon."""

    seat: int
    action: int

    def ask(self, state: State) -> Choose:
        seat = self.seat
        options = [self.action, next_weather(self.action)]
        if not state.free[seat]:
            options = [weather for weather in options if votes_elsewhere(state, seat, weather)]
        dice = state.dice
        options += [LOWER + face for face in (1, 2, 3, 4) if face in dice]
        return Choose(seat, "vote", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat, option = self.seat, picks[0]
        if option > LOWER:
            face = option - LOWER
            table.emit(DieLowered(seat, face, 2 if face == 1 else 1))
        elif table.state.free[seat]:
            table.emit(VotePlaced(seat, option))
        else:
            table.then(MoveVote(seat, option))

    @classmethod
    def move(cls, option: int) -> Move:
        return LowerDie(option - LOWER) if option > LOWER else VoteFor(option)


class MoveVote(Ask, tag=45):
    """With no vote left in the supply, one is taken from another weather space."""

    seat: int
    weather: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "vote-from", votes_elsewhere(state, self.seat, self.weather))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(VoteMoved(self.seat, picks[0], self.weather))

    @classmethod
    def move(cls, option: int) -> Move:
        return TakeVote(option)


class NextTurn(Act, tag=46):
    """The turn goes on clockwise, and ends the phase where it comes back to who passed first. Who holds no card
    can only pass. `asked` is the last who was asked anything, and who is asked to end the phase."""

    seat: int
    opening: int
    asked: int

    def act(self, table: Table) -> None:
        state: State = table.state
        if state.seats == 1:
            if state.passer < 0:
                table.then(NeutralTurn(), SoloTurn())
            elif state.options.one_more_turn:
                table.then(NeutralTurn())
            return
        seat = (self.seat + 1) % state.seats
        if seat == state.passer:
            table.then(EndActions(self.asked), HandLimit())
        elif state.held[seat]:
            table.then(TakeTurn(seat, self.opening))
        else:
            take_no_action(table, seat)
            table.then(NextTurn(seat, self.opening, self.asked))


class SoloTurn(Act, tag=50):
    """Solo: after each neutral turn comes yours, until you pass; without cards you do."""

    def act(self, table: Table) -> None:
        if table.state.held[YOU]:
            table.then(TakeTurn(YOU, 0))
        else:
            take_no_action(table, YOU)
            table.then(NextTurn(YOU, 0, YOU))


class EndActions(Ask, tag=47):
    """The phase ends when its last player says so: until then the turn may be taken back."""

    seat: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "end-turn", (0,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        pass

    @classmethod
    def move(cls, option: int) -> Move:
        return EndTurn()


class HandLimit(Act, tag=48):
    """At the end of the phase whoever holds more than four cards discards down to four. All of them at once."""

    def act(self, table: Table) -> None:
        state: State = table.state
        over = [seat for seat in range(state.seats) if state.held[seat] > HAND_LIMIT]
        if over:
            table.fork(*[((seat,), (DiscardDown(seat),)) for seat in over])


class DiscardDown(Ask, tag=49):
    """Choose what to discard."""

    seat: int

    def ask(self, state: State) -> Choose:
        seat = self.seat
        hand = state.hands[4 * seat + 1 : 4 * seat + 5]
        kinds = [kind for kind in WEATHERS if hand[kind - 1]]
        many = state.held[seat] - HAND_LIMIT
        return Choose(seat, "discard", kinds, many, many, [hand[kind - 1] for kind in kinds])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsDiscarded(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> Move:
        return Discard(option)


def take_no_action(table: Table, seat: int) -> None:
    """Pass. With three or four players the first to do so discards all cards and takes the First Player marker, or
    gives it to the right; with two it costs nothing; alone it costs the cards."""
    state: State = table.state
    first_to_pass = state.passer < 0
    table.emit(PlayerPassed(seat))
    if not first_to_pass or state.seats == 2:
        return
    cards = tuple(kind for kind in WEATHERS for _ in range(state.hands[4 * seat + kind]))
    if cards:
        table.emit(CardsDiscarded(seat, cards))
    if state.seats > 2:
        marker = seat if state.first != seat else (seat - 1) % state.seats
        table.emit(FirstPlayerChanged(marker))


def votes_elsewhere(state: State, seat: int, weather: int) -> list[int]:
    """The other weather spaces on which the seat has votes."""
    votes = state.votes
    return [other for other in WEATHERS if other != weather and votes[4 * seat + other]]

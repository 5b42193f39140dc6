"""The Action Phase: turns, the second action, voting, passing, the hand limit."""

from collections.abc import Sequence

from tilth_rules.common.piles import listed
from tilth_rules.common.seats import ask_at_once
from tilth_rules.kernel import NO_FACTS, Act, Ask, Choose, Table, TextFacts
from tilth_rules.petrichor.actions.cards import action_step, can_resolve
from tilth_rules.petrichor.actions.clouds import EndOfEffect
from tilth_rules.petrichor.actions.payments import PAYMENTS, payments, playable
from tilth_rules.petrichor.codes import ACTION, WEATHERS, YOU, next_weather
from tilth_rules.petrichor.events.cards import CardsDiscarded, CardsPlayed
from tilth_rules.petrichor.events.rounds import FirstPlayerChanged, PhaseBegan, PlayerPassed
from tilth_rules.petrichor.events.votes import DieLowered, VoteMoved, VotePlaced
from tilth_rules.petrichor.events.water import ActionSkipped
from tilth_rules.petrichor.facts import effect_of_passing, hand_facts, round_facts, whose
from tilth_rules.petrichor.moves import (
    DISCARD,
    END_TURN,
    LOWER_DIE,
    PAY,
    PLAY,
    TAKE_VOTE,
    TURN,
    VOTE,
)
from tilth_rules.petrichor.solo import NeutralTurn
from tilth_rules.petrichor.state import State

HAND_LIMIT = 4


class ActionPhase(Act, tag=40):
    """Begin the action phase: players take turns clockwise from the First Player until a player passes; then each of
    the others has one more turn. In the solo game the neutral player begins."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.emit(PhaseBegan(ACTION))
        if state.seats == 1:
            table.then(NeutralTurn())
        table.then(TakeTurn(state.first, opening=state.seats))


class TakeTurn(Ask, tag=41):
    """The question to a seat which action it performs, of those that it can pay for with its cards, or none to pass. On
    an action it pays (PayCards), and may perform a second one (SecondAction); then the next seat has its turn. No seat
    may pass on the first turn of a round: `opening` counts the first turns that are left.

    The text shows the hand, the round and the effect of passing, an option's whether the action can be resolved.
    """

    seat: int
    opening: int
    numbers = TURN

    def ask(self, state: State) -> Choose:
        seat = self.seat
        options = playable(False, tuple(state.hands[4 * seat + 1 : 4 * seat + 5]))
        if self.opening:
            return Choose(seat, "turn", options)
        return Choose(seat, "turn", options, 0, 1)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat = self.seat
        after = NextTurn(seat, self.opening - 1 if self.opening else 0, seat)
        if not picks:
            take_no_action(table, seat)
            table.then(after)
        else:
            table.then(PayCards(seat, picks[0], False), SecondAction(seat), after)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        passes: TextFacts = {"passing": effect_of_passing(state, seat), "held": state.held[seat]}
        return {**round_facts(state), **hand_facts(state, seat), "opening": self.opening, **passes}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"works": can_resolve(state, seat, option)}


class PayCards(Ask, tag=42):
    """The question to a seat which cards it discards for an action: one of its kind or any two in its place; for a
    second action, twice that. The action is then resolved if that is possible, and in either case the seat votes
    (Vote)."""

    seat: int
    action: int
    second: bool
    numbers = PAY

    def ask(self, state: State) -> Choose:
        seat = self.seat
        hand = tuple(state.hands[4 * seat + 1 : 4 * seat + 5])
        return Choose(seat, "pay", payments(self.action, self.second, hand))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat, action = self.seat, self.action
        table.emit(CardsPlayed(seat, action, PAYMENTS[picks[0]], self.second))
        if can_resolve(table.state, seat, action):
            table.then(action_step(seat, action), EndOfEffect(), Vote(seat, action))
        else:
            table.emit(ActionSkipped(seat, action))
            table.then(Vote(seat, action))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"action": self.action, "second": self.second}


class SecondAction(Ask, tag=43):
    """The question to a seat, while no player has passed, which second action it performs, or none; PayCards follows.
    Every player with two cards is asked, whichever they are, because other players may know only their number. The text
    shows the hand."""

    seat: int
    numbers = PLAY

    def ask(self, state: State) -> Choose | None:
        seat = self.seat
        if state.passer >= 0 or state.held[seat] < 2:
            return None
        options = playable(True, tuple(state.hands[4 * seat + 1 : 4 * seat + 5]))
        return Choose(seat, "second-action", options, 0, 1)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks:
            table.then(PayCards(self.seat, picks[0], True))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return hand_facts(state, seat)

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"works": can_resolve(state, seat, option)}


class Vote(Ask, tag=44):
    """The question to a seat after an action whether it votes for the weather of the action, votes for the next one
    clockwise, or turns a harvest die one face lower. Lowering gives one point, and two if the die then shows the
    harvest icon. With no vote in its supply it moves one (MoveVote). An option's text shows the votes there."""

    seat: int
    action: int
    numbers = VOTE

    def ask(self, state: State) -> Choose:
        seat = self.seat
        options = [self.action, next_weather(self.action)]
        if not state.free[seat]:
            options = [weather for weather in options if votes_elsewhere(state, seat, weather)]
        dice = state.dice
        options += [LOWER_DIE.option(face) for face in (1, 2, 3, 4) if face in dice]
        return Choose(seat, "vote", options)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        seat, option = self.seat, picks[0]
        if option >= LOWER_DIE.first:
            face = LOWER_DIE.part(option)
            table.emit(DieLowered(seat, face, 2 if face == 1 else 1))
        elif table.state.free[seat]:
            table.emit(VotePlaced(seat, option))
        else:
            table.then(MoveVote(seat, option))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"action": self.action, "free": state.free[seat]}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return votes_on(state, seat, option) if option < LOWER_DIE.first else NO_FACTS


class MoveVote(Ask, tag=45):
    """The question to a seat without a vote in its supply from which other weather space it moves one to `weather`. An
    option's text shows the votes there."""

    seat: int
    weather: int
    numbers = TAKE_VOTE

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "vote-from", votes_elsewhere(state, self.seat, self.weather))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(VoteMoved(self.seat, picks[0], self.weather))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"weather": self.weather}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return votes_on(state, seat, option)


class NextTurn(Act, tag=46):
    """Give the turn to the next player clockwise, or end the phase when it comes back to the first player who passed
    (EndActions, HandLimit). A player without cards passes at once.

    `asked` is the last player who was asked anything, who is asked to end the phase. In the solo game the neutral
    player takes a turn between.
    """

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
    """Solo: let the player take a turn, after the neutral one. Without cards the player passes."""

    def act(self, table: Table) -> None:
        if table.state.held[YOU]:
            table.then(TakeTurn(YOU, 0))
        else:
            take_no_action(table, YOU)
            table.then(NextTurn(YOU, 0, YOU))


class EndActions(Ask, tag=47):
    """The question to the last player of the action phase to end it, by picking nothing. Until then that player can
    undo the turn. The text shows the state of the round."""

    seat: int
    numbers = END_TURN

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "end-turn", (), 0, 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        pass

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return round_facts(state)


class HandLimit(Act, tag=48):
    """At the end of the action phase, ask each player with more than four cards, all at the same time, which to discard
    (DiscardDown)."""

    def act(self, table: Table) -> None:
        state: State = table.state
        over = [seat for seat in range(state.seats) if state.held[seat] > HAND_LIMIT]
        ask_at_once(table, over, DiscardDown)


class DiscardDown(Ask, tag=49):
    """The question to a player with more than four cards which of them it discards, so that four are left. The text
    shows the hand."""

    seat: int
    numbers = DISCARD

    def ask(self, state: State) -> Choose:
        seat = self.seat
        hand = state.hands[4 * seat + 1 : 4 * seat + 5]
        kinds = [kind for kind in WEATHERS if hand[kind - 1]]
        many = state.held[seat] - HAND_LIMIT
        return Choose(seat, "discard", kinds, many, many, [hand[kind - 1] for kind in kinds])

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsDiscarded(self.seat, tuple(picks)))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return hand_facts(state, seat)


def take_no_action(table: Table, seat: int) -> None:
    """Let a seat pass. With three or four players the first to pass discards all cards and takes the First Player
    marker, or gives it to the player on the right if they hold it already. With two players passing costs nothing; a
    single player discards all cards."""
    state: State = table.state
    first_to_pass = state.passer < 0
    table.emit(PlayerPassed(seat))
    if not first_to_pass or state.seats == 2:
        return
    cards = listed(state.hands, WEATHERS, 4 * seat)
    if cards:
        table.emit(CardsDiscarded(seat, cards))
    if state.seats > 2:
        marker = seat if state.first != seat else (seat - 1) % state.seats
        table.emit(FirstPlayerChanged(marker))


def votes_on(state: State, seat: int, weather: int) -> TextFacts:
    """Return what a text shows of a weather space: the votes on it, and how many of them are the seat's."""
    votes, own = sum(state.votes[weather::4]), state.votes[4 * seat + weather]
    return {"votes": votes, "own_votes": own, "whose": whose(own, votes)}


def votes_elsewhere(state: State, seat: int, weather: int) -> list[int]:
    """Return the other weather spaces on which the seat has votes."""
    votes = state.votes
    return [other for other in WEATHERS if other != weather and votes[4 * seat + other]]

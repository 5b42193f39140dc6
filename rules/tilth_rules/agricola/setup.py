"""The set-up: spaces, cards, the starting player, food."""

from tilth_rules.agricola.actions.goods import gain
from tilth_rules.agricola.codes import BY_SET_UP, FOOD
from tilth_rules.agricola.content.spaces import INDEX, board
from tilth_rules.agricola.events.rounds import RoundCardsSeen, SpacesLaid, StartingPlayerChanged
from tilth_rules.agricola.hands.dealing import DealHands
from tilth_rules.agricola.rounds.phases import PlayRound
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Table


class SetUp(Act, tag=160):
    """Open the action spaces, and draw by chance the starting player, who gets two food; the others get three. Then
    hands are dealt (not in the family game), and the first round begins.

    A single player gets only the food that the options add, and may have laid the round cards in an order.
    """

    def act(self, table: Table) -> None:
        state: State = table.state
        seats = len(state.seats)
        table.emit(SpacesLaid(board(seats, state.options.family)))
        if state.options.round_cards:
            order = tuple(INDEX[name] for name in state.options.round_cards)
            table.emit(RoundCardsSeen(0, order))
        first = table.draw("starting player").below(seats) if seats > 1 else 0
        table.emit(StartingPlayerChanged(first))
        if seats > 1:
            for seat in range(seats):
                gain(table, seat, ((FOOD, 2 if seat == first else 3),), BY_SET_UP)
        elif state.options.extra_food:
            gain(table, 0, ((FOOD, state.options.extra_food),), BY_SET_UP)
        if not state.options.family:
            table.then(DealHands())
        table.then(PlayRound())

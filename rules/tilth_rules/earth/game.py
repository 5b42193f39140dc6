"""Earth's part in the kernel: the class `Earth` ties steps, events, view and texts together."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import msgspec

from tilth_rules.common.registry import defined_in
from tilth_rules.earth import offers, scoring
from tilth_rules.earth import options as set_ups
from tilth_rules.earth.events.field import CardsStayKnown, EventPlayed, PlantingBegan
from tilth_rules.earth.hands.piles import deck_size
from tilth_rules.earth.options import SEATS, Options
from tilth_rules.earth.rounds.match import match_steps
from tilth_rules.earth.state import State, empty_state
from tilth_rules.earth.stored_numbers import stored_numbers
from tilth_rules.earth.view import View, view
from tilth_rules.earth.worlds.knowledge import Knowledge, deal, knowledge
from tilth_rules.kernel import (
    Ask,
    AskSeveral,
    Event,
    Game,
    Move,
    Result,
    ScoreRow,
    Step,
    TextFacts,
)


class Earth(Game):
    """The game Earth: each player fills an island with sixteen cards. Two to five players, or one against Gaia."""

    name = "earth"
    version = 1
    seats = SEATS
    options = Options
    events = defined_in(__package__, Event)
    steps = defined_in(__package__, Step)
    moves = defined_in(__package__, Move)
    views = View
    max_records = 400_000
    score_rows = scoring.SCORE_ROWS
    has_offers = True

    def check(self, options: Options, seats: int) -> None:
        set_ups.check(options, seats)

    def stored_numbers(self) -> Mapping[str, Mapping[str, int]]:
        return stored_numbers()

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return empty_state(options, seats), match_steps(seats)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state, viewer)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state), scoring.solo(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(scoring.score(state, seat) for seat in range(len(state.seats)))

    def score_breakdown(self, state: State) -> Sequence[ScoreRow]:
        return scoring.score_breakdown(state)

    def knowledge(self, state: State, viewer: int) -> Knowledge:
        return knowledge(state, viewer)

    def deal(self, knowledge: Knowledge, random: Random) -> State:
        return deal(knowledge, random)

    def offers(self, state: State, seat: int, step: Ask | AskSeveral) -> Sequence[int]:
        return offers.offers(state, seat) if step.between_actions else ()

    def take_offer(self, state: State, seat: int, offer: int) -> Step:
        return offers.take_offer(seat, offer)

    def offer_move(self, offer: int) -> Move:
        return offers.offer_move(offer)

    def offer_facts(self, state: State, seat: int, offer: int) -> TextFacts:
        return offers.offer_facts(state, offer)

    def kept_on_undo(self, state: State, events: Iterable[Event]) -> Sequence[Event]:
        return [
            CardsStayKnown(event.seat, (event.card,))
            for event in events
            if isinstance(event, PlantingBegan | EventPlayed)
        ]

    def conserved(self, state: State) -> dict[str, int]:
        """Return numbers that must not change: each Earth card is in one place, and totals agree with the cards."""
        cards = deck_size(state) + len(state.discards)
        counted: dict[str, int] = {}
        for number, seat in enumerate(state.seats):
            area = seat.area
            piles = (
                *(area.hand, area.compost, area.events, seat.looked, seat.aside, seat.heap),
                *(seat.shared_cards, seat.shared_compost),
            )
            cards += sum(map(len, piles)) + area.cards() + (seat.planting >= 0)
            counted[f"sprouts of {number}"] = seat.sprouts - sum(area.sprouts)
            counted[f"growth of {number}"] = seat.growth - sum(area.growth)
            counted[f"places of {number}"] = len(seat.places) - area.cards()
        if state.gaia is not None:
            cards += len(state.gaia.compost) + len(state.gaia.scoring)
        counted["Earth cards"] = cards
        return counted

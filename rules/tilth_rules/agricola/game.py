"""Agricola's part in the kernel: the class `Agricola` ties steps, events, view and texts together."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import msgspec

from tilth_rules.agricola import offers, scoring, series, setup
from tilth_rules.agricola.cards.load import fill_registry
from tilth_rules.agricola.codes import NOBODY
from tilth_rules.agricola.content.cards import MAJORS
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.events.cards import CardKnown
from tilth_rules.agricola.moves.numbers import OPTIONS
from tilth_rules.agricola.options import Options, find_fault, with_decks
from tilth_rules.agricola.state import State, empty_state
from tilth_rules.agricola.stored_numbers import stored_numbers
from tilth_rules.agricola.view import View, view
from tilth_rules.agricola.worlds import Knowledge, deal, deal_agreement, knowledge
from tilth_rules.common.registry import defined_in
from tilth_rules.kernel import Event, Game, Move, OptionsRefused, Result, ScoreRow, Step, TextFacts

fill_registry()


class Agricola(Game):
    """The game Agricola: a farm in the seventeenth century, for one to five players."""

    name = "agricola"
    version = 3
    seats = (1, 2, 3, 4, 5)
    options = Options
    events = defined_in(__package__, Event)
    steps = defined_in(__package__, Step)
    moves = defined_in(__package__, Move)
    views = View
    max_records = 100_000
    score_rows = scoring.SCORE_ROWS
    has_offers = True

    def check(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise OptionsRefused("seats", "Agricola has one to five players")
        problem = find_fault(options, seats)
        if problem is not None:
            raise OptionsRefused(*problem)
        content_of(options.values)

    def with_fixed_values(self, options: Options) -> Options:
        return with_decks(options)

    def stored_numbers(self) -> Mapping[str, Mapping[str, int]]:
        return stored_numbers()

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return empty_state(options, seats), (setup.SetUp(),)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state, viewer)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state), scoring.solo(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        return scoring.scores(state)

    def score_breakdown(self, state: State) -> Sequence[ScoreRow]:
        return scoring.score_breakdown(state)

    def next_in_series(self, options: Options, state: State, choices: Mapping[str, str]) -> Options | None:
        return series.next_in_series(options, state, choices)

    def knowledge(self, state: State, viewer: int) -> Knowledge:
        return knowledge(state, viewer)

    def deal(self, knowledge: Knowledge, random: Random) -> State:
        return deal(knowledge, random)

    def deal_sealed(self, state: State, seat: int, after: Step, random: Random) -> None:
        deal_agreement(state, seat, after, random)

    # Every question of every match reads this field, so there is no method around it.
    offers = staticmethod(offers.offers)

    def take_offer(self, state: State, seat: int, offer: int) -> Step:
        return offers.take_offer(seat, offer)

    def offer_move(self, offer: int) -> Move:
        return OPTIONS.move(offer)

    def offer_facts(self, state: State, seat: int, offer: int) -> TextFacts:
        return offers.offer_facts(state, seat, offer)

    def kept_on_undo(self, state: State, events: Iterable[Event]) -> Sequence[Event]:
        return [event for event in events if isinstance(event, CardKnown)]

    def conserved(self, state: State) -> dict[str, int]:
        """Return numbers that must not change: each card of the decks and each major improvement is in one place."""
        piles = [*state.decks, *state.discards, *state.packs, *state.kept, state.gone]
        piles += [pile for seat in state.seats for pile in (seat.hand, seat.cards)]
        board = sum(state.owner[card] == NOBODY for card in MAJORS)
        return {"cards": sum(map(len, piles)) + board}

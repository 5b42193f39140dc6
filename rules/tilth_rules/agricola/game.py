"""Agricola, as the kernel knows it."""

from collections.abc import Iterable, Sequence
from random import Random

import msgspec

from tilth_rules.agricola import offers, scoring, setup
from tilth_rules.agricola.actions import (
    animals,
    building,
    fences,
    fields,
    growth,
    hauls,
    improvements,
    kitchen,
    occupations,
    spaces,
)
from tilth_rules.agricola.cards import steps as card_steps
from tilth_rules.agricola.cards.book import fill_registry
from tilth_rules.agricola.choices import move_of
from tilth_rules.agricola.content.cards import MAJORS
from tilth_rules.agricola.events.cards import CARD_EVENTS, CardKnown
from tilth_rules.agricola.events.draft import DRAFT_EVENTS
from tilth_rules.agricola.events.farm import FARM_EVENTS
from tilth_rules.agricola.events.goods import GOODS_EVENTS
from tilth_rules.agricola.events.rounds import ROUND_EVENTS
from tilth_rules.agricola.hands import changing, choosing, dealing, draft, exchange
from tilth_rules.agricola.moves import MOVES
from tilth_rules.agricola.options import Options, refused
from tilth_rules.agricola.paying import purchases
from tilth_rules.agricola.rounds import harvest, phases, work
from tilth_rules.agricola.state import State, bare
from tilth_rules.agricola.view import View, view
from tilth_rules.agricola.words import NOBODY
from tilth_rules.agricola.worlds import determinize
from tilth_rules.kernel import Event, Game, Move, OptionsRefused, Result, Step

fill_registry()

STEPS: tuple[type[Step], ...] = (
    card_steps.Opens,
    card_steps.CardActs,
    card_steps.ChooseNext,
    card_steps.CardAsks,
    card_steps.CardGoesOn,
    animals.KeepAnimals,
    animals.Breed,
    animals.KeepYoung,
    purchases.PayFor,
    purchases.ChoosePrice,
    building.BuildRooms,
    building.ChooseRoom,
    building.PutRoom,
    building.BuildStables,
    building.ChooseStable,
    building.PutStable,
    building.Renovate,
    building.ChooseHouse,
    building.RenovateTo,
    building.TurnHouse,
    fields.Plough,
    fields.ChoosePlough,
    fields.LayField,
    fields.Sow,
    fields.SowField,
    fences.BuildFences,
    fences.SketchPasture,
    fences.PayFences,
    fences.ChooseFencePrice,
    kitchen.Eat,
    kitchen.CookSome,
    kitchen.BakeBread,
    growth.Grow,
    hauls.MakeUpHaul,
    hauls.CarryOff,
    hauls.ChooseGoods,
    improvements.Improve,
    improvements.PlayImprovement,
    improvements.GiveUpImprovement,
    improvements.LayDown,
    improvements.PassOn,
    occupations.PlayOccupation,
    spaces.UseSpace,
    spaces.AlsoPart,
    spaces.Parts,
    spaces.ChoosePart,
    work.StartWork,
    work.NextPerson,
    work.PlacePerson,
    work.AfterPlacement,
    work.EndTurn,
    phases.PlayRound,
    phases.CollectLaid,
    phases.TakeLaid,
    phases.BuyLaid,
    phases.Replenish,
    phases.ReturnHome,
    phases.ComeHome,
    harvest.Harvest,
    harvest.FieldPhase,
    harvest.Reap,
    harvest.FeedingPhase,
    harvest.FeedFamily,
    harvest.Feed,
    harvest.PayFood,
    harvest.BreedingPhase,
    harvest.EndHarvest,
    exchange.ThreeForOne,
    scoring.FinalScoring,
    setup.SetUp,
    dealing.DealHands,
    dealing.Deal,
    dealing.LayOut,
    draft.DealPacks,
    draft.DraftOn,
    draft.KeepOne,
    draft.HandOn,
    choosing.PutThreeAway,
    choosing.PutAway,
    changing.ChangeHand,
)


class Agricola(Game):
    """A farm in the seventeenth century, for one to five players."""

    name = "agricola"
    version = 1
    seats = (1, 2, 3, 4, 5)
    options = Options
    events = ROUND_EVENTS + GOODS_EVENTS + FARM_EVENTS + CARD_EVENTS + DRAFT_EVENTS
    steps = STEPS
    moves = MOVES
    views = View
    bound = 100_000
    has_offers = True

    def check(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise OptionsRefused("seats", "one to five can play")
        problem = refused(options, seats)
        if problem is not None:
            raise OptionsRefused(*problem)

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return bare(options, seats), (setup.SetUp(),)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state, viewer)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        return scoring.scores(state)

    def determinize(self, state: State, viewer: int, random: Random) -> State:
        return determinize(state, viewer, random)

    # Every question of every match asks this, so there is no method around it.
    offers = staticmethod(offers.offers)

    def take_offer(self, state: State, seat: int, offer: int) -> Step:
        return offers.take_offer(seat, offer)

    def offer_move(self, offer: int) -> Move:
        return move_of(offer)

    def remembers(self, state: State, events: Iterable[Event]) -> Sequence[Event]:
        return [event for event in events if isinstance(event, CardKnown)]

    def counts(self, state: State) -> dict[str, int]:
        """Every card of the decks is somewhere, and so is every major improvement."""
        piles = [*state.decks, *state.discards, *state.packs, *state.kept, state.gone]
        piles += [pile for seat in state.seats for pile in (seat.hand, seat.cards)]
        board = sum(state.owner[card] == NOBODY for card in MAJORS)
        return {"cards": sum(map(len, piles)) + board}

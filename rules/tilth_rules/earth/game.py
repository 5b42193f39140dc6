"""Earth, as the kernel knows it."""

from collections.abc import Iterable, Sequence
from random import Random

import msgspec

from tilth_rules.earth import (
    abilities,
    composting,
    deck,
    doing,
    gaia,
    goals,
    goods,
    offers,
    planting,
    scoring,
    setup,
    sharing,
    turns,
)
from tilth_rules.earth.content.cards import cards_of
from tilth_rules.earth.events import EVENTS
from tilth_rules.earth.field_events import CardsStayKnown, EventPlayed, PlantingBegan
from tilth_rules.earth.moves import MOVES
from tilth_rules.earth.options import MOST_ROUNDS, Level, Options, Setup
from tilth_rules.earth.piles import deck_size
from tilth_rules.earth.state import State, bare
from tilth_rules.earth.view import View, view
from tilth_rules.earth.worlds import determinize
from tilth_rules.kernel import Ask, AskSeveral, Event, Game, Move, OptionsRefused, Result, Step

STEPS: tuple[type[Step], ...] = (
    deck.Owed,
    goals.NoteGoals,
    goals.ClaimGoals,
    goods.Gain,
    goods.SproutsToPlace,
    goods.GrowthToPlace,
    composting.CompostHand,
    composting.PayCards,
    composting.ShareHand,
    goods.SproutsToPay,
    goods.GrowthToPay,
    abilities.UseAbility,
    abilities.TakeAmounts,
    abilities.ChooseCopied,
    abilities.KeepOfCompost,
    abilities.OrderCompost,
    planting.FindPlace,
    planting.Plant,
    planting.PayPrice,
    planting.Lay,
    planting.DrawForReplacing,
    planting.LookAtFour,
    planting.KeepOne,
    doing.Doing,
    doing.GoOn,
    doing.AfterPlanting,
    doing.TakeSome,
    doing.Take,
    doing.MatesDoing,
    sharing.PickUp,
    sharing.PickUpCards,
    sharing.PickUpPieces,
    sharing.Share,
    offers.Exchange,
    offers.PlayCard,
    turns.PlayRound,
    turns.TakeTurn,
    turns.ChooseTheAction,
    turns.SideBySide,
    turns.EndTurn,
    turns.NoticeFull,
    turns.CloseTurn,
    turns.EndRound,
    scoring.FinalScoring,
    setup.LayBoard,
    setup.DealSides,
    setup.ChooseSides,
    setup.ChooseASide,
    setup.RevealSides,
    setup.DealCards,
    setup.CompostAtStart,
    setup.CompostSome,
    setup.FirstGoals,
    gaia.SoloSetUp,
    gaia.SoloRound,
    gaia.EndSoloRound,
    gaia.GaiaReacts,
    gaia.GaiaTurn,
    gaia.YourPart,
    gaia.HerPart,
    gaia.ChooseHerGoal,
    gaia.HerLeaf,
    gaia.EndOfHerDeck,
)


TEAM_SEATS = 4


class Earth(Game):
    """An island of sixteen cards each, for two to five players, or one against Gaia."""

    name = "earth"
    version = 1
    seats = (1, 2, 3, 4, 5)
    options = Options
    events = EVENTS
    steps = STEPS
    moves = MOVES
    views = View
    bound = 400_000
    has_offers = True

    def check(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise OptionsRefused("seats", "one to five can play")
        if not 1 <= options.turn_limit <= MOST_ROUNDS:
            raise OptionsRefused("turn_limit", f"between 1 and {MOST_ROUNDS}")
        if seats == 1 and options.setup == Setup.BEGINNER:
            raise OptionsRefused("setup", "alone one plays the standard or the advanced game")
        if seats > 1 and options.level != Level.MEDIUM:
            raise OptionsRefused("level", "only the solo game has Gaia")
        if options.teams and seats != TEAM_SEATS:
            raise OptionsRefused("teams", "four play in teams")
        cards_of(options.values)

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return bare(options, seats), setup.match_steps(seats)

    def view(self, state: State, viewer: int) -> msgspec.Struct:
        return view(state, viewer)

    def result(self, state: State) -> Result | None:
        if not state.places:
            return None
        return Result(state.places, self.scores(state))

    def round(self, state: State) -> int:
        return state.round

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(scoring.score(state, seat) for seat in range(len(state.seats)))

    def determinize(self, state: State, viewer: int, random: Random) -> State:
        return determinize(state, viewer, random)

    def offers(self, state: State, seat: int, step: Ask | AskSeveral) -> Sequence[int]:
        return offers.offers(state, seat) if step.between else ()

    def take_offer(self, state: State, seat: int, offer: int) -> Step:
        return offers.take_offer(seat, offer)

    def offer_move(self, offer: int) -> Move:
        return offers.offer_move(offer)

    def remembers(self, state: State, events: Iterable[Event]) -> Sequence[Event]:
        return [
            CardsStayKnown(event.seat, (event.card,))
            for event in events
            if isinstance(event, PlantingBegan | EventPlayed)
        ]

    def counts(self, state: State) -> dict[str, int]:
        """Every Earth card is somewhere, and totals agree with what lies on the cards."""
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

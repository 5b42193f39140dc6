"""Set-up: who begins, the Fields, the cards, the dice, the first clouds. Dealing and rolling recur in the clean-up."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Ask, Choose, Move, Step, Table
from tilth_rules.petrichor.card_events import (
    CardsDealt,
    DiceRolled,
    FertilizerPlaced,
    FieldsLaid,
    FirstPlayerChanged,
)
from tilth_rules.petrichor.content.values import values_of
from tilth_rules.petrichor.dealing import DEALT, deal
from tilth_rules.petrichor.draft import Draft
from tilth_rules.petrichor.fields import CELLS, FIELDS, NEIGHBOURS
from tilth_rules.petrichor.moves import Fertilize, PlaceCloud
from tilth_rules.petrichor.options import Options
from tilth_rules.petrichor.southern_winds import NeutralClouds
from tilth_rules.petrichor.state import DICE, State
from tilth_rules.petrichor.water_events import CloudFormed
from tilth_rules.petrichor.words import CACTUS, CORN, HARVEST_ICON, LAKE, POTATO, WHEAT


def set_up(options: Options, seats: int) -> list[Step]:
    """Set-up in the rulebook's order. Fertilizer tokens come on tiles that lie face down, so before them; but
    whoever asks for the suggested layout knows the tiles anyway."""
    steps: list[Step] = [FirstPlayer()] if seats > 1 else []
    if not options.fertilizer:
        steps += [LayFields()]
    elif options.first_layout:
        steps += [LayFields(), PlaceFertilizers()]
    else:
        steps += [PlaceFertilizers(), LayFields()]
    clouds: Step = FirstClouds() if seats > 1 else NeutralClouds()
    return [*steps, Deal(setup=True), RollDice(every=True), clouds]


class FirstPlayer(Act, tag=1):
    """Any way to find the First Player will do: here it is chance."""

    def act(self, table: Table) -> None:
        table.emit(FirstPlayerChanged(table.draw("first-player").below(table.state.seats)))


class PlaceFertilizers(Act, tag=2):
    """Clockwise from the First Player, each places a fertilizer token until all lie on tiles."""

    def act(self, table: Table) -> None:
        state: State = table.state
        tokens = values_of(state.options).fertilizers
        for number in range(tokens):
            table.then(PlaceFertilizer((state.first + number) % state.seats, tokens - number))


class PlaceFertilizer(Ask, tag=3):
    """No two tokens may lie on adjacent tiles, so none goes where the `left` ones could not all be placed."""

    seat: int
    left: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "fertilizer", _fertile_tiles(state.seats, state.fertile, self.left))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(FertilizerPlaced(self.seat, picks[0]))

    @classmethod
    def move(cls, option: int) -> Move:
        return Fertilize(option)


class LayFields(Act, tag=4):
    """The tiles are shuffled, promos among them, and laid face up. With two players the Corn is taken out first. In
    the solo game only tiles with a priority are used, six of them, in rising order."""

    def act(self, table: Table) -> None:
        state: State = table.state
        options = state.options
        needs = values_of(options).needs
        if options.first_layout:
            crops = values_of(options).layouts[state.seats]
        else:
            tiles = table.draw("fields").shuffled(_tiles_to_shuffle(options, state.seats))
            laid = tiles[: len(FIELDS[state.seats])]
            if state.seats == 1:
                laid.sort(key=lambda tile: tile[1])
            crop_of = dict(zip(FIELDS[state.seats], laid, strict=True))
            crops = tuple(crop_of[cell][0] if cell in crop_of else 0 for cell in range(CELLS))
        table.emit(FieldsLaid(crops, tuple(needs[crop] for crop in crops)))


class Deal(Act, tag=5):
    """Cards for everybody: 6 with four players, 8 alone, else 7; and at set-up one more for whoever does not begin a
    game of two. With the drafting variant, a draft instead."""

    setup: bool = False

    def act(self, table: Table) -> None:
        state: State = table.state
        each = DEALT[state.seats]
        one_more = self.setup and state.seats == 2
        if state.options.draft:
            table.then(Draft(), *([DealOne()] if one_more else []))
        else:
            deal(table, (each, each + 1) if one_more else [each] * state.seats, CardsDealt)


class DealOne(Act, tag=6):
    """Of two players, one more card for the one who does not begin."""

    def act(self, table: Table) -> None:
        deal(table, (0, 1), CardsDealt)


class RollDice(Act, tag=7):
    """The harvest dice are rolled: all three, or only those that don't show the harvest icon."""

    every: bool

    def act(self, table: Table) -> None:
        state: State = table.state
        faces = values_of(state.options).faces
        stay = 0 if self.every else state.dice.count(HARVEST_ICON)
        draw = table.draw("harvest-dice")
        rolled = [faces[draw.below(len(faces))] for _ in range(DICE - stay)]
        table.emit(DiceRolled(tuple(sorted([HARVEST_ICON] * stay + rolled))))


class FirstClouds(Act, tag=8):
    """From the last player and anticlockwise, each places a cloud with one drop above a free tile."""

    def act(self, table: Table) -> None:
        state: State = table.state
        for back in range(1, state.seats + 1):
            table.then(FirstCloud((state.first - back) % state.seats))


class FirstCloud(Ask, tag=9):
    """Place the cloud to begin with."""

    seat: int

    def ask(self, state: State) -> Choose:
        return Choose(
            self.seat, "first-cloud", [tile for tile in FIELDS[state.seats] if not state.skies[tile]]
        )

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CloudFormed(self.seat, picks[0], 1))

    @classmethod
    def move(cls, option: int) -> Move:
        return PlaceCloud(option)


def _tiles_to_shuffle(options: Options, seats: int) -> list[tuple[int, float]]:
    """Crop and priority of each tile that may come into play."""
    tiles = [
        (crop, priority or 0.0)
        for crop, priority in values_of(options).tiles
        if crop != CACTUS or options.cactus
    ]
    if seats == 1:
        tricks = (WHEAT, POTATO) if options.no_more_tricks else ()
        return [(crop, priority) for crop, priority in tiles if priority and crop not in tricks]
    if seats == 2:
        tiles = [(crop, priority) for crop, priority in tiles if crop != CORN]
    return [*tiles, (LAKE, 0.0)] if options.lake else tiles


def _fertile_tiles(seats: int, fertile: Sequence[int], left: int) -> list[int]:
    """Where a token may go so that `left` tokens in all can still be placed."""
    beside = NEIGHBOURS[seats]
    free = [
        tile
        for tile in FIELDS[seats]
        if not fertile[tile] and not any(fertile[other] for other in beside[tile])
    ]
    if left == 1:
        return free
    return [tile for tile in free if _fertile_tiles(seats, _with(fertile, tile), left - 1)]


def _with(fertile: Sequence[int], tile: int) -> list[int]:
    return [1 if cell == tile else token for cell, token in enumerate(fertile)]

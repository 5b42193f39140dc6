"""Set-up: the First Player, the Fields, the cards, the dice, the first clouds. The clean-up deals and rolls in the
same way."""

from collections.abc import Sequence

from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Ask, Choose, Step, Table, TextFacts
from tilth_rules.petrichor.codes import CACTUS, CORN, HARVEST_ICON, LAKE, POTATO, WHEAT
from tilth_rules.petrichor.events.cards import CardsDealt
from tilth_rules.petrichor.events.rounds import DiceRolled, FertilizerPlaced, FieldsLaid, FirstPlayerChanged
from tilth_rules.petrichor.events.water import CloudFormed
from tilth_rules.petrichor.facts import tile_facts
from tilth_rules.petrichor.fields import CELLS, FIELDS, NEIGHBOURS
from tilth_rules.petrichor.hands.dealing import DEALT, deal
from tilth_rules.petrichor.hands.draft import Draft
from tilth_rules.petrichor.moves import FERTILIZE, PLACE_CLOUD
from tilth_rules.petrichor.options import Options, values_of
from tilth_rules.petrichor.solo import NeutralClouds
from tilth_rules.petrichor.state import DICE, State


def set_up(options: Options, seats: int) -> list[Step]:
    """Return the steps of the set-up in the rulebook's order. Fertilizer tokens are placed while the tiles lie face
    down. With the suggested layout the players know the tiles anyway."""
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
    """Give the First Player marker to a seat drawn by chance (the rulebook allows any way)."""

    def act(self, table: Table) -> None:
        table.emit(FirstPlayerChanged(table.draw("first-player").below(table.state.seats)))


class PlaceFertilizers(Act, tag=2):
    """Ask the seats, clockwise from the First Player, to place one fertilizer token each until all lie on tiles."""

    def act(self, table: Table) -> None:
        state: State = table.state
        tokens = values_of(state.options).fertilizers
        for number in range(tokens):
            table.then(PlaceFertilizer((state.first + number) % state.seats, tokens - number))


class PlaceFertilizer(Ask, tag=3):
    """The question to a seat on which tile it places a fertilizer token. No two tokens may lie on adjacent tiles, so a
    tile is offered only if the `left` tokens, this one among them, can still all be placed. The text shows how many are
    left and the points they give."""

    seat: int
    left: int
    numbers = FERTILIZE

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "fertilizer", _fertile_tiles(state.seats, state.fertile, self.left))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(FertilizerPlaced(self.seat, picks[0]))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"left": self.left, "points": values_of(state.options).fertilizer_bonus}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return tile_facts(state, seat, option)


class LayFields(Act, tag=4):
    """Lay the tiles face up: the suggested layout, or shuffled tiles, promos among them. With two players the Corn is
    taken out first. In the solo game only tiles with a priority are used, six of them, in rising order."""

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
    """Deal each seat its cards: 6 with four players, 8 for a single player, otherwise 7. In the set-up of a two-player
    game the second player gets one more. With the drafting variant there is a draft instead."""

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
    """In a two-player game with the draft, deal one more card to the player who does not begin."""

    def act(self, table: Table) -> None:
        deal(table, (0, 1), CardsDealt)


class RollDice(Act, tag=7):
    """Roll the harvest dice: all three (`every`), or only those that do not show the harvest icon."""

    every: bool

    def act(self, table: Table) -> None:
        state: State = table.state
        faces = values_of(state.options).faces
        stay = 0 if self.every else state.dice.count(HARVEST_ICON)
        draw = table.draw("harvest-dice")
        rolled = [faces[draw.below(len(faces))] for _ in range(DICE - stay)]
        table.emit(DiceRolled(tuple(sorted([HARVEST_ICON] * stay + rolled))))


class FirstClouds(Act, tag=8):
    """Ask each player, anticlockwise from the last one, to place a cloud with one drop (FirstCloud)."""

    def act(self, table: Table) -> None:
        state: State = table.state
        table.then(*(FirstCloud(seat) for seat in reversed(clockwise(state.seats, state.first))))


class FirstCloud(Ask, tag=9):
    """The question to a seat in the set-up above which tile without a cloud it places its first cloud, with one drop.
    An option's text shows the tile."""

    seat: int
    numbers = PLACE_CLOUD

    def ask(self, state: State) -> Choose:
        return Choose(
            self.seat, "first-cloud", [tile for tile in FIELDS[state.seats] if not state.skies[tile]]
        )

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CloudFormed(self.seat, picks[0], 1))

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return tile_facts(state, seat, option)


def _tiles_to_shuffle(options: Options, seats: int) -> list[tuple[int, float]]:
    """Return the crop and the solo priority (0 for none) of each tile to shuffle: the Cactus and the Lake only with
    their options, no Corn with two seats. A single player has only tiles with a priority, never the Lake, and with
    `no_more_tricks` neither Wheat nor Potato."""
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
    """Return the tiles where the next fertilizer token may go so that `left` tokens in all can still be placed."""
    beside = NEIGHBOURS[seats]
    free = [
        tile
        for tile in FIELDS[seats]
        if not fertile[tile] and not any(fertile[other] for other in beside[tile])
    ]
    if left == 1:
        return free
    return [tile for tile in free if _fertile_tiles(seats, _with_token_on(fertile, tile), left - 1)]


def _with_token_on(fertile: Sequence[int], tile: int) -> list[int]:
    """Return a copy of the fertilizer tokens by tile, with one more on this tile."""
    return [1 if cell == tile else token for cell, token in enumerate(fertile)]

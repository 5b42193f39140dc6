"""Situations that strain the kernel most: the order of questions, payable prices, and hidden knowledge.

docs/games/agricola/appendix.md lists them all; these are the ones that no other test plays.
"""

import ast
from pathlib import Path

import msgspec
import pytest

import tilth_rules.agricola
from tests.agricola.cards.farms import fence, people, turn
from tests.agricola.situations import ANN, BOB, CID, Scene
from tests.agricola.strains.stories import Story
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.actions.improvements import Improve
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import FINAL, ROUND
from tilth_rules.agricola.cards.steps import Opens
from tilth_rules.agricola.codes import CLAY_HOUSE, NOBODY, STONE_HOUSE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.moves.numbers import AGREE, EAT_GRAIN, PLAY_CARD, USE_SPACE
from tilth_rules.agricola.rounds.harvest import Harvest
from tilth_rules.agricola.rounds.work import PlacePerson, StartWork
from tilth_rules.kernel import Answer, Refused, SeededChance, Stacks, Table

CORNER = 4


# Offers, payments, legal answers ----------------------------------------------------------------------


def test_a_renovation_at_any_time_is_open_between_actions_only_and_its_owner_ends_the_turn() -> None:
    """Others could feel it: the third seat to renovate gets less stone."""
    scene = Scene().owns(ANN, "E50").has(ANN, clay=2, reed=1, wood=4)
    assert ("E50", 0) in turn(scene).offers()
    scene.use(ANN, "R1-FENCES")
    assert (scene.kind(), scene.offers()) == ("fence", [])
    scene = Scene().owns(ANN, "E50").has(ANN, clay=2, reed=1).use(ANN, "B-DAY")
    assert (scene.kind(), scene.offers()) == ("end-turn", [("E50", 0)])
    assert scene.offer(ANN, "E50").seat().yard.house == CLAY_HOUSE
    assert Scene().use(ANN, "B-DAY").kind() == ""


def test_cards_that_grain_can_pay_for_are_offered_once_the_grain_is_eaten() -> None:
    scene = turn(Scene().owns(ANN, "E171").holds(ANN, "E175").has(ANN, grain=1))
    occupation = USE_SPACE.option(scene.opened("B-OCC"))
    assert occupation not in scene.choices()
    assert occupation in scene.answer(ANN, EAT_GRAIN.number).choices()


def test_goods_of_one_kind_are_made_another_before_they_are_paid() -> None:
    """Three wood make a clay, and with it there are two for a fireplace."""

    def dockside() -> Scene:
        scene = Scene().owns(ANN, "E171").has(ANN, clay=1, wood=3)
        scene.opened("R1-IMPR")
        return turn(scene)

    improve = USE_SPACE.option(dockside().opened("R1-IMPR"))
    assert improve not in dockside().choices()
    ways = [way for _, way in dockside().offers() if dockside().offer(ANN, "E171", way).got().get("clay")]
    assert [improve in dockside().offer(ANN, "E171", way).choices() for way in ways] == [True]


def test_a_space_is_open_only_to_the_seat_that_its_card_gives_the_seed() -> None:
    def open_to(seat: int) -> bool:
        scene = Scene().owns(ANN, "I261").fields(seat, "")
        space = scene.opened("R1-SOW")
        scene.state.order = (space,)
        return USE_SPACE.option(space) in turn(scene, seat).choices(seat)

    assert open_to(ANN)
    assert not open_to(BOB)


def test_a_stable_fences_and_a_stable_again_end_by_their_limits() -> None:
    """Fences bring a stable, the stable is fenced in, and those fences bring no further one."""
    scene = fence(Scene().owns(ANN, "E207", "K312", "E175", "E160").has(ANN, wood=9, food=9), ANN, CORNER)
    for _ in range(20):
        if not scene.kind():
            break
        wanted = scene.decision().min_picks or scene.kind() in ("next-card", "stable")  # type: ignore[union-attr]
        scene.answer(ANN, *scene.choices()[: 1 if wanted else 0])
    assert scene.kind() == ""
    assert scene.seat().yard.stables.bit_count() == 1


def test_animals_are_fed_for_the_last_time_before_borrowed_ones_are_given_back() -> None:
    scene = Scene().owns(ANN, "E215", "I101").pasture(ANN, 3, 4).has(ANN, sheep=1).comes(FINAL)
    assert (scene.got(), scene.kind()) == ({"sheep": 1}, "next-card")
    assert scene.with_card(ANN, "E215").answer(ANN, scene.choices()[0]).got() == {}


def test_a_batch_ends_at_the_answer_that_reveals_something() -> None:
    """No seat can try whether a card is among the seven that come: answers after the draw are not even read."""
    scene = Story().holds(ANN, "K125", "E12", "E13").has(ANN, wood=9)
    scene.state.decks = [[INDEX[name] for name in ("E16", "E17", "E20", "E28", "E34", "E39", "E43")], []]
    story = scene.begin(Improve(Facts(ANN), True, False))
    asked = story.table.counts[ANN]
    for following in (PLAY_CARD.option(INDEX["E20"]), PLAY_CARD.option(INDEX["E62"]), 12345678):
        table = story.table.clone()
        records = table.answer_all(
            ANN, [Answer(asked, (PLAY_CARD.option(INDEX["K125"]),)), Answer(asked + 1, (following,))]
        )
        assert len(records) == 1
        assert table.open[ANN].kind == "improvement"


def test_a_batch_of_which_an_answer_is_refused_leaves_nothing_behind() -> None:
    story = Story().has(ANN, grain=2).begin(PlacePerson(ANN))
    asked = story.table.counts[ANN]
    before = story.state.clone()
    with pytest.raises(Refused):
        story.table.answer_all(ANN, [Answer(asked, (EAT_GRAIN.number,)), Answer(asked + 1, (12345678,))])
    assert story.table.state == before


# Steps, stack, records -------------------------------------------------------------------------------


def test_waiting_steps_of_a_card_are_stored_as_plain_values_and_continue() -> None:
    """No step belongs to a card: a card may change its function's name, and old matches continue."""
    story = Story().owns(ANN, "E34", "I253").heap("B-WOOD3", wood=4).begin(PlacePerson(ANN))
    story.answer(ANN, USE_SPACE.option(story.opened("B-WOOD3")))
    stacks = Stacks(game.steps)
    stored = []
    for record in story.records:
        changes = tuple(
            msgspec.structs.replace(change, added_steps=stacks.decode(stacks.encode(change.added_steps)))
            for change in record.stack_changes
        )
        stored.append(msgspec.structs.replace(record, stack_changes=changes))
    resumed = Table.resume(story.table.game, story.options, story.seats, story.table.chance, stored)
    assert (resumed.state, resumed.open) == (story.state, story.table.open)
    resumed.answer(ANN, (8192 + 8 * INDEX["I253"],))
    assert resumed.state.seats[ANN].goods[9] == 1


def test_the_engine_names_no_card_and_no_space() -> None:
    """Outside of the data of cards and spaces, no string is an id."""
    home = Path(tilth_rules.agricola.__file__).parent
    ids = {card.id for card in CARDS} | {space.id for space in SPACES}
    apart = (home / "content", home / "cards")
    for module in home.rglob("*.py"):
        if not any(folder in module.parents for folder in apart):
            for node in ast.walk(ast.parse(module.read_text())):
                assert not (isinstance(node, ast.Constant) and node.value in ids), (module.name, node.lineno)


def test_both_lassos_placements_pay_their_own_tolls() -> None:
    scene = Scene(4).owns(ANN, "I88").pasture(ANN, 3).play(BOB, "E164")
    scene.has(ANN, food=2).heap("P3-WOOD2", wood=2).heap("R1-SHEEP", sheep=1)
    scene.use(ANN, "R1-SHEEP")
    wood = USE_SPACE.option(scene.opened("P3-WOOD2"))
    assert wood in scene.choices()
    assert scene.answer(ANN, wood).got() == {"sheep": 1, "wood": 2, "food": -2}
    assert scene.got(BOB) == {"food": 2}


# Other seats -----------------------------------------------------------------------------------------


def test_i103_every_seat_with_grain_is_asked_in_turn_except_one_that_sits_the_harvest_out() -> None:
    def asked_seats(*idle: int) -> list[int]:
        scene = Scene(3, round_=4).owns(BOB, "I103")
        for seat in range(3):
            scene.has(seat, grain=1, food=9)
            scene.seat(seat).skips = int(seat in idle)
        scene.run(Harvest(1))
        found = []
        while scene.table.open and scene.kind(scene.table.pending_seats[0]) == "use-card":
            seat = scene.table.pending_seats[0]
            found.append(seat)
            scene.answer(seat)
        return found

    assert asked_seats() == [ANN, BOB, CID]
    assert asked_seats(ANN) == [BOB, CID]


def test_i93_animals_of_a_seat_that_sits_the_harvest_out_are_there() -> None:
    scene = Scene(2, round_=4).owns(ANN, "I93").has(ANN, food=9).has(BOB, cattle=6, food=9)
    scene.seat(BOB).skips = 1
    food = [event for event in scene.run(Harvest(1)).events if getattr(event, "card", None) == INDEX["I93"]]
    assert len(food) == 1


def test_a_match_in_which_all_have_resigned_is_played_to_its_end() -> None:
    """Every question that a seat may be asked has a harmless answer."""
    for options in (Options(), Options(draft=True, ten_keep_seven=True, mulligan=True, three_for_one=True)):
        table = Table(game, options, 3, SeededChance(bytes(32)))
        table.start()
        for seat in range(3):
            table.resign(seat)
        table.answer_for_resigned()
        assert table.over
        assert game.result(table.state) is not None


# Cards that move ------------------------------------------------------------------------------------


def test_a_minor_improvement_passes_to_the_neighbour_though_two_seats_have_passed_it() -> None:
    scene = Scene(3).holds(ANN, "E16").do(ANN, acts.Improve()).plays(ANN, "E16").takes(ANN, "wood")
    assert scene.seat(BOB).hand == [INDEX["E16"]]
    scene.do(BOB, acts.Improve()).plays(BOB, "E16").takes(BOB, "wood")
    scene.do(CID, acts.Improve()).plays(CID, "E16").takes(CID, "wood")
    assert [seat.hand for seat in scene.state.seats] == [[INDEX["E16"]], [], []]


def test_i238_the_card_of_this_round_is_the_one_that_its_owner_put_first() -> None:
    scene = people(Scene(round_=12).owns(ANN, "I261").rooms(ANN, 3), ANN, 2)
    growth, plough = scene.opened("R5-GROWTH"), scene.opened("R5-PLOUGHSOW")
    scene.state.order = (plough, growth)
    assert scene.use(ANN, "R5-GROWTH").got() == {"grain": 1}


# Interleavings ---------------------------------------------------------------------------------------


def test_before_work_cards_of_a_round_speak_in_turn_and_their_goods_are_there() -> None:
    """Seats are asked clockwise from the starting player on, each card's own question one after another."""
    scene = Scene(3, round_=6).owns(BOB, "I254").owns(CID, "K279")
    scene.rooms(BOB, 2, STONE_HOUSE).rooms(CID, 2, STONE_HOUSE).has(BOB, wood=1).has(CID, clay=2)
    scene.state.first = CID
    scene.run(Opens(ROUND, Facts(NOBODY)), StartWork())
    assert (scene.kind(CID), scene.kind(BOB)) == ("next-card", "")
    scene.answer(CID)
    assert (scene.kind(CID), scene.kind(BOB)) == ("", "next-card")
    scene.answer(BOB)
    assert scene.kind(CID) == "place"


def test_seats_that_are_asked_at_one_time_answer_in_any_order_to_the_same_end() -> None:
    ends = []
    for order in ((BOB, CID), (CID, BOB)):
        story = Story(4).owns(ANN, "I239").has(ANN, grain=1).has(BOB, food=2).has(CID, food=2)
        story.begin(PlacePerson(ANN)).offer(ANN, "I239")
        for seat in order:
            story.answer(seat, AGREE.number)
        ends.append((story.state, story.choices()))
    assert ends[0] == ends[1]

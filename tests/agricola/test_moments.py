"""The steps and moments by which cards act, with effects made up for the tests."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.actions.goods import gain
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import ENTER, PER_ROUND, ROUND, TOOK, USED
from tilth_rules.agricola.cards.registry import (
    ANYBODY,
    LISTENERS,
    OFFERS,
    OTHERS,
    QUESTIONS,
    Listener,
    Offer,
    Question,
    listen,
    offer,
    question,
)
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import AT_HOME, CLAY, FOOD, GRAIN, REED, WOOD
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.cards import leave_play
from tilth_rules.agricola.events.rounds import PersonPlaced, RoundBegan
from tilth_rules.agricola.moves.numbers import AGREE, TAKE_GOOD, USE_SPACE
from tilth_rules.agricola.rounds.work import PlacePerson
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table

CARDS = ("E44", "E15", "E38", "E18")
"""Cards that listen to nothing, so that tests can give them effects."""


@pytest.fixture(autouse=True)
def as_they_were() -> Iterator[None]:
    """Forget all effects given to cards after a test."""
    listeners = [by_card[:] for by_card in LISTENERS]
    offers, questions = OFFERS[:], QUESTIONS[:]
    yield
    for by_card, before in zip(LISTENERS, listeners, strict=True):
        by_card[:] = before
    OFFERS[:] = offers
    QUESTIONS[:] = questions


def gives(good: int) -> Listener:
    """Return a listener that only gives one of a good."""
    return Listener(lambda table, call: gain(table, call.seat, ((good, 1),), card=call.card))


def order(scene: Scene) -> list[str]:
    """Return the cards in the order in which they gave something."""
    names = {INDEX[name]: name for name in CARDS}
    return [names[card] for event in scene.events if (card := getattr(event, "card", -1)) in names]


def test_the_acting_seat_comes_first_then_the_others_clockwise() -> None:
    for name in CARDS[:3]:
        listen(name, TOOK, msgspec.structs.replace(gives(WOOD), whose=ANYBODY))
    scene = Scene(3).owns(ANN, "E44").owns(BOB, "E15").owns(CID, "E38").use(BOB, "B-GRAIN")
    assert order(scene) == ["E15", "E38", "E44"]


def test_where_nobody_acts_the_starting_player_comes_first() -> None:
    for name in CARDS[:3]:
        listen(name, ROUND, gives(WOOD))
    scene = Scene(3).owns(ANN, "E44").owns(BOB, "E15").owns(CID, "E38")
    scene.state.first = CID
    assert order(scene.comes(ROUND)) == ["E38", "E44", "E15"]


def test_a_card_hears_its_owners_doing_or_that_of_others() -> None:
    listen("E44", TOOK, gives(WOOD))
    listen("E15", TOOK, msgspec.structs.replace(gives(WOOD), whose=OTHERS))
    assert order(Scene().owns(ANN, "E44", "E15").use(ANN, "B-GRAIN")) == ["E44"]
    assert order(Scene().owns(ANN, "E44", "E15").use(BOB, "B-GRAIN")) == ["E15"]


def test_forced_cards_act_first_and_the_owner_orders_the_others_or_leaves_them() -> None:
    listen("E44", TOOK, msgspec.structs.replace(gives(WOOD), optional=True))
    listen("E15", TOOK, msgspec.structs.replace(gives(CLAY), optional=True))
    listen("E38", TOOK, gives(REED))
    scene = Scene().owns(ANN, "E44", "E15", "E38").use(ANN, "B-GRAIN")
    assert order(scene) == ["E38"]
    assert scene.kind() == "next-card"
    assert len(scene.choices()) == 2
    scene.with_card(ANN, "E15")
    assert len(scene.choices()) == 1
    scene.answer(ANN)
    assert order(scene) == ["E38", "E15"]


def test_a_card_that_no_longer_wants_to_is_no_longer_offered() -> None:
    def poor(state: State, call: Call) -> bool:
        return state.seats[call.seat].goods[FOOD] == 0

    for name in ("E44", "E15"):
        listen(name, TOOK, msgspec.structs.replace(gives(FOOD), optional=True, wants=poor))
    scene = Scene().owns(ANN, "E44", "E15").use(ANN, "B-GRAIN").with_card(ANN, "E44")
    assert scene.kind() != "next-card"
    assert scene.got() == {"grain": 1, "food": 1}


def test_a_limited_card_acts_once_in_its_scope() -> None:
    listen("E44", TOOK, msgspec.structs.replace(gives(WOOD), limit=PER_ROUND))
    scene = Scene().owns(ANN, "E44").use(ANN, "B-GRAIN")
    assert scene.got() == {"grain": 1, "wood": 1}
    scene.state.visitors = [0] * len(scene.state.visitors)
    assert scene.use(ANN, "B-DAY").got() == {"food": 2}
    RoundBegan(2, 13).apply(scene.state)
    scene.seat().places = [AT_HOME, AT_HOME]
    scene.state.visitors = [0] * len(scene.state.visitors)
    assert scene.use(ANN, "B-DAY").got() == {"food": 2, "wood": 1}


def test_a_card_that_left_play_no_longer_listens() -> None:
    listen("E44", TOOK, gives(WOOD))
    scene = Scene().owns(ANN, "E44")
    leave_play(scene.state, ANN, INDEX["E44"])
    assert scene.use(ANN, "B-GRAIN").got() == {"grain": 1}


def test_the_haul_shows_the_goods_that_lay_there_and_those_carried_off() -> None:
    heard: list[tuple[object, ...]] = []

    def note(table: Table, call: Call) -> None:
        facts = call.facts
        heard.append((facts.seat, facts.space, facts.lying, facts.goods, facts.left, facts.person))

    listen("E44", TOOK, Listener(note, whose=ANYBODY))
    scene = Scene(5).owns(ANN, "E44").heap("P5-RSW", reed=3).use(BOB, "P5-RSW")
    assert heard == [(BOB, scene.opened("P5-RSW"), ((REED, 3),), ((1, 1), (REED, 3), (4, 1)), (), 1)]


def test_an_offer_rides_on_the_owners_decisions_and_on_nobody_elses() -> None:
    offer("E44", Offer(gives(WOOD).act, lambda state, call: True, limit=PER_ROUND))
    scene = Scene().owns(ANN, "E44").run(PlacePerson(ANN))
    assert scene.offers() == [("E44", 0)]
    scene.offer(ANN, "E44")
    assert scene.kind() == "place"
    assert scene.offers() == []
    assert Scene().owns(ANN, "E44").run(PlacePerson(BOB)).offers(BOB) == []


def test_a_card_asks_another_seat_and_remembers_in_its_memo() -> None:
    def ask(state: State, call: Call) -> Choose:
        return Choose(BOB, "buy-laid", (AGREE.number,), min_picks=0)

    def take(table: Table, call: Call, picks: tuple[int, ...]) -> None:
        gain(table, call.seat, ((FOOD, call.memo[0] if picks else 1),), card=call.card)

    stage = question("E44", Question(ask, take))  # type: ignore[arg-type]
    listen(
        "E44",
        USED,
        Listener(lambda table, call: table.then(CardAsks(msgspec.structs.replace(call, memo=(5,)), stage))),
    )
    scene = Scene().owns(ANN, "E44").use(ANN, "B-GRAIN")
    assert scene.kind(BOB) == "buy-laid"
    assert scene.answer(BOB, AGREE.number).got() == {"grain": 1, "food": 5}


# Entering ----------------------------------------------------------------------------------------


def sower(scene: Scene) -> bool:
    """Return whether the seat may go and sow."""
    scene.run(PlacePerson(ANN))
    return USE_SPACE.option(scene.opened("R1-SOW")) in scene.choices()


def test_a_space_is_open_if_a_forced_card_makes_it_useful_on_entering() -> None:
    scene = Scene().owns(ANN, "E44").fields(ANN, "")
    scene.opened("R1-SOW")
    assert not sower(scene)
    listen("E44", ENTER, gives(GRAIN))
    scene = Scene().owns(ANN, "E44").fields(ANN, "")
    scene.opened("R1-SOW")
    before = msgspec.msgpack.encode(scene.state)
    assert sower(scene)
    assert msgspec.msgpack.encode(scene.state) == before, "a dry run changes nothing"
    scene.answer(ANN, USE_SPACE.option(scene.opened("R1-SOW")))
    assert scene.kind() == "sow"


def test_a_forced_card_that_does_not_help_opens_no_space() -> None:
    listen("E44", ENTER, gives(WOOD))
    scene = Scene().owns(ANN, "E44").fields(ANN, "")
    scene.opened("R1-SOW")
    assert not sower(scene)


def test_an_optional_card_opens_no_space() -> None:
    listen("E44", ENTER, msgspec.structs.replace(gives(GRAIN), optional=True))
    scene = Scene().owns(ANN, "E44").fields(ANN, "")
    scene.opened("R1-SOW")
    assert not sower(scene)


def test_a_dry_run_tries_every_choice_of_a_forced_card_and_stops_at_chance() -> None:
    def ask(state: State, call: Call) -> Choose:
        return Choose(call.seat, "goods", (TAKE_GOOD.option(WOOD), TAKE_GOOD.option(GRAIN)))

    def take(table: Table, call: Call, picks: tuple[int, ...]) -> None:
        gain(table, call.seat, ((TAKE_GOOD.part(picks[0]), 1),), card=call.card)

    stage = question("E44", Question(ask, take))  # type: ignore[arg-type]
    listen("E44", ENTER, Listener(lambda table, call: table.then(CardAsks(call, stage))))
    scene = Scene().owns(ANN, "E44").fields(ANN, "")
    scene.opened("R1-SOW")
    assert sower(scene)

    def lottery(table: Table, call: Call) -> None:
        gain(table, call.seat, ((GRAIN, 1 + table.draw("lottery").below(2)),), card=call.card)

    LISTENERS[ENTER][INDEX["E44"]] = (Listener(lottery),)
    scene = Scene().owns(ANN, "E44").fields(ANN, "")
    scene.opened("R1-SOW")
    assert not sower(scene)
    assert not any(isinstance(event, PersonPlaced) for event in scene.events)

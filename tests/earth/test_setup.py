"""The set-up: the cards on the board, the sides that seats choose, and their starting goods."""

import json

import pytest

from tests.earth.situations import ANN, BOB, Scene
from tilth_rules.earth import Options, Setup, game
from tilth_rules.earth.codes import GROW
from tilth_rules.earth.content.cards import CLIMATES, EARTH, ECOSYSTEMS, FAUNA, ISLANDS
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.events.cards import CardsComposted, CardsDrawn, DeckShuffled
from tilth_rules.earth.events.rounds import BoardLaid, LeafPlaced, SideChosen, SidesRevealed
from tilth_rules.earth.rounds.turns import PlayRound
from tilth_rules.earth.setup import CompostAtStart, FirstGoals
from tilth_rules.kernel import EVERYTHING, SPECTATOR, Choose, Record, SeededChance, Table

FACES = book_of("").cards.faces


def begun(setup: Setup, seats: int = 3, seed: int = 7) -> tuple[Table, Record]:
    table = Table(game, Options(setup=setup), seats, SeededChance(seed.to_bytes(32, "big")))
    record = table.start()
    assert record is not None
    return table, record


def options(table: Table, seat: int) -> list[int]:
    decision = table.open[seat]
    assert isinstance(decision, Choose)
    return list(decision.options)


def choose_all(table: Table) -> Record:
    record = None
    while next(iter(table.open.values())).kind == "side":
        seat = table.pending_seats[0]
        record = table.answer(seat, options(table, seat)[:1])
    assert record is not None
    return record


def kinds(cards: list[int]) -> list[str]:
    return [FACES[card].kind for card in cards]


@pytest.mark.parametrize(
    ("setup", "shared", "chosen", "sides"),
    [(Setup.BEGINNER, 0, 2, 2), (Setup.STANDARD, 2, 3, 2), (Setup.ADVANCED, 2, 3, 4)],
)
def test_the_set_up_determines_the_cards_laid_and_dealt(
    setup: Setup, shared: int, chosen: int, sides: int
) -> None:
    table, record = begun(setup)
    state = table.state
    assert kinds(state.fauna) == ["fauna"] * 4
    assert kinds(state.ecosystems) == ["ecosystem"] * shared
    assert len({next(at for at, card in enumerate(FAUNA) if face in card) for face in state.fauna}) == 4
    for seat in state.seats:
        wanted = ["island"] * sides + ["climate"] * sides + ["ecosystem"] * sides
        assert kinds(seat.dealt) == wanted[: chosen * sides]
    dealt = [card for seat in state.seats for card in seat.dealt] + list(state.ecosystems)
    assert len(set(dealt)) == len(dealt), "no card is dealt twice"
    assert any(type(event) is BoardLaid for event in record.events)


def test_both_sides_of_a_card_are_dealt_together() -> None:
    table, _ = begun(Setup.ADVANCED)
    pairs = (*ISLANDS, *CLIMATES, *ECOSYSTEMS)
    for seat in table.state.seats:
        assert all((seat.dealt[at], seat.dealt[at + 1]) in pairs for at in range(0, len(seat.dealt), 2))


def test_sides_are_chosen_at_the_same_time_and_nobody_sees_them_before_all_have_chosen() -> None:
    table, _ = begun(Setup.STANDARD)
    assert table.pending_seats == [0, 1, 2]
    island = options(table, ANN)[1]
    record = table.answer(ANN, (island,))
    assert record is not None
    assert record.seen_by(ANN) == [SideChosen(ANN, (island,))]
    assert record.seen_by(BOB) == []
    assert record.seen_by(SPECTATOR) == []
    assert game.view(table.state, ANN).players[ANN].chosen == (island,)  # type: ignore[attr-defined]
    assert game.view(table.state, BOB).players[ANN].chosen == ()  # type: ignore[attr-defined]
    last = choose_all(table)
    revealed = [event for event in last.seen_by(BOB) if isinstance(event, SidesRevealed)]
    assert revealed[ANN].island == island


def test_a_chosen_side_is_shown_to_no_other_seat() -> None:
    chosen = SideChosen(ANN, (7,))
    assert chosen.seen_by(ANN) == chosen == chosen.seen_by(EVERYTHING)
    for viewer in (BOB, SPECTATOR):
        assert chosen.seen_by(viewer) == SideChosen(ANN, ())


def test_the_seat_that_chooses_last_learns_the_choices_of_the_others_even_without_drawing_a_card() -> None:
    poor = {"colours": ["black"], "when": "setup", "op": {"op": "start", "cards": 0, "compost": 0, "soil": 4}}
    values = {FACES[side].id: {"abilities": [poor]} for island in ISLANDS for side in island}
    table = Table(game, Options(Setup.BEGINNER, values=json.dumps(values)), 2, SeededChance(bytes(32)))
    table.start()
    for seat in (ANN, ANN, BOB):
        table.answer(seat, options(table, seat)[:1])
    record = table.answer(BOB, options(table, BOB)[:1])
    assert record is not None
    assert record.blocks_undo(BOB)


def test_the_island_says_how_many_cards_how_much_compost_and_how_much_soil() -> None:
    table, _ = begun(Setup.STANDARD)
    choose_all(table)
    for number, seat in enumerate(table.state.seats):
        start = FACES[seat.area.island].start
        assert start is not None
        assert seat.area.soil == start.soil
        assert len(seat.area.hand) == start.cards
        if number in table.open:
            asked = table.open[number]
            assert isinstance(asked, Choose)
            assert (asked.kind, asked.min_picks, asked.max_picks) == (
                "start-compost",
                start.compost,
                start.compost,
            )
            record = table.answer(number, asked.options[: start.compost])
            assert record is not None
            composted = next(event for event in record.events if isinstance(event, CardsComposted))
            assert len(composted.cards) == start.compost
            assert CardsComposted(number, start.compost, ()) in record.seen_by((number + 1) % 3)


def test_an_island_without_compost_asks_for_none() -> None:
    scene = Scene(2).board(ANN, "287b").hand(ANN, 7, 8, 9).hand(BOB, 12, 13, 14, 15)
    scene.run(CompostAtStart())
    assert scene.table.pending_seats == [BOB]


def test_a_hand_that_is_too_small_is_composted_as_a_whole() -> None:
    scene = Scene(2).board(ANN, "285a").hand(ANN, 7, 8).board(BOB, "287b")
    scene.run(CompostAtStart())
    assert (scene.decision(ANN).min_picks, scene.decision(ANN).max_picks) == (2, 2), "it should be five"
    scene = Scene(2).board(ANN, "285a").board(BOB, "287b")
    scene.run(CompostAtStart())
    assert scene.table.over, "with no cards there is no question"


def test_starting_goods_may_meet_a_goal_whose_leaf_comes_with_the_first_turn() -> None:
    scene = Scene(2).fauna("339b").compost(BOB, *range(20, 35))
    scene.run(FirstGoals(), PlayRound())
    assert scene.seat(BOB).reached == 1
    scene.answer(ANN, GROW)
    scene.done(ANN)
    assert scene.seat(BOB).leaves == 0
    assert LeafPlaced(BOB, 0, 15) in scene.done(BOB)


def test_nobody_sees_others_cards_nor_the_deck() -> None:
    table, record = begun(Setup.BEGINNER)
    shuffled = next(event for event in record.events if isinstance(event, DeckShuffled))
    assert sorted(shuffled.cards) == sorted(EARTH)
    for viewer in (ANN, BOB, SPECTATOR):
        assert DeckShuffled(len(EARTH), (), again=False) in record.seen_by(viewer)
    last = choose_all(table)
    drawn = [event for event in last.seen_by(BOB) if isinstance(event, CardsDrawn)]
    assert [bool(event.cards) for event in drawn] == [event.seat == BOB for event in drawn]
    assert all(event.cards for event in last.seen_by(EVERYTHING) if isinstance(event, CardsDrawn))


def test_chance_decides_which_seat_begins_and_any_seat_may() -> None:
    firsts = {begun(Setup.BEGINNER, seed=seed)[0].state.first for seed in range(30)}
    assert firsts == {0, 1, 2}


def test_beginners_have_no_ecosystem_of_their_own() -> None:
    table, _ = begun(Setup.BEGINNER)
    last = choose_all(table)
    revealed = [event for event in last.events if isinstance(event, SidesRevealed)]
    assert [event.ecosystem for event in revealed] == [None] * 3
    table, _ = begun(Setup.STANDARD)
    last = choose_all(table)
    assert all(event.ecosystem is not None for event in last.events if isinstance(event, SidesRevealed))

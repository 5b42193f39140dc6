"""The views of all viewers, and the cards that stay known after an undo."""

from tests.petrichor.situations import BLUE, RED, Scene, kind
from tests.petrichor.test_setup import begun
from tilth_rules.kernel import EVERYTHING, SPECTATOR, SeededChance, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import FROST, GRASS, RAIN, SUN
from tilth_rules.petrichor.events.cards import CardsPlayed, CardsShown
from tilth_rules.petrichor.state import State
from tilth_rules.petrichor.view import View


def seen(state: State, viewer: int) -> View:
    view = game.view(state, viewer)
    assert isinstance(view, View)
    return view


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    state = Scene(3).hand(RED, SUN, FROST).hand(BLUE, RAIN, RAIN).state
    players = seen(state, RED).players
    assert players[RED].hand == (FROST, SUN)
    assert (players[BLUE].hand, players[BLUE].hand_size) == ((), 2)


def test_a_spectator_sees_no_hand_and_an_operator_sees_all() -> None:
    state = Scene(3).hand(RED, SUN).hand(BLUE, RAIN).state
    assert [player.hand for player in seen(state, SPECTATOR).players] == [(), (), ()]
    assert [player.hand for player in seen(state, EVERYTHING).players] == [(SUN,), (RAIN,), ()]


def test_a_tile_is_shown_with_its_drops_its_cloud_and_its_growth() -> None:
    state = Scene(2, crops={5: GRASS}).water(5, {RED: 4, BLUE: 1}).cloud(5, {BLUE: 2}, thunder=True).state
    tile = next(tile for tile in seen(state, RED).tiles if tile.tile == 5)
    assert (tile.crop, tile.need, tile.growth) == (GRASS, 5, 2)
    assert (tile.drops, tile.cloud, tile.cloud_drops) == ((4, 1), 2, (0, 2))


def test_places_without_a_tile_are_not_shown() -> None:
    assert [tile.tile for tile in seen(begun(2).state, RED).tiles] == [1, 2, 4, 5, 6, 8, 9]


def test_tiles_that_lie_face_down_have_no_crop_yet() -> None:
    view = seen(begun(3, Options(fertilizer=True)).state, RED)
    assert len(view.tiles) == 9
    assert {(tile.crop, tile.need) for tile in view.tiles} == {(0, 0)}


def test_fertilizer_tokens_are_shown() -> None:
    table = begun(3, Options(fertilizer=True))
    table.answer(table.pending_seats[0], [5])
    assert [tile.tile for tile in seen(table.state, RED).tiles if tile.fertilized] == [5]


def test_everybody_sees_supplies_votes_steps_dice_discards_and_the_size_of_the_deck() -> None:
    scene = Scene(3).hand(BLUE, RAIN).votes(SUN, {BLUE: 2}).cloud(5, {BLUE: 3})
    scene.state.dice = (0, 1, 4)
    scene.state.discards = [0, 3, 0, 2, 0]
    scene.state.deck = [0, 7, 10, 8, 9]
    scene.state.wins = [0, 4, 0]
    scene.state.wheat, scene.state.wheat_left = [0, 1, 0], 11
    scene.state.points = [0, 21, 0]
    for viewer in (RED, BLUE, SPECTATOR):
        view = seen(scene.state, viewer)
        blue = view.players[BLUE]
        assert (blue.supply, blue.votes_left, blue.votes) == (17, 10, (0, 2, 0, 0))
        assert (blue.points, blue.voting_wins, blue.wheat, blue.hand_size) == (21, 4, 1, 1)
        assert (view.dice, view.deck, view.discards) == ((0, 1, 4), 34, (3, 0, 2, 0))
        assert (view.wheat_left, view.first_player, view.round) == (11, RED, 1)


def test_in_solo_the_neutral_player_is_shown_after_you() -> None:
    view = seen(begun(1).state, RED)
    assert len(view.players) == 2
    assert [player.seat for player in view.players] == [0, 1]
    assert view.players[1].hand_size == 0
    assert len(view.southern_winds) == 8, "the first neutral turn has revealed one"


def test_the_view_names_rounds_and_the_points_of_the_track() -> None:
    view = seen(begun(3, Options(long_form=True)).state, RED)
    assert (view.round, view.rounds, len(view.track)) == (0, 6, 13)


def test_after_an_undo_the_others_still_know_the_cards_that_were_shown() -> None:
    table = Table(game, Options(), 3, SeededChance(bytes(32)))
    records = [table.start()]
    while not records[-1] or not any(isinstance(event, CardsPlayed) for event in records[-1].events):
        seat = table.pending_seats[0]
        records.append(table.answer(seat, table.open[seat].default_answer()))
    seat = records[-1].cause.seat
    held = table.state.held[seat]
    back, undone = table.undo(seat, [record for record in records if record is not None])
    (shown,) = undone.events
    assert isinstance(shown, CardsShown)
    assert back.state.held[seat] == held + len(shown.cards)
    assert kind(back, seat) == "pay"
    assert seen(back.state, (seat + 1) % 3).players[seat].shown == shown.cards

from tests.wire.orchard import APPLE, EAT, Basket, Bring, EatFruit, Pick, PickFruit, SeatGuest
from tests.wire.play import answer, played, table
from tilth.v1.decision_pb2 import Decision, Option, Quantity
from tilth_rules.kernel import EVERYTHING, SPECTATOR
from tilth_server.wire import GameWire


def test_a_decision_has_its_kind_bounds_options_and_default(wire: GameWire) -> None:
    laid, _ = table()
    answer(laid, 0, 1)
    answer(laid, 1, 1)
    decision = Decision.FromString(wire.decision(laid, 0))
    assert (decision.id, decision.seat, decision.kind) == (2, 0, "fruit")
    assert (decision.min_picks, decision.max_picks, decision.ordered) == (0, 3, False)
    assert [option.id for option in decision.options] == [1, 2, 3]
    assert [wire.decode_move(option.move) for option in decision.options] == [Pick(1), Pick(2), Pick(3)]
    assert list(decision.max_each) == [2, 1, 1]
    assert (list(decision.default_picks), decision.text, decision.options[0].text) == ([], "", "")


def test_standing_offers_are_part_of_the_decision(wire: GameWire) -> None:
    laid, _ = table()
    decision = Decision.FromString(wire.decision(laid, 0, "en"))
    assert [(offer.id, offer.text) for offer in decision.offers] == [(EAT, "eat it")]
    assert wire.decode_move(decision.offers[0].move) == EatFruit()
    answer(laid, 0, EAT)
    decision = Decision.FromString(wire.decision(laid, 0))
    assert (decision.id, list(decision.offers)) == (2, [])


def test_a_measure_names_its_quantities_and_its_default(wire: GameWire) -> None:
    laid, _ = table(baskets=0)
    decision = Decision.FromString(wire.decision(laid, 0))
    assert list(decision.quantities) == [
        Quantity(name="grams", min=-50, max=500, scale=10),
        Quantity(name="angle", min=0, max=90, scale=1),
    ]
    assert (list(decision.default_numbers), list(decision.options)) == ([-50, 0], [])


def test_a_decision_has_the_move_that_it_is_about(wire: GameWire) -> None:
    laid, _ = table(baskets=0)
    decision = Decision.FromString(wire.decision(laid, 0, "en"))
    assert wire.decode_move(decision.about) == Pick(APPLE)
    assert decision.text == "How heavy is the apple?"
    other, _ = table()
    assert Decision.FromString(wire.decision(other, 0)).about == b""


def test_texts_come_in_the_language_asked_for(wire: GameWire) -> None:
    laid, _ = table()
    english = Decision.FromString(wire.decision(laid, 0, "en"))
    assert (english.text, english.options[1].text) == ("Which fruits? 0 to 3", "take pear")
    russian = Decision.FromString(wire.decision(laid, 0, "ru"))
    assert (russian.text, russian.options[1].text) == ("Какие фрукты? От 0 до 3", "взять: груша")


def test_a_seat_that_is_not_asked_has_no_decision(wire: GameWire) -> None:
    laid, _ = table()
    assert wire.decision(laid, 1) == b""
    over, _ = played()
    assert wire.decision(over, 0) == b""


def test_an_option_is_the_same_bytes_wherever_it_is_offered(wire: GameWire) -> None:
    laid, _ = table(baskets=0)
    answer(laid, 0, numbers=(5, 5))
    answer(laid, 0, 1)
    answer(laid, 1, 1)
    option = wire.option(SeatGuest, 9, "en")
    assert option is wire.option(SeatGuest, 9, "en")
    assert option in wire.decision(laid, 0, "en")
    assert option in wire.decision(laid, 1, "en")
    assert wire.decode_move(Option.FromString(option).move) == Bring(None)
    assert Option.FromString(wire.option(PickFruit, 3, None)) == Option(id=3, move=wire.encode_move(Pick(3)))


def test_a_side_beyond_the_seats_is_called_by_the_games_word_for_it(wire: GameWire) -> None:
    assert Option.FromString(wire.option(SeatGuest, 2, "en", 2)).text == "to nobody's side"
    assert Option.FromString(wire.option(SeatGuest, 2, "en", 3)).text == "to Seat 3"
    assert Option.FromString(wire.option(SeatGuest, 2, "en")).text == "to Seat 3"
    assert wire.option(SeatGuest, 2, None, 2) is wire.option(SeatGuest, 2, None, 3)


def test_an_empty_field_differs_from_an_absent_one(wire: GameWire) -> None:
    laid, _ = table()
    without = laid.state.clone()
    laid.state.guest = 0
    assert wire.decode_view(wire.view(laid.state, 0)).plate == Basket(())
    assert wire.decode_view(wire.view(without, 0)).plate is None


def test_a_view_holds_only_what_its_viewer_sees(wire: GameWire) -> None:
    laid, _ = played()
    views = wire.game.views
    for viewer in (0, 1, SPECTATOR, EVERYTHING):
        seen = wire.decode_view(wire.view(laid.state, viewer))
        assert isinstance(seen, views)
        assert seen == wire.game.view(laid.state, viewer)

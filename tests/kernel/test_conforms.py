"""The laws hold for Bazaar in every mix of its options, and each law bites when a game breaks it."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import pytest

from tests.kernel import bazaar as b
from tests.kernel.bazaar import Bazaar, Options, State, bazaar, plate
from tests.seeds import Seeds
from tilth_rules.conformance import LawBroken, conforms
from tilth_rules.kernel import EVERYTHING, Choose, Event, Move, ScoreRow, Table, TextFacts, world

TABLES = [(2, False), (3, False), (4, False), (4, True)]


@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_bazaar_conforms(seats: int, teams: bool, seeds: Seeds) -> None:
    for seed in seeds(12):
        conforms(bazaar, Options(teams=teams), seats, seed, ask_outside=plate)


def test_random_play_takes_undos_offers_and_every_event() -> None:
    plays = [
        conforms(bazaar, Options(teams=t), n, seed, ask_outside=plate) for n, t in TABLES for seed in range(6)
    ]
    assert sum(play.undone for play in plays) > 10
    seen = {type(event) for play in plays for record in play.records for event in record.events}
    assert seen == set(bazaar.events)


def breaks(law: str, game: Bazaar = bazaar, seats: int = 3, thorough: bool = True) -> None:
    """Test that some random match of the broken game breaks this law."""

    def play_on() -> None:
        for seed in range(40):
            conforms(game, Options(), seats, seed, ask_outside=plate, thorough=thorough)

    with pytest.raises(LawBroken, match=f"^{law}"):
        play_on()


class Counted(Bazaar):
    """The bazaar with a score sheet of two rows."""

    score_rows = ("even", "odd")

    def score_breakdown(self, s: State) -> Sequence[ScoreRow]:
        odd = tuple(score % 2 for score in self.scores(s))
        even = tuple(score - score % 2 for score in self.scores(s))
        return ScoreRow("even", even), ScoreRow("odd", odd)


def test_score_rows_that_do_not_add_up_are_caught() -> None:
    class Greedy(Counted):
        def score_breakdown(self, s: State) -> Sequence[ScoreRow]:
            return super().score_breakdown(s)[:1]

    class Nameless(Counted):
        score_rows = ("odd", "even")

    conforms(Counted(), Options(), 3, 1, ask_outside=plate)
    breaks("score rows add up", Greedy(), thorough=False)
    breaks("score rows add up", Nameless(), thorough=False)


def test_a_view_that_shows_another_hand_is_caught() -> None:
    class Leaky(Bazaar):
        def view(self, s: State, viewer: int) -> b.Seen:
            return b.Seen(s.round, (), (), (), (), 0, 0, hand=s.hands[0])

    breaks("nothing hidden shows", Leaky())


def test_a_text_that_reveals_a_secret_to_its_reader_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def next_card(step: b.Sell, s: State, seat: int) -> TextFacts:
        return {"next": s.deck[0] if s.deck else 0}

    def own_card(step: b.Sell, s: State, seat: int, option: int) -> TextFacts:
        return {"held": s.hands[seat].count(option)}

    monkeypatch.setattr(b.Sell, "option_facts", own_card)
    for seed in range(3):
        conforms(bazaar, Options(), 3, seed, ask_outside=plate)
    monkeypatch.setattr(b.Sell, "question_facts", next_card)
    breaks("nothing hidden shows")


def test_being_asked_only_with_a_good_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_rich_sell(step: b.Sell, s: State) -> Choose | None:
        hand = [card for card in s.hands[step.seat] if b.value(card) > 4]
        return Choose(step.seat, "sell", hand, 0, len(hand), ordered=True) if hand else None

    monkeypatch.setattr(b.Sell, "ask", only_rich_sell)
    breaks("(nothing hidden shows|a world keeps decisions open)")


def test_bounds_that_follow_from_a_hidden_hand_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_many_as_good(step: b.Sell, s: State) -> Choose | None:
        hand = s.hands[step.seat]
        return Choose(step.seat, "sell", hand, 0, sum(b.value(card) > 3 for card in hand), ordered=True)

    monkeypatch.setattr(b.Sell, "ask", as_many_as_good)
    breaks("nothing hidden shows")


def test_an_event_that_reveals_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(b.CardDrawn, "reveals_to", lambda event, seat: False)
    breaks("(nothing hidden shows|batches spy on nothing)")


def test_a_state_changed_without_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def take_quietly(step: b.Sell, t: Table, picks: Sequence[int]) -> None:
        t.state.coins[step.seat] += 1

    monkeypatch.setattr(b.Sell, "take", take_quietly)
    breaks("fold == live")


def test_lanes_that_race_for_one_pool_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_come(event: b.GemsFound, s: State) -> None:
        s.pool += 1
        s.gems[event.seat] += s.pool
        s.digs[event.seat] += 1

    monkeypatch.setattr(b.GemsFound, "apply", first_come)
    breaks("lanes commute")


def test_an_ask_that_forgets_what_it_asked_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(1)

    def moody(step: b.Sell, s: State) -> Choose | None:
        hand = s.hands[step.seat]
        return Choose(step.seat, "sell", random.sample(hand, len(hand)), 0, len(hand)) if hand else None

    monkeypatch.setattr(b.Sell, "ask", moody)
    breaks("(asking again gives the same|lanes commute)", thorough=False)


def test_a_default_outside_of_the_bounds_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def asks_in_vain(step: b.Dig, s: State) -> Choose:
        return Choose(step.seat, "dig", [b.DONE], default=(b.DIG,))

    monkeypatch.setattr(b.Dig, "ask", asks_in_vain)
    breaks("what is offered is accepted")


def test_two_options_with_one_meaning_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def vague(option: int) -> Move:
        return b.Deed(0)

    monkeypatch.setattr(b.Dig, "move", staticmethod(vague))
    breaks("an option names its move")


def test_a_clone_that_shares_a_list_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = State.clone

    def shallow(s: State) -> State:
        twin = whole(s)
        twin.coins = s.coins
        return twin

    monkeypatch.setattr(State, "clone", shallow)
    breaks("a (clone|world) is independent")


def test_a_lost_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def burn(event: b.PacksDropped, s: State) -> None:
        s.packs = [()] * s.seats

    monkeypatch.setattr(b.PacksDropped, "apply", burn)
    breaks("goods are conserved")


def test_a_match_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(step: b.Sell, t: Table, picks: Sequence[int]) -> None:
        t.then(step)

    monkeypatch.setattr(b.Sell, "take", again)
    breaks("the match ends")


def test_an_event_the_game_does_not_list_is_caught() -> None:
    class Forgetful(Bazaar):
        events: ClassVar[Any] = tuple(event for event in bazaar.events if event is not b.Ended)

    breaks("events are listed", Forgetful())


def test_chance_from_elsewhere_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(7)

    def loaded(step: b.Dig, t: Table, picks: Sequence[int]) -> None:
        if picks[0] == b.DIG:
            t.emit(b.GemsFound(step.seat, random.randrange(3)))
            t.then(step)

    monkeypatch.setattr(b.Dig, "take", loaded)
    breaks("(same causes, same records|lanes commute|nothing hidden shows|a refusal|undo|resumes)")


def test_an_undo_that_lets_a_shown_card_be_forgotten_would_leave_worlds_apart() -> None:
    """Bazaar keeps it known: after a sale was undone everybody still knows the cards."""

    def after_a_sale_taken_back() -> tuple[Table, int]:
        for seed in range(200):
            play = conforms(bazaar, Options(), 2, seed, ask_outside=plate)
            for record in play.records:
                if any(isinstance(event, b.CardsStayKnown) for event in record.events):
                    upto = play.records[: record.number + 1]
                    return Table.resume(bazaar, Options(), 2, play.chance, upto), record.cause.seat
        raise AssertionError("no sale was taken back in 200 matches")

    table, seller = after_a_sale_taken_back()
    state: Any = table.state
    known = [card for card in state.hands[seller] if state.shown >> card & 1]
    assert known
    for seed in range(20):
        imagined = world(table, 1 - seller, Random(seed)).state
        assert set(known) <= set(imagined.hands[seller])
    assert bazaar.view(state, EVERYTHING) is not None
    assert issubclass(b.CardsStayKnown, Event)

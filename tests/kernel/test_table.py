"""The kernel, one mechanism at a time, on the tiny game Bazaar."""

from collections.abc import Sequence

import pytest

from tests.kernel import bazaar as b
from tests.kernel.bazaar import DIG, DONE, POLISH, TRADE, Options, Throw, bazaar, plate
from tilth_rules.kernel import (
    Answer,
    Choose,
    Record,
    Refused,
    ScriptedChance,
    ScriptedDraw,
    SeededChance,
    StackChange,
    Stacks,
    Table,
    Undone,
)


class Match:
    """A table, and all records of it."""

    def __init__(self, seats: int = 2, teams: bool = False, chance: object = None) -> None:
        source = chance or SeededChance(b"\x01" * 32)
        self.table = Table(bazaar, Options(teams=teams), seats, source, outside=plate)  # type: ignore[arg-type]
        self.records: list[Record] = []
        self.keep(self.table.start())

    def keep(self, record: Record | None) -> Record:
        assert record is not None
        self.records.append(record)
        return record

    def answer(self, seat: int, *picks: int) -> Record:
        return self.keep(self.table.answer(seat, picks))

    def throw(self, seat: int, aim: int = 0, power: int = 3) -> Record:
        return self.keep(self.table.answer(seat, (), (aim, power)))

    def undo(self, seat: int) -> Record:
        self.table, record = self.table.undo(seat, self.records)
        return self.keep(record)

    def draft(self) -> None:
        for _ in range(2):
            for seat in range(self.table.seats):
                self.answer(seat, self.table.open[seat].options[0])  # type: ignore[union-attr]

    def to_the_digging(self) -> None:
        self.draft()
        for seat in range(self.table.seats):
            self.throw(seat)


def refusal(call: object, *args: object, **named: object) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **named)  # type: ignore[operator]
    return refused.value.reason


def test_sealed_lanes_show_their_events_to_their_own_seat_only_until_the_join() -> None:
    match = Match()
    assert match.table.pending_seats == [0, 1]
    card = match.table.open[0].options[1]  # type: ignore[union-attr]
    record = match.answer(0, card)
    assert record.seen_by(0) == [b.CardKept(0, card)]
    assert record.seen_by(1) == []
    assert match.table.pending_seats == [1]
    join = match.answer(1, match.table.open[1].options[0])  # type: ignore[union-attr]
    assert [type(event) for event in join.seen_by(0)] == [b.PacksPassed]


def test_open_lanes_wait_for_all_and_chance_is_keyed_by_the_lane() -> None:

    def after_digging(order: Sequence[int]) -> Match:
        match = Match(seats=3)
        match.to_the_digging()
        for seat in order:
            match.answer(seat, DIG)
        return match

    match = after_digging([0, 0, 1, 1, 2, 2])
    for order in ([2, 1, 0, 0, 1, 2], [1, 2, 1, 2, 0, 0]):
        assert after_digging(order).table.state.gems == match.table.state.gems
    match.answer(0, DONE)
    match.answer(2, DONE)
    assert match.table.pending_seats == [1]
    match.answer(1, DONE)
    assert match.table.pending_seats == [0]
    assert match.table.open[0].kind == "sell"


def test_a_shared_lane_takes_answers_of_both_mates_in_any_order() -> None:
    match = Match(seats=4, teams=True)
    match.to_the_digging()
    assert match.table.pending_seats == [0, 1, 2, 3]
    before = match.table.counts[2]
    record = match.answer(0, DIG)
    assert record.closed_seats == (2,)
    assert match.table.counts[2] == before + 1
    match.answer(0, DONE)
    assert match.table.pending_seats == [1, 2, 3]
    match.answer(2, DIG)
    match.answer(2, b.GIVE)
    assert 0 in match.table.open, "a gift withdraws the mate's done"


def test_in_a_shared_lane_a_seat_cannot_undo_past_a_mates_answer() -> None:
    match = Match(seats=4, teams=True)
    match.to_the_digging()
    match.answer(0, DONE)
    assert match.table.undoable(0) is not None
    match.answer(2, DONE)
    assert match.table.undoable(0) is None


def test_a_standing_offer_rides_on_every_decision_of_its_seat_and_the_decision_is_asked_again() -> None:
    match = Match(chance=ScriptedChance(gems=[ScriptedDraw([2])]))
    match.to_the_digging()
    assert not match.table.offered[0]
    match.answer(0, DIG)
    assert match.table.offered[0] == (TRADE,)
    coins, number = match.table.state.coins[0], match.table.counts[0]
    match.answer(0, TRADE)
    assert match.table.state.coins[0] == coins + 3
    assert match.table.open[0].kind == "dig"
    assert match.table.counts[0] == number + 1
    assert not match.table.offered[0]
    assert refusal(match.table.answer, 0, (TRADE,)) == "OPTION_NOT_OFFERED"


def test_a_measure_takes_each_number_within_its_own_bounds() -> None:
    match = Match()
    match.draft()
    answer = match.table.answer
    assert refusal(answer, 0, (), (91, 3)) == "NUMBER_OUT_OF_BOUNDS"
    assert refusal(answer, 0, (), (0, 0)) == "NUMBER_OUT_OF_BOUNDS"
    assert refusal(answer, 0, (), (0,)) == "TOO_FEW"
    assert refusal(answer, 0, (), (0, 1, 1)) == "TOO_MANY"
    assert refusal(answer, 0, (1,)) == "WRONG_ANSWER_KIND"
    match.throw(0, aim=-60, power=5)
    assert match.table.state.coins[0] == 3


def test_an_outside_fact_is_recorded_and_a_resumed_table_does_not_ask_for_it() -> None:
    match = Match()
    match.draft()
    record = match.throw(0, aim=30, power=4)
    assert record.facts == (b'{"coins":3}',)
    resumed = Table.resume(bazaar, Options(), 2, match.table.chance, match.records)
    assert resumed.state == match.table.state
    assert resumed.undoable(0) is None, "the seat cannot undo past an outside fact"


def test_a_fact_after_an_answer_that_does_not_declare_it_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match()
    match.draft()
    assert match.table.may_need_fact
    monkeypatch.setattr(Throw, "may_need_fact", False)
    assert not match.table.may_need_fact
    with pytest.raises(RuntimeError, match="no step that declares may_need_fact was answered before Where"):
        match.throw(0, aim=30, power=4)


def test_counted_picks_stay_within_each_options_own_limit() -> None:
    match = Match(chance=ScriptedChance(gems=[ScriptedDraw([2]), ScriptedDraw([2])]))
    match.to_the_digging()
    match.answer(0, DIG)
    match.answer(0, DIG)
    match.answer(0, POLISH)
    decision = match.table.open[0]
    assert isinstance(decision, Choose)
    assert (decision.min_picks, decision.max_picks, list(decision.max_each)) == (0, 6, [2, 2, 2])
    assert refusal(match.table.answer, 0, (1, 1, 1)) == "OPTION_PICKED_TOO_OFTEN"
    assert match.answer(0, 2, 0, 2).events == (b.GemsPolished(0, (0, 2, 2)),), "unordered picks are sorted"


def test_ordered_picks_are_taken_as_they_come() -> None:
    match = Match()
    match.to_the_digging()
    match.answer(0, DONE)
    match.answer(1, DONE)
    hand = match.table.state.hands[0]
    record = match.answer(0, hand[2], hand[0])
    assert record.events[0] == b.CardsSold(0, (hand[2], hand[0]))


def test_a_seat_can_undo_answer_by_answer_until_something_was_revealed() -> None:
    match = Match(chance=ScriptedChance(gems=[ScriptedDraw([2])]))
    match.to_the_digging()
    match.answer(0, DIG)
    at_the_barrier = match.table.state.clone()
    match.answer(0, POLISH)
    match.answer(0, 1)
    match.answer(1, POLISH)
    record = match.undo(0)
    assert isinstance(record.cause, Undone)
    assert match.table.open[0].kind == "polish"
    match.undo(0)
    assert match.table.open[0].kind == "dig"
    assert match.table.state == at_the_barrier, "another seat's lane does not bar it, and stays as it is"
    assert refusal(match.table.undo, 0, match.records) == "NOTHING_TO_UNDO", "chance was drawn before"


def test_a_decision_that_is_asked_again_after_an_undo_has_a_new_number() -> None:
    match = Match()
    match.to_the_digging()
    number = match.table.counts[0]
    match.answer(0, DONE)
    match.answer(1, DONE)
    sold = match.answer(0, match.table.state.hands[0][0])
    assert match.table.undoable(0) == sold.number
    others_number = match.table.counts[1]
    undo = match.undo(0)
    assert undo.closed_seats == (1,), "the next seat had been asked already"
    assert match.table.counts[0] > number + 1
    match.answer(0)
    assert match.table.counts[1] == others_number + 1
    assert refusal(match.table.answer, 1, (), (), others_number) == "DECISION_CLOSED"


def test_a_batch_is_all_or_none() -> None:
    match = Match()
    match.to_the_digging()
    table, number = match.table, match.table.counts[0]
    before = table.state.clone()
    batch = [Answer(number, (POLISH,)), Answer(number + 1, (77,))]
    assert refusal(table.answer_all, 0, batch) == "OPTION_NOT_OFFERED"
    assert table.state == before
    assert table.counts[0] == number
    taken = table.answer_all(0, [Answer(number, (POLISH,)), Answer(number + 1, (DONE,))])
    assert [record.number for record in taken] == [match.records[-1].number + 1, match.records[-1].number + 2]


def test_a_batch_is_cut_after_the_answer_that_draws_chance() -> None:
    match = Match()
    match.to_the_digging()
    number = match.table.counts[0]
    nonsense = Answer(number + 1, (12345,))
    taken = match.table.answer_all(0, [Answer(number, (DIG,)), nonsense])
    assert len(taken) == 1, "what stands behind the cut is not even read"


def test_a_seat_that_has_resigned_gets_default_answers() -> None:
    match = Match()
    match.keep(match.table.resign(1))
    match.records += match.table.answer_for_resigned()
    while not match.table.over:
        assert match.table.pending_seats == [0]
        decision = match.table.open[0]
        picks = decision.default_answer()
        match.keep(match.table.answer(0, *(((), picks) if decision.kind == "throw" else (picks, ()))))
        match.records += match.table.answer_for_resigned()
    resumed = Table.resume(bazaar, Options(), 2, match.table.chance, match.records)
    assert resumed.over
    assert resumed.resigned == {1}


def test_waiting_steps_are_stored_as_numbers_and_fields() -> None:
    stacks = Stacks(bazaar.steps)
    steps = (b.End(), b.Sell(1), b.TeamDig((0, 2)))
    assert stacks.decode(stacks.encode(steps)) == steps
    assert stacks.encode((b.Sell(1),)) == bytes([0x91, 0x92, 13, 1])


def test_a_record_stores_the_change_of_the_stack_not_the_stack() -> None:
    match = Match(chance=ScriptedChance(gems=[ScriptedDraw([2])]))
    match.to_the_digging()
    assert match.answer(0, DIG).stack_changes == (), "the same step waits as before"
    assert match.answer(0, POLISH).stack_changes == (StackChange(1, 1, (b.Polish(0),)),)
    assert match.answer(0, 0).stack_changes == (StackChange(1, 1, ()),)
    assert match.answer(0, DONE).stack_changes == (StackChange(1, 0, (), ended=True),)


def test_lanes_open_from_the_tables_own_stack_only() -> None:
    match = Match()
    match.draft()
    match.table.fork(((0,), (b.Keep(0),)))
    with pytest.raises(RuntimeError, match="may fork, and only once"):
        match.table.fork(((1,), (b.Keep(1),)))

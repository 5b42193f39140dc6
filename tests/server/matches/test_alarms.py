"""One heap of alarms for all sleepers."""

from math import inf

from tests.server.matches.match_host import ManualClock
from tilth_server.matches.alarms import MAX_AT_ONCE, Alarms


class Sleeper:
    def __init__(self) -> None:
        self.alarm_at = inf


def alarms() -> tuple[ManualClock, "Alarms[Sleeper]", list[tuple[Sleeper, float]]]:
    hands = ManualClock()
    rung: list[tuple[Sleeper, float]] = []
    return hands, Alarms(hands, lambda sleeper: rung.append((sleeper, hands.now()))), rung


def test_a_sleeper_is_woken_once_at_the_earliest_time() -> None:
    hands, set_alarms, rung = alarms()
    sleeper, began = Sleeper(), hands.now()
    for seconds in (5, 3, 8):
        set_alarms.set(sleeper, began + seconds)
    hands.advance(20)
    assert rung == [(sleeper, began + 3)]
    assert hands.waiting == 0


def test_sleepers_are_woken_in_the_order_of_their_times() -> None:
    hands, set_alarms, rung = alarms()
    sleepers = [Sleeper() for _ in range(5)]
    for place in (3, 0, 4, 1, 2):
        set_alarms.set(sleepers[place], hands.now() + place)
    hands.advance(10)
    assert [sleeper for sleeper, _ in rung] == sleepers


def test_to_put_an_alarm_off_leaves_nothing_behind() -> None:
    hands, set_alarms, _ = alarms()
    sleeper = Sleeper()
    for _ in range(1000):
        hands.advance(0.001)
        set_alarms.set(sleeper, hands.now() + 60)
    assert hands.waiting == 1


def test_many_at_once_let_others_have_a_turn() -> None:
    hands, set_alarms, rung = alarms()
    when = hands.now() + 1
    for _ in range(3 * MAX_AT_ONCE):
        set_alarms.set(Sleeper(), when)
    turns: list[int] = []
    hands.call_at(when, lambda: turns.append(len(rung)))
    hands.advance(1)
    assert len(rung) == 3 * MAX_AT_ONCE
    assert turns == [MAX_AT_ONCE]


def test_stopped_alarms_ring_no_more() -> None:
    hands, set_alarms, rung = alarms()
    set_alarms.set(Sleeper(), hands.now() + 1)
    set_alarms.stop()
    hands.advance(10)
    assert rung == []

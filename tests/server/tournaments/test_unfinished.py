"""The pairings of a tournament that have no result yet."""

from tilth_server.store import BrokenChain
from tilth_server.tournaments.unfinished import UnfinishedPairings


def test_a_pairing_that_is_scheduled_again_takes_its_place_by_number_once() -> None:
    unfinished = UnfinishedPairings()
    unfinished.schedule([1, 2, 3, 4])
    unfinished.unschedule([1, 3])
    unfinished.add_match(3, "match of 3")
    assert unfinished.scheduled == [2, 4]
    unfinished.schedule_again(3)
    unfinished.schedule_again(3)
    assert unfinished.scheduled == [2, 3, 4]
    assert not unfinished.running


def test_a_pairing_with_a_result_is_neither_scheduled_nor_running() -> None:
    unfinished = UnfinishedPairings()
    unfinished.schedule([1, 2])
    unfinished.unschedule([1])
    unfinished.add_match(1, "match of 1")
    unfinished.remove(1)
    unfinished.remove(2)
    unfinished.remove(3)
    assert (unfinished.scheduled, unfinished.running) == ([], {})


def test_losses_that_could_not_be_recorded_stay_beside_later_ones() -> None:
    unfinished = UnfinishedPairings()
    unfinished.lost[1] = BrokenChain("match/1", 0, "torn")
    ended, lost = unfinished.take_ended()
    assert not unfinished.lost
    unfinished.lost[2] = BrokenChain("match/2", 0, "torn")
    unfinished.put_back_ended(ended, lost)
    assert sorted(unfinished.lost) == [1, 2]

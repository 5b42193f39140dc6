"""Places for bots' processes are shared between those who created the matches."""

from tilth_server.bots.seat import BotSeat
from tilth_server.bots.slots import Slots


def test_the_creators_of_matches_get_free_places_in_turn() -> None:
    slots = Slots(1)
    waiting = [("m1", 0, "ann"), ("m1", 1, "ann"), ("m2", 0, "ann"), ("m3", 0, "bea"), ("m4", 0, "cleo")]
    for match, seat, creator in waiting:
        slots.wait(BotSeat(match, seat, "first", "p", creator))
    order = []
    while (next_one := slots.next_waiting()) is not None:
        order.append((*next_one.key, next_one.creator_id))
    assert order == [waiting[0], waiting[3], waiting[4], waiting[1], waiting[2]]
    assert (slots.waiting_count, slots.has_waiting) == (0, False)

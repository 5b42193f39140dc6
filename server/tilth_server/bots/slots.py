"""Places for processes: a few at once, which the creators of matches share in turn."""

from collections import OrderedDict, deque

from tilth_server.bots.seat import BotSeat


class Slots:
    """The places for bots' processes, and the seats that wait for one."""

    def __init__(self, most: int) -> None:
        self._max_taken = most
        self.taken: set[BotSeat] = set()
        self._waiting: OrderedDict[str, deque[BotSeat]] = OrderedDict()
        """The seats that wait, by the creator of their match; the creator whose turn is next comes first."""
        self.waiting_count = 0
        """The number of seats that wait. Metrics are read in another thread, which must not walk through the queues."""

    @property
    def has_waiting(self) -> bool:
        """Return whether a seat waits for a place."""
        return bool(self._waiting)

    @property
    def has_room(self) -> bool:
        """Return whether a place is free."""
        return len(self.taken) < self._max_taken

    def take(self, seat: BotSeat) -> bool:
        """Take a place for the seat; return whether one was free."""
        if self.has_room:
            self.taken.add(seat)
            return True
        return False

    def free(self, seat: BotSeat) -> None:
        """Give the place of a seat back."""
        self.taken.discard(seat)

    def wait(self, seat: BotSeat) -> None:
        """Let a seat wait behind the others of its creator."""
        queue = self._waiting.setdefault(seat.creator_id, deque())
        if seat not in queue:
            queue.append(seat)
            self.waiting_count += 1

    def leave(self, seat: BotSeat) -> None:
        """Let a seat wait no longer."""
        queue = self._waiting.get(seat.creator_id)
        if queue is not None and seat in queue:
            queue.remove(seat)
            self.waiting_count -= 1
            if not queue:
                del self._waiting[seat.creator_id]

    def next_waiting(self) -> BotSeat | None:
        """Remove and return the seat whose turn it is; None if none waits."""
        if not self._waiting:
            return None
        creator, queue = self._waiting.popitem(last=False)
        seat = queue.popleft()
        self.waiting_count -= 1
        if queue:
            self._waiting[creator] = queue
        return seat

    def longest_resting(self) -> BotSeat | None:
        """Return the seat with a place that has not been asked for the longest time; None if all are asked."""
        resting = [
            seat for seat in self.taken if not seat.decision_id and not seat.is_stopping and seat.process
        ]
        return min(resting, key=lambda seat: seat.rests_since, default=None)

"""The pairings of one tournament that have no recorded result yet."""

from bisect import insort
from collections.abc import Iterable, Sequence

from tilth_server.matches.match_info import MatchInfo
from tilth_server.store import BrokenChain


class UnfinishedPairings:
    """The numbers of the pairings that have no recorded result: scheduled, running, or with an ended or lost match.

    They follow from the tournament and its matches, so they are not stored.
    """

    def __init__(self) -> None:
        self.scheduled: list[int] = []
        """Pairings whose matches are still to be created, in order."""
        self.running: dict[int, str] = {}
        """Ids of the running matches, by pairing."""
        self.ended: dict[int, MatchInfo] = {}
        """Matches that have ended and whose results are not recorded yet, by pairing."""
        self.lost: dict[int, BrokenChain] = {}
        """Pairings whose match is damaged, so that it will never end."""

    def schedule(self, numbers: Iterable[int]) -> None:
        """Add pairings to the schedule. Their numbers are higher than all before."""
        self.scheduled += numbers

    def unschedule(self, numbers: Iterable[int]) -> None:
        """Take pairings off the schedule, because their matches are being created."""
        leaving = set(numbers)
        self.scheduled = [number for number in self.scheduled if number not in leaving]

    def schedule_again(self, number: int) -> None:
        """Put a pairing back on the schedule: it has no match to wait for."""
        self.running.pop(number, None)
        if number not in self.scheduled:
            insort(self.scheduled, number)

    def add_match(self, number: int, match_id: str) -> None:
        """Note the running match of a pairing, unless it has ended already."""
        if number not in self.ended:
            self.running[number] = match_id

    def remove(self, number: int) -> None:
        """Remove a pairing that has a result now."""
        self.running.pop(number, None)
        if number in self.scheduled:
            self.scheduled.remove(number)

    def clear(self) -> None:
        """Remove all scheduled and running pairings."""
        self.running.clear()
        self.scheduled.clear()

    def take_ended(self) -> tuple[dict[int, MatchInfo], dict[int, BrokenChain]]:
        """Return the matches that have ended, and those that are lost, by pairing, and remove them here."""
        taken = self.ended, self.lost
        self.ended, self.lost = {}, {}
        return taken

    def put_back_ended(self, ended: dict[int, MatchInfo], lost: dict[int, BrokenChain]) -> None:
        """Add the matches that `take_ended` returned again, because their results could not be recorded."""
        self.ended = ended | self.ended
        self.lost = lost | self.lost

    def forget_matches(self, numbers: Sequence[int]) -> None:
        """Note that these pairings no longer have running matches."""
        for number in numbers:
            self.running.pop(number, None)

"""Both seats of a match played from one stream, one answer at a time."""

from tests.bench.load import Attendance
from tests.bench.measurement import wall
from tilth.v1 import play_pb2


class Alone:
    """Knows who is asked, answers, takes back, and says how long it took."""

    def __init__(self, attendance: Attendance) -> None:
        self.attendance = attendance
        self.asked: dict[int, play_pb2.Said] = {}
        self.ended: set[int] = set()
        self.record = 0
        """The latest record told of."""
        self.undoable = False
        """What was answered last can be taken back."""

    async def open(self, matches: list[str]) -> None:
        for match in matches:
            seats = [self.attendance.opening(match, seat) for seat in (0, 1)]
            await self.attendance.say(seats)
            caught_up = 0
            while caught_up < len(seats):
                for told in (await self.attendance.hear()).told:
                    self._take(told)
                    caught_up += told.HasField("caught_up")

    async def answer(self, channel: int) -> float:
        """Seconds until it is taken and somebody is asked (or the match is over)."""
        said = self.asked.pop(channel)
        return await self._done(said, said.answer.request_id)

    async def take_back(self, channel: int) -> None:
        said = play_pb2.Said(channel=channel)
        said.undo.request_id = f"back {self.record}"
        await self._done(said, said.undo.request_id)

    async def _done(self, said: play_pb2.Said, request_id: str) -> float:
        begun = wall()
        await self.attendance.say([said])
        over, taken = len(self.ended), False
        while not taken or not (self.asked or len(self.ended) > over):
            for told in (await self.attendance.hear()).told:
                self._take(told)
                if told.happened.accepted == request_id:
                    taken, self.undoable = True, told.happened.undoable
        return wall() - begun

    def _take(self, told: play_pb2.Told) -> None:
        self.record = max(self.record, told.record)
        if told.HasField("happened") and not told.happened.open_decision:
            self.asked.pop(told.channel, None)
        for source in (told.happened, told.caught_up):
            if source.HasField("asked"):
                self.asked[told.channel] = self.attendance.answering(told.channel, source)
        if told.HasField("ended"):
            self.ended.add(told.channel)
        if told.HasField("refused"):
            raise RuntimeError(str(told))

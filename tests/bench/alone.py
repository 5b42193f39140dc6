"""Both seats of a match played from one stream, one answer at a time."""

from tests.bench.load import Attendance
from tests.bench.measurement import wall
from tilth.v1 import play_pb2


class Alone:
    """A player of both seats, who answers, undoes, and measures the time it took."""

    def __init__(self, attendance: Attendance) -> None:
        self.attendance = attendance
        self.next_answers: dict[int, play_pb2.Command] = {}
        self.ended: set[int] = set()
        self.record = 0
        """The number of the latest record received."""
        self.undoable = False
        """True if the latest answer can be undone."""

    async def open(self, matches: list[str]) -> None:
        for match in matches:
            seats = [self.attendance.opening(match, seat) for seat in (0, 1)]
            await self.attendance.send(seats)
            caught_up = 0
            while caught_up < len(seats):
                for frame in (await self.attendance.receive()).frames:
                    self._take(frame)
                    caught_up += frame.HasField("caught_up")

    async def answer(self, channel: int) -> float:
        """Answer on a channel; return the seconds until the answer is taken and a seat is asked, or the match has
        ended."""
        command = self.next_answers.pop(channel)
        return await self._done(command, command.answer.request_id)

    async def take_back(self, channel: int) -> None:
        command = play_pb2.Command(channel=channel)
        command.undo.request_id = f"back {self.record}"
        await self._done(command, command.undo.request_id)

    async def _done(self, command: play_pb2.Command, request_id: str) -> float:
        begun = wall()
        await self.attendance.send([command])
        over, taken = len(self.ended), False
        while not taken or not (self.next_answers or len(self.ended) > over):
            for frame in (await self.attendance.receive()).frames:
                self._take(frame)
                if frame.update.accepted_request_id == request_id:
                    taken, self.undoable = True, frame.update.undoable
        return wall() - begun

    def _take(self, frame: play_pb2.Frame) -> None:
        self.record = max(self.record, frame.record)
        if frame.HasField("update") and not frame.update.open_decision_id:
            self.next_answers.pop(frame.channel, None)
        for source in (frame.update, frame.caught_up):
            if source.HasField("decision"):
                self.next_answers[frame.channel] = self.attendance.answering(frame.channel, source)
        if frame.HasField("ended"):
            self.ended.add(frame.channel)
        if frame.HasField("refused"):
            raise RuntimeError(str(frame))

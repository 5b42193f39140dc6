"""Following: every seat of a player at a match that is played is opened on one stream without being asked for."""

from collections import deque
from typing import TYPE_CHECKING

from tilth.v1 import play_pb2
from tilth_server.tables.matches import MatchInfo, State
from tilth_server.tables.playing import explained

if TYPE_CHECKING:
    from tilth_server.tables.attendance import Attendance

LAST_CHANNEL = (1 << 32) - 1
"""What a message can say."""


class Following:
    """Of one stream, from when it is asked for to the stream's end."""

    def __init__(self, attendance: "Attendance", first: int, wanted: play_pb2.Follow) -> None:
        self._attendance = attendance
        self._number = first
        self._wanted = wanted
        self._due: deque[tuple[str, int]] = deque()
        """Seats for which there was no room yet."""

    def begin(self) -> None:
        """What is played now, the oldest first; and from now on every match that begins."""
        house, player_id = self._attendance.house, self._attendance.player_id
        house.followers.setdefault(player_id, []).append(self._began)
        played = [house.directory.find(match_id) for match_id in house.directory.playing.get(player_id, ())]
        opened = {(channel.match.info.id, channel.seat) for channel in self._attendance.channels.values()}
        for info in sorted(played, key=lambda info: (info.started_ms, info.id)):
            self._queue(info, opened)
        self.open_due()

    def end(self) -> None:
        followers = self._attendance.house.followers
        calls = followers[self._attendance.player_id]
        calls.remove(self._began)
        if not calls:
            del followers[self._attendance.player_id]

    def open_due(self) -> None:
        """Open what is due, as far as the stream's limit goes."""
        attendance = self._attendance
        while self._due and len(attendance.channels) < attendance.house.limits.channels_per_stream:
            match_id, seat = self._due.popleft()
            if attendance.house.directory.find(match_id).state is State.RUNNING:
                self._open(match_id, seat)

    def _began(self, info: MatchInfo) -> None:
        opened = {
            (info.id, channel.seat)
            for channel in self._attendance.channels.values()
            if channel.match.info is info
        }
        self._queue(info, opened)
        self.open_due()

    def _queue(self, info: MatchInfo, opened: set[tuple[str, int]]) -> None:
        """The player's seats at the match that aren't open on the stream."""
        if self._wanted.game not in ("", info.game) or info.damage is not None:
            return
        for seat, player_id in enumerate(info.player_ids):
            held = player_id == self._attendance.player_id and seat not in info.resigned
            if held and (info.id, seat) not in opened:
                self._due.append((info.id, seat))

    def _open(self, match_id: str, seat: int) -> None:
        attendance, wanted = self._attendance, self._wanted
        while self._number in attendance.channels:
            self._number = _after(self._number)
        asked = play_pb2.Open(
            match_id=match_id, seat=seat, views=wanted.views, texts=wanted.texts, language=wanted.language
        )
        try:
            attendance.open(self._number, asked)
        except Exception as error:  # noqa: BLE001 - whoever began the match has nothing to do with it
            attendance.refuse(self._number, explained(match_id, error))
        self._number = _after(self._number)


def _after(number: int) -> int:
    return number + 1 if number < LAST_CHANNEL else 0

"""The state of play of a match in the signals of nodes. Times are durations there: the clocks of machines differ."""

from tilth.links.v1 import links_pb2 as pb
from tilth_server.matches.clocks import STOPPED, SeatClock
from tilth_server.matches.match_changes import PlayState


def play_message(play: PlayState, now: float) -> pb.MatchPlay:
    """Return the message of a state of play at the time `now`."""
    return pb.MatchPlay(
        pending_seats=play.pending_seats,
        clocks=[
            pb.SeatClock(
                bank_ms=clock.bank_ms,
                running_for_ms=None if clock.since == STOPPED else _ms(now - clock.since),
                used_ms=clock.used_ms,
            )
            for clock in play.clocks
        ],
        paused_for_ms=None if play.paused_at is None else _ms(now - play.paused_at),
    )


def play_of(message: pb.MatchPlay, now: float) -> PlayState:
    """Return the state of play that a message tells, which has arrived at the time `now`."""
    return PlayState(
        tuple(message.pending_seats),
        tuple(
            SeatClock(
                clock.bank_ms,
                now - clock.running_for_ms / 1000 if clock.HasField("running_for_ms") else STOPPED,
                used_ms=clock.used_ms,
            )
            for clock in message.clocks
        ),
        now - message.paused_for_ms / 1000 if message.HasField("paused_for_ms") else None,
    )


def _ms(seconds: float) -> int:
    """Return a duration in milliseconds; no negative one."""
    return max(0, round(seconds * 1000))

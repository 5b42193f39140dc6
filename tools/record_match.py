"""Plays a match against a real server through bare gRPC stubs, and writes down every message in readable form.

    python -m tools.record_match           prints it
    python -m tools.record_match --write   puts it into docs/protocol.md, between its two markers

The match is the same each time: its seed is given and its answers follow from the decisions. What differs from run to
run (tokens, ids, the hash of the log, which has times in it) is written as a name.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import grpc

from tilth.v1 import (
    archive_pb2,
    archive_pb2_grpc,
    lobby_pb2,
    lobby_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
)
from tools.recording import Recording, Seat, Stream, bearer, first_picks

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"
BEGIN, END = "<!-- recorded: begin -->\n", "<!-- recorded: end -->\n"
SEED = bytes(range(32))


def record(address: str) -> str:
    """The page's section, from a match played on the server there. Nobody may have registered but its operator."""
    with grpc.insecure_channel(address) as channel:
        recording = Recording()
        recording.tell("Ann becomes a player.")
        ann = register(channel, "Ann", recording, shown=True)
        bo = register(channel, "Bo", recording)
        match_id = make_match(channel, recording, ann, bo)
        Play(channel, recording, match_id, ann, bo).play()
        return recording.text()


def register(channel: grpc.Channel, name: str, recording: Recording, *, shown: bool = False) -> str:
    request = players_pb2.RegisterRequest(name=name, request_id=f"{name}-0")
    reply = players_pb2_grpc.PlayersServiceStub(channel).Register(request)
    recording.name(reply.token, f"<{name}'s token>")
    recording.name(reply.player.id, f"<{name}'s id>")
    if shown:
        recording.call("Register", request, reply)
    return reply.token


def make_match(channel: grpc.Channel, recording: Recording, ann: str, bo: str) -> str:
    lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
    recording.tell("What can be played here? (Long lists are cut short on this page.)")
    games = lobby_pb2.ListGamesRequest(language="en")
    recording.call("ListGames", games, lobby.ListGames(games, metadata=bearer(ann)))
    recording.tell(
        "She makes a match and takes seat 0. A seed is given, so that this page can be checked against the server;"
        " usually there is none."
    )
    wanted = lobby_pb2.CreateMatchRequest(
        request_id="Ann-create",
        game="petrichor",
        settings={"first_layout": "true"},
        seat_count=2,
        title="A short one",
        start_when_full=True,
        take_seats=[0],
        seed=SEED,
    )
    made = lobby.CreateMatch(wanted, metadata=bearer(ann))
    recording.name(made.match.id, "<match id>")
    recording.call("CreateMatch", wanted, made)
    lobby.TakeSeat(
        lobby_pb2.TakeSeatRequest(request_id="Bo-take", match_id=made.match.id), metadata=bearer(bo)
    )
    return made.match.id


class Play:
    """The match, from the first channel to its last frame."""

    def __init__(self, channel: grpc.Channel, recording: Recording, match_id: str, ann: str, bo: str) -> None:
        self._channel = channel
        self._recording = recording
        self._match_id = match_id
        self._ann_token = ann
        self._bo_token = bo
        self.bo = Seat(Stream(channel, bo), "Bo")
        self.bo.opens(match_id, 1)
        self.bo.hear_opening()
        self.ann = Seat(Stream(channel, ann), "Ann", recording)

    def play(self) -> None:
        tell = self._recording.tell
        tell(
            "Bo has taken seat 1, and so the match has started. Ann opens a stream and a channel for her seat, and asks"
            " for everything from record 0 on. Bo's cards are not hers to see: she is told how many he has."
        )
        self.ann.opens(self._match_id, 0, texts=True, language="en")
        self.ann.hear_opening()
        self.others_answer()
        tell(
            "Ann answers something that is not offered; then what is; then the same once more, as after a lost reply."
        )
        self.refused_taken_and_repeated()
        tell("Bo answers.")
        self.others_answer()
        tell("Ann begins a turn, and takes that back.")
        self.answer(self.ann)
        self.undo()
        tell(
            "She answers two decisions at once: what to play, and, knowing what will be asked next, what to pay."
        )
        self.answer_together()
        while self.bo.asked is None:
            self.answer(self.ann)
        self._recording.leave_out(4, 2)
        tell(
            "Her stream breaks, and Bo plays on meanwhile. She opens another stream, and her channel from the"
            " record she was to be told next."
        )
        self.break_and_resume()
        tell(
            "A client that does not follow the match can ask how it stands: here as a spectator, who sees no hand."
        )
        self.look()
        tell("So it goes on, to the last frame.")
        while self.ann.asked is not None or self.bo.asked is not None:
            self.answer(self.bo if self.ann.asked is None else self.ann)
        while not self.ann.over:
            self.ann.hear()
        self._recording.leave_out(6, 6)
        tell("The match is over: now its log is there for everybody, and can be verified.")
        self.read_and_verify()

    def others_answer(self) -> None:
        while self.ann.asked is None:
            self.answer(self.bo)

    def answer(self, seat: Seat) -> None:
        assert seat.asked is not None, "somebody has to be asked"
        seat.say(seat.answer(first_picks(seat.asked)))
        self.both_hear()

    def refused_taken_and_repeated(self) -> None:
        ann = self.ann
        assert ann.asked is not None, "it is her turn"
        ann.say(ann.answer([99]))
        ann.hear()
        said = ann.answer(first_picks(ann.asked))
        ann.say(said)
        self.both_hear()
        ann.say(said)
        ann.hear()

    def undo(self) -> None:
        self.ann.say(play_pb2.Said(channel=1, undo=play_pb2.Undo(request_id="Ann-undo")))
        self.both_hear()

    def answer_together(self) -> None:
        ann = self.ann
        assert ann.asked is not None, "it is her turn"
        first = ann.answer(first_picks(ann.asked)).answer
        second = ann.answer([2], ann.asked.id + 1).answer
        together = play_pb2.AnswerTogether(answers=[first, second])
        ann.say(play_pb2.Said(channel=1, together=together))
        self.both_hear()
        self.both_hear()

    def break_and_resume(self) -> None:
        self.ann.stream.break_off()
        assert self.bo.asked is not None, "it is his turn"
        self.bo.say(self.bo.answer(first_picks(self.bo.asked)))
        self.bo.hear()
        self.ann.stream = Stream(self._channel, self._ann_token)
        self.ann.opens(self._match_id, 0, texts=True, language="en")
        self.ann.hear_opening()

    def look(self) -> None:
        request = play_pb2.GetViewRequest(match_id=self._match_id)
        reply = play_pb2_grpc.PlayServiceStub(self._channel).GetView(
            request, metadata=bearer(self._ann_token)
        )
        self._recording.call("GetView", request, reply)

    def read_and_verify(self) -> None:
        archive = archive_pb2_grpc.ArchiveServiceStub(self._channel)
        metadata = bearer(self._ann_token)
        read = archive_pb2.ReadLogRequest(match_id=self._match_id, from_record=4, limit=1)
        self._recording.call("ReadLog", read, next(archive.ReadLog(read, metadata=metadata)))
        verify = archive_pb2.VerifyMatchRequest(match_id=self._match_id)
        *_, found = archive.VerifyMatch(verify, metadata=metadata)
        self._recording.call("VerifyMatch", verify, found)

    def both_hear(self) -> None:
        """Both hear of one record more."""
        self.ann.hear()
        self.bo.hear()


@contextmanager
def real_server() -> Iterator[str]:
    """A server in a process of its own, with nothing in its store. Gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        words = [
            sys.executable,
            "-m",
            "tilth_server.main",
            "serve",
            "--data",
            folder,
            "--listen",
            "127.0.0.1:0",
        ]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None, "it was asked for"
            try:
                yield str(server.stdout.readline()).partition(" on ")[2].split()[0]
            finally:
                server.terminate()


def main(words: Sequence[str]) -> None:
    with real_server() as address:
        section = record(address)
    if "--write" not in words:
        print(section)
        return
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + section + END + after)


if __name__ == "__main__":
    main(sys.argv[1:])

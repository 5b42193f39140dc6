"""Plays a match against a real server through bare gRPC stubs, and writes down every message in readable form.

    python -m tools.record_match           prints it
    python -m tools.record_match --write   puts it into docs/protocol/recorded-match.md, between its two markers

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
from tools.match_recorder import MatchRecorder, Seat, Stream, bearer, first_picks

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol" / "recorded-match.md"
BEGIN, END = "<!-- recorded: begin -->\n", "<!-- recorded: end -->\n"
SEED = bytes(range(32))


def record(address: str) -> str:
    """Play a match between Ann and Bo on the server at this address, and return the Markdown of it. No player of these
    names may be registered yet."""
    with grpc.insecure_channel(address) as channel:
        recording = MatchRecorder()
        recording.describe("Ann becomes a player.")
        ann = register(channel, "Ann", recording, shown=True)
        bo = register(channel, "Bo", recording)
        match_id = make_match(channel, recording, ann, bo)
        Play(channel, recording, match_id, ann, bo).play()
        return recording.text()


def register(channel: grpc.Channel, name: str, recording: MatchRecorder, *, shown: bool = False) -> str:
    """Register a player and return its token; with `shown`, add the call to the page."""
    request = players_pb2.RegisterRequest(name=name, request_id=f"{name}-0")
    reply = players_pb2_grpc.PlayersServiceStub(channel).Register(request)
    recording.name(reply.token, f"<{name}'s token>")
    recording.name(reply.player.id, f"<{name}'s id>")
    if shown:
        recording.call("Register", request, reply)
    return reply.token


def make_match(channel: grpc.Channel, recording: MatchRecorder, ann: str, bo: str) -> str:
    """Record the calls with which Ann lists the games and makes a match with a fixed seed, let Bo take the other seat,
    and return the match's id."""
    lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
    recording.describe("What can be played here? (Long lists are cut short on this page.)")
    games = lobby_pb2.ListGamesRequest(language="en")
    recording.call("ListGames", games, lobby.ListGames(games, metadata=bearer(ann)))
    recording.describe(
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
    """The match as the page shows it, from the first channel to its last frame: Ann's messages are recorded, Bo's are
    not."""

    def __init__(
        self, channel: grpc.Channel, recording: MatchRecorder, match_id: str, ann: str, bo: str
    ) -> None:
        self._channel = channel
        self._recording = recording
        self._match_id = match_id
        self._ann_token = ann
        self._bo_token = bo
        self.bo = Seat(Stream(channel, bo), "Bo")
        self.bo.open_channel(match_id, 1)
        self.bo.receive_opening()
        self.ann = Seat(Stream(channel, ann), "Ann", recording)

    def play(self) -> None:
        """Play the whole match: describe each step for the page, and record Ann's messages under it."""
        describe = self._recording.describe
        describe(
            "Bo has taken seat 1, and so the match has started. Ann opens a stream and a channel for her seat, and asks"
            " for everything from record 0 on. She may not see Bo's cards, so she receives their number."
        )
        self.ann.open_channel(self._match_id, 0, texts=True, language="en")
        self.ann.receive_opening()
        self.others_answer()
        describe(
            "Ann answers something that is not offered; then what is; then the same again, as after a lost reply."
        )
        self.refused_taken_and_repeated()
        describe("Bo answers.")
        self.others_answer()
        describe("Ann begins a turn, and takes that back.")
        self.answer(self.ann)
        self.undo()
        describe(
            "She answers two decisions at once: what to play, and, knowing what will be asked next, what to pay."
        )
        self.answer_together()
        while self.bo.decision is None:
            self.answer(self.ann)
        self._recording.leave_out(4, 2)
        describe(
            "Her stream breaks, and Bo continues to play. She opens another stream, and her channel from the"
            " record that was to come next."
        )
        self.break_and_resume()
        describe(
            "A client that does not follow the match can ask for the present state: here as a spectator, who sees"
            " no hand."
        )
        self.look()
        describe("The match continues in this way, to the last frame.")
        while self.ann.decision is not None or self.bo.decision is not None:
            self.answer(self.bo if self.ann.decision is None else self.ann)
        while not self.ann.over:
            self.ann.receive()
        self._recording.leave_out(6, 6)
        describe("The match has ended: now everybody can read its log and verify it.")
        self.read_and_verify()

    def others_answer(self) -> None:
        """Let Bo answer until Ann has a decision."""
        while self.ann.decision is None:
            self.answer(self.bo)

    def answer(self, seat: Seat) -> None:
        """Let a seat answer its decision with the first options, and let both players receive the record."""
        assert seat.decision is not None, "somebody has to be asked"
        seat.send(seat.answer(first_picks(seat.decision)))
        self.receive_both()

    def refused_taken_and_repeated(self) -> None:
        """Let Ann send an answer that is refused, a valid one, and the same one again."""
        ann = self.ann
        assert ann.decision is not None, "it is her turn"
        ann.send(ann.answer([99]))
        ann.receive()
        command = ann.answer(first_picks(ann.decision))
        ann.send(command)
        self.receive_both()
        ann.send(command)
        ann.receive()

    def undo(self) -> None:
        """Let Ann take her last answer back."""
        self.ann.send(play_pb2.Command(channel=1, undo=play_pb2.Undo(request_id="Ann-undo")))
        self.receive_both()

    def answer_together(self) -> None:
        """Let Ann answer two decisions in one batch, and let both players receive both records."""
        ann = self.ann
        assert ann.decision is not None, "it is her turn"
        first = ann.answer(first_picks(ann.decision)).answer
        second = ann.answer([2], ann.decision.id + 1).answer
        together = play_pb2.AnswerBatch(answers=[first, second])
        ann.send(play_pb2.Command(channel=1, answer_batch=together))
        self.receive_both()
        self.receive_both()

    def break_and_resume(self) -> None:
        """Break Ann's stream, let Bo answer, and open another stream for Ann that resumes from the record that she has
        not received."""
        self.ann.stream.break_off()
        assert self.bo.decision is not None, "it is his turn"
        self.bo.send(self.bo.answer(first_picks(self.bo.decision)))
        self.bo.receive()
        self.ann.stream = Stream(self._channel, self._ann_token)
        self.ann.open_channel(self._match_id, 0, texts=True, language="en")
        self.ann.receive_opening()

    def look(self) -> None:
        """Add a GetView call to the page, which shows the match as a spectator sees it."""
        request = play_pb2.GetViewRequest(match_id=self._match_id)
        reply = play_pb2_grpc.PlayServiceStub(self._channel).GetView(
            request, metadata=bearer(self._ann_token)
        )
        self._recording.call("GetView", request, reply)

    def read_and_verify(self) -> None:
        """Record a ReadLog call for one record of the ended match, and the last reply of a VerifyMatch call."""
        archive = archive_pb2_grpc.ArchiveServiceStub(self._channel)
        metadata = bearer(self._ann_token)
        read = archive_pb2.ReadLogRequest(match_id=self._match_id, from_record=4, limit=1)
        self._recording.call("ReadLog", read, next(archive.ReadLog(read, metadata=metadata)))
        verify = archive_pb2.VerifyMatchRequest(match_id=self._match_id)
        *_, found = archive.VerifyMatch(verify, metadata=metadata)
        self._recording.call("VerifyMatch", verify, found)

    def receive_both(self) -> None:
        """Let both players read the frame of one more record."""
        self.ann.receive()
        self.bo.receive()


@contextmanager
def real_server() -> Iterator[str]:
    """Run a server with an empty store in a process of its own and yield its address; stop it when the block ends."""
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
    """Print the recorded match; with `--write`, put it into its section of the page instead."""
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

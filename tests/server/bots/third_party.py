"""A distribution of somebody else with bots, good and bad, in a folder that is put onto Python's path."""

from pathlib import Path

import pytest

NAMES = (
    *(
        "thinker",
        "sleeper",
        "raiser",
        "liar",
        "leaver",
        "hog",
        "forker",
        "flooder",
        "peeker",
        "second_raiser",
        "stumbler",
    ),
    *("broken", "diary"),
)
SOURCE = '''
import os, subprocess, sys, time
from pathlib import Path
from tilth.v1 import play_pb2
from tilth_client import SeatBot, picks
from tilth_client.hosted_seat import HostedSeat

NOTES = Path(__file__).parent / "notes"


def note(line):
    with NOTES.open("a") as notes:
        notes.write(line + "\\n")


class thinker(SeatBot):
    """Gives default answers, and takes its time.

    Nobody is shown this."""

    games = ("petrichor",)
    seat_counts = (2, 3)
    wants_views = False

    def decide(self, view, decision):
        return decision.default


def sleeper(view, decision):
    note(f"asked {decision.id}")
    time.sleep(1000)


def raiser(view, decision):
    raise ValueError(f"nothing to say to {decision.kind}")


class second_raiser(SeatBot):
    def decide(self, view, decision):
        note(f"{os.getpid()}")
        if len(set(NOTES.read_text().split())) < 3:
            raise ValueError("not yet")
        return decision.default


def stumbler(view, decision):
    note(f"stumbled {decision.id}")
    if NOTES.read_text().splitlines().count(f"stumbled {decision.id}") < 3:
        raise ValueError("not yet")
    return decision.default


def liar(view, decision):
    return picks(*[10 ** 6] * 3)


def leaver(view, decision):
    os._exit(0)


def hog(view, decision):
    return [bytearray(1 << 20) for _ in range(10 ** 6)]


def forker(view, decision):
    child = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True
    )
    note(str(child.pid))
    time.sleep(1000)


def the_seat():
    frame = sys._getframe()
    while not isinstance(frame.f_locals.get("self"), HostedSeat):
        frame = frame.f_back
    return frame.f_locals["self"]


def flooder(view, decision):
    seat = the_seat()
    while True:
        answer = play_pb2.Answer(request_id=os.urandom(8).hex(), decision_id=1, picks=[7])
        seat._send_command(play_pb2.Command(channel=1, answer=answer))


def peeker(view, decision):
    seat = the_seat()
    opening = play_pb2.OpenChannel(match_id=decision.context.match_id, seat=1 - decision.seat, views=True)
    seat._send_command(play_pb2.Command(channel=2, open=opening))
    reply = seat._socket.recv(1 << 16)
    note(f"saw {reply!r}")
    time.sleep(1000)


class diary(SeatBot):
    wants_views = False

    def __init__(self):
        note("made")

    def started(self, context):
        note(f"started {context.seat} {context.game}")

    def updated(self, update):
        note(f"updated {update.record} {update.live} {update.caught_up}")

    def decide(self, view, decision):
        note(f"decide {decision.id} {view}")
        return decision.default

    def ended(self, end):
        note(f"ended {len(end.result.places)}")

'''
BROKEN = "raise RuntimeError('not today')\n"


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the distribution into the folder and onto the path; return the file in which its bots make notes."""
    folder.mkdir(exist_ok=True)
    (folder / "others_bots.py").write_text(SOURCE)
    (folder / "others_broken.py").write_text(BROKEN)
    info = folder / "others_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others-bots\nVersion: 1.0\n")
    places = {name: f"others_bots:{name}" for name in NAMES} | {
        "broken": "others_broken:bot",
        "Not A Name": "others_bots:raiser",
    }
    lines = "\n".join(f"{name} = {place}" for name, place in places.items())
    (info / "entry_points.txt").write_text(f"[tilth.bots]\n{lines}\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder / "notes"

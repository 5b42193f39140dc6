"""A real browser without a window, spoken to by its own debugging protocol over a pipe: it tells everything that its
console would show, and everything that a page asks the network for."""

import json
import os
import select
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",  # it doesn't start as root with one
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-pipe",
)
SOON_S = 60
COMPLAINTS = {"error", "warning", "assert"}


def found() -> str | None:
    """The browser's path, if there is one that runs. (Ubuntu's package of that name is only a pointer to another.)"""
    for name in NAMES:
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0:
            return path
    return None


@dataclass
class Visit:
    """What became of opening a page."""

    complaints: list[str] = field(default_factory=list)
    """What the console shows as an error or a warning, and errors that nobody caught."""
    requests: list[str] = field(default_factory=list)
    """All addresses that were asked for, the page's own first."""
    seen: Any = None
    """What the expression that was asked in the page gave."""


class Browser:
    def __init__(self, path: str, profile: Path) -> None:
        heard, out = os.pipe()
        in_, said = os.pipe()
        # The browser reads from its descriptor 3 and writes to 4.
        shell = ["bash", "-c", f'exec "$@" 3<&{in_} 4>&{out}', "browser"]
        self._process = subprocess.Popen(
            [*shell, path, *FLAGS, f"--user-data-dir={profile}"],
            pass_fds=(in_, out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(in_)
        os.close(out)
        self._heard, self._said = heard, said
        self._buffer = b""
        self._number = 0
        self._events: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._heard)
        os.close(self._said)

    def visit(self, page: Path, expression: str) -> Visit:
        """Opens the file, lets it settle, and evaluates the expression in it."""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable", session)
        self._events.clear()
        self._ask("Page.navigate", session, url=page.as_uri())
        self._until("Page.loadEventFired")
        # What the page starts while it loads has been told when two frames have been drawn after it.
        drawn = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self._ask("Runtime.evaluate", session, expression=drawn, awaitPromise=True)
        told = self._ask("Runtime.evaluate", session, expression=expression, returnByValue=True)
        visit = Visit(seen=told["result"].get("value"))
        for event in self._events:
            _note(visit, event["method"], event["params"])
        self._ask("Target.closeTarget", targetId=target)
        return visit

    def _ask(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._said, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + SOON_S
        while True:
            reply = self._next(until)
            if reply.get("id") == self._number:
                assert "error" not in reply, reply
                result: dict[str, Any] = reply["result"]
                return result

    def _until(self, method: str) -> None:
        until = time.monotonic() + SOON_S
        while not any(event["method"] == method for event in self._events):
            self._next(until)

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._heard], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser says nothing"
            piece = os.read(self._heard, 1 << 20)
            assert piece, "the browser is gone"
            self._buffer += piece
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self._events.append(message)
        return message


def _note(visit: Visit, method: str, params: dict[str, Any]) -> None:
    match method:
        case "Runtime.consoleAPICalled" if params["type"] in COMPLAINTS:
            visit.complaints.append(str([argument.get("value") for argument in params["args"]]))
        case "Runtime.exceptionThrown":
            visit.complaints.append(str(params["exceptionDetails"]))
        case "Log.entryAdded" if params["entry"]["level"] in COMPLAINTS:
            visit.complaints.append(params["entry"]["text"])
        case "Network.requestWillBeSent":
            visit.requests.append(params["request"]["url"])

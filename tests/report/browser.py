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
NOT_NEEDED = "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"
"""Parts of Chromium's own window, which nobody sees here. For each tab, the list below the address bar would be built
as a page in a process of its own, which takes longer than to load ours."""
FLAGS = (
    "--headless",
    "--no-sandbox",  # it doesn't start as root with one
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-pipe",
    f"--disable-features={','.join(NOT_NEEDED)}",
)
SOON_S = 60
COMPLAINTS = {"error", "warning", "assert"}


def found() -> str | None:
    """Return the path of a browser that runs, or None. (Ubuntu's package of that name only points to another one.)"""
    for name in NAMES:
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0:
            return path
    return None


@dataclass
class Visit:
    """The outcome of opening a page in the browser."""

    complaints: list[str] = field(default_factory=list)
    """The errors and warnings of the console, and uncaught errors."""
    requests: list[str] = field(default_factory=list)
    """The requested addresses, the page's own first."""
    seen: Any = None
    """The value of the expression that was evaluated in the page."""


class Browser:
    def __init__(self, path: str, profile: Path) -> None:
        read_end, out = os.pipe()
        in_, write_end = os.pipe()
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
        self._output, self._input = read_end, write_end
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
        os.close(self._output)
        os.close(self._input)

    def visit(self, page: Path | str, expression: str) -> Visit:
        """Open the file or address, let it settle, and evaluate the expression in it."""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable", session)
        self._events.clear()
        self._ask("Page.navigate", session, url=page.as_uri() if isinstance(page, Path) else page)
        self._until("Page.loadEventFired")
        # What the page starts while it loads has been reported when two frames have been drawn after it.
        drawn = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        self._ask("Runtime.evaluate", session, expression=drawn, awaitPromise=True)
        shown = self._ask("Runtime.evaluate", session, expression=expression, returnByValue=True)
        visit = Visit(seen=shown["result"].get("value"))
        for event in self._events:
            _note(visit, event["method"], event["params"])
        self._ask("Target.closeTarget", targetId=target)
        return visit

    def _ask(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._input, json.dumps(message).encode() + b"\0")
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
            ready, _, _ = select.select([self._output], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser says nothing"
            piece = os.read(self._output, 1 << 20)
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

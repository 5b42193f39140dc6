"""The screen of `tilth play`: it shows the match (`display.py`) and carries out the lines that the person types.

Whole lines are typed, so this works in any terminal, in a pipe and with a screen reader. In a terminal
numbers can be set by single keys, too (`aiming.py`).
"""

import asyncio
import signal
import sys
import uuid

from tilth_cli.animation import FAR_BEHIND
from tilth_cli.answers import NotAnAnswer, read_reply
from tilth_cli.connection import Server
from tilth_cli.display import Display
from tilth_cli.games import drawing_of
from tilth_cli.input_lines import PressedKey, TypedLine
from tilth_cli.keyboard import Keyboard
from tilth_cli.match_stream import SeatStream, refusal_text
from tilth_cli.matches import with_names
from tilth_cli.messages import tr
from tilth_cli.option_search import narrow, only_remaining, remaining
from tilth_cli.output import Output
from tilth_cli.scene import Scene
from tilth_cli.score_sheet import frame_document, with_score_rows
from tilth_cli.tasks import task_group
from tilth_dataclasses.tilth.v1 import Decision, Frame, OpenChannel, ResignMatchRequest

END = TypedLine(None)
YES = ("yes", "y", "да", "д")


class PlayScreen:
    """The screen of a person who plays a seat: it shows frames, and carries out typed lines and keys."""

    def __init__(self, out: Output, server: Server, scene: Scene, opening: OpenChannel) -> None:
        self._out = out
        self._server = server
        self._scene = scene
        self._stream = SeatStream(server, opening, self._on_lost)
        self._inputs: asyncio.Queue[Frame | TypedLine | PressedKey | None] = asyncio.Queue()
        self._resigning = False
        self._keyboard = Keyboard(out, scene)
        self._display = Display(out, scene, self._keyboard)

    async def run(self) -> bool:
        """Play at the seat; return True when the match has ended, False if the person leaves."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGWINCH, self._display.resized)
        try:
            async with task_group() as tasks:
                running = [tasks.create_task(self._read()), tasks.create_task(self._type())]
                has_ended = await self._handle_inputs()
                for task in running:
                    task.cancel()
            return has_ended
        finally:
            loop.remove_signal_handler(signal.SIGWINCH)
            self._keyboard.read_lines()

    async def _handle_inputs(self) -> bool:
        """Handle frames and typed input until the match has ended (True) or the person leaves (False)."""
        while True:
            received = await self._inputs.get()
            match received:
                case None:
                    return True
                case Frame():
                    await self._on_frame(received)
                case TypedLine(line):
                    if line is None or not await self._on_line(line):
                        return False
                case PressedKey(key):
                    if not await self._on_key(key):
                        return False
            self._inputs.task_done()
            if self._display.stale and self._inputs.empty():
                self._display.draw()

    async def _read(self) -> None:
        """Put the match's frames into the queue of inputs as they come, and None after the last one."""
        named = with_names(self._server, self._scene, self._stream.frames())
        async for frame in with_score_rows(self._server, self._scene, named):
            self._inputs.put_nowait(frame)
        self._inputs.put_nowait(None)

    async def _type(self) -> None:
        """Put typed lines and keys into the queue of inputs until the input ends. A line from a pipe was written
        beforehand, so each waits for its question."""
        while True:
            given = await self._keyboard.next()
            if not sys.stdin.isatty():
                await (self._display.settled if given == END else self._display.may_answer).wait()
            self._inputs.put_nowait(given)
            if not sys.stdin.isatty():
                await self._inputs.join()  # what this line does decides whether the next one has to wait
            if given == END:
                return

    # What the server tells.

    async def _on_frame(self, frame: Frame) -> None:
        """Apply a frame to the scene and show what has changed: a refusal, the end, or new events, after the animation
        if there is one."""
        lines = self._scene.apply_frame(frame)
        if frame.accepted is not None or (frame.update is not None and frame.update.accepted_request_id):
            self._display.settled.set()
        if self._out.as_json:
            self._out.line(frame_document(frame, self._scene))
        if frame.refused is not None:
            self._display.settled.set()
            self._display.notify(refusal_text(frame.refused), again=True)
            return
        if frame.ended is not None:
            self._display.end()
            return
        if frame.caught_up is not None or (frame.update is not None and self._scene.caught_up):
            if self._shows_animations and self._scene.animation is not None:
                await self._keyboard.play(self._scene.animation)
            self._display.show(lines)
        elif lines:
            self._display.print_lines(lines)

    @property
    def _shows_animations(self) -> bool:
        """True if films are shown: not over a question, and not when many frames are queued."""
        return (
            self._out.is_drawn and self._display.shown_decision is None and self._inputs.qsize() < FAR_BEHIND
        )

    def _on_lost(self) -> None:
        """Print a note that the connection is lost."""
        self._out.note("lost", address=self._server.node_address)

    # What the person types.

    async def _on_line(self, line: str) -> bool:
        """Carry out a typed line: a command, an answer, or the confirmation of a resignation. Return False if the
        person leaves."""
        if self._resigning:
            self._resigning = False
            await self._resign(line)
            return True
        match line.lower():
            case "q" | "quit" | "exit":
                return False
            case "?" | "help" | "h":
                self._display.help()
            case "u" | "undo":
                await self._undo()
            case "v" | "м" | "view" if drawing_of(self._scene.game).paged:
                self._scene.page += 1
                self._display.redraw()
            case "r" | "resign":
                self._resigning = True
                self._display.notify(tr("play-really_resign"))
            case _:
                await self._answer(line)
        return True

    async def _on_key(self, key: str) -> bool:
        """Turn a number that is being set, or carry out the line that the key completes; return False if the person
        leaves."""
        line = self._keyboard.press(key)
        if line is not None:
            return await self._on_line(line)
        number_input = self._scene.number_input
        self._display.stale = number_input is not None
        self._resigning &= number_input is not None and number_input.line is not None
        return True

    async def _answer(self, line: str) -> None:
        """Send the answer that a typed line means. If the line narrows down the options, show them instead; if it is no
        answer, explain its fault."""
        decision = self._scene.decision
        if decision is None or not self._display.settled.is_set():
            if line:
                self._display.notify(tr("play-not_your_turn"))
            return
        if self._narrow_options(line, decision):
            return
        if not line and (only := only_remaining(decision, self._scene.search)):
            line = only
        try:
            reply = read_reply(
                line, decision, self._scene.number_input.numbers if self._scene.number_input else None
            )
        except NotAnAnswer as problem:
            self._display.notify(str(problem), again=True)
            return
        self._keyboard.remember(decision, reply)
        if drawing_of(self._scene.game).pages is not None:
            self._scene.page = 0  # where the next question is listed in full
        self._display.wait_for_reply()
        await self._stream.answer(decision, reply)

    def _narrow_options(self, line: str, decision: Decision) -> bool:
        """Return whether a typed line only narrows down a long list of options; if so, show the narrowed list."""
        before = self._scene.search
        if (
            not line
            and before is not None
            and before.decision == decision.id
            and len(remaining(decision, before)) > 1
        ):
            self._scene.search = None
        elif (search := narrow(line, decision, before)) is not None:
            self._scene.search = search
        else:
            return False
        self._display.redraw()
        return True

    async def _undo(self) -> None:
        """Ask the server to undo the last answer."""
        if not self._scene.undoable:
            self._display.notify(tr("play-nothing_to_undo"), again=True)
            return
        self._display.wait_for_reply()
        await self._stream.undo()

    async def _resign(self, line: str) -> None:
        """Resign the seat if the line confirms it, else show that the seat has not resigned."""
        if line.lower() not in YES:
            self._display.notify(tr("play-not_resigned"), again=True)
            return
        request = ResignMatchRequest(
            request_id=uuid.uuid4().hex, match_id=self._scene.match_id, seat=self._scene.seat or 0
        )
        await self._server.ask(self._server.lobby.resign_match, request)


async def play_seat(out: Output, server: Server, scene: Scene, opening: OpenChannel) -> bool:
    """Play a seat until the match has ended (True) or the person leaves (False)."""
    return await PlayScreen(out, server, scene, opening).run()

"""A person at a seat: what happens is shown (`display.py`), what is typed is answered.

Whole lines are typed, so this works in any terminal, in a pipe and for whoever listens instead of looks. In a terminal
numbers can be set by single keys, too (`aiming.py`).
"""

import asyncio
import signal
import sys
import uuid

from tilth_cli.answers import NotAnAnswer, read_reply
from tilth_cli.connection import Server
from tilth_cli.display import Display
from tilth_cli.films import FAR_BEHIND
from tilth_cli.following import Attendance, refusal_text
from tilth_cli.games import drawn
from tilth_cli.keyboard import Keyboard
from tilth_cli.matches import with_names
from tilth_cli.narrowing import left, narrow, only_one
from tilth_cli.output import Output
from tilth_cli.scene import Scene
from tilth_cli.typed_lines import Pressed, Typed
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Decision, Open, ResignMatchRequest, Told

END = Typed(None)
YES = ("yes", "y", "да", "д")


class Sitting:
    def __init__(self, out: Output, server: Server, scene: Scene, opening: Open) -> None:
        self._out = out
        self._server = server
        self._scene = scene
        self._attendance = Attendance(server, opening, self._lost)
        self._happenings: asyncio.Queue[Told | Typed | Pressed | None] = asyncio.Queue()
        self._resigning = False
        self._keyboard = Keyboard(out, scene)
        self._display = Display(out, scene, self._keyboard)

    async def run(self) -> bool:
        """Until the match has ended (True), or the person leaves (False)."""
        reading = asyncio.create_task(self._read())
        typing = asyncio.create_task(self._type())
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGWINCH, self._display.resized)
        try:
            return await self._sit(reading)
        finally:
            loop.remove_signal_handler(signal.SIGWINCH)
            self._keyboard.rest()
            for task in (reading, typing):
                task.cancel()
            await asyncio.gather(reading, typing, return_exceptions=True)

    async def _sit(self, reading: "asyncio.Task[None]") -> bool:
        while True:
            happening = await self._happenings.get()
            match happening:
                case None:
                    await reading  # raises what went wrong
                    return True
                case Told():
                    await self._told(happening)
                case Typed(line):
                    if line is None or not await self._typed(line):
                        return False
                case Pressed(key):
                    if not await self._pressed(key):
                        return False
            self._happenings.task_done()
            if self._display.stale and self._happenings.empty():
                self._display.draw()

    async def _read(self) -> None:
        try:
            async for told in with_names(self._server, self._scene, self._attendance.frames()):
                self._happenings.put_nowait(told)
        finally:
            self._happenings.put_nowait(None)

    async def _type(self) -> None:
        """Hands on what is typed. What comes out of a pipe was written beforehand, so it waits for its question."""
        while True:
            given = await self._keyboard.next()
            if not sys.stdin.isatty():
                await (self._display.settled if given == END else self._display.may_answer).wait()
            self._happenings.put_nowait(given)
            if not sys.stdin.isatty():
                await self._happenings.join()  # what this line does decides whether the next one has to wait
            if given == END:
                return

    # What the server tells.

    async def _told(self, told: Told) -> None:
        lines = self._scene.take(told)
        if told.accepted is not None or (told.happened is not None and told.happened.accepted):
            self._display.settled.set()
        if self._out.as_json:
            self._out.line(told, self._scene.types)
        if told.refused is not None:
            self._display.settled.set()
            self._display.tell(refusal_text(told.refused), again=True)
            return
        if told.ended is not None:
            self._display.end()
            return
        if told.caught_up is not None or (told.happened is not None and self._scene.caught_up):
            if self._shows_films and self._scene.film is not None:
                await self._keyboard.play(self._scene.film)
            self._display.show(lines)
        elif lines:
            self._display.tell_lines(lines)

    @property
    def _shows_films(self) -> bool:
        """Not over a question, and not when much has happened since."""
        return self._out.is_drawn and self._display.prompted is None and self._happenings.qsize() < FAR_BEHIND

    def _lost(self) -> None:
        self._out.note("lost", address=self._server.address)

    # What the person types.

    async def _typed(self, line: str) -> bool:
        """Does what was typed; False to leave."""
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
            case "v" | "м" | "view" if drawn(self._scene.game).paged:
                self._scene.page += 1
                self._display.again()
            case "r" | "resign":
                self._resigning = True
                self._display.tell(say("play.really_resign"))
            case _:
                await self._answer(line)
        return True

    async def _pressed(self, key: str) -> bool:
        """Turns a number that is being set, or does what is said by the key."""
        said = self._keyboard.press(key)
        if said is not None:
            return await self._typed(said)
        setting = self._scene.setting
        self._display.stale = setting is not None
        self._resigning &= setting is not None and setting.line is not None
        return True

    async def _answer(self, line: str) -> None:
        asked = self._scene.asked
        if asked is None or not self._display.settled.is_set():
            if line:
                self._display.tell(say("play.not_your_turn"))
            return
        if self._narrows(line, asked):
            return
        if not line and (only := only_one(asked, self._scene.narrowed)):
            line = only
        try:
            reply = read_reply(line, asked, self._scene.setting.numbers if self._scene.setting else None)
        except NotAnAnswer as problem:
            self._display.tell(str(problem), again=True)
            return
        self._keyboard.remember(asked, reply)
        if drawn(self._scene.game).pages is not None:
            self._scene.page = 0  # where the next question is listed in full
        self._display.wait_for_reply()
        await self._attendance.answer(asked, reply)

    def _narrows(self, line: str, asked: Decision) -> bool:
        """Whether what was typed only picks out some of very many options; they are shown then."""
        before = self._scene.narrowed
        if not line and before is not None and before.decision == asked.id and len(left(asked, before)) > 1:
            self._scene.narrowed = None
        elif (narrowed := narrow(line, asked, before)) is not None:
            self._scene.narrowed = narrowed
        else:
            return False
        self._display.again()
        return True

    async def _undo(self) -> None:
        if not self._scene.undoable:
            self._display.tell(say("play.nothing_to_undo"), again=True)
            return
        self._display.wait_for_reply()
        await self._attendance.undo()

    async def _resign(self, line: str) -> None:
        if line.lower() not in YES:
            self._display.tell(say("play.not_resigned"), again=True)
            return
        request = ResignMatchRequest(
            request_id=uuid.uuid4().hex, match_id=self._scene.match_id, seat=self._scene.seat or 0
        )
        await self._server.ask(self._server.lobby.resign_match, request)


async def sit(out: Output, server: Server, scene: Scene, opening: Open) -> bool:
    return await Sitting(out, server, scene, opening).run()

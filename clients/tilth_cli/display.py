"""What a person at a seat sees: the board and the question, or why not.

In a terminal they are drawn anew for every decision; elsewhere what happens is told line by line, or as JSON.
"""

import asyncio

from rich.text import Text

from tilth_cli.drawing import board, decision, header, result, story_line, whole
from tilth_cli.games import drawn
from tilth_cli.keyboard import Keyboard
from tilth_cli.output import Output
from tilth_cli.scene import Line, Scene
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Decision


class Display:
    def __init__(self, out: Output, scene: Scene, keyboard: Keyboard) -> None:
        self.settled = asyncio.Event()
        """The server has replied to what the person said last."""
        self.settled.set()
        self.may_answer = asyncio.Event()
        """A question has been put."""
        self.prompted: Decision | None = None
        """The question that the person sees."""
        self.stale = False
        """Keys have changed what is to be seen."""
        self._out = out
        self._scene = scene
        self._keyboard = keyboard
        self._notice = ""

    @property
    def answerable(self) -> Decision | None:
        """What the person can answer now."""
        return self._scene.asked if self.settled.is_set() else None

    def show(self, lines: list[Line]) -> None:
        """What has just happened, and the question that there is now."""
        asked, before = self._scene.asked, self.prompted
        if before is not None and self.settled.is_set():
            if asked == before:
                return  # the question stands, and somebody may be typing: don't draw over it
            if asked is None or asked.id != before.id:
                self._notice = say("play.closed")
        self.prompted = None
        if self._out.as_json:
            self.prompted = asked
            if asked is not None and self.settled.is_set():
                self.may_answer.set()
            return
        if not self._out.is_terminal:
            self.tell_lines(lines)
            if asked is not None and self.settled.is_set():
                self._out.show(
                    header(self._scene),
                    board(self._scene, self._out.console.width),
                    decision(self._scene, self._out.console.width),
                )
                self._prompt(asked)
            return
        self.draw()

    def draw(self) -> None:
        self.stale = False
        asked = self.answerable
        self._keyboard.ask(asked)
        self._out.redraw(whole(self._scene, self._out.console, self._footer(), asks=asked is not None))
        if asked is not None:
            self._prompt(asked)

    def resized(self) -> None:
        """The terminal has another size. A line that somebody is typing would be drawn over, so it is left alone."""
        if self._keyboard.sets(self.answerable):
            self.draw()

    def again(self) -> None:
        """Draws everything as it is seen now; where it is told in lines, the board and the question."""
        if self._out.is_terminal and not self._out.as_json:
            self.draw()
        elif not self._out.as_json:
            self._out.show(board(self._scene, self._out.console.width))
            if self._scene.asked is not None:
                self._out.show(decision(self._scene, self._out.console.width))
                self._prompt(self._scene.asked)

    def tell(self, text: str, again: bool = False) -> None:
        """One line for the person; `again`: and the question stands."""
        if self._out.as_json:
            self._out.line({"problem": text})
            self.may_answer.set()
            return
        if self._keyboard.sets(self.answerable):
            self._notice = text
            self.draw()
            return
        self._out.show(Text(text, style="bold red" if again else ""))
        if again and self._scene.asked is not None:
            self._prompt(self._scene.asked)

    def tell_lines(self, lines: list[Line]) -> None:
        if not self._out.is_terminal and not self._out.as_json:
            for line in lines:
                self._out.show(story_line(self._scene, line))

    def help(self) -> None:
        """How to read the board and what can be typed."""
        if self._out.as_json:
            return
        keys = ["play.help", drawn(self._scene.game).help]
        if self._scene.setting is not None:
            keys = ["aim.help", drawn(self._scene.game).dials.help or "aim.any_help"]
            self._out.show(Text())
        for key in filter(None, keys):
            self._out.show(Text(say(key), style="dim"))
        if self._scene.asked is not None:
            self._prompt(self._scene.asked)

    def wait_for_reply(self) -> None:
        """The person has spoken: nothing is asked until the server has replied."""
        if self._scene.setting is not None:
            self._keyboard.rest()
            self._out.show(Text())
        self.settled.clear()
        self.may_answer.clear()
        self.prompted = None

    def end(self) -> None:
        """The board as it was left, and how the match ended."""
        if self._out.as_json:
            return
        if self._out.is_terminal:
            self._out.console.clear()
        self._out.show(board(self._scene, self._out.console.width), result(self._scene))

    def _footer(self) -> Text:
        keys = self._keys()
        notice, self._notice = self._notice, ""
        return Text.assemble((f"{notice}\n" if notice else "", "bold red"), (keys, "dim"))

    def _keys(self) -> str:
        if self._scene.setting is not None:
            return self._scene.setting.keys()
        paged = "_page" if drawn(self._scene.game).paged else ""
        return say(f"play.keys{paged}{'_undo' if self._scene.undoable else ''}")

    def _prompt(self, asked: Decision) -> None:
        self.prompted = asked
        self.may_answer.set()
        typed = (self._scene.setting and self._scene.setting.line) or ""
        self._out.console.print(Text(f"> {typed}"), end="")
        self._out.console.file.flush()

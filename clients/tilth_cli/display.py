"""The board and the question for a person at a seat, or the reason why there is no question.

In a terminal they are drawn again for each decision; elsewhere events are printed line by line, or as JSON.
"""

import asyncio

from rich.text import Text

from tilth_cli.drawing import board, header, match_picture, question, result, story_line
from tilth_cli.games import drawing_of
from tilth_cli.keyboard import Keyboard
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.scene import Line, Scene
from tilth_dataclasses.tilth.v1 import Decision


class Display:
    """The output for a person at a seat: the board, the question and notices."""

    def __init__(self, out: Output, scene: Scene, keyboard: Keyboard) -> None:
        self.settled = asyncio.Event()
        """The server has replied to what the person said last."""
        self.settled.set()
        self.may_answer = asyncio.Event()
        """A question has been put."""
        self.shown_decision: Decision | None = None
        """The question that the person sees."""
        self.stale = False
        """Keys have changed what is to be seen."""
        self._out = out
        self._scene = scene
        self._keyboard = keyboard
        self._notice = ""

    @property
    def answerable(self) -> Decision | None:
        """The decision that the person can answer now; None if there is none."""
        return self._scene.decision if self.settled.is_set() else None

    def show(self, lines: list[Line]) -> None:
        """Show the lines of new events and the current question: drawn in a terminal, printed elsewhere; for JSON
        output only note the question. An unchanged question is not drawn again, as the person may be typing."""
        decision, before = self._scene.decision, self.shown_decision
        if before is not None and self.settled.is_set():
            if decision == before:
                return  # the question stands, and somebody may be typing: don't draw over it
            if decision is None or decision.id != before.id:
                self._notice = tr("play-closed")
        self.shown_decision = None
        if self._out.as_json:
            self.shown_decision = decision
            if decision is not None and self.settled.is_set():
                self.may_answer.set()
            return
        if not self._out.is_terminal:
            self.print_lines(lines)
            if decision is not None and self.settled.is_set():
                self._out.show(
                    header(self._scene),
                    board(self._scene, self._out.console.width),
                    question(self._scene, self._out.console.width),
                )
                self._prompt(decision)
            return
        self.draw()

    def draw(self) -> None:
        """Draw the whole screen, with the question and its prompt if it can be answered."""
        self.stale = False
        decision = self.answerable
        self._keyboard.prepare(decision)
        self._out.redraw(
            match_picture(self._scene, self._out.console, self._footer(), asks=decision is not None)
        )
        if decision is not None:
            self._prompt(decision)

    def resized(self) -> None:
        """Draw again after the terminal's size has changed, unless a line is being typed, which would be drawn over."""
        if self._keyboard.sets_numbers(self.answerable):
            self.draw()

    def redraw(self) -> None:
        """Draw everything as it is seen now; where output is in lines, print the board and the question."""
        if self._out.is_terminal and not self._out.as_json:
            self.draw()
        elif not self._out.as_json:
            self._out.show(board(self._scene, self._out.console.width))
            if self._scene.decision is not None:
                self._out.show(question(self._scene, self._out.console.width))
                self._prompt(self._scene.decision)

    def notify(self, text: str, again: bool = False) -> None:
        """Print a line for the person; with `again`, the question is shown again."""
        if self._out.as_json:
            self._out.line({"problem": text})
            self.may_answer.set()
            return
        if self._keyboard.sets_numbers(self.answerable):
            self._notice = text
            self.draw()
            return
        self._out.show(Text(text, style="bold red" if again else ""))
        if again and self._scene.decision is not None:
            self._prompt(self._scene.decision)

    def print_lines(self, lines: list[Line]) -> None:
        """Print new lines of the story, where no screen is drawn."""
        if not self._out.is_terminal and not self._out.as_json:
            for line in lines:
                self._out.show(story_line(self._scene, line))

    def help(self) -> None:
        """Show how to read the board and which words or keys can be typed."""
        if self._out.as_json:
            return
        keys = ["play-help", drawing_of(self._scene.game).help]
        if self._scene.number_input is not None:
            keys = ["number-help", drawing_of(self._scene.game).dials.help or "number-any_help"]
            self._out.show(Text())
        for key in filter(None, keys):
            self._out.show(Text(tr(key), style="dim"))
        if self._scene.decision is not None:
            self._prompt(self._scene.decision)

    def wait_for_reply(self) -> None:
        """Stop asking until the server has replied to the person's command."""
        if self._scene.number_input is not None:
            self._keyboard.read_lines()
            self._out.show(Text())
        self.settled.clear()
        self.may_answer.clear()
        self.shown_decision = None

    def end(self) -> None:
        """Show the final board and the result of the match; with JSON output, nothing."""
        if self._out.as_json:
            return
        if self._out.is_terminal:
            self._out.console.clear()
        self._out.show(board(self._scene, self._out.console.width), result(self._scene))

    def _footer(self) -> Text:
        """Return the notice and the line that names the keys."""
        keys = self._keys()
        notice, self._notice = self._notice, ""
        return Text.assemble((f"{notice}\n" if notice else "", "bold red"), (keys, "dim"))

    def _keys(self) -> str:
        """Return the line that names the keys."""
        if self._scene.number_input is not None:
            return self._scene.number_input.keys()
        paged = "_page" if drawing_of(self._scene.game).paged else ""
        return tr(f"play-keys{paged}{'_undo' if self._scene.undoable else ''}")

    def _prompt(self, decision: Decision) -> None:
        """Print the prompt, "> " and the number keys typed so far; store the decision in `shown_decision`, and set
        `may_answer`, so that the person's answer is accepted. No line break is printed."""
        self.shown_decision = decision
        self.may_answer.set()
        typed = (self._scene.number_input and self._scene.number_input.line) or ""
        self._out.console.print(Text(f"> {typed}"), end="")
        self._out.console.file.flush()

"""A user who plays by the terminal's screen alone: reads the question, and types a legal answer."""

import re

from tests.cli.terminal import Terminal

PROMPT = "\n>"
QUESTION = re.compile(r"  (pick .*|nothing to pick.*)$")
OPTION = re.compile(r"(?<!\S)(?P<number>\d+)  (?P<text>\S.*?)(?=\s{3,}|$)")
TIMES = re.compile(r"\(x(\d+)\)")


def asked(screen: str) -> bool:
    return screen.endswith(PROMPT)


def options(screen: str) -> dict[int, int]:
    """Return how many times each option of the last question may be picked, by option number."""
    lines = screen.splitlines()
    start = max(i for i, line in enumerate(lines) if QUESTION.search(line))
    found = {}
    for line in lines[start + 1 : -2]:
        for option in OPTION.finditer(line):
            times = TIMES.search(option["text"])
            found[int(option["number"])] = int(times[1]) if times else 1
    return found


def how_many(screen: str) -> int:
    """Return the minimum number of picks of the last question."""
    question = [found[1] for line in screen.splitlines() if (found := QUESTION.search(line))][-1]
    if question.startswith("pick one"):
        return 1
    number = re.match(r"pick (\d+)", question)
    return int(number[1]) if number else 0


def answer(screen: str) -> str:
    """Return an answer with the first options, as many as the question requires; "0" for none."""
    numbers = [number for number, times in options(screen).items() for _ in range(times)]
    return " ".join(map(str, numbers[: how_many(screen)])) or "0"


def play_on(terminal: Terminal, questions: int | None = None) -> int:
    """Answer `count` questions, or all until the program ends; return the number of answers."""
    answered = 0
    while terminal.program.isalive() and (questions is None or answered < questions):
        screen = terminal.text
        if not asked(screen):
            continue
        terminal.type(answer(screen))
        answered += 1
        terminal.shows(lambda now, before=screen: not now.startswith(before))  # type: ignore[misc]
    return answered

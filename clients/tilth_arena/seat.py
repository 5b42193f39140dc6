"""One seat of one match, in the process of a Python bot."""

import asyncio
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from tilth_arena.frames import Questions
from tilth_arena.limits import OUT_OF_MEMORY
from tilth_client import Answer, Bot


def play_seat(make: Callable[[int], Bot], source: int, sink: int) -> int:
    """Answers until there are no more questions; gives the exit code. Between two questions the bot stands still."""
    reserve = bytearray(1 << 20)
    try:
        with os.fdopen(source, "rb") as questions, os.fdopen(sink, "wb", buffering=0) as answers:
            begun = Questions.begun(questions, answers.write)
            if begun is not None:
                _play(make, begun)
    except MemoryError:
        # Telling of it takes some memory, too.
        del reserve
        traceback.print_exc()
        return OUT_OF_MEMORY
    except BrokenPipeError:
        return 0  # nobody wants the answer any more
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 1
    except BaseException:  # noqa: BLE001  # whatever it is ends this process, and stands in its log
        traceback.print_exc()
        return 1
    return 0


def _play(make: Callable[[int], Bot], questions: Questions) -> None:
    bot = make(questions.seed)
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    while (asked := questions.next()) is not None:
        answer: Any = bot(*asked)
        if not isinstance(answer, Answer):
            answer = loop.run_until_complete(_awaited(answer))
        if not isinstance(answer, Answer):
            raise TypeError(f"a bot answers with an Answer, not with {answer!r}")
        sys.stdout.flush()
        questions.answer(answer)


async def _awaited(answer: Any) -> Any:
    return await answer

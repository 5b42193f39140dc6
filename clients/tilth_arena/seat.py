"""One seat of one match, in the process of a Python bot."""

import asyncio
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from tilth_arena.limits import OUT_OF_MEMORY
from tilth_arena.pipe_messages import Questions
from tilth_client import Answer, AnyBot, Update
from tilth_client.seat_bots import bot_for_seat


def play_seat(make: Callable[[int], AnyBot], source: int, sink: int) -> int:
    """Play one seat until there are no more questions, and return the process's exit code. `source` and `sink` are the
    descriptors of the pipes for questions and answers. The exit code is 0 at the end, OUT_OF_MEMORY if memory ran out,
    the bot's own if it exits, and 1 after another error. Between two questions the bot's event loop does not run."""
    reserve = bytearray(1 << 20)
    try:
        with os.fdopen(source, "rb") as questions, os.fdopen(sink, "wb", buffering=0) as answers:
            begun = Questions.begin(questions, answers.write)
            if begun is not None:
                _play(make, begun)
    except MemoryError:
        # Printing the traceback needs some memory, too.
        del reserve
        traceback.print_exc()
        return OUT_OF_MEMORY
    except BrokenPipeError:
        return 0  # nobody needs the answer
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 1
    except BaseException:  # noqa: BLE001  # any exception ends this process, and is printed into its log
        traceback.print_exc()
        return 1
    return 0


def _play(make: Callable[[int], AnyBot], questions: Questions) -> None:
    """Make the bot with the questions' seed, then ask it each question and send its answer, until there are no more
    questions. Raise TypeError if it returns no Answer."""
    bot = bot_for_seat(make(questions.seed))
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    bot.started(questions.context)
    while (asked := questions.next()) is not None:
        if isinstance(asked, Update):
            bot.updated(asked)
            continue
        if not isinstance(asked, tuple):
            bot.ended(asked)
            continue
        answer: Any = bot.decide(*asked)
        if not isinstance(answer, Answer):
            answer = loop.run_until_complete(_result_of(answer))
        if not isinstance(answer, Answer):
            raise TypeError(f"a bot answers with an Answer, not with {answer!r}")
        sys.stdout.flush()
        questions.answer(answer)


async def _result_of(answer: Any) -> Any:
    """Return the result of an awaitable."""
    return await answer

"""The `tilth` command. Whatever happens, it ends with an exit code and at most one line about it:

0 done   1 it didn't work out   2 wrongly called
130 Ctrl-C   141 nobody reads the output any more   143 terminated
"""

import json
import os
import sys
from collections.abc import Sequence

from tilth_cli.stopped import FAILED, INTERRUPTED, MISUSED, UNREAD, Stopped
from tilth_cli.words import language_of, say, speak


def main() -> None:
    """The console script."""
    # grpc's C core writes its own opinions of a failed handshake to stderr; ours are enough.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    speak(_asked_language(arguments) or language_of(os.environ))
    try:
        return _run(arguments)
    except Stopped as stopped:
        if stopped.code == UNREAD:
            # Python would try to flush at exit, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return stopped.code
    except Exception as error:  # noqa: BLE001 - a traceback helps nobody who plays
        text = say("trouble.unexpected", kind=type(error).__name__, said=error)
        return _complain(text, "unexpected", "--json" in arguments)


def _run(arguments: Sequence[str]) -> int:
    # Only now: the help texts are put together when the commands are defined.
    import click

    from tilth_cli.commands import tilth
    from tilth_cli.troubles import Trouble

    as_json = "--json" in arguments
    try:
        tilth.main(args=list(arguments), prog_name="tilth", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        error.show()
        return MISUSED
    except click.ClickException as error:
        return _complain(error.format_message(), "", as_json)
    except Trouble as trouble:
        _complain(str(trouble), trouble.reason, as_json)
        return trouble.code
    except (click.Abort, KeyboardInterrupt):
        raise Stopped(INTERRUPTED) from None
    except BrokenPipeError:
        raise Stopped(UNREAD) from None
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else FAILED
    return 0


def _complain(text: str, reason: str, as_json: bool) -> int:
    line = " ".join(text.split())
    if as_json:
        line = json.dumps({"error": line, "reason": reason}, ensure_ascii=False)
    print(line if as_json else f"tilth: {line}", file=sys.stderr)
    return FAILED


def _asked_language(arguments: Sequence[str]) -> str:
    """--lang, before anything else is read: the help itself depends on it."""
    for i, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.partition("=")[2]
        if argument == "--lang" and i + 1 < len(arguments):
            return arguments[i + 1]
    return ""


if __name__ == "__main__":
    main()

"""The `tilth` command. It always ends with an exit code, and prints at most one line about an error:

0 done   1 it didn't work out   2 wrongly called
130 Ctrl-C   141 the reader of the output has gone   143 terminated
"""

import gc
import os
import sys
from collections.abc import Sequence

from tilth_cli.messages import language_of, set_language, tr
from tilth_cli.stopped import FAILED, INTERRUPTED, MISUSED, UNREAD, CommandStopped


def main() -> None:
    """Run the `tilth` command, as the console script."""
    # grpc's C core writes its own opinions of a failed handshake to stderr; ours are enough.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    # Imports make many objects and no garbage; collecting starts with the command.
    gc.disable()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command, and return its exit code."""
    set_language(_asked_language(arguments) or language_of(os.environ))
    try:
        return _run(arguments)
    except CommandStopped as stopped:
        if stopped.code == UNREAD:
            # Python would try to flush at exit, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return stopped.code
    except Exception as error:  # noqa: BLE001 - a traceback helps nobody who plays
        text = tr("error-unexpected", kind=type(error).__name__, error=error)
        return _complain(text, "unexpected", "--json" in arguments)


def _run(arguments: Sequence[str]) -> int:
    """Run a command; turn its errors into an exit code and a line on stderr."""
    # Only now: the help texts are put together when the commands are defined.
    import click

    from tilth_cli.commands import tilth
    from tilth_cli.errors import UserError

    as_json = "--json" in arguments
    try:
        tilth.main(args=list(arguments), prog_name="tilth", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        error.show()
        return MISUSED
    except click.ClickException as error:
        return _complain(error.format_message(), "", as_json)
    except UserError as error:
        _complain(str(error), error.reason, as_json)
        return error.code
    except (click.Abort, KeyboardInterrupt):
        raise CommandStopped(INTERRUPTED) from None
    except BrokenPipeError:
        raise CommandStopped(UNREAD) from None
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else FAILED
    return 0


def _complain(text: str, reason: str, as_json: bool) -> int:
    """Print an error as one line on stderr, and return the exit code."""
    line = " ".join(text.split())
    if as_json:
        import json

        line = json.dumps({"error": line, "reason": reason}, ensure_ascii=False)
    print(line if as_json else f"tilth: {line}", file=sys.stderr)
    return FAILED


def _asked_language(arguments: Sequence[str]) -> str:
    """Return the value of --lang, read before all other arguments: the help itself depends on it."""
    for i, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.partition("=")[2]
        if argument == "--lang" and i + 1 < len(arguments):
            return arguments[i + 1]
    return ""


if __name__ == "__main__":
    main()

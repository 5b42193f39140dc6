"""tilth ops backup: a copy of the whole store, brought here while the server runs."""

from hashlib import sha256
from pathlib import Path

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import ops
from tilth_cli.errors import UserError
from tilth_cli.files import open_output
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import CreateBackupRequest

PRIVATE = 0o600
"""It holds the seeds of matches that are being played."""


@command(ops, "backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
async def backup(context: CommandContext, file: Path) -> None:
    """Copy the server's store into a file that only its owner can read, and check the copy's hash against the one that
    the server announces."""
    hashed, announced = sha256(), b""
    size = done = 0
    async with context.server() as server:
        with (
            context.out.progress("backup-progress", file=file) as bar,
            open_output(file, mode=PRIVATE) as copy,
        ):
            async for reply in server.stream(server.operations.create_backup, CreateBackupRequest()):
                size = reply.size or size
                done += copy.write(reply.chunk)
                hashed.update(reply.chunk)
                announced = reply.sha256
                bar.move_to(done, size)
            if hashed.digest() != announced:
                raise UserError(tr("backup-torn"), "REPLY_INCOMPLETE")
    if context.out.as_json:
        context.out.document({"file": str(file), "bytes": size, "sha256": announced.hex()})
    else:
        context.out.print_message("backup-done", file=file, size=size)

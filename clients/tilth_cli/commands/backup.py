"""tilth ops backup: a copy of the whole store, brought here while the server runs."""

from hashlib import sha256
from pathlib import Path

import click

from tilth_cli.commands.operations import ops
from tilth_cli.errand import Errand, command
from tilth_cli.files import written
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import BackUpRequest

PRIVATE = 0o600
"""It holds the seeds of matches that are being played."""


@command(ops, "backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
async def backup(errand: Errand, file: Path) -> None:
    hashed, told = sha256(), b""
    size = done = 0
    async with errand.server() as server:
        with errand.out.progress("backup.progress", file=file) as bar, written(file, mode=PRIVATE) as copy:
            async for reply in server.each(server.operations.back_up, BackUpRequest()):
                size = reply.bytes or size
                done += copy.write(reply.piece)
                hashed.update(reply.piece)
                told = reply.sha256
                bar.at(done, size)
            if hashed.digest() != told:
                raise Trouble(say("backup.torn"), "protocol")
    if errand.out.as_json:
        errand.out.document({"file": str(file), "bytes": size, "sha256": told.hex()})
    else:
        errand.out.say("backup.done", file=file, size=size)

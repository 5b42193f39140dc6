"""The commands of docs/examples/nodes/compose.yaml, run without containers: each at an address of its own."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import randrange
from typing import Any

import pytest
import yaml

from tests.postgres.servers import Installation
from tests.seeds import Seeds
from tests.warm import Process
from tilth_client import connect

FILE = Path(__file__).parents[2] / "docs/examples/nodes/compose.yaml"
SERVICES: dict[str, Any] = yaml.safe_load(FILE.read_text())["services"]
ROOMS = {"/node1": "node1/data"}
DATABASES, NODES = ("db1", "db2", "db3"), ("node1", "node2", "node3")


@pytest.fixture
def installation(postgres_binaries: Path) -> Iterator[Installation]:
    """The programs of PostgreSQL where its user can run them, and a folder of its own."""
    installation = Installation(postgres_binaries)
    yield installation
    installation.remove()


def command_of(name: str, addresses: dict[str, str], folder: Path) -> list[str]:
    """Return the command of a service, with the addresses and folders of this test in it."""
    text = SERVICES[name]["command"].replace("$$", "$")
    text = text.replace("@db1,db2,db3", "@" + ",".join(addresses[each] for each in DATABASES))
    text = re.sub(r"(host=|-h )db1", rf"\g<1>{addresses['db1']}", text)
    text = text.replace(
        'listen_addresses="*"', f'listen_addresses="{addresses[name]}" -c unix_socket_directories='
    )
    text = text.replace("samenet", "127.0.0.0/8")
    text = text.replace("0.0.0.0:4030", f"{addresses[name]}:4030").replace(
        "$NAME:4040", f"{addresses[name]}:4040"
    )
    return shlex.split(
        re.sub("/home/tilth|/node1", lambda found: str(folder / ROOMS.get(found[0], name)), text)
    )


async def test_the_commands_of_the_compose_file_make_a_server_of_three_nodes(
    tmp_path: Path, installation: Installation, seeds: Seeds
) -> None:
    if seeds.sweep is None:
        pytest.skip("half a minute long: part of make sweep")
    net = f"127.{randrange(1, 250)}.{randrange(250)}"
    addresses = {name: f"{net}.{number}" for number, name in enumerate((*DATABASES, "migrate", *NODES), 1)}
    with ExitStack() as stack:

        def start(name: str) -> Any:
            words = command_of(name, addresses, tmp_path)
            log = stack.enter_context((tmp_path / f"{name}.log").open("wb"))
            if name in NODES:
                path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
                environment = {**os.environ, **SERVICES[name]["environment"], "PATH": path}
                process: Any = Process(words, env=environment, stdout=log, stderr=log)
            else:
                given = {**SERVICES[name]["environment"], "PGDATA": str(installation.folder / name)}
                surroundings = installation.surroundings()
                surroundings["env"] |= {**given, "PATH": f"{installation.binaries}:/usr/bin:/bin"}
                process = subprocess.Popen(
                    [*installation.as_user(), *words],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    **surroundings,
                )
            stack.callback(process.wait)
            stack.callback(process.terminate)
            return process

        for name in DATABASES:
            start(name)
        assert start("migrate").wait(60) == 0
        for name in NODES:
            start(name)
        async with connect([f"{addresses[name]}:4030" for name in NODES], wait=True) as tilth:
            await tilth.register("ada")
            match = await tilth.create_match("petrichor", 2, take=[0])
            token = tilth.token
        for name in NODES:
            async with connect(f"{addresses[name]}:4030", token=token, wait=True) as tilth:
                assert (await tilth.match(match.id)).id == match.id
        until = time.monotonic() + 30
        for name in NODES:
            while (tmp_path / f"{name}.log").read_text().count("link up") < 2:
                assert time.monotonic() < until, (tmp_path / f"{name}.log").read_text()
                await asyncio.sleep(0.1)
        keys = {(tmp_path / name / "data" / "signing.key").read_bytes() for name in NODES}
        assert len(keys) == 1

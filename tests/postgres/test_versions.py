"""The first version whose nodes work and the present one, as two wheels, side by side on one database."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.distributions import REPOSITORY, built_page, clean_export, run_build
from tests.e2e.people import Person, channel_to, new_match, somebody
from tests.e2e.serving import assert_calm, faults_of
from tests.postgres.node_processes import NodeProcess, links_of
from tests.postgres.test_nodes import at_each, play
from tests.warm import Process
from tilth.v1 import operations_pb2

FIRST = "863df85662ffff3ee4609a205426747e10d3ac70"
"""The first commit whose nodes work."""
SECONDS = 60


class Version(NodeProcess):
    """A node that runs the code of a wheel."""

    def __init__(self, folder: Path, name: str, url: str, code: Path) -> None:
        super().__init__(folder, name, url)
        self.code = code

    def begin(self) -> None:
        words = ("env", f"PYTHONPATH={self.code}", sys.executable, "-m", "tilth_server.main", "serve")
        flags = ("--log-format", "json", "--data", str(self.data), "--listen", self.address, *self.flags)
        with self.log_file.open("a") as log:
            self._process = Process((*words, *flags), stdout=subprocess.PIPE, stderr=log, text=True)
        self.doomed = False


def checked_out(commit: str, to: Path) -> None:
    """Write the tree of a commit into a folder, as a repository of its own. Skip the test if this clone lacks it."""
    archive = to.parent / "tree.tar"
    words = ["git", "archive", "--output", str(archive), commit]
    if subprocess.run(words, cwd=REPOSITORY, check=False, capture_output=True).returncode:
        pytest.skip(f"this clone lacks the commit {commit}")
    shutil.unpack_archive(archive, to)


def installed(folder: Path, commit: str = "") -> Path:
    """Build the wheel of a commit, or of this tree; return the folder in which its code is installed."""
    tree, code = folder / "tree", folder / "code"
    tree.mkdir(parents=True)
    if commit:
        checked_out(commit, tree)
    else:
        clean_export(tree)
    as_somebody = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    for words in (("init", "--quiet"), ("add", "--all"), (*as_somebody, "commit", "--quiet", "-m", "a tree")):
        subprocess.run(["git", *words], cwd=tree, check=True, capture_output=True)
    run_build(tree, folder, "--wheel", **built_page())
    (wheel,) = folder.glob("*.whl")
    shutil.unpack_archive(wheel, code, "zip")
    asked = "import tilth_server, pathlib; print(pathlib.Path(tilth_server.__file__).parents[1])"
    asking = ("env", f"PYTHONPATH={code}", sys.executable, "-c", asked)
    done = subprocess.run(asking, cwd=folder, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == str(code), "its own code is run"
    return code


@pytest.fixture
def versions(tmp_path: Path, postgres_url: str) -> Iterator[list[Version]]:
    """A node of the first version, and one of the present one."""
    codes = [installed(tmp_path / "first", FIRST), installed(tmp_path / "present")]
    nodes = [
        Version(tmp_path, name, postgres_url, code) for name, code in zip(("old", "new"), codes, strict=True)
    ]
    yield nodes
    for node in nodes:
        if node.lives:
            node.kill()


async def linked(nodes: Sequence[NodeProcess]) -> None:
    """Wait until two nodes are linked."""
    async with asyncio.timeout(SECONDS):
        for node in nodes:
            while links_of(node) < 1:  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.02)


def owned(nodes: Sequence[Version], match_ids: Sequence[str]) -> list[int]:
    """Return how many of these matches each node has started."""
    return [
        len(
            {line.get("match") for line in node.log() if line["event"] == "match state changed"}
            & {*match_ids}
        )
        for node in nodes
    ]


async def audited_nodes(operator: Person) -> list[str]:
    """Return the node of each entry of the audit."""
    asked = operations_pb2.ReadAuditRequest(once=True)
    return [
        entry.record.node async for page in operator.operations.ReadAudit(asked) for entry in page.entries
    ]


async def announce(operator: Person) -> None:
    await operator.operations.Announce(operations_pb2.AnnounceRequest(text="soon"))


@pytest.mark.sweep
@pytest.mark.timeout(900)
async def test_two_versions_are_one_server(versions: list[Version], postgres_url: str) -> None:
    """The older one is on the tables first, and again after the newer one has served alone."""
    old, new = versions
    await asyncio.to_thread(old.start)
    async with channel_to(old.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
        operator = Person(channel, old.operator_token)
    playing: asyncio.Task[None] | None = None
    for leaves, stays in ((old, new), (new, old)):
        for node in versions:
            if not node.lives:
                await asyncio.to_thread(node.start)
        await linked(versions)
        async with at_each(versions, [*people, operator]) as persons:
            players = [each[:2] for each in persons]
            match_ids = [await new_match(*players[place % 2]) for place in range(12)]
            assert all(owned(versions, match_ids)), "each owns some of them"
            confirmed: dict[str, dict[str, int]] = {match_id: {} for match_id in match_ids}
            if stays is new:
                await announce(persons[1][2])
                assert not any(await audited_nodes(persons[1][2])), "the older one does not know the field"
                await play(players, match_ids, confirmed)
            else:
                place = versions.index(stays)
                playing = asyncio.create_task(play([players[place]], match_ids, confirmed))
                while sum(map(len, confirmed.values())) < 50:  # noqa: ASYNC110 - other processes
                    await asyncio.sleep(0.01)
            assert await asyncio.to_thread(leaves.stop) == 0
            if stays is new:
                await asyncio.sleep(2)
                await announce(persons[1][2])
                assert (await audited_nodes(persons[1][2]))[-1] == new.node
            else:
                assert playing is not None
                await playing
                assert len(await audited_nodes(persons[0][2])) == 2, "it reads what the newer one has written"
    assert await asyncio.to_thread(old.stop) == 0
    assert await faults_of(postgres_url) == []
    for node in versions:
        assert_calm(node, 0, "signing key changed", "match moved", "node gone", "node was away")

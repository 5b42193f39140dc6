"""The statements and settings that a store sends to PostgreSQL.

They are kept few and plain, so that a database that only speaks PostgreSQL's language can stand in for it one day.
"""

import os
import re
from pathlib import Path

import pytest

from tests.contracts.stream_index import INDEX, row, some
from tests.contracts.streams import put_all, read_all
from tests.postgres.conftest import SharedServer
from tests.postgres.stores import PostgresData
from tilth_server.store import Append, IndexRow, KeptValue, Member
from tilth_server.store.postgres import PostgresEngine, link, members, primary, schema, statements, streams

FIRST_LINE = re.compile(r"^.*LOG:  (?:statement: |execute [^:]*: )", re.DOTALL)
SETTINGS = {
    "synchronous_commit = on",
    "statement_timeout = 0",
    "lock_timeout = 0",
    "idle_in_transaction_session_timeout = 0",
    "default_transaction_isolation = 'read committed'",
    "enable_hashjoin = off",
    "enable_mergejoin = off",
    "enable_seqscan = off",
    "enable_bitmapscan = off",
    "plan_cache_mode = force_generic_plan",
    "jit = off",
}
OF_THE_DRIVER = ("WITH RECURSIVE typeinfo_tree(", "SELECT current_setting('jit') AS cur, set_config('jit', ")
"""asyncpg asks once on each connection what types of arrays there are."""
FORBIDDEN = (
    "LISTEN",
    "NOTIFY",
    "COPY",
    "ADVISORY",
    "DECLARE",
    "CURSOR",
    "TEMP",
    "FOR UPDATE",
    "PREPARE TRANSACTION",
)


def plain(statement: str) -> str:
    return " ".join(statement.split())


def known_statements() -> dict[str, str]:
    """Return the statements of the engine by their names."""
    modules = (statements, link, members, primary, schema, streams)
    return {
        name: plain(value)
        for module in modules
        for name, value in vars(module).items()
        if name.isupper()
        and name[0] != "_"
        and isinstance(value, str)
        and re.match(r"\s*(SELECT|WITH|INSERT|BEGIN|SET|CREATE|DELETE|UPDATE)", value)
    }


def logged_statements(log_file: Path, database: str) -> list[str]:
    """Return what a server has executed in a database, as its log tells it."""
    entries = re.split(r"\n(?!\t)", log_file.read_text())
    mine = [entry for entry in entries if entry.startswith(f"[{database}]")]
    return [plain(FIRST_LINE.sub("", entry)) for entry in mine if FIRST_LINE.match(entry)]


@pytest.fixture
def logging_database(postgres: SharedServer) -> str:
    """The name of a database whose statements are in the server's log."""
    name = f"logged_{os.getpid()}"
    postgres.execute(f"DROP DATABASE IF EXISTS {name}", database="postgres")
    postgres.make_database(name)
    postgres.execute(f"ALTER DATABASE {name} SET log_statement = 'all'", database="postgres")
    return name


async def use_everything(url: str) -> None:
    """Call every method of a store that sends something."""
    store = await PostgresData(url).open()
    keys = ["name:ann"]
    await store.append(
        "match/a", 0, [b"1"], [KeptValue("k", b"v")], [row("a", 1, "t", "u", unique_keys=keys)]
    )
    await store.append("match/a", 1, [b"2"])
    await store.append("match/b", 0, [b"1"], rows=[row("b", 2, "t", "u")])
    await store.append("match/a", 2, [b"3"], rows=[row("a", 3, "t")])
    assert await read_all(store, "match/a") == [b"1", b"2", b"3"]
    await store.names()
    await store.head("match/a")
    await store.lengths(["match/a"])
    await store.kept_values()
    await store.scrub()
    await store.index.find(INDEX, "a")
    await store.index.find_unique(INDEX, "name:ann")
    await store.index.page(INDEX, ["t"])
    await store.index.page(INDEX, ["t", "u"])
    await store.index.count(INDEX)
    await store.index.counts(INDEX, "")
    await store.index.names()
    await store.index.verify(INDEX, some([row("a", 3, "t")]))
    await store.index.rebuild("other", some([IndexRow("other", "k", 1)]))
    await store.close()
    table = PostgresEngine(url).members()
    await table.send_heartbeat(Member("a", "10.0.0.1:4040", "1.0"), 5, is_first=True)
    await table.mark_gone("a")
    await table.list_seen()
    await table.list_standbys()
    await table.close()
    async with PostgresEngine(url).hold() as held:
        assert held.reader.bodies("match/a") == [b"1", b"2", b"3"]
        await held.index.verify(INDEX, some([]))


async def test_only_these_statements_and_settings_are_sent(
    postgres: SharedServer, logging_database: str
) -> None:
    await use_everything(postgres.url(logging_database))
    sent = set(logged_statements(postgres.log_file, logging_database))
    known = known_statements()
    of_transactions = {"BEGIN;", "COMMIT;", "ROLLBACK;", "BEGIN", "COMMIT"}
    migrations = {plain(tables) for tables, _ in schema.MIGRATIONS}
    unknown = {
        each for each in sent - set(known.values()) - of_transactions - migrations
        if not each.startswith(("SET TRANSACTION SNAPSHOT '", *OF_THE_DRIVER))
    }  # fmt: skip
    assert unknown == set()
    unsent = {name for name, each in known.items() if each not in sent}
    assert unsent - {"ALIVE"} == {"SELECT_HASHES"}, "sent when an outcome is unknown, and every second"
    every = " ".join([*known.values(), *migrations]).upper()
    assert [word for word in FORBIDDEN if re.search(rf"\b{word}\b", every)] == []


def test_the_settings_of_a_connection_are_these() -> None:
    assert {plain(each) for each in primary.SETTINGS.split(";")} - {""} == {
        f"SET {each}" for each in SETTINGS
    }


async def test_an_append_is_one_statement_also_with_rows_over_several_streams(
    postgres: SharedServer, logging_database: str
) -> None:
    store = await PostgresData(postgres.url(logging_database)).open()
    await store.append(
        "match/a", 0, [b"1"], [KeptValue("k", b"v")], [row("a", 1, "t", "u", unique_keys=["x"])]
    )
    await store.append("match/b", 0, [b"1"])
    before = len(logged_statements(postgres.log_file, logging_database))
    rows = [row("a", 2, "u", unique_keys=["y"])]
    assert await put_all(
        store, [[Append("match/a", 1, [b"2"], rows=rows), Append("match/b", 1, [b"2", b"3"])]]
    ) == [None]
    await store.close()
    sent = logged_statements(postgres.log_file, logging_database)[before:]
    changing = [each for each in sent if re.search(r"\b(INSERT|UPDATE|DELETE|BEGIN|COMMIT)\b", each)]
    assert changing == [plain(statements.APPEND_WITH_ROWS)]

"""Group commit: all puts that arrive while one transaction is written to the disk go into the next transaction.

Rows are laid out and inserted on the loop, 7 us each, into memory; only COMMIT, which waits for the disk, runs in a
thread. To insert in the thread as well costs the same, but SQLite gives up the interpreter's lock at every row, and a
busy loop takes it for milliseconds each time: a transaction of 64 records was seen to last 600 ms that way.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

from tilth_server.store.sqlite.mark import MarkWriter
from tilth_server.store.sqlite.transactions import Put, Transaction, TransactionWriter

# A thread that comes back from the disk asks for the interpreter's lock, and gets it for certain only once it has
# waited this long without a break. At Python's own 5 ms, a loop busy in shorter slices kept commits waiting for
# seconds.
SWITCH_SECONDS = 0.0001

# At one record a put a transaction holds the loop for some 7 ms at most; what is longer is laid out in slices.
MAX_PUTS = 1000


class Writer:
    """The writer of an open store: it gathers puts on the loop and commits them, one transaction after the other."""

    def __init__(self, database: Path, report: Callable[[Transaction], None]) -> None:
        """`report` is called on the loop with every transaction that ended, in order."""
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
        self._loop = asyncio.get_running_loop()
        self._report = report
        self._transactions = TransactionWriter(database)
        self._marker = MarkWriter(database.parent, lambda: self._transactions.durable_size)
        self._gathered: list[Put] = []
        self._busy = False
        self._idle = asyncio.Event()
        self._commits: SimpleQueue[Transaction | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._commit, name="tilth-store-writer", daemon=True)
        self._thread.start()

    def put(self, put: Put) -> None:
        """Queue a put for the next transaction. If none is being written, schedule one for the next turn of the loop,
        so that all puts of this turn share it, at most MAX_PUTS of them.
        """
        self._gathered.append(put)
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._begin)

    async def finish(self) -> None:
        """Commit the queued puts, report them, end the thread, close the file, and mark it as closed."""
        while self._busy:
            self._idle.clear()
            await self._idle.wait()
        self._commits.put(None)
        await asyncio.to_thread(self._thread.join)
        self._transactions.close()
        await asyncio.to_thread(self._marker.finish)

    def _begin(self) -> None:
        """Begin a transaction with the queued puts, at most MAX_PUTS."""
        puts = self._gathered[:MAX_PUTS]
        del self._gathered[:MAX_PUTS]
        transaction = Transaction(puts)
        self._continue(transaction, self._transactions.begin(transaction))

    def _continue(self, transaction: Transaction, slices: Iterator[None]) -> None:
        """Write the next slice of a transaction; after the last slice, pass it to the thread for its commit."""
        for _ in slices:
            self._loop.call_soon(self._continue, transaction, slices)
            return
        self._commits.put(transaction)

    def _commit(self) -> None:
        """Commit transactions, in the writer's thread. It ends with the loop; uncommitted puts are never reported."""
        while (transaction := self._commits.get()) is not None:
            self._transactions.end(transaction)
            self._marker.wake()
            if self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(self._end, transaction)

    def _end(self, transaction: Transaction) -> None:
        """Report a transaction, so that its replies are sent. Only then schedule the next one, if puts are queued."""
        try:
            self._report(transaction)
        finally:
            if self._gathered:
                self._loop.call_soon(self._begin)
            else:
                self._busy = False
                self._idle.set()

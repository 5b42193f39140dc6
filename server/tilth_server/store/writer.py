"""Group commit: everything that was put while the last transaction went to the disk goes into the next one.

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

from tilth_server.store.ledger import Ledger, Put, Transaction

# A thread that comes back from the disk asks for the interpreter's lock, and gets it for certain only once it has
# waited this long without a break. At Python's own 5 ms, a loop busy in shorter slices kept commits waiting for
# seconds.
SWITCH_SECONDS = 0.0001

# At one record a put a transaction holds the loop for some 7 ms at most; what is longer is laid out in slices.
MOST_PUTS = 1000


class Writer:
    """Gathers puts on the loop and commits them, one transaction after the other."""

    def __init__(self, database: Path, settle: Callable[[Transaction], None]) -> None:
        """`settle` is called on the loop with every transaction that ended, in order."""
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
        self._loop = asyncio.get_running_loop()
        self._settle = settle
        self._ledger = Ledger(database)
        self._gathered: list[Put] = []
        self._busy = False
        self._idle = asyncio.Event()
        self._commits: SimpleQueue[Transaction | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._commit, name="tilth-store-writer", daemon=True)
        self._thread.start()

    def put(self, put: Put) -> None:
        self._gathered.append(put)
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._begin)

    async def finish(self) -> None:
        """Commit what was put, settle it, end the thread, close the file."""
        while self._busy:
            self._idle.clear()
            await self._idle.wait()
        self._commits.put(None)
        await asyncio.to_thread(self._thread.join)
        self._ledger.close()

    def _begin(self) -> None:
        puts = self._gathered[:MOST_PUTS]
        del self._gathered[:MOST_PUTS]
        transaction = Transaction(puts)
        self._go_on(transaction, self._ledger.begin(transaction))

    def _go_on(self, transaction: Transaction, slices: Iterator[None]) -> None:
        for _ in slices:
            self._loop.call_soon(self._go_on, transaction, slices)
            return
        self._commits.put(transaction)

    def _commit(self) -> None:
        """The thread. It ends with the loop: what was not committed by then was never acknowledged."""
        while (transaction := self._commits.get()) is not None:
            self._ledger.end(transaction)
            if self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(self._end, transaction)

    def _end(self, transaction: Transaction) -> None:
        """Settle, let the replies out, and only then begin the next transaction."""
        try:
            self._settle(transaction)
        finally:
            if self._gathered:
                self._loop.call_soon(self._begin)
            else:
                self._busy = False
                self._idle.set()

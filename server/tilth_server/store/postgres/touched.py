"""A put, and the places in the store that puts touch."""

from collections.abc import Iterable, Sequence

from tilth_server.store.index import IndexRow
from tilth_server.store.postgres.index_changes import Key
from tilth_server.store.streams import Append, KeptValue, PutDone

Put = tuple[Sequence[Append], PutDone, Sequence[KeptValue]]


class Touched:
    """The streams, rows and kept values that puts read or change.

    A row that is replaced gives its unique keys up, and only the database knows which these are. So puts with unique
    keys in an index meet all puts with rows in that index.
    """

    def __init__(self, puts: Iterable[Put] = ()) -> None:
        self._streams: set[str] = set()
        self._rows: set[Key] = set()
        self._indexes: set[str] = set()
        self._indexes_with_keys: set[str] = set()
        self._kept: set[str] = set()
        for put in puts:
            self.add(put)

    def add(self, put: Put) -> None:
        """Add all that a put touches."""
        appends, _, keeps = put
        for append in appends:
            self._streams.add(append.stream)
            for row in append.rows:
                self._rows.add((row.index, row.key))
                self._indexes.add(row.index)
                if row.unique_keys:
                    self._indexes_with_keys.add(row.index)
        for keep in keeps:
            self._kept.add(keep.key)

    def meets(self, put: Put) -> bool:
        """Return whether a put touches some of it."""
        appends, _, keeps = put
        for append in appends:
            if append.stream in self._streams or (append.rows and any(map(self._meets_row, append.rows))):
                return True
        return bool(keeps) and any(keep.key in self._kept for keep in keeps)

    def _meets_row(self, row: IndexRow) -> bool:
        """Return whether a row, or a unique key of its index, is touched."""
        return (
            (row.index, row.key) in self._rows
            or row.index in self._indexes_with_keys
            or (bool(row.unique_keys) and row.index in self._indexes)
        )

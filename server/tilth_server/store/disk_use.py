"""The room that a store takes on its disk, and what is left there."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DiskUse:
    """Bytes of the database, of the log beside it (the WAL), and free on the disk, now; the number of streams whose
    records were moved into bundles, and the bytes of the bundles.
    """

    database: int
    wal: int
    free: int
    archived: int = 0
    bundles: int = 0

"""A store in PostgreSQL keeps the contracts of `Streams` and of `StreamIndex`."""

from tests.contracts.stream_index import StreamIndexContract
from tests.contracts.streams import StreamsContract


class TestPostgresStreams(StreamsContract):
    pass


class TestPostgresIndex(StreamIndexContract):
    pass

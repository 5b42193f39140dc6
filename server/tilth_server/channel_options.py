"""The options of gRPC's connections: limits that gRPC itself applies before our code sees a call."""

from tilth_server.settings import Limits

MAX_PENDING_CALLS = 20_000
"""Calls of all connections that may wait for the loop. Over it gRPC refuses some calls, over three times as many all.

gRPC chooses among everybody's calls, and gives no reason: the limit has to be more than a few connections can fill."""
METADATA_BYTES = 16 << 10
"""Bytes of one call's headers. A token has less than 100."""
HANDSHAKE_SECONDS = 10
"""Time for a connection's TLS handshake and HTTP/2 preface; after it the connection is closed."""
READ_BYTES = 32 << 10
"""Bytes read from one connection at a time. Some headers cost gRPC a hundred times as much as their bytes."""
MEGABYTE = 1 << 20
MAX_UNFREED_CALLS = 400
"""Calls of one connection that have ended and are not freed yet."""


def channel_options(limits: Limits) -> list[tuple[str, int]]:
    """Return gRPC's options for the server's side of every connection.

    A peer that is gone is noticed after 30 s; without the ping timeout it would take minutes. Clients may ping
    every 10 s. gRPC's limit on a message is above our own, so that most messages that are too long get a status
    that names the limit. Compressed messages are refused: a kilobyte of them may become a gigabyte.
    """
    return [
        ("grpc.so_reuseport", 0),
        ("grpc.max_concurrent_streams", limits.streams_per_connection),
        # Calls that a client resets wait to be freed, and count against the limit of its connection. A client
        # that keeps to the limit begins its next call while up to this many of its old ones wait.
        ("grpc.http2.max_deallocating_streams", MAX_UNFREED_CALLS),
        ("grpc.server.max_pending_requests", MAX_PENDING_CALLS),
        ("grpc.server.max_pending_requests_hard_limit", 3 * MAX_PENDING_CALLS),
        ("grpc.max_metadata_size", METADATA_BYTES),
        ("grpc.absolute_max_metadata_size", METADATA_BYTES),
        ("grpc.server_handshake_timeout_ms", 1000 * HANDSHAKE_SECONDS),
        # Until a client has acknowledged the limits above, gRPC applies far wider ones.
        ("grpc.http2.settings_timeout", 1000 * HANDSHAKE_SECONDS),
        ("grpc.compression_enabled_algorithms_bitset", 1),
        # gRPC's threads read this much from one connection before the next has its turn; their default is 4 MB.
        ("grpc.experimental.tcp_max_read_chunk_size", READ_BYTES),
        ("grpc.max_receive_message_length", 4 * limits.message_bytes + MEGABYTE),
        ("grpc.max_send_message_length", -1),
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.ping_timeout_ms", 10_000),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
    ]

"""Faults in the listener for browsers."""

from tests.mutations.mutation import Mutation, tests_in

WEB = "server/tilth_server/web/"
TESTS = "tests/server/web/"

IN_WEB = (
    Mutation(
        "web: a page of any site may call",
        f"{WEB}listener.py",
        "if origin is not None and not self._origins.has_origin(origin):",
        "if False:",
        tests_in(f"{TESTS}test_addresses.py", "test_a_wrong_origin_is_refused_by_name"),
    ),
    Mutation(
        "web: any name may be pointed at the server",
        f"{WEB}listener.py",
        "if not self._origins.has_host(host):",
        "if False:",
        tests_in(f"{TESTS}test_addresses.py", "test_a_foreign_host_is_refused_by_name"),
    ),
    Mutation(
        "web: the token of a socket may come in a header",
        f"{WEB}attend_socket.py",
        "if one[0] != AUTHORIZATION]",
        "]",
        tests_in(
            f"{TESTS}test_sockets.py",
            "test_a_token_is_not_taken_from_the_address_or_a_header",
            "test_a_header_of_a_proxy_does_not_hide_the_token",
        ),
    ),
    Mutation(
        "web: a socket waits for its token for a minute",
        f"{WEB}attend_socket.py",
        "TOKEN_SECONDS: Final = 5.0\n",
        "TOKEN_SECONDS: Final = 70.0\n",
        tests_in(f"{TESTS}test_sockets.py", "test_a_socket_without_a_token_is_closed_after_five_seconds"),
    ),
    Mutation(
        "web: a socket whose client takes nothing stays",
        f"{WEB}call.py",
        "async with asyncio.timeout(UNREAD_SECONDS):",
        "async with asyncio.timeout(None):",
        tests_in(f"{TESTS}test_hostile_clients.py", "test_a_socket_that_never_reads_is_cut_off"),
    ),
    Mutation(
        "web: the head of a request may have any length",
        f"{WEB}connections.py",
        "if self._head_bytes > HEAD_BYTES",
        "if self._head_bytes > 1 << 30",
        tests_in(f"{TESTS}test_addresses.py", "test_a_long_head_is_cut_off"),
    ),
    Mutation(
        "web: an address may have any number of connections",
        f"{WEB}connections.py",
        "if self._count[group] >= self._max_per_address:",
        "if False:",
        tests_in(f"{TESTS}test_addresses.py", "test_connections_of_one_address_are_limited"),
    ),
    Mutation(
        "web: bodies are unpacked",
        f"{WEB}connections.py",
        "auto_decompress=False",
        "auto_decompress=True",
        tests_in(f"{TESTS}test_hostile_clients.py", "test_a_gzipped_body_is_not_unpacked"),
    ),
    Mutation(
        "web: a message of any length is read",
        f"{WEB}grpc_web.py",
        "if length > self._max_bytes:",
        "if False:",
        tests_in(
            f"{TESTS}test_single_calls.py",
            "test_a_message_that_is_too_long_is_refused_by_the_limits_name",
        ),
    ),
    Mutation(
        "web: a server that stops closes its sockets without a word",
        f"{WEB}attend_socket.py",
        "elif call.status is None and is_stopping():",
        "elif False:",
        tests_in(f"{TESTS}test_sockets.py", "test_a_server_that_stops_closes_each_socket_with_the_reason"),
    ),
    Mutation(
        "web: certificates are read once",
        "server/tilth_server/certificates.py",
        "self._configuration, self._context.current, self.valid_until = _read(self._tls)",
        "self._configuration, _, self.valid_until = _read(self._tls)",
        tests_in(f"{TESTS}test_web_tls.py", "test_a_browser_gets_the_certificate_that_was_read_last"),
    ),
)

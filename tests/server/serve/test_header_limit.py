"""A call with too many headers is refused before they are looked at."""

from pathlib import Path

from tests.server.serve.one_service import SECONDS, bearer, service_server
from tests.server.serve.test_admission import GET_ME, outcome, registered
from tilth_server.api.header_limit import HEADER_FIELDS, MAX_HEADER_FIELDS

FROM_THE_LIBRARY = 2
"""Headers that come with every call: the token and the client's name."""


async def test_a_call_with_too_many_headers_is_refused_by_that_name(tmp_path: Path) -> None:
    async with service_server(tmp_path) as small:
        ann = bearer(await registered(small, "Ann"))
        get_me = small.channel.unary_unary(GET_ME)
        few = [(f"x{number}", "") for number in range(MAX_HEADER_FIELDS - FROM_THE_LIBRARY)]
        assert await outcome(get_me(b"", metadata=(*ann, *few), timeout=SECONDS)) == "OK"
        many = [*few, *(("more", "") for _ in range(FROM_THE_LIBRARY))]
        assert await outcome(get_me(b"", metadata=(*ann, *many), timeout=SECONDS)) == HEADER_FIELDS
        assert small.metrics.refusals["LIMIT_EXCEEDED"] == 1

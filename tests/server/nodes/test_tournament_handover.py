"""The handover of tournaments while the database is away."""

from structlog.testing import capture_logs

from tilth_server.store import StoreFailed
from tilth_server.tournaments.handover import _logged


async def test_a_database_that_is_away_is_named_and_is_no_fault_of_the_server() -> None:
    async def read_again() -> None:
        raise StoreFailed("away")

    with capture_logs() as logs:
        await _logged(read_again())
    assert logs == [{"event": "tournament not read again", "error": "away", "log_level": "warning"}]

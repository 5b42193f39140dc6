"""Sonora in a server's matches: its discs are flicked by the real simulator, in a process of its own."""

from pathlib import Path

from tests.server.matches.match_host import ANN, IDLE_SECONDS, SEED, Titles
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import unary
from tilth_server.matches.match_info import NewMatch
from tilth_server.matches.registry import Matches
from tilth_server.outside.fact_workers import FactWorkers
from tilth_server.outside.ports import ports
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.wire import load_games


async def test_a_disc_chosen_and_flicked_in_one_message_is_taken_once(tmp_path: Path) -> None:
    """The choice is undone while the disc slides, and done again with it: both are recorded, one behind the other."""
    store = await SqliteStreams.open(tmp_path)
    workers = FactWorkers(ports())
    host = Matches(store, load_games(), names=Titles(), idle_seconds=IDLE_SECONDS, fact_source=workers)
    await host.open()
    try:
        new = NewMatch("sonora", 2, take_seats=(0, 1), start_when_full=True, seed=SEED)
        info = await host.lobby.create(ANN, new)
        table = host.cache.table_of(host.cache.get(info.id))
        (seat,) = table.open
        answers = [
            pb.Answer(request_id="disc", decision_id=1, picks=[table.open[seat].default_answer()[0]]),
            pb.Answer(request_id="flick", decision_id=2, numbers=[500, 500, 0, 300]),
        ]
        before = info.record_count
        assert await unary.answer(host, ANN, info.id, seat, answers) == [before, before + 1]
        assert await unary.answer(host, ANN, info.id, seat, answers) == [before, before + 1]
        assert info.record_count == before + 2
    finally:
        await host.close()
        await store.close()
        await workers.close()

"""Sonora on the house's tables, its discs let go by the real simulator in a process of its own."""

from pathlib import Path

from tests.server.tables.tables import ANN, IDLE_SECONDS, SEED
from tilth.v1 import play_pb2 as pb
from tilth_server.outside import Workers, ports
from tilth_server.store import SqliteStreams
from tilth_server.tables import calls
from tilth_server.tables.house import House
from tilth_server.tables.matches import NewMatch
from tilth_server.wire import load_games


async def test_a_disc_chosen_and_flicked_in_one_message_is_taken_once(tmp_path: Path) -> None:
    """The choice is undone while the disc slides, and done again with it: both are recorded, one behind the other."""
    store = await SqliteStreams.open(tmp_path)
    workers = Workers(ports())
    house = House(store, load_games(), name_of=str.title, idle_seconds=IDLE_SECONDS, oracle=workers)
    await house.open()
    try:
        new = NewMatch("sonora", 2, take_seats=(0, 1), start_when_full=True, seed=SEED)
        info = await house.create(ANN, new)
        table = house.awake(house.live(info.id))
        (seat,) = table.open
        answers = [
            pb.Answer(request_id="disc", decision=1, chosen=[table.open[seat].default_answer()[0]]),
            pb.Answer(request_id="flick", decision=2, measured=[500, 500, 0, 300]),
        ]
        before = info.record_count
        assert await calls.answer(house, ANN, info.id, seat, answers) == [before, before + 1]
        assert await calls.answer(house, ANN, info.id, seat, answers) == [before, before + 1]
        assert info.record_count == before + 2
    finally:
        await house.close()
        await store.close()
        await workers.close()

"""Sonora's options over the wire: every one at once, and those that are wrong refused by name."""

import json

import pytest

from tests.e2e.people import assert_proven, channel_to, somebody
from tests.e2e.serving import ServerProcess, assert_calm
from tests.e2e.sonora_campaign import begun, people, played, records_of
from tilth_bots import random_bot
from tilth_client import Refused

CORRECTED = {
    "ruins": {"bot_building": {"cells": 20, "tag": "S"}},
    "board": {"hole_radius": 16},
    "physics": {"deceleration": 800},
}
WRONG = {
    "rounds": [("rounds", "4"), ("rounds", "6.5"), ("rounds", "")],
    "tremor": [("tremor", "maybe")],
    "no_pushing": [("no_pushing", "1 or 2")],
    "values": [
        ("values", "{"),
        ("values", "[]"),
        ("values", "{" * 15_000),
        ("values", '{"a":' * 3_000),
        ("values", '{"board": {"half_side": 1e999}}'),
        ("values", '{"rooins": 1}'),
    ],
    "values.ruins.bot_building.cells": [("values", '{"ruins": {"bot_building": {"cells": 0}}}')],
    "values.physics.deceleration": [("values", '{"physics": {"deceleration": -1}}')],
    "values.physics.greatest_speed": [("values", '{"physics": {"greatest_speed": 10}}')],
    "values.mud.nodes": [("values", '{"mud": {"nodes": []}}')],
}


async def test_a_match_with_every_option_at_once_uses_a_corrected_board(server: ServerProcess) -> None:
    after = server.log_size()
    async with people(server.address, 3) as tilths, channel_to(server.address) as channel:
        match = await begun(
            tilths, rounds="5", tremor="true", no_pushing="true", values=json.dumps(CORRECTED)
        )
        printed = (await tilths[0].view(match.id)).view.printed
        assert (printed.bot_building, printed.hole_radius, printed.deceleration) == (20, 1600, 80_000)
        await played(tilths, match.id, [random_bot(seat) for seat in range(3)])
        over = await tilths[0].match(match.id)
        assert sorted(over.result.places)[0] == 1
        assert dict(over.settings).keys() == {"rounds", "tremor", "no_pushing", "values"}
        log = await records_of(tilths[0], match.id)
        assert any(record.facts and record.draws for record in log), "hands tremble"
        assert (await tilths[0].view(match.id)).view.printed == printed
        await assert_proven(await somebody(channel), match.id)
    assert_calm(server, after)


@pytest.mark.parametrize("field", WRONG)
async def test_an_option_that_is_wrong_is_refused_by_name(server: ServerProcess, field: str) -> None:
    after = server.log_size()
    async with people(server.address, 1) as (tilth,):
        for name, value in WRONG[field]:
            with pytest.raises(Refused) as refused:
                await tilth.create_match("sonora", 1, {name: value}, take=[0])
            assert refused.value.reason == "OPTIONS_INVALID"
            assert list(refused.value.fields) == [f"settings.{field}"]
    assert_calm(server, after)

"""Agricola's options over the wire: those that make no match refused by name, and a series that one player goes
through game by game."""

import json
from pathlib import Path

import pytest

from tests.e2e.agricola_campaign import begun
from tests.e2e.serving import ServerProcess, assert_calm, running
from tests.e2e.sonora_campaign import FLAGS, assert_proven, people, played
from tilth.games.agricola.v1.agricola_pb2 import GOOD_FOOD, View
from tilth_bots import random_bot
from tilth_client import Answer, Bot, Decision, Match, Refused, Tilth, picks
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.spaces import SPACES

LESSONS = [number for number, space in enumerate(SPACES) if "OCC" in space.id]
"""The action spaces on which occupations are played."""
CHOICE = '[{"act": "choose", "of": ["wood", "clay", "reed", "stone"]}]'
WRONG = [
    (2, {"no_such": "1"}, "no_such"),
    (2, {"family": "maybe"}, "family"),
    (2, {"family": "true", "draft": "true"}, "draft"),
    (2, {"family": "true", "mulligan": "true"}, "mulligan"),
    (1, {"draft": "true"}, "draft"),
    (3, {"without_e": "true", "without_i": "true", "without_k": "true"}, "without_e"),
    (5, {"ten_keep_seven": "true", "without_e": "true", "without_i": "true"}, "ten_keep_seven"),
    (2, {"decks": "E", "without_i": "true"}, "decks"),
    (2, {"decks": "E,X"}, "decks"),
    (2, {"series": "1"}, "series"),
    (2, {"values": "no"}, "values"),
    (2, {"values": '{"E999": {}}'}, "values.E999"),
    (
        2,
        {"values": '{"B-DAY": {"do": [{"act": "gain", "goods": {"food": 7}}]}}'},
        "values.B-DAY.do[0].goods.food",
    ),
    (1, {"series": "9"}, "permanent"),
    (1, {"series": "101"}, "series"),
    (1, {"own_cards": "E11,E11"}, "own_cards"),
    (1, {"own_cards": "R1-SOW"}, "own_cards"),
    (2, {"own_cards": "E11"}, "own_cards"),
    (1, {"round_cards": "R1-SOW"}, "round_cards"),
    (1, {"series": "-1"}, "series"),
    (1, {"series": "1e9"}, "series"),
    (1, {"series": "2"}, "permanent"),
    (1, {"series": "2", "permanent": "E11"}, "permanent"),
    (1, {"series": "3", "permanent": "E150,E150"}, "permanent"),
    (1, {"series": "2", "permanent": "no such card"}, "permanent"),
    (1, {"permanent": "E150"}, "series"),
    (1, {"series": "1", "extra_food": "3"}, "extra_food"),
    (1, {"extra_food": "3"}, "series"),
    (1, {"series": "2", "permanent": "E150", "extra_food": "-1"}, "extra_food"),
    (1, {"series": "2", "permanent": "E150", "extra_food": "101"}, "extra_food"),
    (1, {"series": "2", "permanent": "E150", "extra_food": str((1 << 32) - 1)}, "extra_food"),
    (1, {"series": "2", "permanent": "E150", "extra_food": str(10**30)}, "extra_food"),
]
"""Seats, settings, and which of them is at fault."""


async def test_options_that_make_no_match_are_refused_by_name_with_the_reason(server: ServerProcess) -> None:
    after = server.log_size()
    async with people(server.address, 1) as (ada,):
        for seats, settings, field in WRONG:
            with pytest.raises(Refused) as refused:
                await ada.create_match("agricola", seats, settings, take=[0])
            assert refused.value.reason == "OPTIONS_INVALID", settings
            assert list(refused.value.fields) == [f"settings.{field}"], settings
            assert refused.value.fields[f"settings.{field}"]
    assert_calm(server, after)


async def view_of(tilth: Tilth, match: Match) -> View:
    view: View = (await tilth.view(match.id)).view
    return view


async def test_a_player_goes_through_a_series_with_what_the_game_before_gave(server: ServerProcess) -> None:
    """After each game one of the occupations played stays for good, and every two points above its target are a food.
    A series says by itself who keeps to that: the settings of the next game are in its log."""
    after = server.log_size()
    settings = {"series": "1"}
    async with people(server.address, 1) as (ada,):
        for number, target in ((1, 50), (2, 55), (3, 59)):
            match = await begun([ada], settings)
            view = await view_of(ada, match)
            (player,) = view.players
            permanent = [name for name in settings.get("permanent", "").split(",") if name]
            assert view.target == target
            assert [CARDS[each.card].id for each in player.cards] == permanent
            food = sum(each.amount for each in player.goods if each.good == GOOD_FOOD)
            assert food >= int(settings.get("extra_food", 0))
            await played([ada], match.id, [learner(random_bot(number))])
            over = await ada.match(match.id)
            assert dict(over.settings) == settings
            (player,) = (await view_of(ada, match)).players
            assert sum(player.sheet) == over.result.scores[0]
            learnt = next(
                CARDS[each.card].id
                for each in player.cards
                if CARDS[each.card].kind == "occupation" and CARDS[each.card].id not in permanent
            )
            food = max(2, (over.result.scores[0] - target) // 2)
            settings = {
                "series": str(number + 1),
                "permanent": ",".join((*permanent, learnt)),
                "extra_food": str(food),
            }
            await assert_proven(ada, match.id)
    assert_calm(server, after)


def learner(bot: Bot) -> Bot:
    """Goes where an occupation can be played whenever it may, and answers otherwise as the bot does."""

    async def learning(view: View, decision: Decision) -> Answer:
        if decision.kind == "occupation":
            return picks(decision.ids[0])
        lessons = [each for each in decision.ids if decision.kind == "place" and each in LESSONS]
        if lessons:
            return picks(lessons[0])
        answer = bot(view, decision)
        return answer if isinstance(answer, Answer) else await answer

    return learning


async def test_a_match_with_corrected_values_is_played_recorded_with_them_and_verified(
    server: ServerProcess, tmp_path: Path
) -> None:
    """The log names the values, and what is exported is read back as the same match."""
    after = server.log_size()
    values = {
        "A1": {"costs": [{"goods": {"wood": 1}}], "points": 3},
        "B-FISH": {"accumulates": {"food": 6}},
        "F-DAY": {"do": [{"act": "gain", "goods": {"food": 5}}, *json.loads(CHOICE)]},
    }
    settings = {"family": "true", "values": json.dumps(values)}
    async with people(server.address, 2) as (ada, bob):
        match = await begun([ada, bob], settings)
        await played([ada, bob], match.id, [random_bot(1), random_bot(2)])
        over = await ada.match(match.id)
        assert over.result.scores
        assert json.loads(over.settings["values"]) == values
        view = await view_of(ada, match)
        fish = next(space for space in view.spaces if SPACES[space.space].id == "B-FISH")
        assert [(good.good, good.amount) for good in fish.grows] == [(GOOD_FOOD, 6)]
        assert [SPACES[space.space].id for space in view.printed.spaces] == ["F-DAY"]
        await assert_proven(ada, match.id)
        exported = b"".join([piece async for piece in ada.archive.export(match.id)])
    assert_calm(server, after)
    with running(tmp_path / "there", *FLAGS) as there:
        async with people(there.address, 1) as (eve,):
            await eve.archive.import_match([exported])
            assert json.loads((await eve.match(match.id)).settings["values"]) == values
            await assert_proven(eve, match.id)

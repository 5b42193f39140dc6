"""A game that the page has no drawing of, and was not built with: its view is a tree, and it is played whole."""

from pathlib import Path

from tests.browser.playing import play
from tests.browser.reader import chromium, reader
from tests.server.serve.full_server import ANY_PORT, full_server, new_match
from tests.server.serve.games import orchard
from tilth.v1 import lobby_pb2


async def test_a_third_partys_game_is_shown_as_a_tree_and_played_to_its_end(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard(), web=ANY_PORT) as running, chromium() as browser:
        assert running.server.web is not None
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match_id = await new_match(ann, bob)
        async with (
            reader(browser, running.server.web.url) as one,
            reader(browser, running.server.web.url) as other,
        ):
            for tab, person in ((one, ann), (other, bob)):
                await tab.sit(person.token, person.name, person.id)
                await tab.at_table(match_id)
            assert "no drawing" in await one.text(".tbl")
            assert await one.page.locator(".tree").count() > 0
            for turn in range(400):
                tab = (one, other)[turn % 2]
                if await tab.page.locator(".dock:not(.waits) .ask").count():
                    await play(tab, 1, turn)
                if await one.page.locator(".dock table").count():
                    break
        match = (await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))).match
        assert match.state == lobby_pb2.MATCH_STATE_FINISHED

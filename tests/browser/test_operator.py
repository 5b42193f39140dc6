"""The operator's page: figures while bots play, and actions that ask before they do harm."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from tests.browser.reader import Reader, chromium, page_server, reader
from tests.server.operations.helpers import audit
from tests.server.serve.full_server import Person, new_match
from tests.server.serve.test_process import person
from tilth.v1 import lobby_pb2, operations_pb2, players_pb2

HOSTILE = "<img src=x onerror=alert(1)>"


@dataclass
class OperatorPage:
    """The operator's page, and what is there to be operated."""

    tab: Reader
    channel: grpc.aio.Channel
    operator: Person
    ann: Person
    bob: Person
    match_id: str

    async def do(self, verb: str, reason: str = "") -> None:
        """Fill the open dialog in and click its verb, not the harmless button, which has the focus."""
        dialog = self.tab.page.locator("dialog[open]")
        focused = await self.tab.page.evaluate("document.activeElement.textContent")
        assert focused.strip() != verb
        if reason:
            await dialog.locator("input.in").last.fill(reason)
        await dialog.get_by_role("button", name=verb).click()

    async def shows_status(self, text: str) -> None:
        await self.tab.until(f"document.querySelector('main [role=status]').textContent.includes({text!r})")

    async def state(self) -> lobby_pb2.Match:
        found: lobby_pb2.Match = (
            await self.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=self.match_id))
        ).match
        return found


@asynccontextmanager
async def operator_page(data: Path) -> AsyncIterator[OperatorPage]:
    async with (
        page_server(data) as (server, home),
        chromium() as browser,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        operator = Person(channel, (data / "operator.token").read_text().strip())
        ann, bob = await person(channel, "Ann"), await person(channel, HOSTILE)
        match_id = await new_match(ann, bob, game="petrichor")
        async with reader(browser, home) as tab:
            await tab.sit(operator.token, "operator", "none")
            await tab.open("operator")
            await tab.page.wait_for_selector(".tiles")
            yield OperatorPage(tab, channel, operator, ann, bob, match_id)


async def test_a_match_is_paused_resumed_and_cancelled_with_a_reason(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as here:
        row = here.tab.page.locator("tr", has_text=here.match_id[:8])
        assert HOSTILE in (await row.text_content() or "")
        await row.get_by_role("button", name="Pause").click()
        await here.do("Pause the match", "disc stuck")
        await here.shows_status("is paused")
        assert (await here.state()).pause_reason == "disc stuck"
        await row.get_by_role("button", name="Resume").click()
        await here.shows_status("continues")
        await row.get_by_role("button", name="Cancel").click()
        await here.do("Cancel the match", "nobody moves")
        await here.shows_status("is cancelled")
        assert (await here.state()).cancel_reason == "nobody moves"
        actions = [(entry.record.action, entry.record.reason) for entry in await audit(here.operator)]
        assert actions == [("PauseMatch", "disc stuck"), ("ResumeMatch", ""), ("CancelMatch", "nobody moves")]
        await here.tab.until(
            "document.querySelector('#audit-title').closest('section').textContent.includes('nobody moves')"
        )


@pytest.mark.sweep
async def test_a_dialog_that_is_closed_does_nothing(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as here:
        await here.tab.page.get_by_role("button", name="Drain").click()
        await here.tab.page.keyboard.press("Escape")
        row = here.tab.page.locator("tr", has_text=here.match_id[:8])
        await row.get_by_role("button", name="Cancel").click()
        await here.tab.page.keyboard.press("Enter")
        await here.tab.until("document.querySelector('dialog') === null")
        assert (await here.state()).state == lobby_pb2.MATCH_STATE_RUNNING
        assert await audit(here.operator) == []


@pytest.mark.sweep
async def test_a_player_who_is_found_by_name_gets_a_token_and_a_ban(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as here:
        page = here.tab.page
        await here.tab.open("operator/players")
        await page.get_by_placeholder("Name or id").fill("ann")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="New token").click()
        await here.do("Make the token", "lost it")
        token = await here.tab.text("dialog .secret")
        await page.get_by_role("button", name="Done").click()
        await page.get_by_role("button", name="Ban…").last.click()
        await here.do("Ban Ann", "rude")
        await here.shows_status("is banned")
        entries = [(entry.record.action, entry.record.subject) for entry in await audit(here.operator)]
        assert entries == [("IssueToken", here.ann.id), ("BanPlayer", here.ann.id)]
        assert len(token.strip()) == 43


@pytest.mark.sweep
async def test_the_page_watches_only_while_it_is_shown(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as here:

        async def streams() -> int:
            calls = (await here.operator.operations.ListCalls(operations_pb2.ListCallsRequest())).calls
            return sum("WatchServer" in call.method for call in calls)

        async def hide(is_hidden: str) -> None:
            await here.tab.page.evaluate(
                f"Object.defineProperty(document, 'hidden', {{ value: {is_hidden}, configurable: true }});"
                "document.dispatchEvent(new Event('visibilitychange'))"
            )

        async def becomes(count: int) -> None:
            async with asyncio.timeout(15):
                while await streams() != count:  # noqa: ASYNC110 - there is no event for it
                    await asyncio.sleep(0.1)

        await becomes(1)
        await hide("true")
        await becomes(0)
        await hide("false")
        await becomes(1)


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_player_sees_a_sentence_instead(tmp_path: Path, language: str) -> None:
    async with operator_page(tmp_path) as here:
        await here.tab.sit(here.ann.token, "Ann", here.ann.id, language)
        await here.tab.open("operator")
        await here.tab.until("document.querySelector('main')?.textContent.includes('Ann')")
        assert not await here.tab.page.locator(".tiles").count()


async def test_an_announcement_and_the_time_of_a_stop_are_on_every_page(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as here:
        await here.tab.page.get_by_role("button", name="Announce…").click()
        await here.tab.page.get_by_label("What everybody reads").fill(f"Tea at five {HOSTILE}")
        await here.do("Announce")
        await here.shows_status("Everybody sees the announcement")
        await here.tab.sit(here.ann.token, "Ann", "none")
        await here.tab.open(f"match/{here.match_id}")
        shown = here.tab.page.get_by_text(f"Announcement: Tea at five {HOSTILE}")
        await shown.wait_for()
        request = operations_pb2.DrainRequest(reason="new build")
        request.stops_at.FromMilliseconds(int((time.time() + 600) * 1000))
        await here.operator.operations.Drain(request)
        timer = here.tab.page.get_by_role("timer")
        await timer.wait_for()
        first = await timer.text_content() or ""
        assert re.search(r"The server stops in (10:00|09:\d\d): new build", first)
        await here.tab.until(f"document.querySelector('[role=timer]').textContent !== {first!r}")
        await here.tab.page.locator(".told").get_by_role("button", name="Close").click()
        await shown.wait_for(state="detached")
        await here.operator.operations.Drain(operations_pb2.DrainRequest(stop=True))
        await timer.wait_for(state="detached")


async def test_a_moderator_looks_after_the_server_and_a_player_does_not(tmp_path: Path) -> None:
    async with operator_page(tmp_path) as here:
        me = (await here.ann.players.GetMe(players_pb2.GetMeRequest())).player
        role = players_pb2.OPERATOR_ROLE_MODERATOR
        await here.operator.operations.SetRole(operations_pb2.SetRoleRequest(player_id=me.id, role=role))
        for person, selector in ((here.ann, ".tiles"), (here.bob, "text=This page is for operators")):
            await here.tab.sit(person.token, "Ann", "none")
            await here.tab.open("operator")
            await here.tab.page.wait_for_selector(selector)

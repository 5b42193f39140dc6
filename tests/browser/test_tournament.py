"""A tournament is paused, resumed and cancelled on its page by those who may; refusals stand where they belong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
from playwright.async_api import Locator, expect

from tests.browser.reader import WIDE, Reader, chromium, page_server, reader
from tests.browser.test_accessible import faults
from tests.server.serve.full_server import Person
from tests.server.serve.test_process import person
from tilth.v1 import tournaments_pb2 as pb

WORDS = {
    "en": {
        "start": "Start",
        "pause": "Pause",
        "really pause": "Pause the tournament",
        "resume": "Resume",
        "cancel": "Cancel",
        "really cancel": "Cancel the tournament",
        "is paused": "Spring cup is paused.",
        "is cancelled": "Spring cup is cancelled.",
    },
    "ru": {
        "start": "Начать",
        "pause": "Приостановить",
        "really pause": "Приостановить турнир",
        "resume": "Возобновить",
        "cancel": "Отменить",
        "really cancel": "Отменить турнир",
        "is paused": "Турнир Spring cup приостановлен.",
        "is cancelled": "Турнир Spring cup отменён.",
    },
}


@dataclass
class TournamentPage:
    """The page of a tournament in the state ENTRY that Ann has made, and its people."""

    tab: Reader
    words: dict[str, str]
    operator: Person
    ann: Person
    bob: Person
    tournament_id: str

    def button(self, word: str) -> Locator:
        return self.tab.page.locator("main").get_by_role("button", name=self.words[word], exact=True)

    async def click(self, word: str) -> None:
        await self.button(word).click()

    async def confirm(self, word: str, reason: str) -> None:
        """Fill the open dialog in and click its verb, not the harmless button, which has the focus."""
        dialog = self.tab.page.get_by_role("dialog")
        await expect(dialog.locator("button:focus")).not_to_have_text(self.words[word])
        await dialog.get_by_role("textbox").fill(reason)
        await dialog.get_by_role("button", name=self.words[word], exact=True).click()

    async def enter(self, *people: Person) -> None:
        for one in people:
            await one.tournaments.EnterTournament(pb.EnterTournamentRequest(tournament_id=self.tournament_id))

    async def state(self) -> pb.Tournament:
        request = pb.GetTournamentRequest(tournament_id=self.tournament_id)
        found: pb.Tournament = (await self.ann.tournaments.GetTournament(request)).tournament
        return found

    async def pause_reasons(self) -> list[str]:
        request = pb.WatchTournamentRequest(tournament_id=self.tournament_id, once=True)
        return [
            entry.record.paused.reason
            async for part in self.ann.tournaments.WatchTournament(request)
            for entry in part.entries
            if entry.record.HasField("paused")
        ]


@asynccontextmanager
async def tournament_page(data: Path, language: str = "en") -> AsyncIterator[TournamentPage]:
    async with (
        page_server(data) as (server, home),
        chromium() as browser,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        operator = Person(channel, (data / "operator.token").read_text().strip())
        ann, bob = await person(channel, "Ann"), await person(channel, "Bob")
        settings = pb.TournamentSettings(
            title="Spring cup",
            game_setups=[pb.GameSetup(game="petrichor")],
            round_robin=pb.RoundRobin(),
            table_seats=2,
            max_running_pairings=1,
        )
        made = await ann.tournaments.CreateTournament(
            pb.CreateTournamentRequest(request_id="1", settings=settings)
        )
        async with reader(browser, home, WIDE, reduced_motion="reduce") as tab:
            await tab.sit(ann.token, "Ann", ann.id, language)
            await tab.open(f"tournament/{made.tournament.id}")
            yield TournamentPage(tab, WORDS[language], operator, ann, bob, made.tournament.id)


@pytest.mark.parametrize("language", ["en", pytest.param("ru", marks=pytest.mark.sweep)])
async def test_the_organiser_pauses_resumes_and_cancels(tmp_path: Path, language: str) -> None:
    async with tournament_page(tmp_path, language) as here:
        status = here.tab.page.locator(".hero [role=status]")
        await here.enter(here.ann)
        # Too few entrants: the refusal stands beside the buttons.
        await here.click("start")
        await expect(here.tab.page.locator(".hero [role=alert]")).to_contain_text("2 entrants")
        await here.enter(here.bob)
        await here.click("start")
        await here.click("pause")
        await here.tab.page.get_by_role("dialog").wait_for()
        assert await faults(here.tab) == []
        await here.confirm("really pause", "lunch")
        await expect(status).to_have_text(here.words["is paused"])
        assert (await here.state()).state == pb.TOURNAMENT_STATE_PAUSED
        assert await here.pause_reasons() == ["lunch"]
        await here.click("resume")
        await expect(here.tab.page.locator("main .btn.dk")).to_have_count(0)
        assert (await here.state()).state == pb.TOURNAMENT_STATE_RUNNING
        await here.click("cancel")
        await here.confirm("really cancel", "rain")
        await expect(status).to_have_text(here.words["is cancelled"])
        found = await here.state()
        assert (found.state, found.cancel_reason) == (pb.TOURNAMENT_STATE_CANCELLED, "rain")
        await expect(here.tab.page.locator(".about")).to_contain_text("rain")
        # Nothing is left to be done.
        for word in ("start", "pause", "resume", "cancel"):
            await expect(here.button(word)).to_have_count(0)


async def test_a_refusal_stands_in_the_dialog_and_keeps_what_was_written(tmp_path: Path) -> None:
    async with tournament_page(tmp_path) as here:
        await here.enter(here.ann, here.bob)
        await here.tab.page.reload()
        await here.click("start")
        await here.click("pause")
        dialog = here.tab.page.get_by_role("dialog")
        await dialog.wait_for()
        # Somebody else ends it while the dialog is open.
        await here.operator.tournaments.CancelTournament(
            pb.CancelTournamentRequest(tournament_id=here.tournament_id, reason="rain")
        )
        await here.confirm("really pause", "lunch")
        await expect(dialog.get_by_role("alert")).to_contain_text("has ended")
        await expect(dialog.get_by_role("textbox")).to_have_value("lunch")
        await here.tab.page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        assert (await here.state()).cancel_reason == "rain"


@pytest.mark.sweep
async def test_an_operator_may_do_it_and_an_entrant_may_not(tmp_path: Path) -> None:
    async with tournament_page(tmp_path) as here:
        await here.enter(here.ann, here.bob)
        for who, name, may in ((here.bob, "Bob", 0), (here.operator, "operator", 1)):
            await here.tab.sit(who.token, name, who.id or "none")
            await here.tab.open(f"tournament/{here.tournament_id}")
            await here.tab.page.get_by_role("button", name="Link").wait_for()
            await expect(here.button("cancel")).to_have_count(may)
            await expect(here.button("start")).to_have_count(may)
        await here.click("cancel")
        await here.confirm("really cancel", "rain")
        await expect(here.tab.page.locator(".hero [role=status]")).to_have_text("Spring cup is cancelled.")
        assert (await here.state()).state == pb.TOURNAMENT_STATE_CANCELLED

"""The dialogs of the page that make a match for invited players and a tournament, filled in as a person does."""

from pathlib import Path

import grpc
import pytest
from playwright.async_api import expect

from tests.browser.reader import PHONE, WIDE, Reader, chromium, page_server, reader
from tests.browser.solo import registered
from tests.browser.test_accessible import faults
from tests.server.serve.full_server import Person
from tilth.v1 import lobby_pb2, tournaments_pb2

AT_MATCH = "location.hash.startsWith('#/match/')"
AT_TOURNAMENT = "location.hash.startsWith('#/tournament/')"


async def last_part(tab: Reader) -> str:
    return str(await tab.page.evaluate("location.hash.split('/').at(-1)"))


async def tournament_of(address: str, person: Person, tournament_id: str) -> tournaments_pb2.Tournament:
    async with grpc.aio.insecure_channel(address) as channel:
        request = tournaments_pb2.GetTournamentRequest(tournament_id=tournament_id)
        reply = await Person(channel, person.token).tournaments.GetTournament(request)
    found: tournaments_pb2.Tournament = reply.tournament
    return found


async def test_a_match_for_invited_players_lets_only_them_sit_down(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann, bob, eve = [await registered(server.address, name) for name in ("Ann", "Bob", "Eve")]
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.page.get_by_role("button", name="New match").first.click()
            dialog = tab.page.get_by_role("dialog")
            await dialog.get_by_text("Only invited players").click()
            create = dialog.get_by_role("button", name="Create and sit down")
            await expect(create).to_be_disabled()
            name = dialog.get_by_label("Name of a player")
            for wrong, shown in (
                ("Nobody", "There is no player Nobody."),
                ("Ann", "You need no invitation."),
            ):
                await name.fill(wrong)
                await name.press("Enter")
                await expect(dialog.get_by_text(shown)).to_be_visible()
            await name.fill("bob")
            await dialog.get_by_role("button", name="Invite", exact=True).click()
            await expect(dialog.get_by_role("button", name="Take Bob off the list")).to_be_visible()
            await create.click()
            await tab.until(AT_MATCH)
            match_id = await last_part(tab)
        async with grpc.aio.insecure_channel(server.address) as channel:
            request = lobby_pb2.TakeSeatRequest(request_id="1", match_id=match_id)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await Person(channel, eve.token).lobby.TakeSeat(request)
            assert "invited" in str(refused.value.details())
            await Person(channel, bob.token).lobby.TakeSeat(request)


async def open_form(tab: Reader) -> None:
    await tab.open("tournaments")
    await tab.page.get_by_role("button", name="New tournament").click()
    await tab.page.wait_for_selector("dialog select[name=format]")


async def test_a_tournament_is_made_entered_and_left_on_the_page(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        bob = await registered(server.address, "Bob")
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await open_form(tab)
            dialog = tab.page.get_by_role("dialog")
            await dialog.get_by_label("Title").fill("Spring cup")
            await dialog.get_by_label("Game", exact=True).select_option("petrichor")
            await dialog.locator("select[name=format]").select_option("groups")
            await dialog.get_by_label("Advance from each group").fill("3")
            await dialog.get_by_label("The same deal for all").check()
            await dialog.get_by_text("5 min + 10 s").click()
            await dialog.get_by_label("Entrants, at most").fill("12")
            await dialog.get_by_label("Entry closes").fill("2099-11-30T18:00")
            await dialog.get_by_text("More", exact=True).click()
            await dialog.get_by_label("Games at once", exact=True).fill("4")
            await dialog.get_by_label("Wins").check()
            await dialog.get_by_role("button", name="Create the tournament").click()
            await tab.until(AT_TOURNAMENT)
            await expect(tab.page.get_by_role("heading", level=1)).to_have_text("Spring cup")
            await expect(tab.page.get_by_text("You take part.")).to_be_visible()
            made = await tournament_of(server.address, ann, await last_part(tab))
            settings = made.settings
            assert [entrant.player_name for entrant in made.entrants] == ["Ann"]
            assert [setup.game for setup in settings.game_setups] == ["petrichor"]
            assert settings.groups.advance == 3
            assert settings.duplicate
            assert settings.rotate
            assert settings.table_seats == 2
            assert settings.clock.bank_ms == 300_000
            assert settings.max_entrants == 12
            assert settings.max_running_pairings == 4
            assert settings.entry_closes_at.ToDatetime().year == 2099
            assert [*settings.tie_breaks] == [tournaments_pb2.TIE_BREAK_WINS]
            await tab.page.get_by_label("Name of the player").fill("Bob")
            await tab.page.get_by_role("button", name="Enter a player").click()
            await expect(tab.page.locator(".names")).to_contain_text("Bob")
            await tab.page.get_by_role("button", name="Withdraw", exact=True).click()
            await tab.page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
            await expect(tab.page.get_by_role("button", name="Enter", exact=True)).to_be_visible()
            made = await tournament_of(server.address, bob, made.id)
            assert [entrant.withdrawn for entrant in made.entrants] == [True, False]


async def test_what_is_refused_in_a_tournament_is_shown_at_its_field(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await open_form(tab)
            dialog = tab.page.get_by_role("dialog")
            create = dialog.get_by_role("button", name="Create the tournament")
            await dialog.get_by_label("Entrants, at least").fill("9")
            await dialog.get_by_label("Entrants, at most").fill("4")
            await create.click()
            most = dialog.get_by_label("Entrants, at most")
            await expect(most).to_have_attribute("aria-invalid", "true")
            await expect(most).to_be_focused()
            await expect(most).to_have_accessible_description("max_entrants is less than min_entrants")
            await most.fill("")
            await expect(most).to_have_attribute("aria-invalid", "false")
            # What stands behind "More" is shown if the fault lies there.
            await dialog.get_by_text("More", exact=True).click()
            await dialog.get_by_label("Sets of a table in a row").fill("5000")
            await dialog.get_by_text("More", exact=True).click()
            await create.click()
            await expect(dialog.get_by_label("Sets of a table in a row")).to_be_focused()
            await dialog.get_by_label("Sets of a table in a row").fill("")
            # A game that cannot be played at tables of this size says so itself, before anything is sent.
            await dialog.get_by_label("Game", exact=True).select_option("petrichor")
            await dialog.get_by_label("Seats at a table").get_by_text("5", exact=True).click()
            await expect(dialog.get_by_label("Game", exact=True)).to_have_attribute("aria-invalid", "true")
            assert tab.complaints == []


@pytest.mark.parametrize("look", ["wide", pytest.param("phone", marks=pytest.mark.sweep)])
@pytest.mark.parametrize("language", ["ru", pytest.param("en", marks=pytest.mark.sweep)])
async def test_the_dialogs_have_no_fault_that_axe_knows(tmp_path: Path, look: str, language: str) -> None:
    size = PHONE if look == "phone" else WIDE
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with reader(browser, home, size, reduced_motion="reduce") as tab:
            await tab.sit(ann.token, "Ann", ann.id, language)
            await tab.open("tournaments")
            await tab.page.locator("main .btn.dk").click()
            await tab.page.wait_for_selector("dialog select[name=format]")
            for form in ("series", "groups"):
                await tab.page.locator("dialog select[name=format]").select_option(form)
            await tab.page.evaluate(
                "document.querySelectorAll('dialog details').forEach(one => (one.open = true))"
            )
            await tab.page.locator("dialog input[type=radio]").last.check(force=True)
            await tab.page.wait_for_timeout(300)
            found = await faults(tab)
            wide = await tab.page.evaluate(
                "[...document.querySelectorAll('dialog *')].map(one => [one.getBoundingClientRect().right, one])"
                ".filter(([right]) => right > innerWidth + 1).map(([, one]) => one.outerHTML.slice(0, 80))"
            )
            assert found + wide == []

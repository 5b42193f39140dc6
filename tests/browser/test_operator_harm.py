"""The operator's page about harm: reports, from the table to the decision, bans of each kind, and who causes load."""

import time
from pathlib import Path

import grpc
import pytest
from playwright.async_api import Request

from tests.browser.operator_parts import MODERATOR, bans, operator_parts, reports, with_role
from tests.browser.test_operator import HOSTILE
from tests.server.operations.helpers import audit
from tests.server.serve.full_server import new_match
from tests.server.serve.test_process import person
from tilth.v1 import lobby_pb2, operations_pb2, players_pb2, tournaments_pb2
from tilth.v1 import moderation_pb2 as pb
from tilth.v1.players_pb2 import REPORT_KIND_NAME, REPORT_KIND_PLAYER, REPORT_KIND_TITLE, ReportRequest

# Reports --------------------------------------------------------------------------------------------------------


async def test_a_player_reports_a_name_at_the_table_and_a_moderator_decides(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here
        await here.tab.sit(here.ann.token, "Ann", here.ann.id)
        await here.tab.at_table(here.match_id)
        await at.page.get_by_role("button", name="Report to the moderators").click()
        await at.dialog.wait_for()
        options = await at.dialog.locator("option").all_text_contents()
        assert options == [f"{HOSTILE}: what the player does", f"{HOSTILE}: the name"], (
            "and no title, no own name"
        )
        await at.fill(**{"What is wrong": options[1], "What the moderators should know": f"look {HOSTILE}"})
        await at.dialog.get_by_role("button", name="Report it").click()
        await at.dialog.get_by_text("The moderators have your report").wait_for()
        (made,) = await reports(here)
        assert (made.kind, made.player_id, made.text) == (REPORT_KIND_NAME, here.bob.id, f"look {HOSTILE}")

        await here.ann.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=here.bob.id))
        mod = await person(here.channel, "Mod")
        await with_role(here, mod, MODERATOR)
        await here.tab.sit(mod.token, "Mod", "none")
        await here.tab.open("operator")
        await here.tab.until("document.querySelector('nav.parts')?.textContent.includes('2')")
        await at.go("Reports")
        await at.shows(f"the name {HOSTILE}")
        await at.ask("Uphold…", "the name")
        await at.fill(Why="rude name")
        await at.do("Uphold it", "Report 1 is upheld")
        await at.shows_no("the name")
        focused = await at.page.evaluate("document.activeElement.textContent")
        assert focused.strip() == "Reports of players", "an entry that left took the focus along"
        await at.ask("Dismiss…", "what")
        await at.do("Dismiss it", "Report 2 is dismissed")
        await at.shows("Nobody has reported anything that is open.")
        decided = [(one.state, one.resolver_name) for one in await reports(here, resolved_too=True)]
        assert decided == [(pb.REPORT_STATE_UPHELD, "Mod"), (pb.REPORT_STATE_DISMISSED, "Mod")]
        await at.page.get_by_label("Also resolved ones").check()
        await at.ask("Open again…", "what")
        await at.do("Open it again", "Report 2 is open again")
        assert [one.number for one in await reports(here)] == [2]
        assert [entry.record.reason for entry in await audit(here.operator)][-3] == "rude name"


@pytest.mark.sweep
async def test_the_title_of_a_match_is_reported_and_changed_and_a_name_too(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here
        match_id = await new_match(here.ann, start=False, game="petrichor", title="A bad title")
        await here.tab.sit(here.bob.token, "Bob", here.bob.id)
        await here.tab.open(f"match/{match_id}")
        await at.page.get_by_role("button", name="Report to the moderators").click()
        await at.fill(**{"What is wrong": "The title “A bad title”"})
        await at.dialog.get_by_role("button", name="Report it").click()
        await at.dialog.get_by_text("The moderators have your report").wait_for()
        (made,) = await reports(here)
        assert (made.kind, made.match_id) == (REPORT_KIND_TITLE, match_id)
        await here.ann.players.Report(ReportRequest(kind=REPORT_KIND_NAME, player_id=here.bob.id))
        await here.tab.sit(here.operator.token, "operator", "none")
        await here.tab.open("operator/reports")
        await at.ask("New title…", "A bad title")
        await at.fill(New_title="Sunday")
        await at.do("Change the title", "The title is changed")
        found = (await here.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))).match
        assert found.title == "Sunday"
        await at.ask("New name…", "the name")
        await at.fill(New_name="Bob")
        await at.do("Change the name", "is called Bob now")
        shown = await here.ann.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=here.bob.id))
        assert shown.player.name == "Bob"


@pytest.mark.sweep
async def test_a_replay_and_a_tournament_have_a_place_to_report_from(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here
        request = tournaments_pb2.CreateTournamentRequest(request_id="t")
        request.settings.title = "A bad cup"
        request.settings.game_setups.add(game="petrichor")
        request.settings.table_seats = 2
        request.settings.round_robin.SetInParent()
        cup = (await here.ann.tournaments.CreateTournament(request)).tournament.id
        enter = tournaments_pb2.EnterTournamentRequest(tournament_id=cup)
        await here.ann.tournaments.EnterTournament(enter)
        await here.tab.sit(here.bob.token, "Bob", here.bob.id)
        for place, about in (
            (f"tournament/{cup}", "The title “A bad cup”"),
            (f"tournament/{cup}", "Ann: the name"),
            (f"replay/{here.match_id}", "Ann: what the player does"),
        ):
            await here.tab.open(place)
            await at.page.get_by_role("button", name="Report to the moderators").click()
            await at.dialog.wait_for()
            await at.fill(**{"What is wrong": about})
            await at.dialog.get_by_role("button", name="Report it").click()
            await at.dialog.get_by_text("The moderators have your report").wait_for()
            await at.dialog.get_by_role("button", name="Done").click()
            await at.dialog.wait_for(state="detached")
        made = [(one.kind, one.tournament_id, one.player_id) for one in await reports(here)]
        assert made == [
            (REPORT_KIND_TITLE, cup, ""),
            (REPORT_KIND_NAME, "", here.ann.id),
            (REPORT_KIND_PLAYER, "", here.ann.id),
        ]


# Bans and load --------------------------------------------------------------------------------------------------


async def test_a_player_an_address_and_a_tree_are_banned_and_the_bans_lifted(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here
        made = await here.operator.operations.CreateInvitation(
            operations_pb2.CreateInvitationRequest(label="club")
        )
        await at.go("Bans")
        await at.shows("Nobody is banned.")
        await at.ask("Ban a player…")
        await at.fill(**{"Player (name or id)": "nobody"})
        await at.dialog.get_by_role("button", name="Ban", exact=True).click()
        field = at.dialog.get_by_label("Player (name or id)")
        await at.dialog.get_by_role("alert").wait_for()
        assert await field.get_attribute("aria-invalid") == "true"
        described = await field.get_attribute("aria-describedby") or ""
        assert "No player is called “nobody”" in (
            await at.page.locator(f"[id='{described}']").text_content() or ""
        )
        await at.fill(**{"Player (name or id)": "ann", "Ends": "in 1 hour", "Why": "rude"})
        await at.do("Ban", "Ann is banned")
        await at.ask("Ban an address…")
        await at.fill(**{"Address, or a network": "127.0.0.0/8"})
        await at.dialog.get_by_role("button", name="Ban", exact=True).click()
        await at.dialog.get_by_role("alert").wait_for()
        assert [one.network for one in await bans(here) if one.network] == [], "the own address is refused"
        await at.fill(**{"Address, or a network": "203.0.113.0/24"})
        await at.do("Ban", "203.0.113.0/24 is banned")
        await at.ask("Ban an invitation’s tree…")
        await at.fill(**{"Id of the invitation": made.invitation_id, "Ends": "until an operator lifts it"})
        await at.do("Ban", "Players who are hit: 0")
        tree, address, player = await bans(here)
        assert (player.player_id, player.reason) == (here.ann.id, "rude")
        assert 0 < player.until.ToSeconds() - time.time() <= 3600
        assert (address.network, tree.invitation_id) == ("203.0.113.0/24", made.invitation_id)
        assert not tree.HasField("until")
        for name in ("Ann", "203.0.113.0/24", "club"):
            await at.ask("Lift…", name)
            await at.do("Lift the ban", f"The ban of {name} is lifted")
        await at.shows("Nobody is banned.")
        assert await bans(here) == []


async def test_load_shows_who_is_refused_and_why_and_takes_a_ban(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here
        for _ in range(3):
            with pytest.raises(grpc.aio.AioRpcError):
                await here.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="nowhere"))
        await at.go("Load")
        await at.shows("MATCH_NOT_FOUND 3")

        def is_by_refusals(request: Request) -> bool:
            body = request.post_data_buffer or b""
            return request.url.endswith("/ListLoad") and pb.ListLoadRequest.FromString(body[5:]).by_refusals

        # The server gives the first rows alone, so it has to put them in order.
        async with at.page.expect_request(is_by_refusals):
            await at.page.get_by_label("Most first of").select_option(label="refusals")
        first = at.page.locator("tbody tr").first
        await here.tab.until("document.querySelector('tbody tr').textContent.includes('MATCH_NOT_FOUND 3')")
        assert "Ann" in (await first.text_content() or "")
        await at.ask("Ban a player…", "MATCH_NOT_FOUND 3")
        await at.do("Ban Ann", "Ann is banned")
        assert [one.player_id for one in await bans(here)] == [here.ann.id]
        await at.page.get_by_label("Add up").select_option(label="by address")
        await at.shows("3 players")
        await at.ask("Ban an address…", "3 players")
        offered = await at.dialog.get_by_label("Address, or a network").input_value()
        assert offered == "127.0.0.1", "as a ban takes it"

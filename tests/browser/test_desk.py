"""The desk of the operator's page: reports, bans, load, invitations, roles, announcements and stuck matches."""

import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from playwright.async_api import Locator

from tests.browser.reader import chromium, page_server, reader
from tests.browser.test_accessible import faults, misread
from tests.browser.test_operator import HOSTILE, OperatorPage, operator_page
from tests.server.operations.helpers import audit
from tests.server.serve.full_server import Person, new_match
from tests.server.serve.test_process import person
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, players_pb2, tournaments_pb2
from tilth.v1 import moderation_pb2 as pb
from tilth.v1.players_pb2 import REPORT_KIND_NAME, REPORT_KIND_PLAYER, REPORT_KIND_TITLE, ReportRequest

PARTS = ("now", "reports", "stuck", "load", "bans", "players", "invitations", "roles")
MODERATOR, AUDITOR = players_pb2.OPERATOR_ROLE_MODERATOR, players_pb2.OPERATOR_ROLE_AUDITOR
PHONE_WIDTH = 390


class Desk:
    """The operator's page, read by the parts it has."""

    def __init__(self, here: OperatorPage) -> None:
        self.here = here
        self.page = here.tab.page

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    async def go(self, part: str) -> None:
        """Open a part by a click on its name."""
        await (
            self.page.get_by_role("navigation", name="Parts of this page")
            .get_by_role("link", name=re.compile(f"^{part}"))
            .click()
        )

    async def ask(self, button: str, row: str = "") -> None:
        """Click a button, of the entry of a list that holds the text if one is given, and wait for its dialog."""
        where = self.page.locator("main li, main tr", has_text=row) if row else self.page
        await where.get_by_role("button", name=button, exact=True).first.click()
        await self.dialog.wait_for()

    async def fill(self, **fields: str) -> None:
        """Fill fields of the open dialog, by their labels with _ for spaces. A field of options takes one's name."""
        for label, value in fields.items():
            field = self.dialog.get_by_label(label.replace("_", " "))
            tag = await field.first.evaluate("field => field.localName")
            if tag == "select":
                await field.first.select_option(label=value)
            else:
                await field.first.fill(value)

    async def do(self, verb: str, status: str) -> None:
        """Click the verb of the dialog, and wait until the page says what was done."""
        await self.dialog.get_by_role("button", name=verb, exact=True).click()
        await self.here.shows_status(status)
        await self.dialog.wait_for(state="detached")

    async def shows(self, text: str) -> None:
        await self.here.tab.until(f"document.querySelector('main')?.textContent.includes({text!r})")

    async def shows_no(self, text: str) -> None:
        await self.here.tab.until(f"!document.querySelector('main').textContent.includes({text!r})")

    async def buttons(self) -> list[str]:
        """Return the names of the buttons of the page, without the bar."""
        return [text.strip() for text in await self.page.locator("main button").all_text_contents()]

    async def last_deed(self) -> tuple[str, str, str]:
        entry = (await audit(self.here.operator))[-1].record
        return entry.action, entry.subject, entry.reason


@asynccontextmanager
async def desk(data: Path) -> AsyncIterator[Desk]:
    async with operator_page(data) as here:
        yield Desk(here)


async def with_role(here: OperatorPage, player: Person, role: Any) -> None:
    me = (await player.players.GetMe(players_pb2.GetMeRequest())).player
    await here.operator.operations.SetRole(operations_pb2.SetRoleRequest(player_id=me.id, role=role))


async def reports(here: OperatorPage, **wanted: Any) -> list[Any]:
    return list((await here.operator.moderation.ListReports(pb.ListReportsRequest(**wanted))).reports)


async def bans(here: OperatorPage) -> list[Any]:
    return list((await here.operator.moderation.ListBans(pb.ListBansRequest())).bans)


# Reports --------------------------------------------------------------------------------------------------------


async def test_a_player_reports_a_name_at_the_table_and_a_moderator_decides(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        here = at.here
        await here.tab.sit(here.ann.token, "Ann", here.ann.id)
        await here.tab.at_table(here.match_id)
        await at.page.get_by_role("button", name="Report to the moderators").click()
        await at.dialog.wait_for()
        options = await at.dialog.locator("option").all_text_contents()
        assert options == [f"{HOSTILE}: what the player does", f"{HOSTILE}: the name"], (
            "and no title, no own name"
        )
        await at.fill(What_is_wrong=options[1], What_the_moderators_should_know=f"look {HOSTILE}")
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
    async with desk(tmp_path) as at:
        here = at.here
        match_id = await new_match(here.ann, start=False, game="petrichor", title="A bad title")
        await here.tab.sit(here.bob.token, "Bob", here.bob.id)
        await here.tab.open(f"match/{match_id}")
        await at.page.get_by_role("button", name="Report to the moderators").click()
        await at.fill(What_is_wrong="The title “A bad title”")
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
    async with desk(tmp_path) as at:
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
            await at.fill(What_is_wrong=about)
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
    async with desk(tmp_path) as at:
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
    async with desk(tmp_path) as at:
        here = at.here
        for _ in range(3):
            with pytest.raises(grpc.aio.AioRpcError):
                await here.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="nowhere"))
        await at.go("Load")
        await at.shows("MATCH_NOT_FOUND 3")
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


# Invitations ----------------------------------------------------------------------------------------------------


async def test_an_invitation_is_made_used_followed_and_revoked(tmp_path: Path) -> None:
    async with (
        page_server(tmp_path, "--registration", "invitation") as (server, home),
        chromium() as browser,
        grpc.aio.insecure_channel(server.address) as channel,
        reader(browser, home) as tab,
    ):
        operator = Person(channel, (tmp_path / "operator.token").read_text().strip())
        here = OperatorPage(tab, channel, operator, operator, operator, "")
        at = Desk(here)
        await tab.sit(operator.token, "operator", "none")
        await tab.open("operator/invitations")
        await at.shows("Nobody can register by an invitation now.")
        await at.ask("Invite…")
        await at.fill(Label="chess club", Registrations="20", Ends="in 7 days")
        await at.dialog.get_by_role("button", name="Make an invitation").click()
        words = (await at.dialog.locator(".secret").text_content() or "").strip()
        await at.dialog.get_by_role("button", name="Done").click()
        (made,) = (await operator.moderation.ListInvitations(pb.ListInvitationsRequest())).invitations
        assert (made.label, made.uses) == ("chess club", 20)
        assert timedelta(days=6.9) < made.expires_at.ToDatetime(UTC) - datetime.now(UTC) <= timedelta(days=7)
        new = players_pb2.RegisterRequest(name="Cat", invitation=words)
        cat = (await Person(channel, "").players.Register(new)).player
        await tab.page.reload()
        await at.shows("1 of 20 used")
        row = at.page.locator("main li", has_text="chess club")
        await row.get_by_role("link", name="Who came by it").click()
        await at.page.get_by_role("link", name="Cat").click()
        await at.page.locator("dd", has_text="chess club").wait_for()
        assert tab.page.url.endswith(f"/operator/players/{cat.id}")
        await at.page.get_by_role("link", name="chess club").click()
        await at.page.get_by_role("link", name="Cat").wait_for()
        await at.page.get_by_role("link", name="All invitations").click()
        await at.ask("Revoke…", "chess club")
        await at.fill(Why="leaked")
        await at.do("Revoke it", "Invitation chess club is revoked")
        await at.shows("Nobody can register by an invitation now.")
        assert await at.last_deed() == ("RevokeInvitation", made.id, "leaked")
        await at.page.get_by_label("Also used, ended and revoked ones").check()
        await at.shows("revoked")


@pytest.mark.sweep
async def test_the_tree_of_an_invitation_is_shown_and_banned(tmp_path: Path) -> None:
    async with (
        page_server(tmp_path, "--registration", "invitation") as (server, home),
        chromium() as browser,
        grpc.aio.insecure_channel(server.address) as channel,
        reader(browser, home) as tab,
    ):
        operator = Person(channel, (tmp_path / "operator.token").read_text().strip())
        here = OperatorPage(tab, channel, operator, operator, operator, "")
        at = Desk(here)
        root = await operator.operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
        ann = await invited(channel, "Ann", root.invitation)
        await with_role(here, ann, MODERATOR)
        branch = await ann.operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
        await with_role(here, ann, players_pb2.OPERATOR_ROLE_UNSPECIFIED)
        await invited(channel, "Bob", branch.invitation)
        await tab.sit(operator.token, "operator", "none")
        await tab.open(f"operator/invitations/{root.invitation_id}")
        await at.page.get_by_role("link", name="Ann").wait_for()
        assert await at.page.get_by_role("link", name="Bob").count() == 0
        await at.page.get_by_label("Also by invitations of these players").check()
        await at.page.get_by_role("link", name="Bob").wait_for()
        await at.ask("Ban its tree…")
        await at.do("Ban", "Players who are hit: 2")
        assert [one.invitation_id for one in await bans(here)] == [root.invitation_id]


async def invited(channel: grpc.aio.Channel, name: str, invitation: str) -> Person:
    request = players_pb2.RegisterRequest(name=name, invitation=invitation)
    reply = await Person(channel, "").players.Register(request)
    return Person(channel, reply.token, reply.player.id, name)


# Roles ----------------------------------------------------------------------------------------------------------


async def test_roles_are_given_changed_and_taken_and_the_last_operator_keeps_the_role(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        here = at.here

        async def role_of_ann() -> int:
            shown = await here.ann.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=here.ann.id))
            return int(shown.player.role)

        await at.go("Roles")
        await at.ask("Give a role…")
        await at.fill(**{"Player (name or id)": "Ann"})
        await at.do("Give the role", "The role of Ann is changed")
        assert await role_of_ann() == MODERATOR
        await at.ask("Change role…", "Ann")
        await at.fill(Role="auditor: sees all, changes nothing", Why="for a week")
        await at.do("Change the role", "The role of Ann is changed")
        assert await role_of_ann() == AUDITOR
        assert await at.last_deed() == ("SetRole", here.ann.id, "for a week")
        await at.ask("Remove…", "you")
        await at.dialog.get_by_role("button", name="Take the role").click()
        await at.dialog.get_by_role("alert").wait_for()
        await at.page.keyboard.press("Escape")
        await at.ask("Remove…", "Ann")
        await at.do("Take the role", "Ann has no role")
        await at.shows_no("auditor")
        assert await role_of_ann() == 0


async def test_what_a_role_may_not_do_is_not_offered(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        here = at.here
        invitation = operations_pb2.CreateInvitationRequest(label="club")
        await here.operator.operations.CreateInvitation(invitation)
        await here.ann.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=here.bob.id))
        network = pb.BanAddressRequest(network="203.0.113.7")
        await here.operator.moderation.BanAddress(network)
        harmless = {"Show", "Find", "More"}
        for role, words, offered in (
            (AUDITOR, "As an auditor you see everything", {part: set[str]() for part in PARTS}),
            (
                MODERATOR,
                "As a moderator you look after",
                {
                    "now": {"Pause", "Cancel…"},
                    "reports": {"Uphold…", "Dismiss…"},
                    "stuck": {"Resign a seat…", "Adjudicate…", "Void…"},
                    "load": {"Ban a player…", "Ban an address…"},
                    "bans": {"Lift…", "Ban a player…", "Ban an address…", "Ban an invitation’s tree…"},
                    f"players/{here.bob.id}": {"Kick", "New name…", "Ban…"},
                    "invitations": {"Invite…", "Revoke…", "Ban its tree…"},
                    "roles": set(),
                },
            ),
        ):
            await with_role(here, here.ann, role)
            await here.tab.sit(here.ann.token, "Ann", here.ann.id)
            for part, wanted in offered.items():
                await here.tab.open(f"operator/{part}")
                await at.shows(words)
                await here.tab.until("document.querySelector('main h2, main dl') !== null")
                await at.page.locator("main li, main tbody tr, main form").first.wait_for()
                if f"players/{here.bob.id}" == part:
                    await at.page.locator("main dl").wait_for()
                found = await at.buttons()
                columns = set(await at.page.locator("main th button").all_text_contents())
                deeds = {name for name in found if name not in columns} - harmless
                deeds -= {"Kick", "Ban…"} if part == "now" else set()
                assert deeds == wanted, (role, part)


# What everybody is told -----------------------------------------------------------------------------------------


async def test_an_announcement_has_an_end_and_a_drain_a_time(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        here = at.here

        async def notice() -> lobby_pb2.Notice:
            info = (await here.ann.lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())).server
            found: lobby_pb2.Notice = info.notice
            return found

        await at.ask("Announce…")
        await at.fill(What_everybody_reads="Tea at five", Ends="in 1 hour")
        await at.do("Announce", "Everybody sees the announcement")
        told = await notice()
        assert told.announcement == "Tea at five"
        assert 3500 < told.announcement_ends_at.ToSeconds() - time.time() <= 3600
        await at.page.get_by_text("Announcement: Tea at five").wait_for()
        await at.page.get_by_role("button", name="End the announcement").click()
        await here.shows_status("There is no announcement now")
        assert (await notice()).announcement == ""
        await at.ask("Drain…")
        await at.fill(The_server_stops="in 15 minutes", Why="new build")
        await at.do("Drain", "everybody sees when it stops")
        told = await notice()
        assert told.draining
        assert told.stop_reason == "new build"
        assert 890 < told.stops_in.ToSeconds() <= 900
        await at.page.get_by_role("timer").wait_for()
        await at.ask("Time of the stop…")
        await at.fill(The_server_stops="at a time …")
        at_noon = (datetime.now(UTC).astimezone() + timedelta(days=2)).replace(
            hour=12, minute=0, second=0, microsecond=0
        )
        await at.dialog.get_by_label("The server stops: at a time").fill(at_noon.strftime("%Y-%m-%dT%H:%M"))
        await at.do("Change the time", "everybody sees when it stops")
        assert (await notice()).stops_at.ToSeconds() == int(at_noon.timestamp())
        await at.page.get_by_role("button", name="Take matches again").click()
        await here.shows_status("takes matches again")
        assert not (await notice()).draining


# Stuck matches --------------------------------------------------------------------------------------------------


async def test_a_stuck_match_is_found_by_the_player_waited_for_and_resigned_adjudicated_or_void(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as at:
        here = at.here
        second = await new_match(here.ann, here.bob, game="petrichor")
        third = await new_match(here.ann, here.bob, game="petrichor")
        view = await here.ann.play.GetView(play_pb2.GetViewRequest(match_id=second))
        waited = (here.ann, here.bob)[view.pending_seats[0]]
        other = here.bob if waited is here.ann else here.ann
        await at.go("Stuck matches")
        await at.shows(third[:8])
        await at.page.get_by_label("Waiting for").fill("nobody")
        await at.page.keyboard.press("Enter")
        await at.shows("No player is called “nobody”")
        await at.page.get_by_label("Waiting for").fill(other.id)
        await at.page.get_by_role("button", name="Show").click()
        await at.shows_no("No player is called")
        waits = operations_pb2.ListIdleMatchesRequest(player_id=other.id)
        expected = (await here.operator.operations.ListIdleMatches(waits)).match_count
        await here.tab.until(f"document.querySelectorAll('main li').length === {expected}")
        await at.page.get_by_label("Without a record for").select_option(label="1 hr")
        await at.shows("No match waits that long.")
        await at.page.get_by_label("Without a record for").select_option(label="any time")
        await at.page.get_by_label("Waiting for").fill("")
        await at.page.get_by_role("button", name="Show").click()

        await at.ask("Resign a seat…", second[:8])
        await at.fill(Seat="seat 2, " + HOSTILE, Why="gone")
        await at.do("Resign the seat", f"A seat of match {second[:8]} has resigned")
        assert await at.last_deed() == ("ResignSeat", second, "gone")
        await at.ask("Adjudicate…", third[:8])
        await at.fill(**{"Place of seat 1": "2", "Place of seat 2": "1", "Why": "Ann left"})
        await at.do("End the match", "has ended with these places")
        found = (await here.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=third))).match
        assert list(found.result.places) == [2, 1]
        await at.ask("Void…", here.match_id[:8])
        await at.fill(Why="nobody is there")
        await at.do("Void the match", f"Match {here.match_id[:8]} is void")
        assert (await here.state()).cancel_reason == "nobody is there"
        await at.shows_no(here.match_id[:8])


# Looks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "scheme"), [("ru", "dark"), pytest.param("en", "light", marks=pytest.mark.sweep)]
)
async def test_every_part_fits_a_phone_and_has_no_fault_that_axe_knows(
    tmp_path: Path, language: str, scheme: Any
) -> None:
    async with desk(tmp_path) as at:
        here = at.here
        tab = here.tab
        made = await here.operator.operations.CreateInvitation(
            operations_pb2.CreateInvitationRequest(label="A label that is rather long for a phone", uses=20)
        )
        await here.ann.players.Report(
            ReportRequest(kind=REPORT_KIND_NAME, player_id=here.bob.id, text="word " * 60)
        )
        await here.operator.moderation.BanInvitation(
            pb.BanInvitationRequest(invitation_id=made.invitation_id, reason="w" * 80)
        )
        await tab.sit(here.operator.token, "operator", "none", language)
        await at.page.set_viewport_size({"width": PHONE_WIDTH, "height": 800})
        await at.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found: dict[str, Any] = {}
        for part in (*PARTS, f"players/{here.bob.id}", f"invitations/{made.invitation_id}"):
            await tab.open(f"operator/{part}")
            await at.page.locator("main h2").first.wait_for()
            await at.page.wait_for_timeout(300)
            await tab.until("document.querySelector('main [role=status].mut') === null")
            over = await at.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            found[part] = [
                *(["wider than the phone"] if over > 0 else []),
                *await faults(tab),
                *await misread(tab),
            ]
            deed = at.page.locator("main section button.btn, main .head button.btn").last
            if await deed.count():
                await deed.click()
                if await at.dialog.count():
                    found[f"dialog of {part}"] = [*await faults(tab), *await misread(tab)]
                    await at.page.keyboard.press("Escape")
        assert {name: list_ for name, list_ in found.items() if list_} == {}


async def test_a_part_is_loaded_when_it_is_opened(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:

        def scripts() -> set[str]:
            requests = at.here.tab.requests
            return {url.rsplit("/", 1)[1].split("-")[0] for url in requests if "/assets/" in url}

        assert not scripts() & {"Reports", "Bans", "Load", "Invitations", "Roles", "Stuck", "PlayersPart"}
        await at.go("Bans")
        await at.shows("Nobody is banned.")
        assert "Bans" in scripts()
        assert "Reports" not in scripts()

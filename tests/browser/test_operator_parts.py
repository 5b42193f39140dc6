"""The operator's page about everything else: invitations, roles, announcements and stuck matches; and its looks."""

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.browser.operator_parts import AUDITOR, MODERATOR, OperatorParts, bans, operator_parts, with_role
from tests.browser.reader import chromium, page_server, reader
from tests.browser.test_accessible import faults, misread
from tests.browser.test_operator import HOSTILE, OperatorPage
from tests.server.operations.helpers import audit
from tests.server.serve.full_server import Person, new_match
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, players_pb2
from tilth.v1 import moderation_pb2 as pb
from tilth.v1.players_pb2 import REPORT_KIND_NAME, REPORT_KIND_PLAYER, ReportRequest

PARTS = ("now", "reports", "stuck", "load", "bans", "players", "invitations", "roles")
PHONE_WIDTH = 390


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
        at = OperatorParts(here)
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
        await row.get_by_role("link", name="Players who came by it").click()
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
        at = OperatorParts(here)
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
    async with operator_parts(tmp_path) as at:
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
    async with operator_parts(tmp_path) as at:
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


# Announcements and drains -----------------------------------------------------------------------------------------


async def test_an_announcement_has_an_end_and_a_drain_a_time(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here

        async def notice() -> lobby_pb2.Notice:
            info = (await here.ann.lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())).server
            found: lobby_pb2.Notice = info.notice
            return found

        await at.ask("Announce…")
        await at.fill(**{"What everybody reads": "Tea at five", "Ends": "in 1 hour"})
        await at.do("Announce", "Everybody sees the announcement")
        shown_notice = await notice()
        assert shown_notice.announcement == "Tea at five"
        assert 3500 < shown_notice.announcement_ends_at.ToSeconds() - time.time() <= 3600
        await at.page.get_by_text("Announcement: Tea at five").wait_for()
        await at.page.get_by_role("button", name="End the announcement").click()
        await here.shows_status("There is no announcement now")
        assert (await notice()).announcement == ""
        await at.ask("Drain…")
        await at.fill(The_server_stops="in 15 minutes", Why="new build")
        await at.do("Drain", "everybody sees when it stops")
        shown_notice = await notice()
        assert shown_notice.draining
        assert shown_notice.stop_reason == "new build"
        assert 890 < shown_notice.stops_in.ToSeconds() <= 900
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
    async with operator_parts(tmp_path) as at:
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
        assert (await audit(here.operator))[-1].record.details["seat"] == "1"
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
    async with operator_parts(tmp_path) as at:
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


async def test_a_report_is_decided_by_keys_alone(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:
        here = at.here
        await here.ann.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=here.bob.id))

        async def tab_to(name: str) -> None:
            """Press Tab until what has the focus is called so. The number of open reports is shown beside the name of
            their part as soon as it arrives."""
            for _ in range(60):
                await at.page.keyboard.press("Tab")
                focused = await at.page.evaluate("document.activeElement.textContent.trim()")
                if re.sub(r"\s*\d+$", "", focused.split("\n")[0]) == name:
                    return
            raise AssertionError(f"Tab does not come to {name}")

        await at.page.locator("main").focus()
        await tab_to("Reports")
        await at.page.keyboard.press("Enter")
        await at.shows(f"what {HOSTILE} does")
        await tab_to("Dismiss…")
        await at.page.keyboard.press("Enter")
        await at.dialog.wait_for()
        await at.page.keyboard.press("Shift+Tab")
        await at.page.keyboard.type("seen")
        await tab_to("Dismiss it")
        await at.page.keyboard.press("Enter")
        await here.shows_status("Report 1 is dismissed")
        assert await at.last_deed() == ("ResolveReport", "1", "seen")


async def test_a_part_is_loaded_when_it_is_opened(tmp_path: Path) -> None:
    async with operator_parts(tmp_path) as at:

        def scripts() -> set[str]:
            requests = at.here.tab.requests
            return {url.rsplit("/", 1)[1].split("-")[0] for url in requests if "/assets/" in url}

        assert not scripts() & {"Reports", "Bans", "Load", "Invitations", "Roles", "Stuck", "PlayersPart"}
        await at.go("Bans")
        await at.shows("Nobody is banned.")
        assert "Bans" in scripts()
        assert "Reports" not in scripts()

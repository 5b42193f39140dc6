"""A moderator at the operator's page: opens its parts, fills its dialogs in, and reads what the server then has."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Locator

from tests.browser.test_operator import OperatorPage, operator_page
from tests.server.operations.helpers import audit
from tests.server.serve.full_server import Person
from tilth.v1 import moderation_pb2 as pb
from tilth.v1 import operations_pb2, players_pb2

MODERATOR, AUDITOR = players_pb2.OPERATOR_ROLE_MODERATOR, players_pb2.OPERATOR_ROLE_AUDITOR


class OperatorParts:
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
async def operator_parts(data: Path) -> AsyncIterator[OperatorParts]:
    async with operator_page(data) as here:
        yield OperatorParts(here)


async def with_role(here: OperatorPage, player: Person, role: Any) -> None:
    me = (await player.players.GetMe(players_pb2.GetMeRequest())).player
    await here.operator.operations.SetRole(operations_pb2.SetRoleRequest(player_id=me.id, role=role))


async def reports(here: OperatorPage, **wanted: Any) -> list[Any]:
    return list((await here.operator.moderation.ListReports(pb.ListReportsRequest(**wanted))).reports)


async def bans(here: OperatorPage) -> list[Any]:
    return list((await here.operator.moderation.ListBans(pb.ListBansRequest())).bans)

"""The client fetches a game's words for its numbers."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.labels import NO_LABELS, Labels
from tilth_cli.matches import fetch_labels
from tilth_cli.messages import set_language
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.v1 import Label, ListLabelsRequest, ListLabelsResponse

OAK = Label(kind="face", number=12, text="White Oak", forms={"text": "Yellow: draw 2 cards."})


class Telling:
    """A server of one call."""

    lobby: Any = type("Lobby", (), {"list_labels": "ListLabels"})

    def __init__(self, reply: Callable[[], ListLabelsResponse]) -> None:
        self._reply = reply
        self.requests: list[ListLabelsRequest] = []

    async def ask(self, method: str, request: ListLabelsRequest) -> ListLabelsResponse:
        assert method == "ListLabels"
        self.requests.append(request)
        return self._reply()


def fails(reason: str) -> Callable[[], ListLabelsResponse]:
    def reply() -> ListLabelsResponse:
        raise UserError("it fails", reason)

    return reply


async def test_the_labels_of_the_game_are_fetched_in_the_language_of_the_client() -> None:
    server, scene = Telling(lambda: ListLabelsResponse(labels=[OAK])), Scene(match_id="m1", game="earth")
    assert scene.labels is NO_LABELS
    set_language("ru")
    try:
        await fetch_labels(cast("Server", server), scene)
    finally:
        set_language("en")
    assert server.requests == [ListLabelsRequest(game="earth", language="ru")]
    assert scene.labels.text("face", 12) == "White Oak"


def test_a_number_without_a_label_is_shown_as_a_number() -> None:
    words = Labels.of([OAK])
    assert words.form("face", 12, "text") == "Yellow: draw 2 cards."
    assert words.form("face", 12, "of") == ""
    assert words.form("face", 13, "text") == ""
    assert words.text("face", 13) == "13"


@pytest.mark.parametrize("reason", ["UNIMPLEMENTED", "GAME_NOT_FOUND"])
async def test_a_match_is_shown_without_labels_if_the_server_has_none(reason: str) -> None:
    scene = Scene(match_id="m1", game="earth")
    await fetch_labels(cast("Server", Telling(fails(reason))), scene)
    assert scene.labels is NO_LABELS


async def test_other_errors_are_raised() -> None:
    with pytest.raises(UserError):
        await fetch_labels(cast("Server", Telling(fails("UNAVAILABLE"))), Scene(match_id="m1", game="earth"))

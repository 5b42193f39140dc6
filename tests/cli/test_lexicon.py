"""What a game calls its numbers, as the client asks for it."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from tilth_cli.connection import Server
from tilth_cli.lexicon import NO_WORDS, Lexicon
from tilth_cli.matches import learn_words
from tilth_cli.scene import Scene
from tilth_cli.troubles import Trouble
from tilth_cli.words import speak
from tilth_dataclasses.tilth.v1 import ListWordsRequest, ListWordsResponse, Word

OAK = Word(kind="face", number=12, text="White Oak", forms={"text": "Yellow: draw 2 cards."})


class Telling:
    """A server of one call."""

    lobby: Any = type("Lobby", (), {"list_words": "ListWords"})

    def __init__(self, reply: Callable[[], ListWordsResponse]) -> None:
        self._reply = reply
        self.asked: list[ListWordsRequest] = []

    async def ask(self, method: str, request: ListWordsRequest) -> ListWordsResponse:
        assert method == "ListWords"
        self.asked.append(request)
        return self._reply()


def fails(reason: str) -> Callable[[], ListWordsResponse]:
    def reply() -> ListWordsResponse:
        raise Trouble("it fails", reason)

    return reply


async def test_the_words_of_the_matchs_game_are_asked_for_in_the_language_that_is_spoken() -> None:
    server, scene = Telling(lambda: ListWordsResponse(words=[OAK])), Scene(match_id="m1", game="earth")
    assert scene.words is NO_WORDS
    speak("ru")
    try:
        await learn_words(cast("Server", server), scene)
    finally:
        speak("en")
    assert server.asked == [ListWordsRequest(game="earth", language="ru")]
    assert scene.words.text("face", 12) == "White Oak"


def test_what_has_no_word_is_its_number() -> None:
    words = Lexicon.of([OAK])
    assert words.form("face", 12, "text") == "Yellow: draw 2 cards."
    assert words.form("face", 12, "of") == ""
    assert words.form("face", 13, "text") == ""
    assert words.text("face", 13) == "13"


@pytest.mark.parametrize("reason", ["unimplemented", "no_game"])
async def test_a_server_that_tells_no_words_is_played_on_all_the_same(reason: str) -> None:
    scene = Scene(match_id="m1", game="earth")
    await learn_words(cast("Server", Telling(fails(reason))), scene)
    assert scene.words is NO_WORDS


async def test_other_troubles_are_not_hidden() -> None:
    with pytest.raises(Trouble):
        await learn_words(cast("Server", Telling(fails("unavailable"))), Scene(match_id="m1", game="earth"))

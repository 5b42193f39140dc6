"""Texts of Agricola's events that depend on the card."""

import pytest

from tests.agricola.situations import ANN
from tilth_rules.agricola import game
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.events.cards import CardNoted
from tilth_server.wire.texts import Seats, Texts

TEXTS = Texts.of(game)
COUNTING = ("E156", "E215", "I236", "K273", "K280", "K304", "K310", "K339")
"""Cards that note counts which people keep, too."""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_counts_are_shown_and_other_notes_are_not(language: str) -> None:
    def shown(name: str) -> str:
        return TEXTS.render_struct("event", CardNoted(ANN, INDEX[name], (7, 0, 3)), language, Seats(("Ann",)))

    assert all("7, 0, 3" in shown(name) for name in COUNTING)
    others = [shown(name) for name in INDEX if name not in COUNTING]
    assert not any(character in text for text in others for character in "703")

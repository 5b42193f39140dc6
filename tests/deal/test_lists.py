"""The checker and the rules agree on the place of every thing at the end of a match, and neither knows the other."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.deal.exports import PAGES, exported, played, setup
from tests.deal.test_draws import DECK
from tests.earth.short_decks import ShortEarth, short
from tests.playthroughs.earth_matches import eager
from tests.playthroughs.setups import Setup
from tests.seeds import Seeds
from tilth_rules import agricola, earth
from tilth_rules.agricola import Options as AgricolaOptions
from tilth_rules.earth import Options as EarthOptions
from tilth_rules.earth.events.cards import CompostPutBack
from tilth_rules.kernel import SeededChance
from tools.check_deal import GAMES, Checker, Schemas, Stretch, Walk

Lists = dict[tuple[str | int, ...], list[Any]]


@pytest.fixture
def followed(
    schemas: Schemas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Setup], tuple[Lists, Any]]:
    """The checker's lists after a random match, and the rules' state."""

    def follow(match: Setup) -> tuple[Lists, Any]:
        walks: list[Walk] = []

        def kept(*given: Any) -> Walk:
            walks.append(game(*given))
            return walks[-1]

        game = GAMES[match.game.name]
        every = match.game.every if isinstance(match.game, ShortEarth) else 1
        for page in PAGES.glob("*.md"):
            cut = ", ".join(map(str, range(0, 283, every)))
            (tmp_path / page.name).write_text(page.read_text(encoding="utf-8").replace(DECK, f"| {cut} |"))
        with monkeypatch.context() as patched:
            patched.setitem(GAMES, match.game.name, kept)
            assert Checker(schemas, tmp_path).check(exported(match)).sound
        return walks[0].lists, played(match).table.state

    return follow


def test_the_cards_of_earth_lie_where_the_rules_say(
    followed: Callable[[Setup], tuple[Lists, Any]], seeds: Seeds
) -> None:
    for seed in seeds(4):
        options = EarthOptions(turn_limit=6, teams=seed % 4 == 3)
        match = replace(
            setup("earth-four-dry"), game=short(1 + 3 * (seed % 3)), seats=1 + seed % 4, habit=eager
        )
        assert_lies_alike(*followed(replace(match, seed=seed, options=options)))


def test_compost_that_was_looked_at_lies_where_the_rules_say(
    followed: Callable[[Setup], tuple[Lists, Any]],
) -> None:
    """Matches until two cards or more were put back in an order of the player's."""
    match = replace(
        setup("earth-four-dry"), game=earth.game, options=EarthOptions(turn_limit=20), habit=eager
    )
    for seed in range(15, 60):
        match = replace(match, seats=2 + seed % 3, seed=seed)
        back = [event for record in played(match).records for event in record.events]
        if any(isinstance(event, CompostPutBack) and len(event.cards) > 1 for event in back):
            assert_lies_alike(*followed(match))
            return
    pytest.fail("nobody has put cards back onto the compost")


def assert_lies_alike(lists: Lists, state: Any) -> None:
    assert lists["deck",] == state.deck
    assert lists["discards",] == state.discards
    for number, seat in enumerate(state.seats):
        for name, there in (
            ("compost", seat.area.compost),
            ("looked", seat.looked),
            ("heap", seat.heap),
            ("shared-cards", seat.shared_cards),
            ("shared-compost", seat.shared_compost),
        ):
            assert lists.get((name, number), []) == there, name


@pytest.mark.parametrize(
    "options",
    [
        AgricolaOptions(),
        AgricolaOptions(draft=True, ten_keep_seven=True),
        AgricolaOptions(mulligan=True, three_for_one=True),
    ],
    ids=["plain", "drafted", "changed"],
)
@pytest.mark.parametrize("seats", [2, 5])
def test_the_cards_of_agricola_lie_where_the_rules_say(
    followed: Callable[[Setup], tuple[Lists, Any]], seats: int, options: AgricolaOptions
) -> None:
    match = replace(
        setup("agricola-four-deck-k"), game=agricola.game, seats=seats, seed=seats, options=options
    )
    lists, state = followed(match)
    for kind in (0, 1):
        assert lists["deck", kind] == state.decks[kind]
        assert lists.get(("discards", kind), []) == state.discards[kind]
        for number, seat in enumerate(state.seats):
            held = [card for card in seat.hand if (card >= lists["first-occupation",][0]) == kind]
            assert lists.get(("hand", number, kind), []) == held


@pytest.mark.parametrize("name", ["petrichor-four-long", "petrichor-three-draft", "petrichor-solo"])
def test_the_cards_of_petrichor_are_as_many_as_the_rules_say(
    followed: Callable[[Setup], tuple[Lists, Any]], name: str
) -> None:
    lists, state = followed(setup(name))
    for kind in (1, 2, 3, 4):
        assert lists["deck",].count(kind) == state.deck[kind]
        assert lists["discards",].count(kind) == state.discards[kind]
    assert state.seats > 1 or tuple(lists["winds",]) == state.winds


def test_numbers_are_those_of_the_rules_where_words_have_to_be_passed_over() -> None:
    random = Random(5)
    for count in range(60):
        seed, n = random.randbytes(32), random.randrange(1, 2**32)
        mine, theirs = Stretch(seed, "dice", 1, count), SeededChance(seed).draw("dice", 1, count)
        assert [mine.below(n) for _ in range(30)] == [theirs.below(n) for _ in range(30)]
        assert mine.shuffled(range(40)) == theirs.shuffled(list(range(40)))

"""The ways of a card that has several, in words."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import OFFERED
from tilth_rules.agricola.cards.registry import LISTENERS, OFFERS, Acts
from tilth_rules.agricola.codes import GOOD_OF
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.types import Goods
from tilth_rules.agricola.content.ways import card_ways
from tilth_rules.agricola.content.wording import TEXTS, goods
from tilth_rules.kernel import Act, Table

PLENTY = {
    "wood": 9,
    "clay": 9,
    "reed": 9,
    "stone": 9,
    "vegetable": 9,
    "food": 9,
    "sheep": 1,
    "boar": 1,
    "cattle": 1,
}


def choices(card: int) -> Iterator[tuple[int, dict[int, Acts]]]:
    """Yield the effects of each choice between ways that the card's owner may have, by number."""
    yield OFFERED, {way: offer.act for way, offer in enumerate(OFFERS[card])}
    for moment, listeners in enumerate(LISTENERS):
        yield moment, {way: one.act for way, one in enumerate(listeners[card]) if one.optional}


SEVERAL = [
    (CARDS[card].id, moment, ways)
    for card in range(len(CARDS))
    for moment, ways in choices(card)
    if len(ways) > 1
]


class DoIt(Act, tag=9100):
    """Do a card's effect at any time."""

    call: Call
    does: Callable[[Table, Call], None]

    def act(self, table: Table) -> None:
        self.does(table, self.call)


@pytest.mark.parametrize(("name", "moment", "ways"), SEVERAL, ids=[name for name, _, _ in SEVERAL])
def test_each_way_shows_the_goods_it_takes_and_brings(name: str, moment: int, ways: dict[int, Acts]) -> None:
    card = CARDS[INDEX[name]]
    for way, does in ways.items():
        scene = Scene().owns(ANN, name).pasture(ANN, 3, 4, 8, 9).has(ANN, **PLENTY)
        got = scene.run(DoIt(Call(ANN, INDEX[name], moment, way, Facts(ANN)), does)).got()
        given = Goods((GOOD_OF[good], -n) for good, n in got.items() if n < 0)
        come = Goods((GOOD_OF[good], n) for good, n in got.items() if n > 0)
        texts = " → ".join(goods(some, "en") for some in (given, come) if some)
        assert card_ways(card, "en")[way] == texts


def test_the_ways_of_a_card_have_different_words_in_both_languages() -> None:
    assert card_ways(CARDS[INDEX["E186"]], "ru") == {
        0: "2 глины → 1 овца",
        1: "2 глины → 1 тростник",
        2: "3 глины → 1 свинья",
        3: "3 глины → 1 камень",
        4: "4 глины → 1 корова",
    }
    for name, _, ways in SEVERAL:
        english, russian = (card_ways(CARDS[INDEX[name]], language) for language in ("en", "ru"))
        assert english.keys() == russian.keys() == ways.keys()
        assert len(set(english.values())) == len(set(russian.values())) == len(ways)
        assert not any(re.search("[a-z]", text) for text in russian.values())


def test_a_number_stands_for_one_way_of_a_card() -> None:
    assert len({name for name, _, _ in SEVERAL}) == len(SEVERAL)


def test_a_way_that_is_not_the_first_one_has_words_even_if_it_is_the_only_one() -> None:
    for at, card in enumerate(CARDS):
        texts = card_ways(card, "en")
        assert [way for _, ways in choices(at) for way in ways if way and way not in texts] == []
    assert card_ways(CARDS[INDEX["E149"]], "en") == {1: "bake too"}


def test_words_by_hand_are_those_of_ways_that_there_are() -> None:
    for text in TEXTS["ways"]:
        name, _, way = text.partition("-")
        assert int(way) in {number for _, ways in choices(INDEX[name]) for number in ways}, text

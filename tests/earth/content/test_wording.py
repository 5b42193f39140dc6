"""The texts of cards in both languages."""

import re
from typing import Any

import pytest

from tests.earth.content.fields import face
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.content.faces import Ability, CountCards, Each, Filter, Objective, Target
from tilth_rules.earth.content.wording import LANGUAGES, face_facts, face_name, face_text


def both(number: int | str) -> tuple[str, str]:
    one = FACES[face(number)]
    return face_text(one, "en"), face_text(one, "ru")


def test_every_face_has_a_text_in_each_language() -> None:
    for one in FACES:
        for language in LANGUAGES:
            text = face_text(one, language)
            assert re.fullmatch(r"[A-ZА-ЯЁ0-9].+[^.]\.", text), (one.id, text)
            assert "  " not in text + face_facts(one, language), one.id
            assert not re.search(
                r"[{}|]|None", text + face_name(one, language) + face_facts(one, language)
            ), one.id


def test_no_english_is_left_in_russian() -> None:
    for one in FACES:
        for text in (face_text(one, "ru"), face_name(one, "ru"), face_facts(one, "ru")):
            assert not re.search("[A-Za-z]", text), (one.id, text)


def test_faces_with_different_effects_have_different_texts() -> None:
    for language in LANGUAGES:
        doing: dict[str, object] = {}
        for one in FACES:
            text = face_text(one, language)
            does = (one.abilities, one.objective, one.gaia)
            assert doing.setdefault(text, does) == does, (one.id, text)


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        pytest.param(
            6,
            "Red: take 2 soil, then you may compost a card from your hand.",
            "Красная: возьмите 2 жетона почвы, затем можете отправить в компост 1 карту с руки.",
            id="gains in their order",
        ),
        pytest.param(
            225,
            "When played: remove 5 sprouts and remove 4 growth → take 6 soil, then draw 4 cards.",
            "При розыгрыше: уберите 5 побегов и уберите 4 ростка → возьмите 6 жетонов почвы, затем "
            "возьмите 4 карты на руку.",
            id="prices",
        ),
        pytest.param(
            251,
            "Multicoloured: pay 1 soil and discard the top card of your compost → place 1 growth, then "
            "place 2 sprouts.",
            "Разноцветная: заплатите 1 жетон почвы и сбросьте верхнюю карту своего компоста → "
            "разместите 1 росток, затем разместите 2 побега.",
            id="a multicoloured ability",
        ),
        pytest.param(
            135,
            "Blue: place 1 sprout on each mushroom in this row, itself included.",
            "Синяя: разместите 1 побег на каждый гриб в этом ряду, включая эту карту.",
            id="a row",
        ),
        pytest.param(
            268,
            "Yellow: place up to 3 growth on flora cards around this card, itself excluded.",
            "Жёлтая: разместите до 3 ростков на любые карты флоры вокруг этой карты, кроме неё самой.",
            id="around",
        ),
        pytest.param(
            "285a",
            "To begin with: 12 cards (5 of them into your compost) and 6 soil. Green: draw 1 card for "
            "each terrain that you planted this turn.",
            "В начале игры: 12 карт (5 из них в компост) и 6 жетонов почвы. Зелёная: возьмите 1 карту на "
            "руку за каждую местность из посаженных вами в этот ход.",
            id="an island",
        ),
        pytest.param(
            "286b",
            "To begin with: 6 cards (4 of them into your compost) and 4 soil. Yellow, in your own turn: "
            "place 2 sprouts.",
            "В начале игры: 6 карт (4 из них в компост) и 4 жетона почвы. Жёлтая, только в свой ход: "
            "разместите 2 побега.",
            id="one's own turn",
        ),
        pytest.param(
            "285b",
            "To begin with: 6 cards (3 of them into your compost) and 6 soil. Whenever you play an event:"
            " take 1 soil.",
            "В начале игры: 6 карт (3 из них в компост) и 6 жетонов почвы. Когда вы разыгрываете событие:"
            " возьмите 1 жетон почвы.",
            id="a card that listens to events",
        ),
        pytest.param(
            94,
            "Lasting: rocky cards cost you 1 soil less to plant.",
            "Постоянно: карты со скалистой средой обходятся вам на 1 жетон почвы дешевле.",
            id="a cost cut",
        ),
        pytest.param(
            178,
            "Green: take 1 soil, then compost 2 cards from the deck. Lasting: in your own turn you cannot"
            " choose the red action (Compost).",
            "Зелёная: возьмите 1 жетон почвы, затем отправьте в компост 2 карты из колоды. Постоянно: в "
            "свой ход вы не можете выбрать красное действие (удобрение).",
            id="a forbidden action",
        ),
        pytest.param(
            190,
            "Lasting: any part of this card's cost can be paid with cards composted from your hand, each for 1 soil.",
            "Постоянно: любую часть стоимости этой карты можно оплатить картами с руки, отправив их в "
            "компост: каждая за 1 жетон почвы.",
            id="another payment",
        ),
        pytest.param(
            230,
            "Green: compost up to 2 cards from your hand. Lasting: you may plant a card with a red "
            "ability on this card, without its cost; then this card goes into your compost and you draw 2"
            " cards.",
            "Зелёная: отправьте в компост до 2 карт с руки. Постоянно: вместо этой карты можно посадить "
            "карту с красной способностью, не платя стоимости; эта карта уходит в ваш компост, затем "
            "возьмите 2 карты на руку.",
            id="a replacement",
        ),
        pytest.param(
            262,
            "When played: look at the top 3 cards of your compost, take 1 into your hand and put the "
            "others back on top in any order.",
            "При розыгрыше: посмотрите 3 верхние карты своего компоста, 1 возьмите на руку, остальные "
            "верните наверх в любом порядке.",
            id="a look into the compost",
        ),
        pytest.param(
            280,
            "Blue: use a blue ability of another card in your field as if it stood here. Lasting: it is a"
            " tree, a herb, a mushroom and a bush at once.",
            "Синяя: используйте синюю способность другой карты на вашем поле, как если бы она была здесь."
            " Постоянно: это одновременно дерево, трава, гриб и куст.",
            id="a wild plant",
        ),
        pytest.param(
            30,
            "At the end: 2 VP for each rocky card of the player who has the most of them (island and climate count).",
            "В конце игры: 2 ПО за каждую карту со скалистой средой у игрока, у которого таких карт больше всего"
            " (остров и климат считаются).",
            id="the richest",
        ),
        pytest.param(
            "305a",
            "VP by the number of trees in your field: 2 – 4 VP, 3 – 8 VP, 4 – 13 VP, 5 – 23 VP, 6 – 28 "
            "VP, 7+ – 30 VP.",
            "ПО по числу деревьев на вашем поле: 2 – 4 ПО, 3 – 8 ПО, 4 – 13 ПО, 5 – 23 ПО, 6 – 28 ПО, 7+ – 30 ПО.",
            id="a table",
        ),
        pytest.param(
            "305b",
            "4 VP for each card of your longest path of trees corner to corner, 28 VP at most.",
            "4 ПО за каждую карту вашего самого длинного пути из деревьев, соединённых углами, но не больше 28 ПО.",
            id="a chain, and a most",
        ),
        pytest.param(
            "315a",
            "6 VP for each full row whose cards stand for 4 different ability colours.",
            "6 ПО за каждый полный ряд из карт 4 разных цветов способностей (по одному от карты).",
            id="lines",
        ),
        pytest.param(
            "350b",
            "Goal: at least 11 cards in your field worth at most 3 VP (island and climate count).",
            "Цель: хотя бы 11 карт на вашем поле, которые приносят не больше 3 ПО (остров и климат считаются).",
            id="a goal",
        ),
        pytest.param(
            "330a",
            "9 VP for every 2 flora cards in your field with an animal in their names.",
            "9 ПО за каждые 2 карты флоры на вашем поле с животным в названии.",
            id="names of several cards",
        ),
        pytest.param(
            "335a",
            "2 VP for each flora card in your field with all sprout spaces taken.",
            "2 ПО за каждую карту флоры на вашем поле с полностью занятыми ячейками для побегов.",
            id="sprout spaces",
        ),
        pytest.param(
            234,
            "When played: discard the top 3 cards of your compost → place 4 sprouts.",
            "При розыгрыше: сбросьте 3 верхние карты своего компоста → разместите 4 побега.",
            id="several cards of the compost",
        ),
        pytest.param(
            362,
            "You take the blue action (Water) as one of the others and use your abilities; then Gaia "
            "takes 7 sprouts and 1 more for each of your cards with a blue ability.",
            "Вы выполняете синее действие (полив) как один из остальных игроков и активируете "
            "способности; Гея получает 7 побегов и ещё 1 за каждую вашу карту с синей способностью.",
            id="a turn of Gaia's",
        ),
        pytest.param(
            360,
            "Gaia puts a leaf on a fauna card of the upper row; you choose which, if she may on both. "
            "Beginner level: she skips her next turn. Expert level: she takes 8 soil for the left card, 2"
            " cards from the deck onto her scoring pile for the right one.",
            "Гея кладёт лист на карту фауны верхнего ряда; если можно на обе, выбираете вы. Начальный "
            "уровень: она пропускает свой следующий ход. Экспертный уровень: она получает 8 жетонов почвы"
            " за левую карту, 2 карты из колоды в свою стопку очков за правую.",
            id="a leaf of Gaia's",
        ),
    ],
)
def test_a_cards_text_describes_its_effect(number: int | str, english: str, russian: str) -> None:
    assert both(number) == (english, russian)


def test_the_facts_of_a_card_are_short() -> None:
    assert face_facts(FACES[face(9)], "en") == (
        "mushroom · cold · cost 2 · 2 VP · up to 3 sprouts · a place and a colour in its name"
    )
    assert face_facts(FACES[face(1)], "ru") == (
        "дерево · скалистая, холодная · стоимость 3 · 2 ПО · до 4 побегов · до 3 ростков (верхушка 4 "
        "ПО) · в названии место"
    )
    assert face_facts(FACES[face(280)], "en").startswith("any type · ")
    assert face_facts(FACES[face(263)], "ru") == "событие · -4 ПО"
    assert face_facts(FACES[face("337a")], "en") == "fauna"


def test_every_condition_of_a_filter_has_words() -> None:
    """Conditions that no card combines are tested, too."""
    values: dict[str, Any] = {
        "is_": "bush",
        "habitat": "wet",
        "colour": "red",
        "multicolour": True,
        "named": "animal",
        "arrows": True,
        "parity": "odd",
        "pieces": "canopy",
    }
    for language, wording in LANGUAGES.items():
        text = set()
        for name in Filter.__struct_fields__:
            wanted = Filter(**{name: values.get(name, 5)})
            counted = CountCards(of=wanted, within="tableau")
            text.add(wording.scored(Objective(measure=counted, award=Each(vp=1))))
        assert len(text) == len(Filter.__struct_fields__), language


def test_a_range_of_numbers_is_shown_by_both_ends() -> None:
    counted = CountCards(of=Filter(cost_least=2, cost_most=4), within="tableau")
    objective = Objective(measure=counted, award=Each(vp=1))
    assert LANGUAGES["en"].scored(objective) == "1 VP for each card in your field costing 2 to 4"
    assert LANGUAGES["ru"].scored(objective) == "1 ПО за каждую карту на вашем поле стоимостью от 2 до 4"


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (1, "1 побег"),
        (2, "2 побега"),
        (5, "5 побегов"),
        (11, "11 побегов"),
        (21, "21 побег"),
        (22, "22 побега"),
    ],
)
def test_russian_nouns_agree_with_numbers(n: int, text: str) -> None:
    ability = Ability(colours=("blue",), when="activate", gain=(("sprout", n),))
    assert LANGUAGES["ru"].doing(ability) == f"разместите {text}"


@pytest.mark.parametrize(
    ("n", "text"), [(1, "1 ростка"), (3, "3 ростков"), (11, "11 ростков"), (21, "21 ростка")]
)
def test_russian_uses_the_genitive_after_up_to_a_number(n: int, text: str) -> None:
    target = Target(within="around", of=Filter(is_="flora"))
    ability = Ability(colours=("blue",), when="activate", gain=(("growth", n),), target=target)
    assert LANGUAGES["ru"].doing(ability).startswith(f"разместите до {text} на")

"""The Russian words for the vocabulary of cards, in the forms that sentences need."""

from typing import Final

import msgspec


class Noun(msgspec.Struct, frozen=True):
    """A Russian noun in the forms that card texts need."""

    one: str
    """карта"""
    each: str
    """каждую карту"""
    few: str
    """2 карты"""
    many: str
    """5 карт"""
    all: str
    """карты"""

    def number(self, n: int) -> str:
        """Return the number with the noun in the form that follows it: 1 карту, 2 карты, 5 карт."""
        return f"{n} {self.form(n)}"

    def up_to(self, n: int) -> str:
        """Return the number and the noun as they stand after «до»."""
        return f"{n} {self.few if n % 10 == 1 and n % 100 != 11 else self.many}"

    def form(self, n: int) -> str:
        """Return the form of the noun that follows this number, in the accusative."""
        if n % 10 == 1 and n % 100 != 11:
            return self.each.partition(" ")[2]
        return self.few if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else self.many


CARD: Final = Noun("карта", "каждую карту", "карты", "карт", "карты")
TOP_CARD: Final = Noun(
    "верхняя карта", "каждую верхнюю карту", "верхние карты", "верхних карт", "верхние карты"
)
SPROUT: Final = Noun("побег", "каждый побег", "побега", "побегов", "побеги")
GROWTH: Final = Noun("росток", "каждый росток", "ростка", "ростков", "ростки")
SOIL: Final = Noun("жетон почвы", "каждый жетон почвы", "жетона почвы", "жетонов почвы", "жетоны почвы")
EVENT: Final = Noun("событие", "каждое событие", "события", "событий", "события")
SIDE: Final = Noun("сторону", "каждую сторону", "стороны", "сторон", "стороны")
SET: Final = Noun("набор", "каждый набор", "набора", "наборов", "наборы")
NOUNS: Final = {
    None: CARD,
    "flora": Noun("карта флоры", "каждую карту флоры", "карты флоры", "карт флоры", "карты флоры"),
    "tree": Noun("дерево", "каждое дерево", "дерева", "деревьев", "деревья"),
    "herb": Noun("трава", "каждую траву", "травы", "трав", "травы"),
    "mushroom": Noun("гриб", "каждый гриб", "гриба", "грибов", "грибы"),
    "bush": Noun("куст", "каждый куст", "куста", "кустов", "кусты"),
    "terrain": Noun("местность", "каждую местность", "местности", "местностей", "местности"),
    "event": EVENT,
}
LINES: Final = {
    "row": Noun("полный ряд", "каждый полный ряд", "полных ряда", "полных рядов", "полные ряды"),
    "column": Noun(
        "полный столбец", "каждый полный столбец", "полных столбца", "полных столбцов", "полные столбцы"
    ),
    "diagonal": Noun(
        "полная диагональ",
        "каждую полную диагональ",
        "полные диагонали",
        "полных диагоналей",
        "полные диагонали",
    ),
}
KINDS: Final = {
    "event": "событие",
    "island": "остров",
    "climate": "климат",
    "ecosystem": "экосистема",
    "fauna": "фауна",
    "gaia": "Гея",
    "terrain": "местность",
}
WHENS: Final = {
    "on_plant": "при посадке",
    "on_play": "при розыгрыше",
    "always": "постоянно",
    "event_played": "когда вы разыгрываете событие",
    "scoring": "в конце игры",
    "setup": "в начале игры",
}
COLOURS: Final = {
    "green": ("зелёная", "зелёной", "зелёную", "зелёное"),
    "red": ("красная", "красной", "красную", "красное"),
    "blue": ("синяя", "синей", "синюю", "синее"),
    "yellow": ("жёлтая", "жёлтой", "жёлтую", "жёлтое"),
    "black": ("чёрная", "чёрной", "чёрную", "чёрное"),
    "brown": ("коричневая", "коричневой", "коричневую", "коричневое"),
}
"""The forms of a colour: of an ability in three cases, and of an action."""
ACTIONS: Final = {"green": "посадка", "red": "удобрение", "blue": "полив", "yellow": "выращивание"}
HABITATS: Final = {
    "sunny": ("солнечная", "с солнечной"),
    "wet": ("влажная", "с влажной"),
    "rocky": ("скалистая", "со скалистой"),
    "cold": ("холодная", "с холодной"),
}
MARKS: Final = {"place": "место", "colour": "цвет", "animal": "животное"}
NAMED: Final = {
    "place": "с географическим названием",
    "colour": "с цветом в названии",
    "animal": "с животным в названии",
}
LEVELS: Final = ("начальный", "средний", "сложный", "экспертный")
WITHIN: Final = {
    "tableau": ("на вашем поле", ""),
    "board": ("на вашем поле", "(остров и климат считаются)"),
    "row": ("в этом ряду", ""),
    "column": ("в этом столбце", ""),
    "beside": ("рядом с этой картой, не по диагонали", ""),
    "corners": ("по диагонали от этой карты", ""),
    "events": ("из разыгранных вами", ""),
}
"""The words for a part of the area, and words added at the end of the phrase."""
TARGETS: Final = {"row": "в этом ряду", "column": "в этом столбце"}
POOLS: Final = {
    "soil": (SOIL, "в вашем запасе"),
    "hand": (CARD, "у вас на руке"),
    "compost": (CARD, "в вашем компосте"),
    "events": (EVENT, "из разыгранных вами"),
    "sprouts": (SPROUT, "на вашей флоре"),
    "growth": (GROWTH, "на вашей флоре (верхушки считаются)"),
}
RULES: Final = {
    "full": "",
    "common colour": "с общим для всех карт цветом способностей",
    "common kind": "из карт одного типа (местность — тоже тип)",
    "common habitat": "с общей для всех карт средой обитания",
    "different colours": "из карт 4 разных цветов способностей (по одному от карты)",
    "different kinds": "из карт 4 разных типов (местность — тоже тип)",
    "all habitats": "из карт всех 4 сред обитания (по одной от карты)",
    "different sprouts": "с 4 разными числами побегов на картах",
    "different growth": "с 4 разными числами ростков на картах",
    "different vp": "из карт с 4 разными значениями ПО",
}
PAID_WITH: Final = {
    "sprout": "побегами: каждый за 1 жетон почвы",
    "growth": "ростками: каждый за 1 жетон почвы",
    "compost hand": "картами с руки, отправив их в компост: каждая за 1 жетон почвы",
}
PIECES: Final = {
    "none": "без побегов и ростков",
    "full": "без свободного места для побегов и ростков",
    "sprouts full": "с полностью занятыми ячейками для побегов",
    "canopy": "с верхушкой",
}
GAIA_NOUNS: Final = {"sprout": SPROUT, "growth": GROWTH, "soil": SOIL, "compost deck": CARD, "scoring": CARD}
GAIA_WHERE: Final = {"compost deck": " из колоды в свой компост", "scoring": " из колоды в свою стопку очков"}
GAIA_EACH: Final = {
    "blue card": "каждую вашу карту с синей способностью",
    "card drawn": "каждую карту, взятую вами в этот ход (кроме карт за события)",
    "soil gained": "каждый жетон почвы, полученный вами в этот ход (кроме жетонов за события)",
}

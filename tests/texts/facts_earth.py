"""Facts that the texts of Earth must hold."""

from collections.abc import Iterable
from typing import Any

from tests.texts.law import Asked, Book, Fact, Row, SetUp
from tilth_rules.earth import Level, Options, Setup
from tilth_rules.earth.actions.planting import price_of
from tilth_rules.earth.actions.sharing import amount_in_half
from tilth_rules.earth.codes import (
    CARD,
    CLIMATE,
    DECK_COMPOST,
    DRAWING,
    GROWTH,
    HAND_COMPOST,
    ISLAND,
    SHARED_PLACE,
    SOIL,
    SPROUT,
)
from tilth_rules.earth.moves import ExchangeSprouts, PickUpGood, PlayEvent

FORMS: dict[str, dict[int, tuple[str, ...]]] = {
    "en": {
        SOIL: ("soil",),
        SPROUT: ("sprout", "sprouts"),
        GROWTH: ("growth",),
        CARD: ("card", "cards"),
        DECK_COMPOST: ("card", "cards"),
        HAND_COMPOST: ("card", "cards"),
    },
    "ru": {
        SOIL: ("жетон почвы", "жетона почвы", "жетонов почвы"),
        SPROUT: ("побег", "побега", "побегов"),
        GROWTH: ("росток", "ростка", "ростков"),
        CARD: ("карта", "карту", "карты", "карт"),
        DECK_COMPOST: ("карта", "карту", "карты", "карт"),
        HAND_COMPOST: ("карту", "карты", "карт"),
    },
}
"""Goods as they stand after a number."""
COLOURS = {"en": ("green", "red", "blue", "yellow"), "ru": ("зелёную", "красную", "синюю", "жёлтую")}
SIDES = {
    "en": ("island", "climate", "ecosystem"),
    "ru": ("каким островом", "каким климатом", "какой экосистемой"),
}


def counted(asked: Asked, good: int, count: int) -> Fact:
    return tuple(f"{count} {form}" for form in FORMS[asked.language][good])


def soil(asked: Asked, amount: int) -> Fact:
    return counted(asked, SOIL, amount)


def nothing_chosen(asked: Asked) -> list[Fact]:
    """Yield the meaning of an empty answer, if one may be given."""
    return [] if asked.message.min_picks else [asked.translated("nothing", "ничего")]


def mine(asked: Asked) -> Any:
    return asked.state.seats[asked.seat]


def face_on(asked: Asked, place: int) -> int:
    area = mine(asked).area
    return int({ISLAND: area.island, CLIMATE: area.climate}[place] if place >= ISLAND else area.spots[place])


def name(asked: Asked, card: int) -> Fact:
    return asked.word("face", card)[0]


def printed(asked: Asked, card: int) -> list[Fact]:
    """Return the name of a card and everything that is printed on it."""
    word = asked.wire.texts._label("face", card, asked.language)
    return [word.text, word.forms["facts"], word.forms["text"]]


def option_card(asked: Asked, option: int) -> list[Fact]:
    return printed(asked, asked.move(option).card)


def option_planted(asked: Asked, option: int) -> list[Fact]:
    card = asked.move(option).card
    return [*printed(asked, card), soil(asked, price_of(asked.state, mine(asked), card))]


def option_ability(asked: Asked, option: int) -> list[Fact]:
    """Return a place, its card and the effect of that card."""
    place = asked.move(option).place
    text = asked.wire.texts._label("face", face_on(asked, place), asked.language).forms["text"]
    return [asked.word("place", place), name(asked, face_on(asked, place)), text]


def option_piece(asked: Asked, option: int) -> list[Fact]:
    """Return a place and its card."""
    place = asked.move(option).place
    if place == SHARED_PLACE:
        return [asked.translated("the shared area", "общую область")]
    return [asked.word("place", place), name(asked, face_on(asked, place))]


def option_place(asked: Asked, option: int) -> list[Fact]:
    place = asked.move(option).place
    replaced = mine(asked).area.spots[place]
    return [asked.word("place", place), *([name(asked, replaced)] if replaced >= 0 else [])]


def option_price(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    return option_piece(asked, option) if hasattr(move, "place") else printed(asked, move.card)


def option_taken(asked: Asked, option: int) -> list[Fact]:
    count = 1 if mine(asked).stage == DRAWING else 2
    return [counted(asked, asked.move(option).good, count)]


def option_amount(asked: Asked, option: int) -> list[Fact]:
    """Return one piece, and how often the option may be chosen."""
    most = asked.decision.max_each[asked.decision.options.index(option)]
    times = asked.translated("once" if most == 1 else f"{most} times", f"{most} раз")
    return [counted(asked, asked.move(option).good, 1), (times, f"{most} раза")]


def all_amounts(asked: Asked) -> list[Fact]:
    """Return the most that can be taken of each good."""
    each = zip(asked.decision.options, asked.decision.max_each, strict=True)
    return [*(counted(asked, good, most) for good, most in each), *nothing_chosen(asked)]


def amounts_of_half(asked: Asked) -> list[Fact]:
    return [*all_amounts(asked), asked.name(asked.step.half)]


def pieces(asked: Asked) -> list[Fact]:
    """Yield the number of pieces, the card that places them, and that none need be placed."""
    card = [name(asked, asked.step.face)] if asked.step.face >= 0 else []
    return [str(asked.message.max_picks), *card, *nothing_chosen(asked)]


def how_many(asked: Asked) -> list[Fact]:
    return (
        [str(asked.message.max_picks), *nothing_chosen(asked)]
        if asked.message.max_picks > 1
        else nothing_chosen(asked)
    )


def colour(asked: Asked) -> list[Fact]:
    return (
        [COLOURS[asked.language][asked.state.action - 1]] if asked.message.options else nothing_chosen(asked)
    )


def copied(asked: Asked) -> list[Fact]:
    return [COLOURS[asked.language][asked.step.colour - 1]]


def planting(asked: Asked) -> list[Fact]:
    return [soil(asked, mine(asked).area.soil), *nothing_chosen(asked)]


def planted(asked: Asked) -> list[Fact]:
    card = mine(asked).planting
    return [name(asked, card), soil(asked, price_of(asked.state, mine(asked), card))]


def goal(asked: Asked, option: int) -> list[Fact]:
    card = asked.state.fauna[asked.move(option).goal]
    return [name(asked, card), asked.wire.texts._label("face", card, asked.language).forms["text"]]


def side(asked: Asked) -> list[Fact]:
    return [SIDES[asked.language][asked.step.kind]]


def beginning(asked: Asked) -> list[Fact]:
    area = mine(asked).area
    return [name(asked, area.island), soil(asked, area.soil), *how_many(asked)]


def half(asked: Asked) -> list[Fact]:
    return [asked.name(asked.step.half), str(asked.message.max_picks)]


def event(asked: Asked, option: int) -> Iterable[Fact]:
    move: Any = asked.wire.game.offer_move(option)
    return printed(asked, move.card)


def exchange(asked: Asked, option: int) -> Iterable[Fact]:
    return [counted(asked, SPROUT, 3), soil(asked, 2)]


def picked_up(asked: Asked, option: int) -> Iterable[Fact]:
    move: Any = asked.wire.game.offer_move(option)
    there = amount_in_half(asked.state.seats[move.half], move.good)
    return [asked.name(move.half), str(there)]


def action(asked: Asked, option: int) -> list[Fact]:
    return [("2", "4", "5", "6")]


ROWS: dict[str, Row] = {
    "action": Row(lambda asked: [soil(asked, mine(asked).area.soil)], action),
    "activate": Row(colour, option_ability),
    "amounts": Row(all_amounts, option_amount),
    "compost": Row(how_many, option_card),
    "copy": Row(copied, option_ability),
    "draw": Row(nothing_chosen, option_taken),
    "exchange": Row(lambda asked: [soil(asked, 2)], option_piece),
    "gaia-goal": Row(lambda asked: [asked.translated("Gaia", "Гея")], goal),
    "growth": Row(pieces, option_piece),
    "keep": Row(lambda asked: [asked.translated("the others", "остальные")], option_card),
    "keep-compost": Row(lambda asked: [str(asked.message.max_picks), *nothing_chosen(asked)], option_card),
    "pay-cards": Row(how_many, option_card),
    "pay-growth": Row(how_many, option_piece),
    "pay-sprouts": Row(how_many, option_piece),
    "pick-up": Row(amounts_of_half, option_amount),
    "pick-up-cards": Row(half, option_card),
    "pick-up-pieces": Row(half, option_piece),
    "place": Row(planted, option_place),
    "plant": Row(planting, option_planted),
    "price": Row(lambda asked: [*planted(asked), str(asked.message.max_picks)], option_price),
    "put-back": Row(lambda asked: [asked.translated("first", "первая")], option_card),
    "react": Row(nothing_chosen, option_taken),
    "share-amounts": Row(all_amounts, option_amount),
    "share-compost": Row(how_many, option_card),
    "side": Row(side, option_card),
    "sprouts": Row(pieces, option_piece),
    "start-compost": Row(beginning, option_card),
}

BOOK = Book(
    setups=(
        *(SetUp(seats, Options(setup=setup, turn_limit=6)) for setup in Setup for seats in (2, 3, 4, 5)),
        SetUp(4, Options(teams=True, turn_limit=6)),
        *(SetUp(1, Options(level=level)) for level in Level),
    ),
    rows=ROWS,
    offers={PlayEvent: event, ExchangeSprouts: exchange, PickUpGood: picked_up},
)

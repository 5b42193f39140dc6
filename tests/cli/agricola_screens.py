"""Helpers for tests that look at Agricola on the screen."""

import io
import re
from dataclasses import replace

from rich.console import Console

from tests.cli.agricola_positions import each, last, words
from tests.cli.positions import NAMES, for_each
from tilth_cli.draw_context import DrawContext
from tilth_cli.games import drawing_of
from tilth_dataclasses.tilth.games.agricola.v1 import (
    Amount,
    CardInPlay,
    CardKind,
    Good,
    LaidGoods,
    Person,
    PersonKind,
    Phase,
    Player,
    Printed,
    PrintedCard,
    SownCrop,
    SpaceView,
    View,
    Visitor,
)

one_of_each = for_each(each)
last_of_each = for_each(last)


def text_of(renderable: object, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, file=io.StringIO(), record=True, color_system=None)
    console.print(renderable)
    return console.export_text().splitlines()


def picture(view: View, context: DrawContext) -> str:
    return "\n".join(text_of(drawing_of("agricola").draw(view, context), context.width))


def pages(view: View, context: DrawContext) -> list[str]:
    """Draw every page, as many as the first one announces."""
    count = re.search(r"page 1 of (\d+)", picture(view, context))
    assert count is not None
    return [picture(view, replace(context, page=page)) for page in range(int(count[1]))]


def spaces_view() -> View:
    """Return a view of two seats, with wood on one space and people on others."""
    people = [
        Person(kind=PersonKind.FAMILY, space=5),
        Person(kind=PersonKind.FAMILY),
        Person(kind=PersonKind.FAMILY, space=19, newborn=True),
    ]
    return View(
        round=6,
        phase=Phase.WORK,
        next_harvest=7,
        harvest_rounds=[4, 7, 9, 11, 13, 14],
        rounds=14,
        crops=[SownCrop(good=Good.GRAIN, amount=3), SownCrop(good=Good.VEGETABLE, amount=2)],
        round_cards=[16, 14, 13, 15, 19, 17],
        spaces=[
            SpaceView(space=5, visitors=[Visitor(seat=0, person=0)]),
            SpaceView(
                space=6, goods=[Amount(good=Good.WOOD, amount=9)], grows=[Amount(good=Good.WOOD, amount=3)]
            ),
            SpaceView(space=8, grows=[Amount(good=Good.REED, amount=1)]),
            *(SpaceView(space=space) for space in (16, 14, 13)),
            SpaceView(
                space=15, goods=[Amount(good=Good.SHEEP, amount=4)], grows=[Amount(good=Good.SHEEP, amount=1)]
            ),
            SpaceView(space=19, visitors=[Visitor(seat=0, person=1)]),
            SpaceView(space=17, visitors=[Visitor(seat=1, person=1)]),
        ],
        majors=[0, 3, 9],
        printed=Printed(
            cards=[
                *(PrintedCard(card=card, kind=CardKind.MAJOR) for card in (0, 1, 3, 9)),
                PrintedCard(card=40, kind=CardKind.OCCUPATION),
            ]
        ),
        laid=[
            LaidGoods(round=7, seat=0, card=9, good=Good.FOOD, amount=1),
            LaidGoods(round=7, seat=0, card=9, good=Good.FOOD, amount=1),
            LaidGoods(round=8, seat=1, card=30, good=Good.SHEEP, amount=1, price=2),
            LaidGoods(round=9, seat=1, card=30),
        ],
        players=[
            Player(
                seat=0,
                people=people,
                cards=[CardInPlay(card=1, since=3), CardInPlay(card=40, since=4, numbers=[7])],
            ),
            Player(
                seat=1,
                people=[
                    Person(kind=PersonKind.FAMILY),
                    Person(kind=PersonKind.FAMILY, space=17),
                    Person(kind=PersonKind.FAMILY, newborn=True),
                ],
                shown=[50],
                begging=2,
            ),
        ],
    )


def look_at(width: int = 100, **also: object) -> DrawContext:
    return DrawContext(NAMES[:2], width, labels=words("en"), room=60, **also)  # type: ignore[arg-type]

"""Names for the numbers of Sonora."""

from tilth_rules.playthrough.names import BY_SEAT, SEAT, ByPlace, Names, Row, in_order
from tilth_rules.playthrough.names import words as named
from tilth_rules.sonora import codes as words
from tilth_rules.sonora.content.compiled.values import FILE

SECTION = in_order("none", *words.SECTION_NAMES[1:])
BONUS = in_order("none", *words.BONUSES[1:])
BY_ANIMAL = ByPlace(lambda place: BONUS(words.ANIMALS[place]))
BUILDING = in_order(*(building["name"] for building in FILE.data["ruins"]["buildings"]))
CELL = in_order("start", *(cell["name"] for cell in FILE.data["river"]["cells"]))
NODE = in_order(*(node["name"] for node in FILE.data["mud"]["nodes"]))
CACTUS = in_order("a", "b", "c", first=1)


def disc(number: int) -> str:
    """Return the colour, which is a seat's or the bot's, and the value."""
    return f"{colour(number // words.VALUES)}{words.value_of(number)}"


def colour(number: int) -> str:
    return "ABCD"[number] if number >= 0 else "none"


def square(number: int) -> str:
    """Return the column and the row in the canyon."""
    return f"{chr(ord('a') + number % 16)}{number // 16 + 1}"


BY_DISC = ByPlace(disc)

SONORA = Names(
    fields={
        "between": disc,
        "bonus": BONUS,
        "bonuses": BONUS,
        "bot": colour,
        "bot_colour": colour,
        "bot_river": CELL,
        "bot_small": ByPlace(NODE),
        "BotPathLaid.cells": CELL,
        "BotLaysPath.cell": CELL,
        "BotLaysPath.last": CELL,
        "building": BUILDING,
        "cacti": ByPlace(in_order("a", "b", "c")),
        "canyon": BY_SEAT,
        "circled": BY_ANIMAL,
        "colour": colour,
        "columns": ByPlace(str),
        "corner": SECTION,
        "crossed": ByPlace(BUILDING),
        "disc": disc,
        "discoveries": BY_SEAT,
        "discs": disc,
        "DiscsSorted.doubled": BY_DISC,
        "DiscsSorted.sections": ByPlace(disc, SECTION),
        "first_player": SEAT,
        "in_hole": disc,
        "kept": BY_ANIMAL,
        "BonusUsed.kept": str,
        "LayPath.cell": CELL,
        "moved": disc,
        "mud": BY_SEAT,
        "node": NODE,
        "nodes": NODE,
        "off_board": disc,
        "other": disc,
        "own": colour,
        "own_colour": colour,
        "PathLaid.cells": CELL,
        "phase": in_order("set-up", "flicking", "marking", "over", first=1),
        "places": BY_SEAT,
        "Player.discoveries": str,
        "ready": BY_ANIMAL,
        "reason": named(
            {
                words.FLICKED_OFF: "flicked off",
                words.KNOCKED_OFF: "knocked off",
                words.SHOVED: "shoved",
                words.FLICKED_TOO_OFTEN: "flicked too often",
            }
        ),
        "rewards": ByPlace(BUILDING, named({0: "none", words.TOP: "top", words.BOTTOM: "bottom"})),
        "river": BY_SEAT,
        "river_circled": CELL,
        "river_crossed": CELL,
        "ruins": BY_SEAT,
        "RuinsOrdered.seats": Row(SEAT),
        "RuinsOrdered.values": Row(),
        "scores": BY_SEAT,
        "seat": SEAT,
        "section": SECTION,
        "ShapeDrawn.cacti": CACTUS,
        "squares": square,
        "struck": ByPlace(BUILDING),
        "where": in_order("hand", "board", "hole", "off board", "out", "marked", first=1),
        "xs": Row(),
        "ys": Row(),
    },
    keys={"Disc": "disc", "Player": "seat"},
    shown={"Shape": lambda shape: f"{shape.number}: {' '.join(map(square, shape.squares))}"},
    left_out=frozenset(
        {"printed", *(f"DiscsCameToRest.{field}" for field in ("path", "contacts", "moved", "xs", "ys"))}
    ),
)

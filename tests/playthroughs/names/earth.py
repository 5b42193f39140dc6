"""Names for the numbers of Earth."""

from tilth_rules.earth import codes
from tilth_rules.earth.area.area import WIDTH
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.scoring import SCORE_ROWS
from tilth_rules.playthrough.names import BY_SEAT, SEAT, ByPlace, Names, Row, in_grid, in_order
from tilth_rules.playthrough.names import words as named

ACTION = in_order("none", "plant", "compost", "water", "grow")
GOOD = in_order(
    "none",
    "soil",
    "sprout",
    "growth",
    "card",
    "compost from hand",
    "compost from deck",
    "own compost",
)
GOAL = in_order("1st fauna", "2nd fauna", "3rd fauna", "4th fauna")
STAGE = in_order("idle", "planting", "drawing", "reacting", "activating", "done")
BY_LINE = ByPlace(in_order(*SCORE_ROWS))


def face(number: int) -> str:
    """Return the English name of a card, with its id if another card has the same name."""
    if number < 0:
        return "none"
    name = FACES[number].name.en
    return name if name not in _TWICE else f"{name} ({FACES[number].id})"


_NAMES = [card.name.en for card in FACES]
_TWICE = {name for name in _NAMES if _NAMES.count(name) > 1}


def place(number: int) -> str:
    """Return a place in the field, or one beside it."""
    beside = {codes.ISLAND: "island", codes.CLIMATE: "climate", codes.SHARED_PLACE: "shared"}
    return beside.get(number) or in_grid(WIDTH)(number)


EARTH = Names(
    fields={
        "action": ACTION,
        "active": SEAT,
        "card": face,
        "cards": face,
        "chosen": face,
        "claims": ByPlace(GOAL),
        "climate": face,
        "dealt": face,
        "ecosystem": face,
        "ecosystems": face,
        "fauna": face,
        "filled": SEAT,
        "first_player": SEAT,
        "for_cards": BY_SEAT,
        "for_compost": BY_SEAT,
        "for_ecosystems": BY_SEAT,
        "for_events": BY_SEAT,
        "for_fauna": BY_SEAT,
        "for_growth": BY_SEAT,
        "for_sprouts": BY_SEAT,
        "for_terrain": BY_SEAT,
        "goal": GOAL,
        "goals": GOAL,
        "good": GOOD,
        "half": SEAT,
        "hand": face,
        "island": face,
        "leaves": GOAL,
        "level": in_order("none", "beginner", "medium", "hard", "expert"),
        "looked_at": face,
        "mate": SEAT,
        "open_places": place,
        "passed": place,
        "passed_over": place,
        "phase": in_order("set-up", "turns", "over", first=1),
        "place": place,
        "places": BY_SEAT,
        "planting": face,
        "Player.events": face,
        "reached": GOAL,
        "replaced": face,
        "score": BY_LINE,
        "scores": BY_SEAT,
        "scoring": face,
        "seat": SEAT,
        "setup": in_order("none", "beginner", "standard", "advanced"),
        "source": named(
            {
                codes.BY_SET_UP: "set-up",
                codes.BY_ACTION: "action",
                codes.BY_ABILITY: "ability",
                codes.BY_EVENT: "event",
            }
        ),
        "spots": place,
        "stage": STAGE,
        "standing": face,
        "taking": named({0: "-", codes.ALL: "all", codes.LESS: "less", codes.SHARED: "shared"}),
        "to_come": face,
        "track": Row(),
    },
    keys={"Player": "seat", "Spot": "place"},
    left_out=frozenset({"printed", "DeckShuffled.cards"}),
)

"""What an offered move is about: the texts of options name cards and places, here stands what these are."""

from typing import Final

from betterproto2 import Message

from tilth_cli.games.earth.cards import GROWTH, SPROUT, Cards
from tilth_cli.games.earth.picks import CLIMATE, ISLAND, ON_CARDS, ON_PLACES, in_full
from tilth_cli.games.players import own
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.earth.v1 import (
    Action,
    Activate,
    ChooseAction,
    ChooseGoal,
    ChoosePlace,
    CopyAbility,
    Player,
    Spot,
    View,
)

ACTIONS: Final = {
    Action.PLANT: "plant",
    Action.COMPOST: "compost",
    Action.WATER: "water",
    Action.GROW: "grow",
}


def hint(move: Message, view: Message | None, look: Look) -> str:
    if not isinstance(view, View) or not in_full(move):
        return ""  # the same in full is offered, too, and has the words
    cards, player = Cards(view, look.words), own(view.players, look)
    match move:
        case ChooseAction(action=action) if action in ACTIONS:
            return say(f"earth.hint.{ACTIONS[action]}")
        case ChooseGoal(goal=goal) if goal < len(view.fauna):
            card = view.fauna[goal]
            return f"{cards.name(card)}: {cards.text(card)}"
        case _ if isinstance(move, ON_CARDS):
            return cards.about(move.card).plain
        case _ if isinstance(move, ON_PLACES) and player is not None:
            return _on_place(move, move.place, player, cards)
        case _:
            return ""


def _on_place(move: Message, place: int, player: Player, cards: Cards) -> str:
    """The card that lies there; what it does, if that is asked about, else what lies on it."""
    if place in (ISLAND, CLIMATE):
        card = player.island if place == ISLAND else player.climate
        return f"{cards.name(card)}: {cards.text(card)}" if card is not None else ""
    spot = next((one for one in player.field if one.place == place), None)
    if spot is None:
        return ""
    name = cards.name(spot.card)
    match move:
        case Activate() | CopyAbility():
            return f"{name}: {cards.text(spot.card)}"
        case ChoosePlace():
            return say("earth.hint.instead_of", card=name)
        case _:
            return f"{name} {_lying(spot, cards)}"


def _lying(spot: Spot, cards: Cards) -> str:
    face = cards.face(spot.card)
    sprouts = f"{SPROUT}{spot.sprouts}/{face.sprout_spaces}" if face.sprout_spaces else ""
    growth = f"{GROWTH}{spot.growth}/{face.growth_limit}" if face.growth_limit else ""
    return " ".join(part for part in (sprouts, growth) if part)

"""Facts that the texts of decisions show beside the fields of moves. They are computed only for readers of texts."""

from tilth_rules.common.piles import listed
from tilth_rules.kernel import TextFacts
from tilth_rules.petrichor.codes import WEATHERS
from tilth_rules.petrichor.state import State, rounds_of

FIRST_OF_TWO = "first-of-two"
TAKES_MARKER = "takes-marker"
GIVES_MARKER = "gives-marker"
LATER = "later"
ALONE = "alone"


def tile_facts(state: State, seat: int, tile: int) -> dict[str, int | str | tuple[int, ...] | None]:
    """Return what a text shows of a tile: the drops on it, and how many are the seat's."""
    return {
        "crop": state.crops[tile],
        "needs": state.needs[tile],
        "growth": state.growth[tile],
        "wet": state.wet[tile],
        "mine": state.drops[4 * tile + seat],
        "whose": whose(state.drops[4 * tile + seat], state.wet[tile]),
    }


def cloud_facts(state: State, seat: int, tile: int) -> dict[str, int | str | tuple[int, ...] | None]:
    """Return what a text shows of the cloud above a tile: its size, its drops, the seat's part of them, and the crop
    below."""
    return {
        "crop": state.crops[tile],
        "sky": state.skies[tile],
        "load": state.loads[tile],
        "inside": state.clouds[4 * tile + seat],
        "whose": whose(state.clouds[4 * tile + seat], state.loads[tile]),
    }


def whose(own: int, everybodys: int) -> str:
    """Return `others` if none of some drops or votes are the seat's `own`, `some` if fewer than all (`everybodys`)
    are, `mine` if all are."""
    return "others" if not own else "some" if own < everybodys else "mine"


def hand_facts(state: State, seat: int) -> TextFacts:
    """Return what a text shows of the seat's hand: the cards in it."""
    return {"cards": listed(state.hands, WEATHERS, 4 * seat)}


def round_facts(state: State) -> dict[str, int]:
    """Return what a text shows of the time: the round, and the number of rounds."""
    return {"round": state.round, "rounds": rounds_of(state)}


def effect_of_passing(state: State, seat: int) -> str:
    """Return the word for the effect that passing now has for the seat: `alone` in the solo game, `later` if a seat
    has passed before, `first-of-two` with two seats, else `gives-marker` if it is the first player, or
    `takes-marker`."""
    if state.seats == 1:
        return ALONE
    if state.passer >= 0:
        return LATER
    if state.seats == 2:
        return FIRST_OF_TWO
    return GIVES_MARKER if state.first == seat else TAKES_MARKER

"""What has to hold within a card besides the types of its parts."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tilth_rules.agricola.content.acts import Act, Lay, Leave, OneOf
from tilth_rules.agricola.content.clauses import Convert, When

if TYPE_CHECKING:
    from tilth_rules.agricola.content.cards import Card

ON_SPACES = frozenset({"enter", "take", "took", "used"})
HAULS = frozenset({"take", "took"})
PLAYED = frozenset({"occed", "improved"})


def check(card: "Card") -> None:
    """Raises ValueError where parts of the card don't go together."""
    for problem in _problems(card):
        raise ValueError(f"card {card.id}: {problem}")


def _problems(card: "Card") -> Iterable[str]:
    if card.kind != "occupation" and card.players != 1:
        yield "only occupations depend on the number of players"
    if card.kind == "major" and not card.id.startswith("A"):
        yield "a major improvement of a deck"
    for clause in card.clauses:
        match clause:
            case When():
                yield from _moment(clause)
            case Convert(times=times, limit=limit) if times > 1 and limit is None:
                yield "so many times, but within what?"
            case _:
                pass
    acts = [act for clause in card.clauses if isinstance(clause, When) for act in _within(clause.do)]
    lays_nothing = any(isinstance(act, Lay) and not act.goods for act in acts)
    if lays_nothing and not any(isinstance(clause, When) and clause.on == "due" for clause in card.clauses):
        yield "lays nothing, and nothing is due"


def _moment(clause: When) -> Iterable[str]:
    if clause.spaces and clause.on not in ON_SPACES:
        yield f"no space has to do with {clause.on}"
    if clause.haul is not None and clause.on not in HAULS:
        yield f"nothing is carried off at {clause.on}"
    if clause.cards and clause.on not in PLAYED:
        yield f"no card is played at {clause.on}"
    if clause.on == "play" and clause.who != "me":
        yield "only its owner plays it"
    if clause.on != "take" and any(isinstance(act, Leave) for act in _within(clause.do)):
        yield f"nothing can be left behind at {clause.on}"


def _within(acts: Iterable[Act]) -> Iterable[Act]:
    """These acts, and those that some of them offer."""
    for act in acts:
        yield act
        if isinstance(act, OneOf):
            yield from _within(act.of)

"""Checks of a card that go beyond the types of its parts."""

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
    """Raise ValueError if the data of a card contradict each other."""
    for problem in _problems(card):
        raise ValueError(f"card {card.id}: {problem}")


def _problems(card: "Card") -> Iterable[str]:
    """Yield the faults in the data of a card, as texts."""
    if card.kind != "occupation" and card.players != 1:
        yield "only occupations can depend on the number of players"
    if card.kind == "major" and not card.id.startswith("A"):
        yield "a major improvement cannot be in a deck"
    for clause in card.clauses:
        match clause:
            case When():
                yield from _moment(clause)
            case Convert(times=times, limit=limit) if times > 1 and limit is None:
                yield "a clause with several uses needs a limit"
            case _:
                pass
    acts = [act for clause in card.clauses if isinstance(clause, When) for act in _within(clause.do)]
    lays_nothing = any(isinstance(act, Lay) and not act.goods for act in acts)
    if lays_nothing and not any(isinstance(clause, When) and clause.on == "due" for clause in card.clauses):
        yield "an act that lays no goods needs a clause at the moment due"


def _moment(clause: When) -> Iterable[str]:
    """Yield the faults of a clause that acts at a moment, as texts."""
    if clause.spaces and clause.on not in ON_SPACES:
        yield f"the moment {clause.on} has no space"
    if clause.haul is not None and clause.on not in HAULS:
        yield f"the moment {clause.on} has no haul"
    if clause.cards and clause.on not in PLAYED:
        yield f"the moment {clause.on} has no played card"
    if clause.on == "play" and clause.who != "me":
        yield "only the owner plays the card, so who must be me"
    if clause.on != "take" and any(isinstance(act, Leave) for act in _within(clause.do)):
        yield f"goods can be left behind at the moment take only, not at {clause.on}"


def _within(acts: Iterable[Act]) -> Iterable[Act]:
    """Yield these acts; behind each choice of one act (OneOf), also the acts to choose from."""
    for act in acts:
        yield act
        if isinstance(act, OneOf):
            yield from _within(act.of)

"""What a space would be good for after the forced cards of whoever enters it have acted."""

from tilth_rules.agricola.actions.parts import KNOWN
from tilth_rules.agricola.actions.spaces import usable
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import CardActs, heard
from tilth_rules.agricola.cards.words import ENTER
from tilth_rules.agricola.state import State
from tilth_rules.kernel import SPECTATOR, outcomes


def usable_after_entering(state: State, facts: Facts, how: int = KNOWN) -> bool:
    """Whether forced cards can make something possible on the space which is not possible yet. An optional card opens
    no space: its owner may be there and not use it."""
    if not state.listening[ENTER]:
        return False
    seat = facts.seat
    forced = [CardActs(call) for call, listener in heard(state, seat, ENTER, facts) if not listener.optional]
    if not forced:
        return False
    viewer = seat if how == KNOWN else SPECTATOR
    return any(usable(after, facts, how) for after in outcomes(state, forced, len(state.seats), seat, viewer))

"""Discs that are flicked across a board: what the server asks where the rules end.

    answer = came_to_rest(flick)      # a tilth_rules.sonora.flick.Flick; gives its CameToRest

Rules know nothing of it: they put a question, and what is answered is recorded. A replay takes it from the record.

There is no engine underneath, and that is on purpose. One that takes steps in time finds a hit a little late, when
the discs overlap already: at 1,800 mm/s and 1/1000 s by up to 1.8 mm, which turns a glancing hit by degrees. Under
dry friction everything between two hits is a short formula instead, so the moment of each hit is computed, nothing
can tunnel or overlap on the way, and a flick takes some 20 such events instead of thousands of steps. (The tests let
Chipmunk flick the same discs in very small steps, and hold the outcomes against each other.)
"""

from tilth_physics.flicks import came_to_rest, port

__all__ = ["came_to_rest", "port"]

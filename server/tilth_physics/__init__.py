"""A simulator of discs that are flicked across a board. The server uses it for the outside facts of Sonora.

    answer = came_to_rest(flick)      # a tilth_rules.sonora.flick_question.Flick; gives its CameToRest

The rules do not know it: they ask a question, and the answer is recorded. A replay takes it from the record.

It uses no physics engine, on purpose. An engine that takes steps in time finds a hit a little late, when
the discs overlap already: at 1,800 mm/s and 1/1000 s by up to 1.8 mm, which turns a glancing hit by degrees. Under
dry friction everything between two hits is a short formula instead, so the moment of each hit is computed, nothing
can tunnel or overlap on the way, and a flick takes about 20 such events instead of thousands of steps. (The tests let
Chipmunk flick the same discs in very small steps, and compare the outcomes.)
"""

from tilth_physics.flicks import came_to_rest, port

__all__ = ["came_to_rest", "port"]

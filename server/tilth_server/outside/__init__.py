"""What happens outside of the rules: where a flicked disc comes to rest.

A game's distribution names its port, a function from a question to a fact as JSON (`tilth_rules.kernel.Outside`), as
an entry point of the group `tilth.outside` under the game's name. It is called in a process of its own: however long
it thinks, whatever it breaks, the server's matches go on.

    workers = Workers(ports())
    fact = await workers.ask("sonora", flick)
"""

from tilth_server.outside.oracle import NoAnswer, Nobody, Oracle, PortFailed
from tilth_server.outside.ports import ports
from tilth_server.outside.workers import Workers

__all__ = ["NoAnswer", "Nobody", "Oracle", "PortFailed", "Workers", "ports"]

"""Outside facts: results that the rules can't compute, such as the place where a flicked disc stops.

A game's distribution names its port, a function from a question to a fact as JSON (`tilth_rules.kernel.Outside`), as an
entry point of the group `tilth.outside` under the game's name. `FactWorkers` calls ports in worker processes, so the
server's matches continue even if a port takes long or breaks. This module imports nothing, so that those processes
start quickly.

    workers = FactWorkers(ports())
    fact = await workers.ask("sonora", flick)
"""

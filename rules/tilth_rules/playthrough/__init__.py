"""A whole match as text that people read: the questions, the answers, the events, and who sees what.

Golden playthroughs are made of it. A change of the rules shows as a difference in these texts, which is reviewed before
it is accepted.
"""

from tilth_rules.playthrough.names import Names
from tilth_rules.playthrough.playing import Answered, Habit, Playthrough
from tilth_rules.playthrough.traces import trace
from tilth_rules.playthrough.writer import as_text

__all__ = ["Answered", "Habit", "Names", "Playthrough", "as_text", "trace"]

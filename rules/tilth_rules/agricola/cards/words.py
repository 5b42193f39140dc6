"""The numbers of moments, rules and scopes. A moment is a place in a step where cards act; a rule is a question that a
seat's cards answer without acting; a scope is for how long a use of a card counts.

Moments are numbers in stored steps: they are never used anew, and new ones come at the end.
"""

from typing import Final

# Moments.
PLAY: Final = 0
"""A card lies before its owner, and is paid for. Only the card itself hears it."""
DUE: Final = 1
"""What was laid out for this round arrives."""
ROUND: Final = 2
"""The round has begun, and what was due has come."""
WORK: Final = 3
"""The spaces are replenished, nobody has been placed yet."""
TURN: Final = 4
"""A placement is wholly over."""
ENTER: Final = 5
"""A person stands on a space, and nothing has happened there yet."""
TAKE: Final = 6
"""What will be carried off is being made up."""
TOOK: Final = 7
"""The haul is in hand."""
USED: Final = 8
"""The space's own action is wholly done."""
PLOUGHED: Final = 9
SOWN: Final = 10
BAKED: Final = 11
ROOMED: Final = 12
"""An action that built rooms is over."""
STABLED: Final = 13
"""A stable stands."""
FENCED: Final = 14
"""An action that built fences is over."""
RENOVATED: Final = 15
HOUSED: Final = 16
"""The house has become another one, or a card has come into play."""
OCC: Final = 17
"""An occupation is about to be paid for."""
OCCED: Final = 18
"""An occupation has been played, and has done what it does at once."""
IMPROVED: Final = 19
"""An improvement has been played, and has done what it does at once."""
GREW: Final = 20
"""A child has come."""
GOT: Final = 21
"""Goods have reached a supply, from wherever."""
COOKED: Final = 22
"""Animals or vegetables were cooked, all at one time."""
LAST: Final = 23
"""Nobody is left to be placed."""
HOME: Final = 24
"""The people have come home."""
NIGHT: Final = 25
"""The round is over, before a harvest."""
FIELD_BEGINS: Final = 26
FIELD: Final = 27
"""The crops have come in."""
FIELD_ENDS: Final = 28
AFTER_FIELD: Final = 29
"""Between the field phase and feeding."""
FEEDING_BEGINS: Final = 30
FEEDING: Final = 31
BREEDING: Final = 32
FINAL: Final = 33
"""After the last harvest, before points are counted."""
REAPED: Final = 34
"""A seat has taken its crops, in a harvest or because of a card."""
PLAYED: Final = 35
"""An action for improvements is over, and one was played."""
MOMENTS: Final = 36
OFFERED: Final = 63
"""No moment: the owner takes up what a card offers."""

# Rules.
PRICE: Final = 0
"""How a purchase is priced."""
KIND: Final = 1
"""Majors that may be played as minors."""
HOLD: Final = 2
"""Room for animals."""
STACK: Final = 3
"""Crops on a field that is sown."""
COOK: Final = 4
"""What an animal or a vegetable is worth when cooked."""
BAKE: Final = 5
"""What grain is worth when baked, and how much of it."""
ENTRY: Final = 6
"""Spaces that may be entered though somebody is there."""
MAY_RENOVATE: Final = 7
MAY_GROW: Final = 8
PLOUGH: Final = 9
"""How many fields a ploughing lays."""
APPETITE: Final = 10
BREED: Final = 11
REAP: Final = 12
FEEDS_LAST: Final = 13
PLOT: Final = 14
"""What may be sown on the card."""
PEOPLE: Final = 15
"""Whom the seat may place."""
COOK_BONUS: Final = 16
SCORE: Final = 17
COMPARE: Final = 18
"""Points that any seat may earn, or that look at other seats."""
LAST_WORD: Final = 19
"""Points that look at points."""
FENCING: Final = 20
"""What fences cost, which are priced together."""
OCC_FOOD: Final = 21
"""Food that comes just before an occupation is paid for, and so counts towards its price."""
TOLL: Final = 22
"""What others pay to the owner for the use of a space."""
MAJOR_TOO: Final = 23
"""Actions for a minor improvement that serve for a major one, too."""
DRAWN: Final = 24
"""Cards that let an occupation be drawn from the hand by chance instead of being chosen."""
SPACES_TOO: Final = 25
"""Spaces that only the owner of the card may enter yet."""
RULES: Final = 26

# Scopes.
PER_TURN: Final = 2
"""Until another placement begins. A moment comes once an action, so nothing needs to be limited to actions."""
PER_ROUND: Final = 3
PER_HARVEST: Final = 4
PER_GAME: Final = 5
SCOPES: Final = 8
"""No scope has a larger number: the uses of a card are counted as SCOPES * card + scope."""

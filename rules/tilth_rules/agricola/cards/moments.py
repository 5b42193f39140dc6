"""The numbers of moments, rules and scopes.

A moment is a place in a step where cards act. A rule is a question that a seat's cards answer without acting. A scope
is the time for which a use of a card counts. Stored steps hold the numbers of moments: they are never used again for
another moment, and new ones come at the end.
"""

from typing import Final

# Moments.
PLAY: Final = 0
"""A card lies before its owner, and is paid for. Only the card itself hears this moment."""
DUE: Final = 1
"""Things that were laid out for this round arrive."""
ROUND: Final = 2
"""The round has begun, and things laid out for it have come."""
WORK: Final = 3
"""The spaces are replenished, and no person has been placed yet."""
TURN: Final = 4
"""A placement and everything that follows from it have ended."""
ENTER: Final = 5
"""A person stands on a space, and no effect has happened there yet."""
TAKE: Final = 6
"""The haul is being put together."""
TOOK: Final = 7
"""The seat has taken the haul."""
USED: Final = 8
"""The space's own action has ended."""
PLOUGHED: Final = 9
SOWN: Final = 10
BAKED: Final = 11
ROOMED: Final = 12
"""An action that built rooms has ended."""
STABLED: Final = 13
"""A stable stands."""
FENCED: Final = 14
"""An action that built fences has ended."""
RENOVATED: Final = 15
HOUSED: Final = 16
"""The house has become another one, or a card has come into play."""
OCC: Final = 17
"""An occupation is about to be paid for."""
OCCED: Final = 18
"""An occupation has been played, and its effects at once have happened."""
IMPROVED: Final = 19
"""An improvement has been played, and its effects at once have happened."""
GREW: Final = 20
"""A child has come."""
GOT: Final = 21
"""A seat has got goods, from any source."""
COOKED: Final = 22
"""Animals or vegetables were cooked, all at one time."""
LAST: Final = 23
"""No person is left to be placed."""
HOME: Final = 24
"""The people have come home."""
NIGHT: Final = 25
"""A round without its harvest has ended."""
FIELD_BEGINS: Final = 26
FIELD: Final = 27
"""The crops have come in."""
FIELD_ENDS: Final = 28
AFTER_FIELD: Final = 29
"""The time between the field phase and feeding."""
FEEDING_BEGINS: Final = 30
FEEDING: Final = 31
BREEDING: Final = 32
FINAL: Final = 33
"""The time after the last harvest, before points are counted."""
REAPED: Final = 34
"""A seat has taken its crops, in a harvest or because of a card."""
PLAYED: Final = 35
"""An action for improvements has ended, and one was played."""
MOMENTS: Final = 36
OFFERED: Final = 63
"""The owner takes up an offer of a card. This is no real moment."""

# Rules.
PRICE: Final = 0
"""The price of a purchase."""
KIND: Final = 1
"""Majors that may be played as minors."""
HOLD: Final = 2
"""Room for animals."""
STACK: Final = 3
"""Crops on a field that is sown."""
COOK: Final = 4
"""The food for an animal or a vegetable when it is cooked."""
BAKE: Final = 5
"""The food for grain when it is baked, and the most grain."""
ENTRY: Final = 6
"""Spaces that may be entered although a person is there."""
MAY_RENOVATE: Final = 7
MAY_GROW: Final = 8
PLOUGH: Final = 9
"""The number of fields that a ploughing lays."""
APPETITE: Final = 10
BREED: Final = 11
REAP: Final = 12
FEEDS_LAST: Final = 13
PLOT: Final = 14
"""The goods that may be sown on the card."""
PEOPLE: Final = 15
"""The people that the seat may place."""
COOK_BONUS: Final = 16
SCORE: Final = 17
COMPARE: Final = 18
"""Points that any seat may earn, or that depend on other seats."""
LAST_WORD: Final = 19
"""Points that depend on points."""
FENCING: Final = 20
"""The price of fences, which are priced together."""
OCC_FOOD: Final = 21
"""Food that comes just before an occupation is paid for, and so counts towards its price."""
TOLL: Final = 22
"""The goods that other seats pay to the owner for the use of a space."""
MAJOR_TOO: Final = 23
"""Actions for a minor improvement that serve for a major one, too."""
DRAWN: Final = 24
"""Cards that let an occupation be drawn from the hand by chance instead of being chosen."""
SPACES_TOO: Final = 25
"""Spaces that only the owner of the card may enter yet."""
RULES: Final = 26

# Scopes.
PER_TURN: Final = 2
"""Until another placement begins. A moment comes once an action, so no scope of an action is needed."""
PER_ROUND: Final = 3
PER_HARVEST: Final = 4
PER_GAME: Final = 5
SCOPES: Final = 8
"""A bound that no scope's number reaches: the uses of a card are counted as SCOPES * card + scope."""

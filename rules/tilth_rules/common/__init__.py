"""Parts that several games share. A game uses the ones it needs; the kernel uses none of them.

- `clone`: a state's `clone`, derived from the types of its fields
- `seats`: clockwise order, and the same question to several seats at once
- `piles`: draw piles, listed or counted, that are made again from the discards
- `draft`: packs of cards that go round
- `match_end`: places, and the event that ends a match
- `option_numbers`: the numbers of options and the moves they mean, from one declaration
- `value_file`: a game's values in a file, and corrections by an owner of the box
- `registry`: the steps, events and moves that a game's package defines
"""

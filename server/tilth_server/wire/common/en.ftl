# Words that every game's texts may use. A game's own texts go over them.

# A seat whose player's name is not known.
seat = Seat { $number }
    .of = of Seat { $number }
# A seat whose player's name is known.
player = { $name }
    .of = of { $name }
# In place of a seat: none.
nobody = nobody
    .of = of nobody
# A side beyond the seats: one that no player holds.
no-seat = nobody's side
    .of = of nobody

# Before the last of a list.
and = and

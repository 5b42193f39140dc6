# Words that every game's texts may use. A game's own texts go over them.

# A seat whose player's name is not known.
seat = Seat { $number }
# In place of a seat: none.
nobody = nobody
# A side beyond the seats: one that no player holds.
no-seat = nobody's side

"""Tables: live matches, and everything that happens to them. No gRPC here.

house = House(streams, wires, name_of=register.name, limits=limits, metrics=metrics)
await house.open()
match = await house.create(player_id, NewMatch(game="petrichor", seat_count=2))
attendance = Attendance(house, player_id)       # one stream: said(request), outbox.take()
records = await calls.answer(house, player_id, match.id, seat, answers)
"""

"""The matches of a server: every change to them. The package uses no gRPC.

matches = Matches(streams, wires, names=players.names, limits=limits, metrics=metrics)
await matches.open()
info = await matches.lobby.create(player_id, NewMatch(game="petrichor", seat_count=2))
session = AttendSession(matches, player_id)       # one stream: receive_all(message), outbox.take()
records = await unary.answer(matches, player_id, info.id, seat, answers)

docs/architecture.md shows the way of an answer through these modules.
"""

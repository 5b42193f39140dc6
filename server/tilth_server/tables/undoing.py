"""Taking answers back."""

from tilth_rules.kernel import Record, Refused, Table
from tilth_rules.kernel.decisions import NOT_UNDOABLE
from tilth_server.refusal import Refusal, over_limit
from tilth_server.tables import clocks
from tilth_server.tables.channels import Speaker
from tilth_server.tables.flights import Flight
from tilth_server.tables.inquiries import Act
from tilth_server.tables.live import FirstReply, LiveMatch
from tilth_server.tables.playing import Playing, check_request_id

MOST_UNDOS = 1000
"""In one match; each reads the whole log, and makes it longer."""


def undo(
    house: Playing, flight: Flight, match: LiveMatch, seat: int, request_id: str, speaker: Speaker
) -> None:
    """Take back the seat's last answer. The reply goes to the speaker, whatever happens."""
    refuse = house.refusing(match, speaker, request_id)
    act = Act(lambda flight: _undo(house, flight, match, seat, request_id, speaker), refuse, flight.now)
    house.act(flight, match, act)


def _undo(
    house: Playing, flight: Flight, match: LiveMatch, seat: int, request_id: str, speaker: Speaker
) -> None:
    mark = None
    try:
        first = match.first_reply(seat, request_id) or _undone_before(house, match, seat, request_id)
        if first is not None:
            house.reply_again(match, speaker, request_id, first)
            return
        check_request_id(request_id)
        table = house.table_for(match)
        if table.undoable(seat) is None:
            raise Refused(NOT_UNDOABLE, f"seat {seat} has nothing it may take back")
        if house.ledger_of(match).undos >= MOST_UNDOS:
            raise over_limit("undos_per_match", MOST_UNDOS)
        mark = house.mark(flight, match)
        record = _take_back(house, flight, match, table, seat)
        house.take(flight, match, record, speaker=speaker, request_id=request_id)
        house.ledger_of(match).undid(seat, request_id, record.number)
        match.replied(seat, request_id, record.number)
        house.settle(flight, match)
    except Refused as refused:
        refusal = Refusal(refused.reason, refused.what)
        match.replied(seat, request_id, refusal)
        house.reply(match, speaker, request_id, -1, refusal)
    except Exception as error:  # noqa: BLE001 - it is judged, and logged where it is a fault of the rules
        house.reply(match, speaker, request_id, -1, house.failed(flight, match, mark, error))


def _undone_before(house: Playing, match: LiveMatch, seat: int, request_id: str) -> FirstReply | None:
    return house.ledger_of(match).undo_of(seat, request_id)


def _take_back(house: Playing, flight: Flight, match: LiveMatch, table: Table, seat: int) -> Record:
    history = [logged.record for logged in house.log_of(match) if logged.record is not None]
    match.table, record = table.undo(seat, history)
    if match.clocks:
        clock = match.clocks[seat].took_back(match.info.clock, match.table.counts[seat], flight.now)
        match.clocks = clocks.replaced(match.clocks, seat, clock)
    return record

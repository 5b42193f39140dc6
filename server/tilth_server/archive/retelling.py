"""A match's text read: the rules run on what everybody did, and the log is there again, to the byte."""

import asyncio
from collections.abc import Mapping

from tilth.v1.archive_pb2 import ExportHeader
from tilth_rules.kernel import OptionsRefused, Refused
from tilth_server.archive import creation, portable
from tilth_server.archive.notation import FORMAT, HEADER, NUMBER, Meaningless, meant, unquoted
from tilth_server.archive.reasons import BAD_FILE
from tilth_server.archive.rerun import Rerun
from tilth_server.archive.writing import PLAY, composed, counted
from tilth_server.refusal import Refusal
from tilth_server.store.chain import link, root
from tilth_server.tables.matches import MatchInfo, NotAMatch, born, stream_of
from tilth_server.wire import GameWire, Unreadable, causes

LINES_AT_A_TIME = 20
"""Read before the loop gets a turn."""
LATEST_MS = 253_402_300_799_999
SEED_BYTES = 32

OF_THE_TEXT = {"Format", "Match", "Player", "Records", "Head"}
OF_CREATION = {
    *("Game", "Rules", "Option", "Seats", "Creator", "Title", "Invited", "Clock", "StartWhenFull", "Seed"),
    *("Commitment", "SeedGiven", "Tournament", "Request", "Created", creation.RAW),
}
FOR_THE_EYE = {"Started", "Result"}


def bad_text(line: int, why: object) -> Refusal:
    return Refusal(BAD_FILE, f"line {line}: {why}", field="text")


async def read(text: str, wires: Mapping[str, GameWire]) -> tuple[ExportHeader, list[bytes]]:
    """The match, ready to be taken in; Refusal, with the number of the line, for whatever doesn't fit."""
    reading = _Reading(wires)
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if number % LINES_AT_A_TIME == 0:
            await asyncio.sleep(0)
        try:
            reading.take_up(line.strip())
        except Meaningless as why:
            raise bad_text(number, why) from None
        except Refused as refused:
            raise bad_text(number, f"the rules refuse it: {refused.what or refused.reason}") from None
        except OptionsRefused as refused:
            raise bad_text(number, f"option {refused.field}: {refused.why}") from None
        except (Unreadable, NotAMatch, LookupError, ValueError, TypeError) as error:
            raise bad_text(number, f"the rules can't make a record of it ({type(error).__name__})") from None
    try:
        return reading.finished()
    except Meaningless as why:
        raise bad_text(number, why) from None


class _Reading:
    """The headers, then the records, as far as they have been read."""

    def __init__(self, wires: Mapping[str, GameWire]) -> None:
        self._wires = wires
        self._headers: creation.Headers = {}
        self._bodies: list[bytes] = []
        self._wire: GameWire | None = None
        self._run: Rerun | None = None
        self._at = 0

    def take_up(self, line: str) -> None:
        if not line or line.startswith(";"):
            return
        if line.startswith("["):
            self._take_header(line)
            return
        if self._wire is None:
            self._begin()
        self._take_record(line)

    def finished(self) -> tuple[ExportHeader, list[bytes]]:
        if self._wire is None:
            raise Meaningless("it ends before the first record")
        match_id = self._one("Match")
        head = root(stream_of(match_id))
        for body in self._bodies:
            head = link(head, body)
        wanted = self._one("Records")
        if wanted and wanted != str(len(self._bodies)):
            raise Meaningless(f"there should be {wanted} records, and there are {len(self._bodies)}")
        if self._one("Head") not in ("", head.hex()):
            raise Meaningless("this is not quite the match that was written: the head is another one")
        names = dict(_named(player) for player in self._headers.get("Player", ()))
        header = ExportHeader(
            format=portable.FORMAT,
            version=portable.VERSION,
            match_id=match_id,
            record_count=len(self._bodies),
            player_names=names,
            head=head,
        )
        return header, self._bodies

    def _take_header(self, line: str) -> None:
        found = HEADER.fullmatch(line)
        if found is None:
            raise Meaningless('a header is [Name "value"]')
        if self._wire is not None:
            raise Meaningless("headers stand before all records")
        name = found[1]
        known = name in OF_THE_TEXT or name in OF_CREATION or name in FOR_THE_EYE
        if not known and not (name.startswith("Seat") and NUMBER.fullmatch(name[4:])):
            raise Meaningless(f"there is no header {name}")
        self._headers.setdefault(name, []).append(unquoted(found[2]))

    def _begin(self) -> None:
        """All headers are there: the first record, and the table of the match."""
        if self._one("Format") != FORMAT:
            raise Meaningless(f'it does not begin with [Format "{FORMAT}"]')
        game = self._one("Game")
        wire = self._wires.get(game)
        if wire is None:
            raise Meaningless(f"the game {game!r} is not installed here")
        body = creation.read(self._headers, wire)
        info = born(self._one("Match"), body)
        wire.game.check(wire.decode_options(info.options), info.seat_count)
        if len(info.seed) != SEED_BYTES:
            raise Meaningless(f"a seed has {SEED_BYTES} bytes")
        self._wire = wire
        self._run = _run(info, wire)
        self._bodies.append(body)
        self._at = info.created_ms

    def _take_record(self, line: str) -> None:
        number, _, rest = line.partition(".")
        offset, _, words = rest.strip().partition(" ")
        if number != str(len(self._bodies)):
            raise Meaningless(f"record {len(self._bodies)} should stand here")
        if len(self._bodies) >= portable.MOST_RECORDS:
            raise Meaningless(f"a match has {portable.MOST_RECORDS} records at most")
        if offset[:1] not in ("+", "-") or NUMBER.fullmatch(offset.lstrip("+")) is None:
            raise Meaningless(
                "after its number a record has the milliseconds since the one before, like +250"
            )
        self._at += int(offset)
        if not 0 < self._at <= LATEST_MS:
            raise Meaningless("its time is before 1970, or beyond all others")
        if words.startswith("raw "):
            self._bodies.append(self._raw(creation.unpacked(words.removeprefix("raw ").strip())))
        else:
            self._bodies.append(self._composed(words))

    def _composed(self, words: str) -> bytes:
        wire, run = self._wire, self._run
        assert wire is not None, "it has begun"
        read = meant(words)
        member = causes.MEMBERS[type(read.cause).__name__]
        if member not in PLAY:
            return composed(wire, read.cause, self._at)
        if run is None:
            raise Meaningless(
                "this server's rules don't come here: they are of another version, or the match is over"
            )
        message = counted(read, run.table)
        cause = causes.read(member, message)
        assert cause is not None, "it is one of play"
        if run.table.over or (member in ("answered", "defaulted") and cause.seat not in run.table.open):
            raise Meaningless("nobody asks this seat now")
        made = run.make(len(self._bodies), cause, read.facts)
        if made.cause != cause or made.facts != read.facts:
            raise Meaningless("the rules make something else of it")
        return composed(wire, message, self._at, made)

    def _raw(self, body: bytes) -> bytes:
        """A record that stands there as it is. Where it is one of play, the rules go along if they can."""
        assert self._wire is not None, "it has begun"
        played = self._wire.records.decode(len(self._bodies), body, stacks=self._run is not None).record
        if played is not None and self._run is not None and self._run.follow(played):
            self._run = None
        return body

    def _one(self, name: str) -> str:
        values = self._headers.get(name) or [""]
        if len(values) > 1:
            raise Meaningless(f"the header {name} stands there twice")
        return values[0]


def _run(info: MatchInfo, wire: GameWire) -> Rerun | None:
    return Rerun(info, wire) if info.rules_version == wire.game.version else None


def _named(text: str) -> tuple[str, str]:
    player_id, _, name = text.partition(" ")
    return player_id, name

"""The reader of a match's text: the rules run on the written answers, which gives the log again, to the byte."""

import asyncio
from collections.abc import Mapping

from tilth.v1.archive_pb2 import ExportHeader
from tilth_rules.kernel import OptionsRefused, Refused
from tilth_server.archive import match_file
from tilth_server.archive.text_format import headers
from tilth_server.archive.text_format.grammar import FORMAT, HEADER, NUMBER, BadTextLine, parse_line, unquote
from tilth_server.archive.text_format.match_writer import PLAY, encode_record, with_decision_id
from tilth_server.archive.verify.rerun import Rerun
from tilth_server.matches.match_info import MatchInfo, NotAMatchStream, match_from, stream_of
from tilth_server.reasons import FILE_INVALID, OTHER_RULES_VERSION
from tilth_server.refusal import Refusal
from tilth_server.store.chain import link, root
from tilth_server.wire import GameWire, Unreadable, causes

LINES_AT_A_TIME = 4
"""Lines that are read before other tasks get a turn."""
LATEST_MS = 253_402_300_799_999
SEED_BYTES = 32

TEXT_HEADERS = {"Format", "Match", "Player", "Salt", "Records", "Head"}
CREATION_HEADERS = {
    *("Game", "Rules", "Option", "Seats", "Creator", "Title", "Invited", "Clock", "StartWhenFull", "Seed"),
    *("Commitment", "SeedGiven", "Tournament", "LastSeatWins", "Request", "RequestContent", "NameHash"),
    "Created",
    headers.RAW,
}
INFORMATIVE_HEADERS = {"Started", "Result"}


def bad_text(line: int, why: object) -> Refusal:
    """Return the refusal of a text with an invalid line."""
    return Refusal(FILE_INVALID, f"line {line}: {why}", field="text")


async def read_match(text: str, wires: Mapping[str, GameWire]) -> tuple[ExportHeader, list[bytes]]:
    """Return the header and the records of a text, for an import; raise Refusal with the number of an invalid line."""
    reader = _Reader(wires)
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if number % LINES_AT_A_TIME == 0:
            await asyncio.sleep(0)
        try:
            reader.add(line.strip())
        except BadTextLine as why:
            raise bad_text(number, why) from None
        except Refused as refused:
            raise bad_text(
                number, f"the rules refuse the answer: {refused.message or refused.reason}"
            ) from None
        except OptionsRefused as refused:
            raise bad_text(number, f"option {refused.field}: {refused.why}") from None
        except (Unreadable, NotAMatchStream, LookupError, ValueError, TypeError) as error:
            raise bad_text(
                number, f"the rules can't make a record of the line ({type(error).__name__})"
            ) from None
    try:
        return reader.finish()
    except BadTextLine as why:
        raise bad_text(number, why) from None


class _Reader:
    """The headers and records that have been read so far."""

    def __init__(self, wires: Mapping[str, GameWire]) -> None:
        self._wires = wires
        self._headers: headers.Headers = {}
        self._bodies: list[bytes] = []
        self._wire: GameWire | None = None
        self._run: Rerun | None = None
        self._at = 0

    def add(self, line: str) -> None:
        """Read the next line: a header, a record, a heading or an empty line."""
        if not line or line.startswith(";"):
            return
        if line.startswith("["):
            self._add_header(line)
            return
        if self._wire is None:
            self._begin()
        self._add_record(line)

    def finish(self) -> tuple[ExportHeader, list[bytes]]:
        """Return the header and the records, after the last line; raise BadTextLine if they are not complete."""
        if self._wire is None:
            raise BadTextLine("the text ends before the first record")
        match_id = self._single("Match")
        head = root(stream_of(match_id))
        for body in self._bodies:
            head = link(head, body)
        wanted = self._single("Records")
        if wanted and wanted != str(len(self._bodies)):
            raise BadTextLine(f"there should be {wanted} records, and there are {len(self._bodies)}")
        if self._single("Head") not in ("", head.hex()):
            raise BadTextLine("the records give another head than the header Head")
        names = dict(_player_and_name(player) for player in self._headers.get("Player", ()))
        header = ExportHeader(
            format=match_file.FORMAT,
            version=match_file.VERSION,
            match_id=match_id,
            record_count=len(self._bodies),
            player_names=names,
            name_salts=dict(map(headers.player_and_bytes, self._headers.get("Salt", ()))),
            head=head,
        )
        return header, self._bodies

    def _add_header(self, line: str) -> None:
        """Read a header line."""
        found = HEADER.fullmatch(line)
        if found is None:
            raise BadTextLine('a header is [Name "value"]')
        if self._wire is not None:
            raise BadTextLine("a header can't follow a record")
        name = found[1]
        known = name in TEXT_HEADERS or name in CREATION_HEADERS or name in INFORMATIVE_HEADERS
        if not known and not (name.startswith("Seat") and NUMBER.fullmatch(name[4:])):
            raise BadTextLine(f"there is no header {name}")
        self._headers.setdefault(name, []).append(unquote(found[2]))

    def _begin(self) -> None:
        """Make the first record from the headers, which are complete; and the table that runs the rules, if the match's
        rules version is the one of this build.
        """
        if self._single("Format") != FORMAT:
            raise BadTextLine(f'it does not begin with [Format "{FORMAT}"]')
        game = self._single("Game")
        wire = self._wires.get(game)
        if wire is None:
            raise BadTextLine(f"the game {game!r} is not installed here")
        try:
            body = headers.read_headers(self._headers, wire)
            info = match_from(self._single("Match"), body)
            wire.game.check(wire.decode_options(info.options), info.seat_count)
        except (BadTextLine, OptionsRefused):
            self._refuse_other_rules(wire)
            raise
        if len(info.seed) != SEED_BYTES:
            raise BadTextLine(f"a seed has {SEED_BYTES} bytes")
        self._wire = wire
        self._run = _rerun_of(info, wire)
        self._bodies.append(body)
        self._at = info.created_ms

    def _add_record(self, line: str) -> None:
        """Read the line of a record: its number, its time, and its cause or its raw bytes."""
        number, _, rest = line.partition(".")
        offset, _, words = rest.strip().partition(" ")
        if number != str(len(self._bodies)):
            raise BadTextLine(f"record {len(self._bodies)} is expected here")
        if len(self._bodies) >= match_file.MAX_RECORDS:
            raise BadTextLine(f"a match has at most {match_file.MAX_RECORDS} records")
        if offset[:1] not in ("+", "-") or NUMBER.fullmatch(offset.lstrip("+")) is None:
            raise BadTextLine(
                "a record's number needs the milliseconds since the last record behind it, like +250"
            )
        self._at += int(offset)
        if not 0 < self._at <= LATEST_MS:
            raise BadTextLine("its time is before 1970, or after the year 9999")
        if words.startswith("raw "):
            self._bodies.append(self._follow_raw(headers.decode_raw(words.removeprefix("raw ").strip())))
        else:
            self._bodies.append(self._encode_line(words))

    def _encode_line(self, words: str) -> bytes:
        """Return the bytes of the record in a line; run the rules if it is one of play."""
        wire, run = self._wire, self._run
        assert wire is not None, "the headers have been read"
        read = parse_line(words)
        member = causes.MEMBERS[type(read.cause).__name__]
        if member not in PLAY:
            return encode_record(wire, read.cause, self._at)
        if run is None:
            self._refuse_other_rules(wire)
            raise BadTextLine("the rules have made another record of an earlier line, or the match has ended")
        message = with_decision_id(read, run.table)
        cause = causes.read_cause(member, message)
        assert cause is not None, "PLAY has no lobby causes"
        if run.table.over or (member in ("answered", "defaulted") and cause.seat not in run.table.open):
            raise BadTextLine("this seat has no open decision")
        made = run.make(len(self._bodies), cause, read.facts)
        if made.cause != cause or made.facts != read.facts:
            raise BadTextLine("the rules make another record of the line")
        return encode_record(wire, message, self._at, made)

    def _refuse_other_rules(self, wire: GameWire) -> None:
        """Raise Refusal for a match of another rules version: only those rules give the results of its answers."""
        version = self._single("Rules")
        if version != str(wire.game.version):
            message = (
                f"the match was played under version {version} of the rules of {wire.name}, and this server has version"
                f" {wire.game.version}: import the file that `tilth export` writes without --text"
            )
            raise Refusal(OTHER_RULES_VERSION, message, field="text")

    def _follow_raw(self, body: bytes) -> bytes:
        """Return a record that the text holds as bytes. Run the rules on it, and stop running them if they make another
        record.
        """
        assert self._wire is not None, "the headers have been read"
        played = self._wire.records.decode(len(self._bodies), body, stacks=self._run is not None).record
        if played is not None and self._run is not None and self._run.follow(played):
            self._run = None
        return body

    def _single(self, name: str) -> str:
        """Return the value of a header that may be there once; "" if it is absent."""
        values = self._headers.get(name) or [""]
        if len(values) > 1:
            raise BadTextLine(f"the header {name} is there twice")
        return values[0]


def _rerun_of(info: MatchInfo, wire: GameWire) -> Rerun | None:
    """Return a run of the rules for this match; None if the match was played under another rules version than this
    build's.
    """
    return Rerun(info, wire) if info.rules_version == wire.game.version else None


def _player_and_name(text: str) -> tuple[str, str]:
    """Return the player id and the name of a header; the name is all after the first space, and may be empty."""
    player_id, _, name = text.partition(" ")
    return player_id, name

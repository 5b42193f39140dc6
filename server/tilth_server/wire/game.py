"""One game's structs as messages of its own schema, and in words."""

import importlib
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from itertools import repeat
from typing import Any, Final

import msgspec
from google.protobuf.descriptor import FileDescriptor

from tilth.raw.v1 import raw_pb2
from tilth.v1 import decision_pb2
from tilth.v1.lobby_pb2 import OptionField
from tilth_rules.kernel import Event, Game, Move, Quantity, Step, Table
from tilth_server.wire.codec import Codec
from tilth_server.wire.envelopes import Envelope
from tilth_server.wire.errors import SchemaMismatch
from tilth_server.wire.memo import Memo
from tilth_server.wire.options import OptionsWire
from tilth_server.wire.records import RecordWire
from tilth_server.wire.texts import NOBODY_KNOWN, Seats, Texts

GROUP: Final = "tilth.games"

_OptionKey = tuple[type[Step] | None, int, str | None, int]


def load_games() -> "dict[str, GameWire]":
    """Every installed game by name, from the entry points `tilth.games`."""
    games: dict[str, GameWire] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        wire = GameWire.of(entry.load())
        if wire.name != entry.name or wire.name in games:
            raise SchemaMismatch(f"the entry point {entry.name} of {GROUP} names the game {wire.name}")
        games[wire.name] = wire
    return games


class GameWire:
    """What the server knows of a game besides its rules: how to put it into bytes and words."""

    def __init__(self, game: Game, schema: FileDescriptor, texts: Texts) -> None:
        types = schema.message_types_by_name
        for name in ("Event", "Move", "View", "Options"):
            if name not in types:
                raise SchemaMismatch(f"{schema.name} has no message {name}")
        self.game = game
        self.schema = schema
        self.name = game.name
        self.event_type: str = types["Event"].full_name
        self.move_type: str = types["Move"].full_name
        self.view_type: str = types["View"].full_name
        self.options_type: str = types["Options"].full_name
        self.types = (self.event_type, self.move_type, self.view_type, self.options_type)
        self.texts = texts
        events: Envelope[Event] = Envelope(types["Event"], game.events)
        moves: Envelope[Move] = Envelope(types["Move"], game.moves)
        self.encode_event = Memo(events.encode).__getitem__
        """An event's bytes; the same object for equal events."""
        self.decode_event = Memo(events.decode).__getitem__
        """Raises Unreadable. Equal bytes give the same object."""
        self.encode_move = moves.encode
        self.decode_move = moves.decode
        self._views: Codec[Any] = Codec(game.views, types["View"])
        self._options = OptionsWire(game.options, types["Options"])
        self._usual = game.pinned(game.options())
        self.records = RecordWire(self.encode_event, self.decode_event, game.steps)
        self._offered = Memo(self._make_option).__getitem__
        self._quantities = Memo(_quantity).__getitem__
        self._told = Memo(self._make_text).__getitem__
        self._asked = Memo(self._make_question).__getitem__

    @classmethod
    def of(cls, game: Game, schema: FileDescriptor | None = None) -> "GameWire":
        """Raises SchemaMismatch naming the class and field when structs and schema differ.

        The schema is the module `tilth.games.<name>.v1.<name>_pb2` unless another is given.
        """
        if schema is None:
            schema = importlib.import_module(f"tilth.games.{game.name}.v1.{game.name}_pb2").DESCRIPTOR
            assert schema is not None
        return cls(game, schema, Texts.of(game))

    def encode_view(self, view: msgspec.Struct) -> bytes:
        return self._views.encode(view)

    def decode_view(self, data: bytes) -> Any:
        """Raises Unreadable."""
        return self._views.decode(data)

    def view(self, state: Any, viewer: int) -> bytes:
        """What the viewer (a seat, SPECTATOR, EVERYTHING) may see, as a message of `view_type`."""
        return self._views.encode(self.game.view(state, viewer))

    def encode_options(self, options: msgspec.Struct) -> bytes:
        return self._options.encode(options)

    def decode_options(self, data: bytes) -> Any:
        """Raises Unreadable."""
        return self._options.decode(data)

    def options_from(self, data: bytes, settings: Mapping[str, str]) -> Any:
        """Options as a creator sent them, settings over bytes; raises OptionsRefused. `game.check` is up to you."""
        return self._options.from_wire(data, settings)

    def settings(self, options: msgspec.Struct) -> dict[str, str]:
        """The options that differ from their defaults, as they are written."""
        return self._options.differing(options)

    def chosen(self, options: msgspec.Struct) -> dict[str, str]:
        """The options that differ from those of a match for which nobody chooses any."""
        return self._options.differing(options, self._usual)

    def all_settings(self, options: msgspec.Struct) -> dict[str, str]:
        """Every option, as it is written."""
        return self._options.all(options)

    def written(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Settings as `all_settings` writes them; raises OptionsRefused for what is none of the game's."""
        return self._options.written(settings)

    def option_fields(self, language: str) -> list[OptionField]:
        """What can be set up, for the lobby."""
        return [
            OptionField(
                name=name,
                kind=setting.kind,
                default=setting.default_text,
                choices=setting.words.values(),
                text=self.texts.text(f"option-{name}", language),
            )
            for name, setting in self._options.settings.items()
        ]

    def option(self, step: type[Step], option: int, language: str | None, seats: int = 0) -> bytes:
        """A tilth.v1.Option; the same bytes wherever it is offered. Without a language, without text.

        `seats`, how many play, is for texts that call sides beyond the seats by name.
        """
        return self._offered((step, option, language, seats if language else 0))

    def decision(self, table: Table, seat: int, language: str | None = None) -> bytes:
        """The tilth.v1.Decision that the seat has open, b"" when it has none."""
        decision: Any = table.open.get(seat)
        if decision is None:
            return b""
        raw = raw_pb2.Decision()
        raw.id = table.counts[seat]
        raw.seat = seat
        raw.kind = decision.kind
        languages, seats = repeat(language), repeat(table.seats if language else 0)
        if hasattr(decision, "quantities"):
            raw.quantities.extend(map(self._quantities, decision.quantities))
            raw.default_measured.extend(decision.default_answer())
        else:
            raw.least = decision.least
            raw.most = decision.most
            raw.ordered = decision.ordered
            steps = repeat(type(table.step_of(seat)))
            raw.options.extend(
                map(self._offered, zip(steps, decision.options, languages, seats, strict=False))
            )
            raw.each.extend(decision.each)
            raw.default_chosen.extend(decision.default_answer())
        offers = table.offered.get(seat) if table.offered else None
        if offers:
            raw.offers.extend(map(self._offered, zip(repeat(None), offers, languages, seats, strict=False)))
        if decision.about is not None:
            raw.about = self.encode_move(decision.about)
        if language is not None:
            raw.text = self.ask_text(decision.kind, language, raw.least, raw.most, decision.about)
        return raw.SerializeToString()

    def event_text(self, event: Event, language: str, names: Sequence[str] = ()) -> str:
        """What happened, "" for an event that is not worth words. `names` are the players', by seat."""
        return self._told((event, language, tuple(names)))

    def texts_of(self, events: Sequence[bytes], language: str, names: Sequence[str] = ()) -> list[str]:
        """The texts of encoded events (as `RecordWire.seen_by` gives them), those without words left out."""
        known = tuple(names)
        told = (self._told((self.decode_event(event), language, known)) for event in events)
        return [text for text in told if text]

    def move_text(self, move: Move, language: str, seats: int = 0) -> str:
        return self.texts.told("move", move, language, Seats(count=seats))

    def ask_text(
        self, kind: str, language: str, least: int = 1, most: int = 1, about: Move | None = None
    ) -> str:
        """The question of a decision's kind."""
        return self._asked((kind, language, least, most, about))

    def title(self, language: str) -> str:
        return self.texts.text("title", language) or self.name

    def _make_option(self, key: _OptionKey) -> bytes:
        step, number, language, seats = key
        if step is None:
            move = self.game.offer_move(number)
        else:
            move = step.move(number)  # type: ignore[attr-defined]  # it asks
        text = "" if language is None else self.move_text(move, language, seats)
        return decision_pb2.Option(id=number, move=self.encode_move(move), text=text).SerializeToString()

    def _make_text(self, key: tuple[Event, str, tuple[str, ...]]) -> str:
        event, language, names = key
        return self.texts.told("event", event, language, Seats(names))

    def _make_question(self, key: tuple[str, str, int, int, Move | None]) -> str:
        kind, language, least, most, about = key
        more = {} if about is None else self.texts.arguments(about, language, NOBODY_KNOWN)
        return self.texts.text(f"ask-{kind}", language, least=least, most=most, **more) or kind


def _quantity(quantity: Quantity) -> bytes:
    return decision_pb2.Quantity(
        name=quantity.name, low=quantity.low, high=quantity.high, scale=quantity.scale
    ).SerializeToString()

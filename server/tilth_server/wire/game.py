"""The conversion of one game's structs to the messages of its schema, and to texts."""

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from itertools import repeat
from typing import Any, Final

import msgspec
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from tilth.raw.v1 import raw_pb2
from tilth.v1 import decision_pb2
from tilth.v1.lobby_pb2 import OptionField
from tilth_rules.kernel import NO_FACTS, Event, Game, Move, Quantity, Step, Table, TextFacts
from tilth_server.wire.codec import Codec
from tilth_server.wire.decision_texts import DecisionTexts
from tilth_server.wire.envelopes import Envelope
from tilth_server.wire.errors import SchemaMismatch
from tilth_server.wire.memo import Memo
from tilth_server.wire.options import OptionsWire
from tilth_server.wire.records import RecordWire
from tilth_server.wire.texts import Seats, Texts

GROUP: Final = "tilth.games"

CORRECTED_MATCHES: Final = 32
"""Number of sets of options with corrections whose texts are cached."""
CORRECTED_TEXTS: Final = 1_000
"""Limit on the cached texts of each kind for one set of options."""


@cache
def load_games() -> "dict[str, GameWire]":
    """Return every installed game by name, from the entry points `tilth.games`. They are loaded once per process."""
    games: dict[str, GameWire] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        wire = GameWire.of(entry.load())
        if wire.name != entry.name or wire.name in games:
            raise SchemaMismatch(f"the entry point {entry.name} of {GROUP} names the game {wire.name}")
        games[wire.name] = wire
    return games


class GameWire:
    """The encoder and decoder of one game: its events, moves, views and options as bytes, and their texts."""

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
        self._schema = schema
        self.types = (self.event_type, self.move_type, self.view_type, self.options_type)
        self.texts = texts
        events: Envelope[Event] = Envelope(types["Event"], game.events)
        moves: Envelope[Move] = Envelope(types["Move"], game.moves)
        self.encode_event = Memo(events.encode).__getitem__
        """Function that returns the bytes of an event; the same object for equal events."""
        self.decode_event = Memo(events.decode).__getitem__
        """Function that returns the event in these bytes, or raises Unreadable. Equal bytes give the same object."""
        self.encode_move = moves.encode
        self.decode_move = moves.decode
        self._views: Codec[Any] = Codec(game.views, types["View"])
        self._options = OptionsWire(game.options, types["Options"])
        self._untouched_options = game.with_fixed_values(game.options())
        self.records = RecordWire(self.encode_event, self.decode_event, game.steps)
        self._encoded_options = Memo(self._make_option)
        self.decision_texts = DecisionTexts(game, texts, self._encoded_options)
        self._corrected_texts = Memo(self._make_corrected_texts, CORRECTED_MATCHES).__getitem__
        self._quantities = Memo(_quantity).__getitem__
        self._event_texts = Memo(self._make_text).__getitem__

    @classmethod
    def of(cls, game: Game, schema: FileDescriptor | None = None) -> "GameWire":
        """Return the wire of a game. Raise SchemaMismatch, naming class and field, if structs and schema differ.

        The schema is the module `tilth.games.<name>.v1.<name>_pb2` unless another is given.
        """
        if schema is None:
            schema = importlib.import_module(f"tilth.games.{game.name}.v1.{game.name}_pb2").DESCRIPTOR
            assert schema is not None
        return cls(game, schema, Texts.of(game))

    def encode_view(self, view: msgspec.Struct) -> bytes:
        """Return a view of the game as the bytes of its message."""
        return self._views.encode(view)

    def decode_view(self, data: bytes) -> Any:
        """Return the view in these bytes, or raise Unreadable."""
        return self._views.decode(data)

    def view(self, state: Any, viewer: int) -> bytes:
        """Return the view of a viewer (a seat, SPECTATOR or EVERYTHING) as the bytes of a `view_type`."""
        return self._views.encode(self.game.view(state, viewer))

    def file_descriptor_set(self) -> bytes:
        """Return the schema file with the game's messages, behind the files that it imports, as a FileDescriptorSet."""
        files: dict[str, FileDescriptor] = {}

        def add(file: FileDescriptor) -> None:
            for imported in file.dependencies:
                add(imported)
            files.setdefault(file.name, file)

        add(self._schema)
        found = FileDescriptorSet()
        for file in files.values():
            file.CopyToProto(found.file.add())
        return found.SerializeToString()

    def encode_options(self, options: msgspec.Struct) -> bytes:
        """Return the options of a match as the bytes of their message."""
        return self._options.encode(options)

    def decode_options(self, data: bytes) -> Any:
        """Return the options in these bytes, or raise Unreadable."""
        return self._options.decode(data)

    def options_from(self, data: bytes, settings: Mapping[str, str]) -> Any:
        """Return the options that the creator of a match sent: the message, overridden by the settings.

        Raise OptionsRefused if one can't be read. The caller has to call `game.check`.
        """
        return self._options.from_wire(data, settings)

    def settings(self, options: msgspec.Struct) -> dict[str, str]:
        """Return the options that differ from their defaults, as texts by name."""
        return self._options.changed(options)

    def changed_settings(self, options: msgspec.Struct) -> dict[str, str]:
        """Return the options that differ from those of a match whose creator sends none, as texts by name."""
        return self._options.changed(options, self._untouched_options)

    def all_settings(self, options: msgspec.Struct) -> dict[str, str]:
        """Return every option, as texts by name."""
        return self._options.all_settings(options)

    def parse_settings(self, settings: Mapping[str, str]) -> dict[str, str]:
        """Return the given settings in the form of `all_settings`.

        Raise OptionsRefused for one that the game lacks, or whose value can't be read.
        """
        return self._options.parse_settings(settings)

    def option_fields(self, language: str) -> list[OptionField]:
        """Return the options of the game for the lobby, with their kinds, defaults, choices and texts."""
        return [
            OptionField(
                name=name,
                kind=setting.kind,
                default=setting.default_text,
                choices=setting.choices.values(),
                text=self.texts.text(f"option-{name}", language),
            )
            for name, setting in self._options.settings.items()
        ]

    def option(
        self, step: type[Step], option: int, language: str | None, seats: int = 0, facts: TextFacts = NO_FACTS
    ) -> bytes:
        """Return an encoded tilth.v1.Option; the same bytes for the same arguments. Without a language it has no text.

        `seats` is the number of seats, for texts that name a neutral player.
        """
        if language is None:
            return self._encoded_options[step, option]
        return self.decision_texts.option(step, option, language, Seats(count=seats), facts)

    def decision(
        self, table: Table, seat: int, language: str | None = None, names: Sequence[str] = ()
    ) -> bytes:
        """Return a seat's open decision as a tilth.v1.Decision, or b"". `names` are the players' names, by seat."""
        decision: Any = table.open.get(seat)
        if decision is None:
            return b""
        raw = raw_pb2.Decision()
        raw.id = table.counts[seat]
        raw.seat = seat
        raw.kind = decision.kind
        if hasattr(decision, "quantities"):
            raw.default_numbers.extend(decision.default_answer())
        else:
            raw.min_picks = decision.min_picks
            raw.max_picks = decision.max_picks
            raw.ordered = decision.ordered
            raw.max_each.extend(decision.max_each)
            raw.default_picks.extend(decision.default_answer())
        if decision.about is not None:
            raw.about = self.encode_move(decision.about)
        offers = table.offered.get(seat, ()) if table.offered else ()
        if language is None:
            self._add_without_texts(raw, decision, offers, type(table.step_of(seat)))
        else:
            self._add_with_texts(raw, table, seat, language, Seats(tuple(names), table.seats))
        return raw.SerializeToString()

    def _add_without_texts(
        self, raw: raw_pb2.Decision, decision: Any, offers: Sequence[int], step: type[Step]
    ) -> None:
        """Add the decision's options or quantities and the offers to the message, without texts."""
        made = self._encoded_options.__getitem__
        if hasattr(decision, "quantities"):
            raw.quantities.extend(map(self._quantities, decision.quantities))
        else:
            raw.options.extend(map(made, zip(repeat(step), decision.options, strict=False)))
        if offers:
            raw.offers.extend(map(made, zip(repeat(None), offers, strict=False)))

    def _add_with_texts(
        self, raw: raw_pb2.Decision, table: Table, seat: int, language: str, seats: Seats
    ) -> None:
        """Add the decision's question, options or quantities, and the offers to the message, with texts in the
        language.
        """
        texts, game, state, step = self.decision_texts, self.game, table.state, table.step_of(seat)
        if self.texts.has_corrections:
            texts = self._corrected_texts(table.options)
        decision: Any = table.open[seat]
        facts = step.question_facts(state, seat)
        raw.text = texts.question(decision, language, seats, facts)
        if hasattr(decision, "quantities"):
            raw.quantities.extend(texts.quantity(one, language, seats, facts) for one in decision.quantities)
        else:
            kind, facts_of = type(step), step.option_facts
            raw.options.extend(
                texts.option(kind, option, language, seats, facts_of(state, seat, option))
                for option in decision.options
            )
        raw.offers.extend(
            texts.option(None, offer, language, seats, game.offer_facts(state, seat, offer))
            for offer in table.offered.get(seat, ())
        )

    def event_text(self, event: Event, language: str, names: Sequence[str] = ()) -> str:
        """Return the text of an event, or "". `names` are the players' names, by seat."""
        return self._event_texts((event, language, tuple(names)))

    def texts_of(self, events: Sequence[bytes], language: str, names: Sequence[str] = ()) -> list[str]:
        """Return the texts of encoded events, without empty ones. `names` are the players' names, by seat."""
        known = tuple(names)
        texts = (self._event_texts((self.decode_event(event), language, known)) for event in events)
        return [text for text in texts if text]

    def move_text(self, move: Move, language: str, seats: int = 0, facts: TextFacts = NO_FACTS) -> str:
        """Return the text of a move, such as an option that a player can pick, in the given language."""
        return self.texts.render_struct("move", move, language, Seats(count=seats), facts)

    def title(self, language: str) -> str:
        """Return the name of the game in the given language; its id if it has none."""
        return self.texts.text("title", language) or self.name

    def _make_corrected_texts(self, options: msgspec.Struct) -> DecisionTexts:
        """Return the decision texts of matches with these options: with a cache of their own if the options change
        labels, otherwise those of all other matches of the game.
        """
        texts = self.texts.corrected(options)
        return (
            self.decision_texts
            if texts is None
            else DecisionTexts(self.game, texts, self._encoded_options, CORRECTED_TEXTS)
        )

    def _make_option(self, key: tuple[type[Step] | None, int]) -> bytes:
        """Return the encoded option or offer with this number, without a text."""
        step, number = key
        move = self.encode_move(self.decision_texts.move(step, number))
        return decision_pb2.Option(id=number, move=move).SerializeToString()

    def _make_text(self, key: tuple[Event, str, tuple[str, ...]]) -> str:
        """Return the text of an event for a key that the cache does not have yet: the event, the language, and the
        players' names by seat.
        """
        event, language, names = key
        return self.texts.render_struct("event", event, language, Seats(names))


def _quantity(quantity: Quantity) -> bytes:
    """Return a number that a decision asks for (its name, limits and scale) as the bytes of its message."""
    return decision_pb2.Quantity(
        name=quantity.name, min=quantity.min, max=quantity.max, scale=quantity.scale
    ).SerializeToString()

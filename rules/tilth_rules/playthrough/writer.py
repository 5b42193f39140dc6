"""A match as text, with a paragraph for each answer."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from tilth_rules.kernel import EVERYTHING, SPECTATOR, Choose, Event, Record, Undone
from tilth_rules.kernel.base import Move, Step
from tilth_rules.playthrough.changes import Change, differences
from tilth_rules.playthrough.names import SEATS, Names
from tilth_rules.playthrough.playing import Answered, Playthrough
from tilth_rules.playthrough.traces import of_decision, of_views


def as_text(match: Playthrough, names: Names, first: int = 0) -> str:
    """Play a match and return it as text; with `first`, only from the beginning of that round on, after the heading."""
    return "\n".join(line.rstrip() for line in _Writer(match, names, first).lines()) + "\n"


class _Writer:
    """A writer of one match, with the last view of each viewer."""

    def __init__(self, match: Playthrough, names: Names, first: int) -> None:
        self.match = match
        self.names = names
        self.first = first
        self.viewers = (*range(match.table.seats), SPECTATOR)
        self.views: dict[int, msgspec.Struct] = {}

    def lines(self) -> Iterator[str]:
        """Play the match and yield its lines: a heading, a paragraph for each record, a heading with a digest of the
        views for each round, and the result. Records before the round `first` are left out."""
        match, number = self.match, None
        yield from self._heading()
        for record, answered in match.play():
            if not self.first:
                yield from self._paragraph(record, answered)
            if match.round == number or match.round < self.first:
                continue
            number = match.round
            yield from ("", "=== and so on" if match.broken_off else f"=== round {number}")
            yield f"views {self._views_digest()}"
            if self.first:
                yield from ("", f"after record {record.number}", *(f"  {line}" for line in self._beginning()))
                self.first = 0
        if match.table.over:
            yield from self._ending()

    def _paragraph(self, record: Record, answered: Answered | None) -> Iterator[str]:
        """Yield the lines of one record: its number and cause, its events, and the changes of the views."""
        yield ""
        yield f"{record.number}. {self._cause(record, answered)}"
        yield from (f"    {line}" for line in self._events(record))
        yield from (f"  {line}" for line in (self._changes() if self.views else self._beginning()))

    def _views_digest(self) -> str:
        """Return a digest of the present views of all viewers."""
        match = self.match
        return of_views(match.game, match.table.state, match.table.seats)

    def _heading(self) -> Iterator[str]:
        """Yield a line with the game and the options that differ from the defaults, and a line with the seats and the
        seeds."""
        match = self.match
        plain = type(match.options)()
        chosen = [
            f"{name} {self.names.value(type(match.options), name, getattr(match.options, name))}"
            for name in plain.__struct_fields__
            if getattr(match.options, name) != getattr(plain, name)
        ]
        yield f"{match.game.name}: {', '.join(chosen) or 'no options'}"
        yield f"{', '.join(SEATS[: match.table.seats])}; seed {match.seed}, chance {match.chance.seed.hex()}"

    def _ending(self) -> Iterator[str]:
        """Yield the lines about the result: a digest of the views, each seat's place and score, and the outcome of a
        solo match."""
        result = self.match.game.result(self.match.table.state)
        assert result is not None, "over, but without a result"
        ends = zip(SEATS, result.places, result.scores, strict=False)
        yield from ("", "=== the end", f"views {self._views_digest()}")
        yield from (f"{name}: place {place}, {score} points" for name, place, score in ends)
        if result.solo is not None:
            yield f"alone: {self.names.part(result.solo)}"

    def _cause(self, record: Record, answered: Answered | None) -> str:
        """Return the cause of a record in words: the set-up, an undo, or a seat's decision with its answer."""
        if answered is None:
            if not isinstance(record.cause, Undone):
                return "set-up"
            return f"{SEATS[record.cause.seat]} takes back {', '.join(map(str, record.cause.undone_records))}"
        decision = answered.decision
        about = f" about {self.names.move(decision.about)}" if decision.about is not None else ""
        return f"{SEATS[decision.seat]}, {decision.kind}{about}: {self._answer(answered)}"

    def _answer(self, answered: Answered) -> str:
        """Return an answer in words, with the bounds and a digest of its decision."""
        decision, digest = answered.decision, of_decision(answered.decision, answered.offers)
        if not isinstance(decision, Choose):
            given = zip(decision.quantities, answered.numbers, strict=True)
            numbers = ", ".join(f"{quantity.name} {number}" for quantity, number in given)
            return f"{numbers}   [{digest}]"
        least, most = decision.min_picks, decision.max_picks
        bounds = f"{least}" if least == most else f"{least}-{most}"
        offers = f" or {len(answered.offers)}" if answered.offers else ""
        return (
            f"{self._picks(answered) or 'nothing'}   [{bounds} of {len(decision.options)}{offers}, {digest}]"
        )

    def _picks(self, answered: Answered) -> str:
        """Return the moves that an answer picked, with a count for moves that were picked several times."""
        counts = Counter(self.names.move(self._move(answered, pick)) for pick in answered.picks)
        return ", ".join(text if count == 1 else f"{text} x{count}" for text, count in counts.items())

    def _move(self, answered: Answered, pick: int) -> Move:
        """Return the move that a pick stands for."""
        if pick in answered.offers:
            return self.match.game.offer_move(pick)
        return _move(answered.step, pick)

    def _events(self, record: Record) -> Iterator[str]:
        """Yield a line for each event of a record."""
        restricted = dict(record.restricted_events)
        for at, event in enumerate(record.events):
            yield self.names.all_fields(event) + self._otherwise(event, restricted.get(at))

    def _otherwise(self, event: Event, lane: tuple[int, ...] | None) -> str:
        """Return notes on what the other viewers see of an event, if some do not see all of it."""
        seen: dict[Event | None, list[int]] = {}
        for viewer in self.viewers:
            is_hidden = lane is not None and viewer not in lane
            shown = None if is_hidden else event.seen_by(viewer) if event.hidden else event
            if shown != event:
                seen.setdefault(shown, []).append(viewer)
        paler = {shown: self._paler(event, shown) for shown in seen}
        notes = [
            f"{{{self._who(viewers)}: {paler[shown]}}}" for shown, viewers in seen.items() if paler[shown]
        ]
        return "".join(f"   {one}" for one in notes)

    def _paler(self, event: Event, shown: Event | None) -> str:
        """Return the fields of an event that differ in the form `shown` to a viewer, as text."""
        if shown is None:
            return "nothing"
        fields = (
            name for name in self.names.shown_fields(event) if getattr(event, name) != getattr(shown, name)
        )
        return ", ".join(
            f"{name} {self.names.value(type(event), name, getattr(shown, name))}" for name in fields
        )

    def _who(self, viewers: Iterable[int]) -> str:
        """Return the names of some viewers: "everybody", "not" and the others if these are fewer, or the viewers
        themselves."""
        viewers = tuple(viewers)
        others = [viewer for viewer in self.viewers if viewer not in viewers]
        if not others:
            return "everybody"
        if len(others) < len(viewers):
            return "not " + ", ".join(map(_viewer, others))
        return ", ".join(map(_viewer, viewers))

    def _beginning(self) -> Iterator[str]:
        """Yield the whole view, and the parts that some viewers see differently."""
        whole = self._look()
        yield from _by_part((change, change.text) for change in differences(self.names, None, whole))
        otherwise: dict[str, list[int]] = {}
        for viewer in self.viewers:
            hidden = ((change, change.now) for change in differences(self.names, whole, self.views[viewer]))
            for line in _by_part(hidden):
                otherwise.setdefault(line, []).append(viewer)
        yield from (f"{{{self._who(viewers)}}} {line}" for line, viewers in otherwise.items())

    def _changes(self) -> Iterator[str]:
        """Yield the changes of the view, and for each the viewers that see it, if not all do."""
        before = dict(self.views)
        whole = self._look()
        seen: dict[Change, list[int]] = {
            change: [] for change in differences(self.names, before[EVERYTHING], whole)
        }
        for viewer in self.viewers:
            for change in differences(self.names, before[viewer], self.views[viewer]):
                seen.setdefault(change, []).append(viewer)
        everybody = list(self.viewers)
        return _by_part(
            (change, change.text + ("" if viewers == everybody else f" {{{self._who(viewers)}}}"))
            for change, viewers in sorted(seen.items(), key=lambda one: one[0].part)
        )

    def _look(self) -> msgspec.Struct:
        """Replace the stored views of all viewers by the present ones, and return the view that shows everything."""
        game, state = self.match.game, self.match.table.state
        self.views = {viewer: game.view(state, viewer) for viewer in (*self.viewers, EVERYTHING)}
        return self.views[EVERYTHING]


def _by_part(changes: Iterable[tuple[Change, str]]) -> Iterator[str]:
    """Yield a line for each run of changes in the same part of the view: the part, then each field with its text."""
    for part, group in groupby(changes, key=lambda one: one[0].part):
        line = "; ".join(f"{change.field} {text}".strip() for change, text in group)
        yield f"{part}: {line}" if part else line


def _viewer(viewer: int) -> str:
    """Return the name of a seat, or "spectators"."""
    return SEATS[viewer] if viewer != SPECTATOR else "spectators"


def _move(step: Step, option: int) -> Move:
    """Return the move that an option of an asking step stands for."""
    move: Move = step.move(option)  # type: ignore[attr-defined]  # only steps that ask are answered
    return move

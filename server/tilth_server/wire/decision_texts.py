"""Texts of decisions: of the question, its options, its offers and its quantities.

A text shows the fields of a move, the bounds of the decision, and facts that the game gives for it (`question_facts`,
`option_facts`, `offer_facts`). TextFacts are computed only when a client asks for texts.
"""

from typing import Any, Final

from tilth.v1 import decision_pb2
from tilth_rules.kernel import NO_FACTS, Decision, Game, Move, Quantity, Step, TextFacts
from tilth_server.wire.memo import MAX_ENTRIES, Memo
from tilth_server.wire.texts import NOBODY_KNOWN, Arguments, Seats, Texts

_Facts = tuple[tuple[str, Any], ...]
_OptionKey = tuple[type[Step] | None, int, str, Seats, _Facts]
_QuestionKey = tuple[str, str, int, int, int, Move | None, Seats, _Facts]
_QuantityKey = tuple[Quantity, str, Seats, _Facts]

_NONE: Final[_Facts] = ()


class DecisionTexts:
    """The texts of one game's decisions, in every language: of questions, options, offers and quantities.

    Each text is made once and cached in this object, up to `max_entries` of each kind. A text that shows no seat's name
    is shared by all matches.
    """

    def __init__(
        self, game: Game, texts: Texts, options: "Memo[Any, bytes]", max_entries: int = MAX_ENTRIES
    ) -> None:
        self._game = game
        self._texts = texts
        self._plain = options
        """Encoded options without texts, by step and number."""
        self._options = Memo(self._make_option, max_entries).__getitem__
        self._questions = Memo(self._make_question, max_entries).__getitem__
        self._quantities = Memo(self._make_quantity, max_entries).__getitem__

    def option(
        self,
        step: type[Step] | None,
        number: int,
        language: str,
        seats: Seats = NOBODY_KNOWN,
        facts: TextFacts = NO_FACTS,
    ) -> bytes:
        """Return an encoded tilth.v1.Option with its text, from the cache if it was made before.

        `step` is the class of the step that asks, and `number` the option's; without a step, `number` is that of an
        offer. `seats` holds the players' names, `facts` what the game adds to the text.
        """
        named = seats if self._texts.names_seats(type(self.move(step, number)), facts) else NOBODY_KNOWN
        return self._options((step, number, language, named, tuple(facts.items()) if facts else _NONE))

    def question(
        self,
        decision: Decision,
        language: str,
        seats: Seats = NOBODY_KNOWN,
        facts: TextFacts = NO_FACTS,
    ) -> str:
        """Return the text of a decision's question; the kind of the decision if the game has no text for it."""
        about = decision.about
        named = seats if self._texts.names_seats(type(about), facts) else NOBODY_KNOWN
        min_picks, max_picks = getattr(decision, "min_picks", 0), getattr(decision, "max_picks", 0)
        options = len(getattr(decision, "options", ()))
        key = (decision.kind, language, min_picks, max_picks, options, about, named, tuple(facts.items()))
        return self._questions(key)

    def quantity(
        self, quantity: Quantity, language: str, seats: Seats = NOBODY_KNOWN, facts: TextFacts = NO_FACTS
    ) -> bytes:
        """Return an encoded tilth.v1.Quantity with its text."""
        named = seats if self._texts.names_seats(None, facts) else NOBODY_KNOWN
        return self._quantities((quantity, language, named, tuple(facts.items())))

    def move(self, step: type[Step] | None, number: int) -> Move:
        """Return the move of an option of this step; without a step, the move of an offer."""
        if step is None:
            return self._game.offer_move(number)
        move: Move = step.move(number)  # type: ignore[attr-defined]  # it asks
        return move

    def _make_option(self, key: _OptionKey) -> bytes:
        """Return the encoded option or offer, with its text, for a key that the cache does not have yet: the step (None
        for an offer), the number, the language, the seats and the facts.
        """
        step, number, language, seats, facts = key
        move = self.move(step, number)
        text = self._texts.render_struct("move", move, language, seats, dict(facts))
        plain = decision_pb2.Option.FromString(self._plain[step, number])
        plain.text = text
        return plain.SerializeToString()

    def _make_question(self, key: _QuestionKey) -> str:
        """Return the text of a question for a key that the cache does not have yet: the decision's kind, the language,
        the bounds of picks, the number of options, the move that it is about, the seats and the facts.
        """
        kind, language, min_picks, max_picks, options, about, seats, facts = key
        arguments: Arguments = {} if about is None else self._texts.arguments(about, language, seats)
        arguments |= self._texts.fact_arguments(dict(facts), language, seats)
        return (
            self._texts.text(
                f"ask-{kind}", language, least=min_picks, most=max_picks, options=options, **arguments
            )
            or kind
        )

    def quantity_text(
        self, quantity: Quantity, language: str, seats: Seats = NOBODY_KNOWN, facts: TextFacts = NO_FACTS
    ) -> str:
        """Return the text of a quantity; its name if the game has no text for it."""
        more = self._texts.fact_arguments(facts, language, seats)
        bounds = {"low": quantity.min, "high": quantity.max, "scale": quantity.scale}
        return self._texts.text(f"quantity-{quantity.name}", language, **bounds, **more) or quantity.name

    def _make_quantity(self, key: _QuantityKey) -> bytes:
        """Return the encoded message of a number that a decision asks for (its name, bounds, scale and text), for a key
        that the cache does not have yet: the quantity, the language, the seats and the facts.
        """
        quantity, language, seats, facts = key
        text = self.quantity_text(quantity, language, seats, dict(facts))
        return decision_pb2.Quantity(
            name=quantity.name, min=quantity.min, max=quantity.max, scale=quantity.scale, text=text
        ).SerializeToString()

"""Results of matches as tilth.v1.Result, and back."""

from tilth.v1 import decision_pb2
from tilth_rules.kernel import Result, Solo


def result_message(result: Result) -> decision_pb2.Result:
    """Return the message for a result of the rules."""
    message = decision_pb2.Result(places=result.places, scores=result.scores)
    solo = result.solo
    if solo is not None:
        message.solo.CopyFrom(
            decision_pb2.SoloResult(opponent=solo.opponent, points=solo.points, won=solo.won)
        )
    return message


def result_of(message: decision_pb2.Result) -> Result:
    """Return the rules' result in a message."""
    return Result(tuple(message.places), tuple(message.scores), _solo_of(message))


def _solo_of(message: decision_pb2.Result) -> Solo | None:
    """Return a solo match's opponent, points and win from the message; None if it was no solo match."""
    if not message.HasField("solo"):
        return None
    solo = message.solo
    return Solo(
        solo.opponent,
        solo.points if solo.HasField("points") else None,
        solo.won if solo.HasField("won") else None,
    )

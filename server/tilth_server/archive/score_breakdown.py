"""The breakdown of a finished match's scores, row by row."""

from tilth.v1.archive_pb2 import ScoreRow
from tilth_server.archive.match_log import MatchLog


def score_rows(match_log: MatchLog, language: str) -> list[ScoreRow]:
    """Return the rows of the score sheet at the end of the match.

    They are computed from the match's final state. There are none if they don't add up to the recorded scores, because
    rules of another version may have scored the match differently.
    """
    result = match_log.info.result
    if result is None:
        return []
    wire = match_log.wire
    rows = wire.game.score_breakdown(match_log.last_state())
    if tuple(map(sum, zip(*(row.points for row in rows), strict=True))) != result.scores:
        return []
    return [
        ScoreRow(
            name=row.name,
            text=wire.texts.text(f"score-{row.name}", language) or row.name,
            points=row.points,
            opponent=row.opponent,
        )
        for row in rows
    ]

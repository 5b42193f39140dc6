"""The tables of a page."""

from tilth_dataclasses.tilth.v1 import Duel, Pairing, PairingState, SprtDecision, Standing
from tilth_report.contest import Contest
from tilth_report.figures import duration, seat_figures
from tilth_report.html import Markup, join, pairs, table, tag
from tilth_report.telling import elo_text, game_text, margin_text, number_text, span_text, tie_break_text
from tilth_report.words import Say


def standings(contest: Contest, say: Say) -> Markup:
    staged = any(standing.stage for standing in contest.ranked)
    byes = any(standing.byes for standing in contest.ranked)
    names = ["place", "player", *(["stage"] if staged else []), "points", "games", "wins", "draws", "losses"]
    names += ["forfeits", *(["byes"] if byes else [])]
    columns = [say(f"standings.{name}") for name in names]
    columns += [_capital(tie_break_text(each, say)) for each in contest.standings.tie_breaks]
    columns += [say("standings.mean_score"), say("standings.elo"), ""]
    rows = [_standing(standing, staged, byes, say) for standing in contest.ranked]
    return table(columns, rows, text_columns=(1, 2) if staged else (1,))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _standing(standing: Standing, staged: bool, byes: bool, say: Say) -> list[str]:
    name: str = standing.player_name
    if standing.withdrawn:
        name = join([name, " ", tag("span", say("standings.withdrawn"), class_="faint")])
    counts = [standing.games, standing.wins, standing.draws, standing.losses, standing.forfeits]
    return [
        str(standing.place),
        name,
        *([standing.stage] if staged else []),
        number_text(standing.points),
        *map(str, counts),
        *([str(standing.byes)] if byes else []),
        *map(number_text, standing.tie_breaks),
        f"{standing.mean_score:.1f}",
        elo_text(standing.elo) if standing.games else "",
        margin_text(standing.elo_margin) if standing.games else "",
    ]


def crosstable(contest: Contest, say: Say) -> Markup:
    names = {standing.entrant: standing.player_name for standing in contest.ranked}
    rows = []
    for number, row in enumerate(contest.standings.crosstable):
        cells = [
            "" if column == number or not cell.games else f"{number_text(cell.points)}/{cell.games}"
            for column, cell in enumerate(row.cells)
        ]
        rows.append([str(number + 1), names.get(row.entrant, ""), *cells])
    numbers = [str(number + 1) for number in range(len(rows))]
    return table(["", say("standings.player"), *numbers], rows, text_columns=(1,))


def duel(contest: Contest, found: Duel, say: Say) -> Markup:
    first, second = (contest.names.get(number, "") for number in (0, 1))
    rows = [
        (say("duel.score"), say("duel.wins", wins=found.wins, draws=found.draws, losses=found.losses)),
        (
            say("duel.elo"),
            say(
                "duel.between",
                elo=elo_text(found.elo),
                low=elo_text(found.elo_low),
                high=elo_text(found.elo_high),
            ),
        ),
        (say("duel.superiority"), f"{found.superiority:.1%}"),
    ]
    if found.sprt is not None:
        decision = (SprtDecision(found.sprt.decision).name or "UNSPECIFIED").lower()
        ratio = say(
            "duel.ratio",
            ratio=f"{found.sprt.log_likelihood_ratio:.2f}",
            low=f"{found.sprt.lower_bound:.2f}",
            high=f"{found.sprt.upper_bound:.2f}",
        )
        rows.append((say("duel.sprt"), f"{ratio}: {say(f'sprt.{decision}')}"))
    return join([tag("p", say("duel.who", first=first, second=second)), pairs(rows)])


def seats(contest: Contest, say: Say) -> Markup:
    columns = [
        say(f"seats.{name}") for name in ("seat", "games", "alone", "together", "share", "interval", "points")
    ]
    rows = [
        [
            str(seat.seat),
            str(seat.games),
            str(seat.won),
            str(seat.shared),
            f"{seat.wins.value:.1%}",
            f"{seat.wins.low:.1%} – {seat.wins.high:.1%}",
            f"{seat.points:.3f}",
        ]
        for seat in seat_figures(contest)
    ]
    return table(columns, rows)


def games(contest: Contest, say: Say) -> Markup:
    seats_most = max((len(game.seats) for game in contest.games), default=0)
    mixed = len(contest.settings.games) > 1
    names = ["number", "round", "table", *(["game"] if mixed else [])]
    columns = [say(f"games.{name}") for name in names]
    columns += [say("games.seat", seat=seat) for seat in range(seats_most)]
    columns += [say(f"games.{name}") for name in ("state", "records", "duration", "match")]
    first = len(names)
    texts = {*range(first, first + seats_most + 1), len(columns) - 1, *([3] if mixed else [])}
    return table(
        columns, (_game(contest, game, seats_most, say) for game in contest.games), text_columns=texts
    )


def _game(contest: Contest, game: Pairing, seats_most: int, say: Say) -> list[str]:
    span = duration(game)
    kinds = contest.settings.games
    kind = [game_text(kinds[game.game]) if game.game < len(kinds) else ""] if len(kinds) > 1 else []
    state = say(f"game_state.{(PairingState(game.state).name or 'unspecified').lower()}")
    return [
        str(game.number),
        str(game.round),
        str(game.table),
        *kind,
        *(_seat(contest, game, seat, say) if seat < len(game.seats) else "" for seat in range(seats_most)),
        f"{state}: {game.reason}" if game.reason else state,
        str(game.record_count or ""),
        span_text(span, say) if span is not None else "",
        tag("code", game.match_id) if game.match_id else "",
    ]


def _seat(contest: Contest, game: Pairing, seat: int, say: Say) -> Markup:
    told = []
    if game.result is not None and seat < len(game.result.places):
        told.append(say("games.place", place=game.result.places[seat]))
        if seat < len(game.result.scores):
            told.append(say("games.score", score=game.result.scores[seat]))
    if seat in game.forfeits:
        told.append(say("games.forfeit"))
    name = contest.names.get(game.seats[seat], "")
    won = bool(told) and game.result is not None and game.result.places[seat] == 1
    return join([tag("b", name) if won else name, " ", tag("span", ", ".join(told), class_="faint")])

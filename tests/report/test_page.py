"""The contents of a report's page, and the parts it is made of."""

import dataclasses
import math
import re
from collections import Counter
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tilth_report
from tests.report.samples import ALL, Sample, page_of, sample_of_benchmark
from tests.seeds import thinned
from tilth_dataclasses.tilth.v1 import Pairing, PairingState, Result, ScoreRow
from tilth_report.figures import lengths, row_figures, seat_figures, share
from tilth_report.messages import translator
from tilth_report.page import page
from tilth_report.plots import final_ratings
from tilth_report.tournament_data import TournamentData

SOURCES = sorted(Path(tilth_report.__file__).parent.rglob("*.py"))
EMPTY_TAGS = {"meta", "line", "rect", "path", "use"}


def tr(key: str, **given: object) -> str:
    return escape(translator("en")(key, **given))


class Outline(HTMLParser):
    """The tables and headings of a page, as text, and every tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self._section = ""
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY_TAGS:
            self._open.append(tag)
        if tag == "section":
            self._section = str(dict(attrs)["id"])
        if tag == "tr":
            self.tables.setdefault(self._section, []).append([])
        if tag in ("td", "th"):
            self.tables[self._section][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY_TAGS:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self._open or "th" in self._open:
            self.tables[self._section][-1][-1] += data


def references(outline: Outline) -> Iterator[str]:
    """Return everything in a page that could load something."""
    for tag, attributes in outline.tags:
        assert tag not in ("script", "link", "img", "image", "iframe", "object", "embed", "base")
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name.split(":")[-1] in ("href", "src", "srcset", "action", "data"):
                yield str(value)


@pytest.mark.parametrize(
    ("sample", "language"),
    thinned(
        [("two", "en"), ("eight", "en"), ("eight", "ru"), ("forty", "ru"), ("four", "en"), ("empty", "ru")], 2
    ),
)
def test_a_page_is_one_file_that_refers_to_nothing_but_itself(sample: str, language: str) -> None:
    html = page_of(sample, language)
    outline = Outline(html)
    ids = {attributes["id"] for _, attributes in outline.tags if "id" in attributes}
    for reference in references(outline):
        assert reference.startswith("#")
        assert reference[1:] in ids
    for found in re.findall(r"url\(([^)]*)\)", html):
        assert found[1:] in ids
    assert "http://" not in html
    assert "https://" not in html


def test_no_two_pictures_share_an_id() -> None:
    ids = [attributes["id"] for _, attributes in Outline(page_of("eight")).tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_texts_of_plots_are_text_in_the_pages_own_font_and_colours() -> None:
    html = page_of("eight")
    texts = re.findall(r"<text[^>]*>[^<]*", html)
    assert any("gardener-v0.3.1" in text for text in texts)
    assert not [text for text in texts if re.search(r"font-family|DejaVu", text)]
    assert "fill: var(--ink)" in html


def test_the_same_tournament_gives_the_same_page() -> None:
    assert page(ALL["four"]()) == page_of("four")


def test_the_tables_show_the_figures_of_the_server() -> None:
    data = ALL["eight"]()
    tables = Outline(page_of("eight")).tables
    best = data.standings.standings[0]
    row = dict(zip(tables["standings"][0], tables["standings"][1], strict=True))
    assert row["Player"] == best.player_name
    assert float(row["Points"]) == best.points
    assert (int(row["Games"]), int(row["Won"])) == (best.games, best.wins)
    assert len(tables["standings"]) == 9
    cell = data.standings.crosstable[0].cells[1]
    assert tables["crosstable"][1][3] == f"{cell.points:g}/{cell.games}"
    assert len(tables["games"]) == 281
    game = data.games[0]
    assert game.result is not None
    assert f"score {game.result.scores[0]}" in tables["games"][1][3]
    assert tables["games"][1][-1] == game.match_id


def test_the_seed_is_compared_with_its_commitment() -> None:
    assert tr("seed-holds") in page_of("two")
    data = ALL["two"]()
    data.tournament.seed = bytes(32)
    assert tr("seed-broken") in page(data)
    data.tournament.seed = b""
    assert tr("seed-later") in page(data)


def test_dollars_in_a_name_are_no_formula() -> None:
    assert ">6. F$_x$G<" in page_of("eight")


def test_an_entrant_who_won_every_game_has_no_bound_and_still_a_picture() -> None:
    data = ALL["two"]()
    first, second = data.standings.standings
    first.elo, second.elo = math.inf, -math.inf
    first.elo_margin = second.elo_margin = math.inf
    assert data.standings.head_to_head is not None
    data.standings.head_to_head.elo_high = math.inf
    html = page(data)
    assert "+∞" in html
    picture = final_ratings(data, translator("en"))
    assert picture is not None
    marks = Counter(re.findall(r'<use href="#([^"]*)"', picture.svg))
    assert list(marks.values()).count(1) == 2, "an arrow to the right and one to the left"


def test_a_page_without_a_crosstable_has_a_sentence_in_its_place() -> None:
    data = ALL["two"]()
    data.standings.crosstable = []
    html = page(data)
    assert tr("crosstable-none") in html
    assert 'id="matrix"' not in html


def test_three_entrants_who_played_once_are_drawn() -> None:
    html = page(Sample(3, [(0, 1), (2, 0)]).data())
    assert html.count("<svg") == 5


def test_entrants_beyond_the_drawn_ones_are_counted_in_a_sentence() -> None:
    tables = [(n, (n + 7) % 55) for n in range(55)]
    html = page(Sample(55, tables).data())
    assert tr("more-left_out", shown=40, more=15) in html


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Published examples: R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
    # Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_of_shares_are_as_published(won: int, games: int, low: float, high: float) -> None:
    found = share(won, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def game(number: int, *places: int, state: PairingState = PairingState.FINISHED) -> Pairing:
    return Pairing(
        number=number,
        seats=list(range(len(places))),
        state=state,
        result=Result(places=list(places), scores=[10 - place for place in places]),
        points=[0.5] * len(places),
    )


def test_a_shared_victory_counts_in_parts_and_tables_of_all_sizes_are_added() -> None:
    sample = ALL["two"]()
    games = [game(1, 1, 2, 3), game(2, 1, 1, 3), game(3, 2, 1), game(4, 1, 2, state=PairingState.VOID)]
    first, second, third = seat_figures(TournamentData(sample.tournament, sample.standings, games, []))
    assert [seat.games for seat in (first, second, third)] == [3, 3, 2]
    assert [(seat.won, seat.shared) for seat in (first, second, third)] == [(1, 1), (1, 1), (0, 0)]
    assert first.wins.value == second.wins.value == pytest.approx(1.5 / 3)
    assert third.wins.value == 0
    assert first.even == pytest.approx((1 / 3 + 1 / 3 + 1 / 2) / 3)


def test_a_game_with_a_forfeit_is_left_out_of_scores_and_lengths() -> None:
    sample = ALL["two"]()
    games = [game(1, 1, 2), game(2, 1, 2)]
    for played, score in zip(games, (30, 3), strict=True):
        played.result = Result(places=[1, 2], scores=[score, score - 1])
        played.record_count = score
    games[1].forfeits = [1]
    data = TournamentData(sample.tournament, sample.standings, games, [])
    first, second = seat_figures(data)
    assert (first.games, list(first.scores), list(second.scores)) == (2, [30], [29])
    assert lengths(data)[0] == [30]


def test_a_seat_with_a_head_start_is_named_and_an_even_one_is_not() -> None:
    assert "Seat 0 wins more than its even share of 25.0%" in page_of("four")
    fair = Sample(2, [(0, 1), (1, 0)] * 20, head_start=0).data()
    for number, played in enumerate(fair.games):
        played.result = Result(places=[1, 2] if number % 2 else [2, 1], scores=[3, 2])
    assert tr("seats-even") in page(fair)


def test_the_rows_of_score_sheets_are_averaged_by_entrant() -> None:
    sample = ALL["eight"]()
    sheets = {
        game.match_id: [
            ScoreRow(name="a", text="Harvested <crops>", points=[number] * len(game.seats)),
            ScoreRow(name="b", text="Dice", points=list(range(len(game.seats)))),
        ]
        for number, game in enumerate(sample.played)
    }
    data = dataclasses.replace(sample, score_rows=sheets)
    (figures,) = row_figures(data)
    assert (figures.texts, figures.matches) == (["Harvested <crops>", "Dice"], len(sample.played))
    head, *rows = Outline(page(data)).tables["rows"]
    assert head == [
        translator("en")("column-player"),
        "Harvested <crops>",
        "Dice",
        translator("en")("rows-sum"),
    ]
    first = data.ranked[0]
    played = [(n, game) for n, game in enumerate(sample.played) if first.entrant in game.seats]
    means = [
        sum(n for n, _ in played) / len(played),
        sum(game.seats.index(first.entrant) for _, game in played) / len(played),
    ]
    assert rows[0] == [first.player_name, *(f"{mean:.1f}" for mean in (*means, sum(means)))]
    assert "rows" not in Outline(page_of("eight")).tables


def test_a_benchmark_shows_differences_of_scores_and_no_ratings_or_seats() -> None:
    data = sample_of_benchmark()
    made = page(data)
    for section in ("ratings", "final", "seats"):
        assert f'id="{section}"' not in made
    assert ">Elo<" not in made
    cell = data.standings.crosstable[0].cells[1]
    assert f"{cell.score_difference:+.1f} ± {cell.score_margin:.1f}" in made
    assert f"± {data.standings.standings[0].score_margin:.1f}" in made
    assert "benchmark, 6 deals" in made

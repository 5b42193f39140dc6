"""What a report says, and what it is made of."""

import functools
import math
import re
import string
from collections import Counter
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tilth_report
from tests.report.samples import ALL, Sample
from tilth_dataclasses.tilth.v1 import Pairing, PairingState, Result
from tilth_report.contest import Contest
from tilth_report.figures import seat_figures, share
from tilth_report.page import page
from tilth_report.plots import final_ratings
from tilth_report.words import sentences, speaker

SOURCES = sorted(Path(tilth_report.__file__).parent.rglob("*.py"))
EMPTY_TAGS = {"meta", "line", "rect", "path", "use"}


def said(key: str, **given: object) -> str:
    return escape(speaker("en")(key, **given))


@functools.cache
def page_of(sample: str, language: str = "en") -> str:
    return page(ALL[sample](), language)


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
    """Everything by which a page could ask for something."""
    for tag, attributes in outline.tags:
        assert tag not in ("script", "link", "img", "image", "iframe", "object", "embed", "base")
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name.split(":")[-1] in ("href", "src", "srcset", "action", "data"):
                yield str(value)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("sample", list(ALL))
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


def test_the_tables_say_what_the_server_said() -> None:
    contest = ALL["eight"]()
    tables = Outline(page_of("eight")).tables
    best = contest.standings.standings[0]
    row = dict(zip(tables["standings"][0], tables["standings"][1], strict=True))
    assert row["Player"] == best.player_name
    assert float(row["Points"]) == best.points
    assert (int(row["Games"]), int(row["Won"])) == (best.games, best.wins)
    assert len(tables["standings"]) == 9
    cell = contest.standings.crosstable[0].cells[1]
    assert tables["crosstable"][1][3] == f"{cell.points:g}/{cell.games}"
    assert len(tables["games"]) == 281
    game = contest.games[0]
    assert game.result is not None
    assert f"score {game.result.scores[0]}" in tables["games"][1][3]
    assert tables["games"][1][-1] == game.match_id


def test_the_seed_is_held_against_its_commitment() -> None:
    contest = ALL["two"]()
    assert said("seed.holds") in page(contest)
    contest.tournament.seed = bytes(32)
    assert said("seed.broken") in page(contest)
    contest.tournament.seed = b""
    assert said("seed.later") in page(contest)


def test_dollars_in_a_name_are_no_formula() -> None:
    assert ">6. F$_x$G<" in page_of("eight")


def test_who_won_everything_has_no_bound_and_still_a_picture() -> None:
    contest = ALL["two"]()
    first, second = contest.standings.standings
    first.elo, second.elo = math.inf, -math.inf
    first.elo_margin = second.elo_margin = math.inf
    assert contest.standings.duel is not None
    contest.standings.duel.elo_high = math.inf
    html = page(contest)
    assert "+∞" in html
    picture = final_ratings(contest, speaker("en"))
    assert picture is not None
    marks = Counter(re.findall(r'<use href="#([^"]*)"', picture.svg))
    assert list(marks.values()).count(1) == 2, "an arrow to the right and one to the left"


def test_a_crosstable_that_the_server_leaves_out_is_not_missed() -> None:
    contest = ALL["forty"]()
    contest.standings.crosstable = []
    html = page(contest)
    assert said("crosstable.none") in html
    assert 'id="matrix"' not in html


def test_three_entrants_who_played_once_are_drawn() -> None:
    html = page(Sample(3, [(0, 1), (2, 0)]).contest())
    assert html.count("<svg") == 5


def test_more_entrants_than_can_be_drawn_are_counted_in_words() -> None:
    tables = [(n, (n + 7) % 55) for n in range(55)]
    html = page(Sample(55, tables).contest())
    assert said("more.left_out", shown=40, more=15) in html


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Published examples: R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
    # Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_of_shares_are_as_published(won: int, games: int, low: float, high: float) -> None:
    found = share(won, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def game(number: int, *places: int, state: PairingState = PairingState.OVER) -> Pairing:
    return Pairing(
        number=number,
        seats=list(range(len(places))),
        state=state,
        result=Result(places=list(places), scores=[10 - place for place in places]),
        points=[0.5] * len(places),
    )


def test_a_shared_victory_counts_in_parts_and_tables_of_any_size_together() -> None:
    sample = ALL["two"]()
    games = [game(1, 1, 2, 3), game(2, 1, 1, 3), game(3, 2, 1), game(4, 1, 2, state=PairingState.VOID)]
    first, second, third = seat_figures(Contest(sample.tournament, sample.standings, games, []))
    assert [seat.games for seat in (first, second, third)] == [3, 3, 2]
    assert [(seat.won, seat.shared) for seat in (first, second, third)] == [(1, 1), (1, 1), (0, 0)]
    assert first.wins.value == second.wins.value == pytest.approx(1.5 / 3)
    assert third.wins.value == 0
    assert first.even == pytest.approx((1 / 3 + 1 / 3 + 1 / 2) / 3)


def test_a_seat_with_a_head_start_is_named_and_an_even_one_is_not() -> None:
    assert "Seat 0 wins more than its even share of 25.0%" in page_of("four")
    fair = Sample(2, [(0, 1), (1, 0)] * 20, head_start=0).contest()
    for number, played in enumerate(fair.games):
        played.result = Result(places=[1, 2] if number % 2 else [2, 1], scores=[3, 2])
    assert said("seats.even") in page(fair)


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_things() -> None:
    english, russian = sentences("en"), sentences("ru")
    assert set(english) == set(russian)
    assert {key for key in english if blanks(english[key]) != blanks(russian[key])} == set()


def test_every_sentence_is_said_and_every_one_that_is_said_is_written() -> None:
    text = "".join(source.read_text() for source in SOURCES)
    quoted = set(re.findall(r"""["']((?:[a-z_0-9]+\.)+[a-z_0-9]+)["']""", text))
    composed = tuple(re.findall(r"""f["']([a-z_.]+\.)\{""", text))
    written = set(sentences("en"))
    assert {key for key in written - quoted if not key.startswith(composed)} == set()
    assert set(re.findall(r'say\(\s*"([a-z_0-9]+\.[a-z_.0-9]+)"', text)) - written == set()

"""Petrichor's board: everything that lies on the table can be read, also without colours."""

import io
from dataclasses import replace

import pytest
from betterproto2 import Message
from rich.console import Console

from tests.cli.positions import labels_of
from tilth_cli.draw_context import DrawContext
from tilth_cli.games import drawing_of
from tilth_cli.games.petrichor import hint
from tilth_dataclasses.tilth.games.petrichor.v1 import (
    ChooseWeather,
    Cloud,
    Crop,
    Growth,
    Phase,
    PlaceCloud,
    Play,
    Player,
    Tile,
    View,
    VoteFor,
    Weather,
)

ADA = Player(
    seat=0,
    points=12,
    voting_wins=2,
    wheat=1,
    supply=9,
    votes_left=5,
    votes=[2, 0, 1, 0],
    hand_size=3,
    hand=[Weather.FROST, Weather.RAIN, Weather.RAIN],
)
BO = Player(seat=1, points=7, supply=14, votes_left=12, votes=[0, 0, 2, 4], hand_size=4, shown=[Weather.SUN])

FIELDS = [
    Tile(
        tile=1,
        crop=Crop.COFFEE,
        need=4,
        growth=Growth.SPROUTING,
        drops=[3, 1],
        cloud=Cloud.LIGHT,
        cloud_drops=[0, 2],
    ),
    Tile(tile=2, crop=Crop.LAKE, drops=[0, 0], cloud_drops=[0, 0]),
    Tile(tile=4, crop=Crop.CACTUS, need=2, growth=Growth.OVERWATERED, drops=[4, 0], cloud_drops=[0, 0]),
    Tile(
        tile=5,
        crop=Crop.WHEAT,
        need=3,
        fertilized=True,
        drops=[1, 0],
        cloud=Cloud.THUNDER,
        cloud_drops=[5, 2],
    ),
    Tile(tile=6, crop=Crop.GRASS, need=5, growth=Growth.DEVELOPED, drops=[5, 0], cloud_drops=[0, 0]),
    Tile(tile=8, crop=Crop.RICE, need=5, drops=[0, 0], cloud_drops=[0, 0]),
    Tile(tile=9, crop=Crop.UNSPECIFIED, drops=[0, 0], cloud_drops=[0, 0]),
]

VIEW = View(
    round=3,
    rounds=4,
    phase=Phase.ACTION,
    first_player=1,
    dice=[0, 4, 1],
    tiles=FIELDS,
    players=[ADA, BO],
    deck=11,
    wheat_left=10,
    track=[0, 1, 3, 6, 9],
    leading_weathers=[Weather.WIND, Weather.RAIN],
)


def context(width: int = 100, seat: int | None = 0, short: bool = False, **moves: Message) -> DrawContext:
    labelled = {label.lstrip("_"): move for label, move in moves.items()}
    return DrawContext(names=["Ada", "Bo"], width=width, seat=seat, moves=labelled, short=short)


def lines(view: Message, as_seen: DrawContext) -> list[str]:
    console = Console(width=as_seen.width, file=io.StringIO(), record=True, color_system=None)
    console.print(drawing_of("petrichor").draw(view, as_seen))
    return console.export_text().splitlines()


def test_the_whole_table_reads_without_colours() -> None:
    assert [line.rstrip() for line in lines(VIEW, context(72))] == [
        "Round 3 of 4  Action Phase   harvest dice [harvest] [4] [1]   deck 11",
        "                        ┌ B1 Coffee ───────────┐┌ C1 Lake ─────────────┐",
        "                        │        ( ▲2 )        ││                      │",
        "                        │ ●3 ▲1            4/4 ││                      │",
        "                        │ sprouting            ││                      │",
        "                        └──────────────────────┘└──────────────────────┘",
        "┌ A2 Cactus ───────────┐┌ B2 Wheat ────────────┐┌ C2 Grass ────────────┐",
        "│                      ││     ϟ( ●5 ▲2 )ϟ      ││                      │",
        "│ ●4               4/2 ││ ●1               1/3 ││ ●5               5/5 │",
        "│ overwatered          ││                   +1 ││ growing              │",
        "└──────────────────────┘└──────────────────────┘└──────────────────────┘",
        "┌ A3 Rice ─────────────┐┌ B3 face down ────────┐",
        "│                      ││                      │",
        "│                  0/5 ││                      │",
        "│                      ││                      │",
        "└──────────────────────┘└──────────────────────┘",
        "           points   wins wheat drops votes hand Frost   Sun  Wind  Rain",
        "● Ada          12 2 (+3)     1     9     5    3     2     ·     1     ·",
        "▲ Bo (1st)      7 0 (+0)     0    14    12    4     ·     ·     2     4",
        "all votes                                           2     0    3*    4*",
        "hand: Frost, Rain x2",
        "Bo: known in hand: Sun",
    ]


@pytest.mark.parametrize("width", [60, 72, 80, 100, 200])
@pytest.mark.parametrize("short", [False, True])
def test_no_line_is_wider_than_the_terminal_and_no_drop_is_lost(width: int, short: bool) -> None:
    drops, cloud_drops = [10, 1, 2, 3], [3, 2, 1, 1]
    full = [
        Tile(tile=tile, crop=Crop.CACTUS, need=2, drops=drops, cloud=Cloud.THUNDER, cloud_drops=cloud_drops)
        for tile in range(12)
    ]
    players = [replace(ADA, seat=seat) for seat in range(4)]
    four = DrawContext(names=["Ada", "Bo", "Christopher Robin", "Dora"], width=width, seat=0, short=short)
    shown = lines(replace(VIEW, tiles=full, players=players), four)
    assert max(map(len, shown)) <= width
    text = "\n".join(shown)
    assert all(text.count(drop) == 12 for drop in ("●10", "◆3", "●3", "▲2", "◆1"))


def test_a_low_terminal_shares_the_borders_and_loses_no_tile() -> None:
    tall, low = lines(VIEW, context()), lines(VIEW, context(short=True))
    assert len(low) == len(tall) - 2
    for crop in ("Coffee", "Lake", "Cactus", "Wheat", "Grass", "Rice"):
        assert any(crop in line for line in low)


def test_the_label_of_an_option_stands_on_its_tile() -> None:
    shown = lines(VIEW, context(_1=PlaceCloud(tile=2), _2=VoteFor(weather=Weather.WIND)))
    assert any("C1 Lake" in line and line.rstrip().endswith("[1]┐") for line in shown)
    assert any("Wind[2]" in line for line in shown)


def test_a_hand_is_shown_to_the_seats_that_see_it() -> None:
    hidden = replace(VIEW, players=[replace(ADA, hand=[]), BO])
    assert not any("Frost, Rain x2" in line for line in lines(hidden, context(seat=None)))
    assert any("Ada: hand: Frost, Rain x2" in line for line in lines(VIEW, context(seat=1)))


def test_ties_for_the_second_weather_are_all_marked() -> None:
    players = [replace(ADA, votes=[2, 2, 0, 5]), replace(BO, votes=[0, 0, 1, 0])]
    tied = replace(VIEW, players=players, leading_weathers=[Weather.FROST, Weather.SUN, Weather.RAIN])
    totals = next(line for line in lines(tied, context()) if line.startswith("all votes"))
    assert totals.split()[2:] == ["2*", "2*", "1", "5*"]


def test_the_neutral_player_of_the_solo_game_has_a_mark_of_its_own() -> None:
    solo = DrawContext(names=["Ada"], width=80, seat=0)
    assert any(line.startswith("○ Neutral") for line in lines(VIEW, solo))
    assert any("( ○2 )" in line for line in lines(VIEW, solo))


def test_hints_on_options_are_the_servers_words() -> None:
    moves = [Play(action=Weather.SUN), ChooseWeather(weather=Weather.RAIN), PlaceCloud(tile=3)]
    english, russian = (replace(context(), labels=labels_of("petrichor", spoken)) for spoken in ("en", "ru"))
    assert [hint(move, None, english) for move in moves] == [
        "two of your drops into a cloud you have one in",
        "all thunderclouds pour out",
        "",
    ]
    assert hint(moves[1], None, russian) == "все тучи проливаются"
    assert hint(moves[1], None, context()) == ""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_weather_says_what_its_action_and_what_the_weather_itself_does(language: str) -> None:
    spoken = replace(context(), labels=labels_of("petrichor", language))
    weathers = [weather for weather in Weather if weather]
    moves: list[Message] = [
        *(Play(action=one) for one in weathers),
        *(ChooseWeather(weather=one) for one in weathers),
    ]
    assert len({hint(move, None, spoken) for move in moves} - {""}) == 8


def test_a_game_without_a_drawing_is_shown_field_by_field() -> None:
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(drawing_of("unheard of").draw(VIEW, context()))
    text = console.export_text()
    assert "first_player 1" in text
    assert "crop COFFEE" in text
    assert "hand FROST RAIN RAIN" in text

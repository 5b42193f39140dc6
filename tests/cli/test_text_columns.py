"""Short lines side by side, long ones wrapped."""

from rich.text import Text

from tilth_cli.text_columns import in_columns


def plain(lines: list[str], width: int) -> list[str]:
    return [line.plain.rstrip() for line in in_columns([Text(line) for line in lines], width, indent=2)]


def test_lines_take_few_rows_and_are_read_from_top_to_bottom() -> None:
    assert plain(["a", "bb", "c", "dd", "e"], 80) == ["a   bb   c   dd   e"]
    assert plain(["a", "bb", "c", "dd", "e"], 11) == ["a    c    e", "bb   dd"]
    assert plain(["a", "bb", "c"], 4) == ["a", "bb", "c"]
    assert plain([], 80) == []


def test_a_line_too_long_for_a_column_is_wrapped_and_the_others_stay_side_by_side() -> None:
    long = "one two three four five six seven"
    assert plain([long, "a", "b", "c", "d", long, "e", "f"], 44) == [
        "one two three four     d",
        "  five six seven",
        "a                      one two three four",
        "                         five six seven",
        "b                      e",
        "c                      f",
    ]


def test_long_lines_stand_alone_and_their_continuation_is_indented() -> None:
    assert plain(["one two three four", "five six seven eight"], 12) == [
        "one two",
        "  three four",
        "five six",
        "  seven",
        "  eight",
    ]


def test_no_line_is_wider_than_there_is_room() -> None:
    texts = [Text("word " * count) for count in (1, 9, 2, 14, 3, 3, 3, 3)]
    for width in range(12, 120):
        assert max(line.cell_len for line in in_columns(texts, width, indent=5)) <= width

"""docs/games/numbers.md has the numbers that this build has."""

from tools.list_numbers import PAGE, page


def test_the_page_of_numbers_holds_the_games_names() -> None:
    assert PAGE.read_text() == page(), "python -m tools.list_numbers --write puts it right"

"""The checker of the campaign finds each server that is broken on purpose, and none that is whole."""

from pathlib import Path

import pytest

from tests.campaign.broken import CASES, Case, sentences_of


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.broken)
async def test_the_checker_finds_a_server_that_is_broken_on_purpose(
    case: Case, tmp_path: Path, postgres_binaries: Path
) -> None:
    found = {}
    for is_broken in (True, False):
        folder = tmp_path / str(is_broken)
        folder.mkdir()
        found[is_broken] = await sentences_of(case, is_broken=is_broken, folder=folder)
    assert any(case.sentence in sentence for sentence in found[True]), found
    assert not found[False], found

"""Laws that tests of several stores inherit."""

import pytest

# The asserts of these modules explain themselves like those of a test module.
pytest.register_assert_rewrite("tests.contracts.streams", "tests.contracts.stream_index")

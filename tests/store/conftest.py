import pytest

# The contract's asserts explain themselves like those of a test module.
pytest.register_assert_rewrite("tests.contracts.streams")

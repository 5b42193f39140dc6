"""Tests on a real PostgreSQL: that of the development environment, or Debian's."""

import pytest

pytest.register_assert_rewrite("tests.postgres.servers", "tests.postgres.stores")

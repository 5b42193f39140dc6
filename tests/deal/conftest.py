"""The checker, as an auditor runs it in the repository."""

import pytest

from tests.deal.exports import PAGES
from tools.check_deal import Checker, Schemas


@pytest.fixture(scope="session")
def schemas() -> Schemas:
    return Schemas.found()


@pytest.fixture(scope="session")
def checker(schemas: Schemas) -> Checker:
    return Checker(schemas, PAGES)

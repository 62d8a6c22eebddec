"""One browser and one server for the tests of a module; without a browser they are skipped."""

from collections.abc import Iterator

import pytest

from tests.support.server.browser import CHROMIUM, DRIVER, Browser, chromium
from tests.support.server.page_server import serving
from tests.support.server.visiting import Visitor


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not (CHROMIUM and DRIVER):
        pytest.skip("no chromium with chromedriver here")
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="session")
def window(url: str) -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visitor(url: str, window: Browser) -> Iterator[Visitor]:
    """Somebody whose page has had no fault once the test is over."""
    window.size(1280, 900)
    window.dark(False)
    window.faults()
    yield Visitor(window, url)
    assert window.faults() == []

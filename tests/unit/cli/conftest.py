from collections.abc import Iterator

import pytest

from clio.cli.i18n.translate import set_language
from clio.cli.version import LANGUAGES


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is said in Spanish while the test runs."""
    monkeypatch.setenv("LANGUAGE", "")
    set_language("es")
    yield
    set_language(LANGUAGES[0])

from collections.abc import Iterator

import pytest

from clients.cli.language import speak
from clients.cli.main import LANGUAGES


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything is said in Spanish while the test runs."""
    monkeypatch.setenv("LANGUAGE", "")
    speak("es")
    yield
    speak(LANGUAGES[0])

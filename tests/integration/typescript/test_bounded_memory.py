"""Files built to exhaust a verifier, before the TypeScript verifier with a small heap."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.third_verifier import ThirdVerifier
from tests.unit.verify.test_bounded_memory import FILES, MOST, small_values


@pytest.fixture(scope="module")
def verifier() -> Iterator[ThirdVerifier]:
    verifier = ThirdVerifier("--max-old-space-size=256")
    yield verifier
    verifier.close()


@pytest.mark.parametrize("kind", FILES)
def test_a_file_built_to_exhaust_fails_at_level_1(kind: str, verifier: ThirdVerifier, tmp_path: Path) -> None:
    path = tmp_path / "match.clio"
    path.write_bytes(FILES[kind]())
    assert verifier.verdicts(path) == ("fail", "not judged")
    assert verifier.peak_mib() < MOST / 1024**2


def test_as_many_values_as_a_record_may_have_are_read(verifier: ThirdVerifier, tmp_path: Path) -> None:
    path = tmp_path / "match.clio"
    path.write_bytes(small_values(490))
    assert verifier.verdicts(path) == ("pass", "fail")
    assert verifier.peak_mib() < MOST / 1024**2

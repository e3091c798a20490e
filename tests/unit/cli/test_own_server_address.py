"""The file in which the own server says where it is reached."""

from pathlib import Path

import pytest

from clio.cli.local.embedded_server import _read


@pytest.mark.parametrize(
    ("written", "believed"),
    [
        ("127.0.0.1:40001", "127.0.0.1:40001"),
        ("203.0.113.7:50051", ""),
        ("127.0.0.1:1@example.org:50051", ""),
        ("dns:example.org", ""),
        ("", ""),
    ],
)
def test_an_address_on_another_machine_is_not_believed(tmp_path: Path, written: str, believed: str) -> None:
    (tmp_path / "address").write_text(written, encoding="ascii")
    assert _read(tmp_path / "address") == believed

"""A stolen copy of the data folder: what is not in it, and who can read what is."""

import os
from pathlib import Path

from tests.kit.servers import running

OWNER_ONLY = 0o600


def _all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_a_copy_of_the_data_holds_no_token(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated("akrotiri")
        await seated.play_first()
        await seated.abort()
    stolen = _all_bytes(tmp_path)
    assert seated.id.encode() in stolen
    assert [token for token in (seated.host_token, *seated.tokens) if token.encode() in stolen] == []


async def test_the_servers_keys_can_be_read_by_their_owner_only(tmp_path: Path) -> None:
    async with running(tmp_path):
        pass
    modes = {name: _mode(tmp_path / name) for name in ("head-key", "admin-token")}
    assert modes == dict.fromkeys(modes, OWNER_ONLY)


def _open_to_others(folder: Path) -> list[str]:
    return [str(path) for path in (folder, *folder.rglob("*")) if _mode(path) & 0o077]


async def test_everything_in_the_data_folder_is_for_its_owner_only_whatever_the_umask(tmp_path: Path) -> None:
    """While the server runs too, with what SQLite keeps beside its files."""
    data = tmp_path / "new" / "data"
    before = os.umask(0)
    try:
        async with running(data, port=0) as server:
            seated = await server.seated("akrotiri")
            await seated.play_first()
            assert {"record.db-wal", "archive.db-wal", "keys.db-wal"} <= {path.name for path in data.iterdir()}
            assert _open_to_others(data.parent) == []
    finally:
        os.umask(before)
    assert _open_to_others(data.parent) == []


def _open_to_all(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


async def test_a_folder_that_an_earlier_version_left_open_is_closed(tmp_path: Path) -> None:
    async with running(tmp_path):
        pass
    theirs = tmp_path / "notes.txt"
    theirs.write_text("not Clio's")
    _open_to_all(tmp_path)
    async with running(tmp_path):
        assert _open_to_others(tmp_path) == [str(theirs)]
    assert _mode(tmp_path) == 0o700

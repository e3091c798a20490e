"""A stolen copy of the data folder: what is not in it, and who can read what is."""

from pathlib import Path

from clio.v1 import match_service_pb2 as pb
from tests.kit.servers import bearer, running

OWNER_ONLY = 0o600


def _all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_a_copy_of_the_data_holds_no_token(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        seated = await server.seated("akrotiri")
        await seated.play_first()
        await server.matches.AbortMatch(
            pb.AbortMatchRequest(match_id=seated.id, reason="stolen"), metadata=bearer(seated.host_token)
        )
    stolen = _all_bytes(tmp_path)
    assert seated.id.encode() in stolen
    assert [token for token in (seated.host_token, *seated.tokens) if token.encode() in stolen] == []


async def test_the_servers_keys_can_be_read_by_their_owner_only(tmp_path: Path) -> None:
    async with running(tmp_path):
        pass
    modes = {name: _mode(tmp_path / name) for name in ("head-key", "admin-token")}
    assert modes == dict.fromkeys(modes, OWNER_ONLY)

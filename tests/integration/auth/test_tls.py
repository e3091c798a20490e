"""TLS by settings: real handshakes, with certificates made for the occasion."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clio.client import Client, Credentials, RetryPolicy, UnreachableError
from clio.server.settings import SettingsError
from tests.kit.certificates import Authority
from tests.kit.servers import server_with, started
from tests.kit.waiting import until

ONCE = RetryPolicy(attempts=1)


@asynccontextmanager
async def secured(folder: Path, authority: Authority, **settings: object) -> AsyncIterator[str]:
    certificate, key = authority.issue("server")
    clio = server_with(folder / "data", tls_cert=str(certificate), tls_key=str(key), **settings)
    async with started(clio) as address:
        yield f"grpcs://{address}"


async def reaches(address: str, credentials: Credentials) -> bool:
    async with Client(address, retries=ONCE, credentials=credentials) as client:
        try:
            return bool(await client.list_games().all())
        except UnreachableError:
            return False


async def test_a_client_that_trusts_the_authority_plays_over_tls(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with (
        secured(tmp_path, authority) as address,
        Client(address, credentials=Credentials(authority=authority.pem)) as client,
    ):
        opened = await client.open_match("akros", 2)
        joined = [await client.join_match(opened.match.match_id, name) for name in ("Ann", "Bob")]
        moves = [await client.list_legal_moves(opened.match.match_id, seat.seat_token).first_page() for seat in joined]
        seat = 0 if moves[0].moves else 1
        await client.play_move(opened.match.match_id, moves[seat].moves[0], joined[seat].seat_token)


async def test_a_client_with_another_authority_or_without_tls_gets_nothing(tmp_path: Path) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")
    async with secured(tmp_path, authority) as address:
        assert await reaches(address, Credentials(authority=authority.pem))
        assert not await reaches(address, Credentials(authority=other.pem))
        assert not await reaches(address, Credentials())
        assert not await reaches(address.removeprefix("grpcs://"), Credentials())


def shown(signer: Authority, trusted: Authority) -> Credentials:
    certificate, key = (file.read_bytes() for file in signer.issue("client"))
    return Credentials(authority=trusted.pem, certificate=certificate, private_key=key)


async def test_mutual_tls_wants_a_certificate_of_the_right_authority(tmp_path: Path) -> None:
    authority, clients = Authority(tmp_path), Authority(tmp_path, "clients")
    known = shown(clients, authority)
    stranger = shown(Authority(tmp_path, "strangers"), authority)
    async with secured(tmp_path, authority, tls_client_ca=str(clients.file)) as address:
        assert await reaches(address, known)
        assert not await reaches(address, stranger)
        assert not await reaches(address, Credentials(authority=authority.pem))


async def test_certificates_are_replaced_under_load_and_no_call_is_lost(tmp_path: Path) -> None:
    """Two authorities: who trusts only the new one gets in once the files have changed, without a restart."""
    old, new = Authority(tmp_path), Authority(tmp_path, "new")
    calls = 0
    async with secured(tmp_path, old) as address:
        both, only_new = Credentials(authority=old.pem + new.pem), Credentials(authority=new.pem)
        assert not await reaches(address, only_new)

        async def call_all_the_time() -> None:
            nonlocal calls
            while True:
                async with Client(address, retries=ONCE, credentials=both) as client:
                    await client.list_games().all()
                    calls += 1

        load = [asyncio.create_task(call_all_the_time()) for _ in range(3)]
        try:
            await until(lambda: calls > 5)
            new.issue("server")
            before = calls
            await until(lambda: calls > before + 10)
            assert await reaches(address, only_new)
            assert not any(task.done() for task in load), "a call was lost"
        finally:
            for task in load:
                task.cancel()
            await asyncio.gather(*load, return_exceptions=True)


async def test_files_that_do_not_fit_together_change_nothing(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with secured(tmp_path, authority) as address:
        (tmp_path / "server.key").write_text("half a file")
        assert await reaches(address, Credentials(authority=authority.pem))
        Authority(tmp_path, "another").issue("spare")
        (tmp_path / "server.key").write_bytes((tmp_path / "spare.key").read_bytes())
        assert await reaches(address, Credentials(authority=authority.pem))
        (tmp_path / "server.crt").unlink()
        assert await reaches(address, Credentials(authority=authority.pem))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"tls_cert": "server.crt"}, "needs both CLIO_TLS_CERT and CLIO_TLS_KEY"),
        ({"tls_client_ca": "authority.pem"}, "needs both CLIO_TLS_CERT and CLIO_TLS_KEY"),
        ({"tls_cert": "nowhere.crt", "tls_key": "server.key"}, "nowhere.crt cannot be read"),
        ({"tls_cert": "server.key", "tls_key": "server.key"}, "server.key holds no certificate"),
        ({"tls_cert": "server.crt", "tls_key": "server.crt"}, "server.crt holds no private key"),
        ({"tls_cert": "server.crt", "tls_key": "other.key"}, "is not that of the certificate"),
        ({"tls_cert": "server.crt", "tls_key": "server.key", "tls_client_ca": "server.key"}, "holds no certificate"),
    ],
)
def test_a_server_with_unusable_files_does_not_start_and_says_why(
    tmp_path: Path, settings: dict[str, str], told: str
) -> None:
    authority = Authority(tmp_path)
    authority.issue("server")
    authority.issue("other")
    paths = {name: str(tmp_path / file) for name, file in settings.items()}
    with pytest.raises(SettingsError, match=told):
        server_with(tmp_path / "data", **paths)

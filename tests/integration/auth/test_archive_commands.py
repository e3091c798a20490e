"""``clio admin archive`` and ``--signer``, as people type them."""

import asyncio
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clio.client.client import Client
from tests.integration.backup.commands import told
from tests.integration.servers.test_shared_archive import record
from tests.kit.access import OPERATOR
from tests.kit.servers import running


async def test_signers_are_told_apart_and_an_operator_deletes_one_of_them(tmp_path: Path) -> None:
    async with running(tmp_path / "a", admin_token=OPERATOR) as server:
        address = f"127.0.0.1:{server.clio.port}"
        async with Client(address) as client:
            genuine = (await client.archive.import_record([record(1)], "a friend")).record
            await client.archive.import_record([record(1, Ed25519PrivateKey.generate())])

        async def clio(*words: str, **settings: str) -> tuple[int, str]:
            arguments = (*words, "--server", address)
            return await asyncio.to_thread(told, tmp_path, *arguments, CLIO_ADMIN_TOKEN=OPERATOR, **settings)

        match_id, signer = genuine.match.match_id, genuine.signer_key.hex()[:6]
        _, listed = await clio("admin", "archive", "list")
        assert listed.count(match_id) == 2
        assert "a friend" in listed
        out = tmp_path / "it.clio"
        assert (await clio("export", match_id, "--archived", "--out", str(out)))[0] == 1
        assert (await clio("export", match_id, "--archived", "--signer", signer, "--out", str(out)))[0] == 0
        assert out.read_bytes() == record(1)
        assert (await clio("audit", match_id, "--archived", "--signer", signer))[0] == 0
        assert (await clio("replay", match_id, "--archived", "--signer", signer, "--line"))[0] == 0
        assert (await clio("export", "--all", "--archived", "--out", str(tmp_path / "all")))[0] == 0
        assert len(await asyncio.to_thread(lambda: list((tmp_path / "all").iterdir()))) == 2
        assert (await clio("admin", "archive", "delete", match_id))[0] == 1
        code, said = await clio("admin", "archive", "delete", match_id, "--signer", signer, LANG="es_ES.UTF-8")
        assert (code, "borrado" in said) == (0, True)
        assert (await clio("admin", "archive", "list"))[1].count(match_id) == 1

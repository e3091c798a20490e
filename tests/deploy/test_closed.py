"""The deploy files are closed by default: keys, limits, pinned images, no operator's call through the edge."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

from clio.server.auth.scopes import SCOPE_OF
from clio.server.auth.tls import is_loopback
from clio.server.settings import Settings, read_settings
from tests.deploy.edge import Edge
from tests.deploy.files import DEPLOY, make_secrets, read
from tests.deploy.pinning import OWN_IMAGE, digest_of, pin_images
from tests.kit.logging_server import refused_start
from tests.kit.private_server import binary
from tests.kit.servers import Connection, running
from tests.kit.waiting import until

TOLD = read(DEPLOY / "compose.yaml")["services"]["clio-a"]["environment"]
OPERATORS = {
    "AccessService", "ArchiveAdminService", "BackupService", "NameService", "ProjectionService", "ServerService",
}  # fmt: skip
EVERYWHERE = re.compile(r"0\.0\.0\.0(?!/)|\[::\]|\bbind \*|^ *ports: \[\"\d+:\d+\"\]")
REASON = re.compile(r"# All addresses: \w.{20,}")


def test_calls_need_a_key_reading_too() -> None:
    settings = read_settings(TOLD)
    assert settings.require_key
    assert not settings.anonymous_reading


def test_every_limit_is_real() -> None:
    settings, default = read_settings(TOLD), Settings()
    limits = [name for name in settings.__struct_fields__ if name.startswith("limit_")]
    assert len(limits) >= 6
    for name in [*limits, "max_calls"]:
        assert f"CLIO_{name.upper()}" in TOLD, name
        # The defaults are for a server among friends.
        assert 0 < getattr(settings, name) <= getattr(default, name) / 10, name


def test_no_file_listens_on_all_addresses_without_a_reason() -> None:
    found = 0
    for file in sorted(path for path in DEPLOY.rglob("*") if path.is_file() and "secrets" not in path.parts):
        lines = file.read_text().splitlines()
        for number, line in enumerate(lines):
            if EVERYWHERE.search(line.partition("#")[0]):
                found += 1
                above = number
                while above and lines[above - 1].lstrip().startswith("#"):
                    above -= 1
                assert REASON.search("\n".join(lines[above:number])), f"{file.name}:{number + 1}: {line.strip()}"
    assert found == 6


def test_a_server_without_tls_serves_its_own_machine_only(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "[::]"):  # noqa: S104 (refused)
        told = refused_start(tmp_path, CLIO_HOST=host)
        assert "CLIO_ALLOW_PLAINTEXT" in told, host
        assert "Traceback" not in told
    assert not list(tmp_path.iterdir()), "nothing was opened"


async def test_an_operator_may_say_that_its_network_is_private(tmp_path: Path) -> None:
    async with running(tmp_path, host="0.0.0.0", allow_plaintext=True) as server:  # noqa: S104 (tried)
        await server.open()


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("[::1]", True), ("localhost", True),
        ("192.0.2.1", False), ("10.0.0.7", False), ("clio.example.org", False), ("localhost.test", False), ("", False),
    ],
)  # fmt: skip
def test_which_addresses_are_of_this_machine_alone(host: str, *, alone: bool) -> None:
    assert is_loopback(host) is alone


@pytest.fixture
async def edge(tmp_path: Path) -> AsyncIterator[tuple[Edge, grpc.aio.Channel, Connection]]:
    secrets = await asyncio.to_thread(make_secrets, tmp_path / "secrets", "localhost")
    trusted = grpc.ssl_channel_credentials((secrets / "ca.crt").read_bytes())
    async with running(tmp_path / "data") as server:
        proxy = Edge(secrets, [server.clio.port])
        try:
            await asyncio.to_thread(proxy.start)
            await until(lambda: asyncio.to_thread(lambda: proxy.healthy_servers() == 1))
            async with grpc.aio.secure_channel(proxy.address, trusted) as channel:
                yield proxy, channel, server
        finally:
            await asyncio.to_thread(proxy.remove)


async def code(channel: grpc.aio.Channel, method: str) -> grpc.StatusCode:
    """What an empty message to a method is answered with; streams are asked as well, by their first answer.

    The request goes out whole, in one batch: Envoy may answer as soon as it has the path, and gRPC replaces the
    answer by INTERNAL when a later write of a stream of requests finds the call closed.
    """
    call: Any = channel.unary_stream(method)(b"", timeout=10)
    try:
        async for _ in call:
            break
    except grpc.aio.AioRpcError as error:
        return error.code()
    call.cancel()
    return grpc.StatusCode(await call.code())


async def test_operators_services_cannot_be_reached_through_the_edge(
    edge: tuple[Edge, grpc.aio.Channel, Connection],
) -> None:
    _, outside, server = edge
    for method, scope in SCOPE_OF.items():
        service = method.split("/")[1].removeprefix("clio.v1.")
        assert (service in OPERATORS) or scope != "admin", method
        if service in OPERATORS:
            assert await code(outside, method) is grpc.StatusCode.UNIMPLEMENTED, method
            assert await code(server.channel, method) is not grpc.StatusCode.UNIMPLEMENTED, method
        else:
            assert await code(outside, method) is not grpc.StatusCode.UNIMPLEMENTED, method


@pytest.mark.parametrize(
    "path",
    [
        "/clio.v1.AccessService/../MatchService/../AccessService/CreateKey",
        "//clio.v1.AccessService/CreateKey",
        "/clio.v1.MatchService/%2e%2e/clio.v1.AccessService/CreateKey",
        "/clio.v1.MatchService/..%2fclio.v1.AccessService/CreateKey",
        "/clio.v1.MatchService/../clio.v1.AccessService/CreateKey",
        "/clio.v1.MatchServices/GetMatch",
    ],
)
async def test_no_spelling_of_a_path_leads_to_them(edge: tuple[Edge, grpc.aio.Channel, Connection], path: str) -> None:
    answered = await code(edge[1], path)
    assert answered in {grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.INTERNAL}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(
        shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns("secrets", "pinned", ".env"))
    )


def test_no_image_runs_without_a_digest() -> None:
    services = read(DEPLOY / "compose.yaml")["services"]
    for name, service in services.items():
        if "build" not in service:
            assert re.fullmatch(r"[\w./-]+:[\w.-]+@\$\{[A-Z]+_DIGEST:\?[^}]+\}", service["image"]), name
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        if line.startswith("FROM"):
            assert "@${PYTHON_DIGEST}" in line
    assert "\nARG PYTHON_DIGEST\n" in (DEPLOY / "Dockerfile").read_text(), "without a default"


def test_the_script_pins_every_image_that_is_named(copy: Path) -> None:
    done = pin_images(copy, OWN_IMAGE)
    assert done.returncode == 0, done.stderr
    pins = dict(line.split("=") for line in (copy / ".env").read_text().splitlines() if not line.startswith("#"))
    text = "".join((copy / name).read_text() for name in ("compose.yaml", "Dockerfile"))
    named = dict(re.findall(r"(?:image: |FROM )(\S+?)@\$\{([A-Z]+_DIGEST)", text))
    assert pins == {variable: digest_of(image) for image, variable in named.items()}
    assert len(pins) == 5
    images = read(copy / "kubernetes/components/pinned/kustomization.yaml")["images"]
    assert {each["name"] for each in images} == {"clio", "envoyproxy/envoy", "redis", "postgres", "prom/prometheus"}


@pytest.mark.parametrize("answer", ["latest", "sha256:0", "sha256:" + "0" * 64 + "; rm -rf /", "sha512:" + "0" * 64])
def test_what_is_no_digest_is_not_pinned(copy: Path, answer: str) -> None:
    done = pin_images(copy, answer=answer)
    assert done.returncode != 0
    assert not (copy / ".env").exists()
    assert not (copy / "kubernetes/components/pinned").exists()


@pytest.mark.parametrize("overlay", ["production", "trial"])
def test_kubectl_makes_nothing_of_an_overlay_without_pins_and_pins_all_with_them(copy: Path, overlay: str) -> None:
    place = copy / "kubernetes/overlays" / overlay
    secrets = make_secrets(place / "secrets", "clio.example.org")
    shutil.copy(secrets / "ca.crt", secrets / "database-ca.crt")

    kubectl = binary("kubectl", "kubernetes-client")

    def built() -> "subprocess.CompletedProcess[str]":
        return subprocess.run([kubectl, "kustomize", place], capture_output=True, text=True, check=False)

    assert built().returncode != 0
    assert pin_images(copy, OWN_IMAGE).returncode == 0
    done = built()
    assert done.returncode == 0, done.stderr
    images = re.findall(r"^ +(?:- )?image: (\S+)$", done.stdout, re.MULTILINE)
    assert len(images) >= 4
    assert [image for image in images if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []

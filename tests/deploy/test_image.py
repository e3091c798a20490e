"""The image: its own steps give a server that plays, as a user who may write to the record and nowhere else."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Self

import grpc
import grpc.aio
import pytest

from clio.client import Client
from clio.server.settings import Settings
from clio.v1.match_pb2 import MatchStatus
from tests.deploy.dockerfile import read_stages
from tests.deploy.files import DEPLOY, ROOT, SETTINGS
from tests.deploy.image import Image, final_stage, writable
from tests.integration.client.seats import seated
from tests.kit.ports import free_port


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    image = Image(download=bool(os.environ.get("IMAGE_DOWNLOAD")))
    try:
        image.make()
        yield image
    finally:
        image.remove()


class Container:
    """The image's command, running."""

    def __init__(self, image: Image) -> None:
        self.port = free_port()
        self.image = image
        self.environment = image.environment | {"CLIO_PORT": str(self.port), "CLIO_HOST": "127.0.0.1"}
        self.process: Process

    async def __aenter__(self) -> Self:
        words = [*self.image.final.last("ENTRYPOINT").words, *self.image.final.last("CMD").words]
        self.process = await asyncio.create_subprocess_exec(
            *self.image.as_its_user(*words),
            cwd=self.image.path(self.image.final.last("WORKDIR").text),
            env=self.environment,
            stdout=asyncio.subprocess.DEVNULL,
        )
        async with grpc.aio.insecure_channel(f"127.0.0.1:{self.port}") as channel:
            await asyncio.wait_for(channel.channel_ready(), 30)
        return self

    async def __aexit__(self, *_: object) -> None:
        number = getattr(signal, self.image.final.last("STOPSIGNAL").text)
        if self.process.returncode is None:
            self.process.send_signal(number)
        assert await asyncio.wait_for(self.process.wait(), 30) == 0

    async def health(self) -> int:
        """The exit code of the image's health check."""
        words = self.image.path(self.image.final.last("HEALTHCHECK").text.partition(" CMD ")[2])
        checked = await asyncio.create_subprocess_exec(
            *self.image.as_its_user(*json.loads(words)), cwd=self.image.root, env=self.environment
        )
        return await asyncio.wait_for(checked.wait(), 30)


@pytest.fixture
async def container(image: Image) -> AsyncIterator[Container]:
    async with Container(image) as container:
        yield container


def files(root: Path) -> dict[str, int]:
    return {str(path.relative_to(root)): path.lstat().st_mtime_ns for path in root.rglob("*") if not path.is_dir()}


async def test_it_starts_says_that_it_is_healthy_plays_a_match_and_writes_only_to_the_record(
    image: Image, container: Container
) -> None:
    before = await asyncio.to_thread(files, image.root)
    assert await container.health() == 0
    async with Client(f"127.0.0.1:{container.port}") as client:
        table = await seated(client, 2)
        for _ in range(5):
            seat = (await client.get_match(table.id)).to_move[0]
            legal = await client.list_legal_moves(table.id, table.tokens[seat]).first_page()
            await client.play_move(table.id, legal.moves[0], table.tokens[seat])
        match = await client.resign_match(table.id, table.tokens[0])
        assert match.status == MatchStatus.MATCH_STATUS_FINISHED
    after = await asyncio.to_thread(files, image.root)
    changed = {path for path, when in after.items() if before.get(path) != when} | (before.keys() - after.keys())
    assert changed
    assert {path for path in changed if not path.startswith("var/lib/clio/")} == set()


async def test_a_server_that_is_gone_is_not_healthy(image: Image) -> None:
    async with Container(image) as container:
        pass
    assert await container.health() == 1


def test_its_user_is_not_root_and_may_write_to_the_record_only(image: Image) -> None:
    assert image.user >= 1000
    outside = [path for path in writable(image) if not path.startswith("./var/lib/clio")]
    # Without root's help the image belongs to who built it.
    assert outside == [] or os.geteuid() != 0


def test_it_holds_what_is_locked_and_no_tools_of_development(image: Image) -> None:
    listed = subprocess.run(
        [image.root / "opt/clio/bin/pip", "list", "--format=freeze", "--disable-pip-version-check"],
        check=True, capture_output=True, text=True, env=image.environment,
    ).stdout.split()  # fmt: skip
    names = {line.partition("==")[0].lower().replace("_", "-") for line in listed}
    locked = {line.partition("==")[0] for line in (ROOT / "requirements.txt").read_text().splitlines() if "==" in line}
    assert names - {"pip", "setuptools"} == locked | {"clio-referee"}


def test_a_checker_of_dockerfiles_has_nothing_to_warn_of() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    checked = subprocess.run(
        [hadolint, "--no-color", "--failure-threshold", "warning", DEPLOY / "Dockerfile"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout


def test_it_says_what_the_service_expects() -> None:
    final = final_stage()
    said = dict(step.text.split("=", 1) for step in final.all("ENV"))
    assert {name for name in said if name.startswith("CLIO_")} <= SETTINGS
    assert said["CLIO_DATA"] == final.last("VOLUME").text
    assert final.last("EXPOSE").text == f"{Settings().port} {Settings().http_port}"
    assert final.image == "python:3.11-slim-bookworm@${PYTHON_DIGEST}"


def test_what_is_sent_to_the_engine_is_what_is_copied_and_no_more() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    build = read_stages(DEPLOY / "Dockerfile")[0]
    copied = {name for step in build.all("COPY") for name in step.words[:-1]}
    assert copied == allowed
    assert all((ROOT / name).exists() for name in copied)

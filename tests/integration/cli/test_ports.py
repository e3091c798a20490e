"""The ports of ``clio serve``: a default that is taken is replaced by a free one, a port that was set is not."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.integration.cli.terminal import environment
from tests.kit.ports import free_port
from tests.unit.repository.tree import ROOT

DEFAULTS = {"address": 50051, "http": 8080}


@contextmanager
def _taken(port: int) -> Iterator[None]:
    """A port that this test holds; another process that has it already does as well."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError:
            pass
        yield


def _serve(folder: Path, **settings: str) -> "subprocess.Popen[str]":
    given = environment(folder, CLIO_DATA=str(folder / "data"), CLIO_LOG_LEVEL="error")
    del given["CLIO_HTTP_PORT"]
    command = [sys.executable, "-m", "clio.cli.main", "serve", "--json"]
    return subprocess.Popen(
        command, cwd=ROOT, env=given | settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_default_ports_that_are_taken_are_replaced_and_the_addresses_told(tmp_path: Path) -> None:
    with ExitStack() as stack:
        for port in DEFAULTS.values():
            stack.enter_context(_taken(port))
        server = _serve(tmp_path)
        assert server.stdout is not None
        told = json.loads(server.stdout.readline())["serving"]
        server.terminate()
        server.communicate(timeout=30)
    assert told["http"].startswith("http://127.0.0.1:")
    ports = {name: int(told[name].rpartition(":")[2]) for name in DEFAULTS}
    assert all(ports[name] not in (0, port) for name, port in DEFAULTS.items())


@pytest.mark.parametrize(("setting", "option"), [("CLIO_PORT", "--port"), ("CLIO_HTTP_PORT", "--http-port")])
def test_a_port_that_was_set_and_is_taken_is_an_error(tmp_path: Path, setting: str, option: str) -> None:
    port = free_port()
    others = {"CLIO_PORT": "0", "CLIO_HTTP_PORT": "0"}
    with _taken(port):
        server = _serve(tmp_path, **others | {setting: str(port)})
        out, err = server.communicate(timeout=30)
    assert server.returncode != 0
    assert "PORT_TAKEN" in out + err
    assert option in out + err


def test_an_empty_http_port_means_none(tmp_path: Path) -> None:
    server = _serve(tmp_path, CLIO_PORT="0", CLIO_HTTP_PORT="")
    assert server.stdout is not None
    told = json.loads(server.stdout.readline())["serving"]
    server.terminate()
    server.communicate(timeout=30)
    assert set(told) == {"address"}

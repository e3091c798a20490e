"""The compose file: it is one, every file it mounts exists, and it agrees with the service and with Envoy."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose, parse_duration

from clio.server.settings import Settings
from tests.deploy.files import DEPLOY, ROOT, SETTINGS, find, make_secrets, read, variables
from tests.deploy.image import final_stage

COMPOSE = read(DEPLOY / "compose.yaml")
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = {name: service for name, service in SERVICES.items() if name.startswith("clio-")}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_secrets(tmp_path_factory.mktemp("secrets") / "made")


def test_it_is_what_the_specification_allows() -> None:
    # As compose reads it once pin-images.sh has written the digests; this checker knows no tag beside one, engines do.
    text = re.sub(r":[\w.-]+@\$", "@$", yaml.safe_dump(COMPOSE, width=1_000))
    pinned = re.sub(r"\$\{[A-Z]+_DIGEST:\?[^}]+\}", f"sha256:{'0' * 64}", text)
    PyCompose.from_yaml(pinned).validate()
    for service in SERVICES.values():
        assert set(service.get("depends_on", ())) <= SERVICES.keys()


def test_every_file_that_it_takes_is_in_the_repository_or_made_by_the_script(made: Path) -> None:
    mounted = {
        volume.split(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", ())
        if volume[0] == "."
    }
    named = mounted | set(SERVERS["clio-a"]["env_file"]) | {secret["file"] for secret in COMPOSE["secrets"].values()}
    secret = {name for name in named if "secrets/" in name}
    assert secret
    assert [name for name in secret if not (made / Path(name).name).exists()] == []
    assert [name for name in named - secret if not (DEPLOY / name).exists()] == []


def test_everything_is_mounted_read_only_and_nothing_runs_with_rights() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "mem_limit" in service, name
        assert not service.get("privileged"), name
        assert all(volume.endswith(":ro") for volume in service.get("volumes", ()) if volume[0] == "."), name
        assert service.get("user", "10001:10001").split(":")[0] != "0", name


def test_two_servers_have_records_of_their_own_and_one_name_together() -> None:
    assert len(SERVERS) == 2
    volumes = [service["volumes"][0] for service in SERVERS.values()]
    assert len(set(volumes)) == 2
    data = final_stage().last("VOLUME").text
    assert {volume.split(":")[1] for volume in volumes} == {data}
    assert {alias for each in SERVERS.values() for alias in each["networks"]["inside"]["aliases"]} == {"clio"}


def test_only_envoy_can_be_reached_from_outside() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {"envoy": ["8443:8443"], "prometheus": ["127.0.0.1:9090:9090"]}
    assert COMPOSE["networks"]["inside"]["internal"]
    for name in (*SERVERS, "redis", "postgres"):
        assert set(SERVICES[name]["networks"]) == {"inside"}


def test_its_settings_exist(made: Path) -> None:
    for service in SERVERS.values():
        named = service["environment"].keys() | variables(made / "clio.env").keys()
        assert named <= SETTINGS
        assert service["environment"]["CLIO_HEAD_KEY"] in {volume.split(":")[1] for volume in service["volumes"]}


def test_a_server_may_drain_before_it_is_killed() -> None:
    for service in SERVERS.values():
        drain = float(service["environment"]["CLIO_DRAIN_SECONDS"])
        assert parse_duration(service["stop_grace_period"]) >= drain + 5


def test_envoy_finds_the_servers_and_its_files_where_compose_puts_them() -> None:
    config, certificate = read(DEPLOY / "envoy" / "envoy.yaml"), read(DEPLOY / "envoy" / "certificate.yaml")
    addresses = [(each["address"], each["port_value"]) for each in find(config, "socket_address")]
    assert {("clio", Settings().port), ("clio", Settings().http_port)} <= {*addresses}
    ports = {port for _, port in addresses}
    assert {int(each.split(":")[-1]) for each in SERVICES["envoy"]["ports"]} <= ports
    there = {volume.split(":")[1] for volume in SERVICES["envoy"]["volumes"]}
    wanted = {*find(config, "filename"), *find(certificate, "filename")} | {
        source["path"] for source in find(config, "path_config_source")
    }
    assert wanted <= there
    assert SERVICES["envoy"]["command"][1] in there


def test_redis_finds_its_files_where_compose_puts_them() -> None:
    there = {volume.split(":")[1] for volume in SERVICES["redis"]["volumes"]}
    lines = (DEPLOY / "redis" / "redis.conf").read_text().splitlines()
    wanted = {line.split()[1] for line in lines if line.startswith(("aclfile", "tls-cert", "tls-key", "tls-ca"))}
    assert len(wanted) == 4
    assert wanted | {SERVICES["redis"]["command"][0]} == there
    test = SERVICES["redis"]["healthcheck"]["test"]
    assert test[test.index("--user") + 1] == "probe"


def test_what_clio_is_told_is_where_the_others_are(made: Path) -> None:
    told = variables(made / "clio.env")
    assert "@postgres:5432/clio" in told["CLIO_DATABASE_URL"]
    assert (made / "postgres-password").read_text().strip() in told["CLIO_DATABASE_URL"]
    authority = told["CLIO_REDIS_URL"].rpartition("ssl_ca_certs=")[2]
    assert authority in {volume.split(":")[1] for volume in SERVERS["clio-a"]["volumes"]}


def test_secrets_are_no_part_of_the_repository() -> None:
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert {"/deploy/secrets/", "/deploy/kubernetes/overlays/*/secrets/"} <= set(ignored)


def test_the_script_keeps_what_is_there_and_shuts_others_out(tmp_path: Path) -> None:
    folder = make_secrets(tmp_path / "made", "play.example.org", "127.0.0.1", "::1")
    first = {file.name: file.read_bytes() for file in folder.iterdir()}
    make_secrets(folder)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == first
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "ca.key").stat().st_mode & 0o077 == 0
    assert len(first["head-key"]) == 32
    assert not any(b"PASSWORD" in text or b"TOKEN\n" in text or b"KEY\n" in text for text in first.values())

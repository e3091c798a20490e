"""A server in the open, as its operator and its users meet it in a terminal."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from clio.cli.errors.exit_codes import ExitCode
from tests.integration.cli.terminal import CLIO, ROOT, ServeCommand, User, environment
from tests.kit.certificates import Authority


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("open")


@pytest.fixture(scope="module")
def authority(folder: Path) -> Authority:
    return Authority(folder)


@pytest.fixture(scope="module")
def server(folder: Path, authority: Authority) -> Iterator[ServeCommand]:
    certificate, key = authority.issue("server")
    settings = {"CLIO_TLS_CERT": str(certificate), "CLIO_TLS_KEY": str(key), "CLIO_TLS_CLIENT_CA": str(authority.file)}
    with ServeCommand(folder / "data", 0, **settings, CLIO_REQUIRE_KEY="true") as running:
        yield running


@pytest.fixture
def user(tmp_path: Path, server: ServeCommand, authority: Authority) -> User:
    user = User(tmp_path, f"grpcs://{server.address}")
    certificate, key = authority.issue("user")
    user.environment |= {
        "CLIO_SERVER_CA": str(authority.file),
        "CLIO_CLIENT_CERT": str(certificate),
        "CLIO_CLIENT_KEY": str(key),
    }
    return user


def operator(server: ServeCommand) -> dict[str, str]:
    return {"CLIO_DATA": str(server.data)}


def test_an_operator_makes_a_key_and_its_holder_plays_until_it_is_revoked(
    user: User, server: ServeCommand, tmp_path: Path
) -> None:
    refused = user.run("open", "akros")
    assert refused.returncode == ExitCode.NOT_ALLOWED
    assert "API key" in refused.stderr
    made = user.run("admin", "keys", "create", "arena", "--scope", "host", "--scope", "play", env=operator(server))
    assert made.returncode == 0, made.stderr
    key = made.stdout.strip()
    file = tmp_path / "key"
    file.write_text(key + "\n")
    opened = json.loads(user.run("open", "akros", "--json", "--key-file", str(file)).stdout)
    match_id = opened["match"]["match_id"]
    for name in ("Ann", "Bob"):
        assert user.run("join", match_id, "--name", name, env={"CLIO_KEY": key}).returncode == 0
    rotated = user.run("rotate", match_id, "--seat", "0", env={"CLIO_KEY_FILE": str(file)})
    assert rotated.returncode == 0, rotated.stderr
    assert user.run("rotate", match_id, "--host", env={"CLIO_KEY": key}).returncode == 0
    assert user.run("move", match_id, "1", env={"CLIO_KEY": key}).returncode == 0
    shown = user.run("admin", "keys", "list", env=operator(server))
    assert "arena" in shown.stdout
    assert "play host" in shown.stdout
    assert user.run("admin", "keys", "revoke", "arena", env=operator(server)).returncode == 0
    refused = user.run("open", "akros", env={"CLIO_KEY": key})
    assert (refused.returncode, "revoked" in refused.stderr) == (ExitCode.NOT_ALLOWED, True)
    assert "revoked" in user.run("admin", "keys", "list", env=operator(server)).stdout


def test_an_admin_key_makes_keys_from_afar_and_a_players_key_does_not(user: User, server: ServeCommand) -> None:
    made = user.run("admin", "keys", "create", "root", "--scope", "admin", "--expires", "1d", env=operator(server))
    admin = {"CLIO_KEY": made.stdout.strip()}
    player = json.loads(user.run("admin", "keys", "create", "bot", "--scope", "play", "--json", env=admin).stdout)
    assert player["api_key"]["scopes"]
    refused = user.run("admin", "keys", "list", env={"CLIO_KEY": player["key"]})
    assert refused.returncode == ExitCode.NOT_ALLOWED
    assert user.run("admin", "projections", "list", env=admin).returncode == 0


def test_who_shows_no_certificate_does_not_reach_it(user: User) -> None:
    env = {"CLIO_CLIENT_CERT": "", "CLIO_CLIENT_KEY": ""}
    refused = user.run("games", env=env)
    assert refused.returncode == ExitCode.UNREACHABLE
    strange = user.run("games", env=env | {"CLIO_SERVER_CA": str(Authority(user.home, "stranger").file)})
    assert (strange.returncode, "TLS" in strange.stderr) == (ExitCode.UNREACHABLE, True), strange.stderr
    assert user.run("games").returncode == ExitCode.OK


@pytest.mark.parametrize(
    ("arguments", "env", "told"),
    [
        (("games", "--key-file", "nowhere"), {}, "nowhere"),
        (("games",), {"CLIO_SERVER_CA": "nowhere.pem"}, "nowhere.pem"),
        (("games",), {"CLIO_CLIENT_KEY": ""}, "belong together"),
        (("admin", "keys", "create", "x", "--scope", "play", "--expires", "soon"), {}, "12h"),
        (("admin", "keys", "create", "x", "--scope", "play", "--limit", "speed=9"), {}, "calls_per_second"),
        (("admin", "keys", "create", "x"), {}, "--scope"),
    ],
)
def test_what_cannot_be_used_is_told_before_anything_is_asked(
    user: User, arguments: tuple[str, ...], env: dict[str, str], told: str
) -> None:
    refused = user.run(*arguments, env=env)
    assert (refused.returncode, told in refused.stderr) == (ExitCode.USAGE, True), refused.stderr


def test_a_server_with_unusable_certificates_does_not_start_and_says_why(tmp_path: Path) -> None:
    refused = subprocess.run(
        [*CLIO, "serve", "--port", "0", "--data", str(tmp_path / "data")],
        cwd=ROOT,
        env=environment(tmp_path, CLIO_TLS_CERT=str(tmp_path / "no.crt"), CLIO_TLS_KEY=str(tmp_path / "no.key")),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert refused.returncode == ExitCode.USAGE
    assert "no.crt cannot be read" in refused.stderr

import json
import stat
import threading
from pathlib import Path

import pytest

from clio.cli.errors.exit_codes import Failure
from clio.cli.session.token_store import Holding, TokenStore, state_folder

MATCH = "m" * 20


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    store = TokenStore("here:1", tmp_path)
    store.keep_host(MATCH, "host")
    store.keep_seat(MATCH, 10, "ten")
    store.keep_seat(MATCH, 2, "two")
    assert TokenStore("here:1", tmp_path).holding(MATCH) == Holding("host", {2: "two", 10: "ten"})
    assert TokenStore("here:1", tmp_path).match_ids() == [MATCH]


def test_a_seat_that_is_dropped_is_gone(tmp_path: Path) -> None:
    store = TokenStore("here:1", tmp_path)
    store.keep_seat(MATCH, 0, "zero")
    store.drop_seat(MATCH, 0)
    store.drop_seat(MATCH, 1)
    assert store.holding(MATCH) == Holding()


def test_servers_do_not_share_tokens(tmp_path: Path) -> None:
    TokenStore("here:1", tmp_path).keep_host(MATCH, "host")
    assert TokenStore("there:1", tmp_path).holding(MATCH) == Holding()


def test_only_the_user_can_read_it_even_where_the_folder_was_open(tmp_path: Path) -> None:
    folder = tmp_path / "clio"
    folder.mkdir(mode=0o755)
    store = TokenStore("here:1", folder)
    store.keep_host(MATCH, "host")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_no_token_is_lost_when_many_commands_write_at_once(tmp_path: Path) -> None:
    def keep(seat: int) -> None:
        TokenStore("here:1", tmp_path).keep_seat(MATCH, seat, f"token {seat}")

    writers = [threading.Thread(target=keep, args=(seat,)) for seat in range(20)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert list(TokenStore("here:1", tmp_path).holding(MATCH).seats) == list(range(20))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 2, "servers": {}}', '{"version": 1}'])
def test_a_file_of_another_kind_is_refused_and_kept(tmp_path: Path, content: str) -> None:
    store = TokenStore("here:1", tmp_path)
    store.file.write_text(content)
    with pytest.raises(Failure, match=r"tokens\.json"):
        store.keep_host(MATCH, "host")
    assert store.file.read_text() == content


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = TokenStore("here:1", tmp_path)
    store.keep_host(MATCH, "host")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.keep_seat(MATCH, 0, "zero")
    assert json.loads(store.file.read_text())["servers"]["here:1"][MATCH] == {"host": "host"}
    assert {file.name for file in tmp_path.iterdir()} == {"lock", "tokens.json"}


def test_the_state_folder_follows_the_users_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    assert state_folder() == tmp_path / "elsewhere" / "clio"
    for unusable in ("", "relative"):
        monkeypatch.setenv("XDG_STATE_HOME", unusable)
        assert state_folder() == tmp_path / ".local" / "state" / "clio"

"""Somebody who makes the matches, records and keys that the examples of commands name."""

import base64
import json
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from clio.cli.program import run_program
from clio.cli.session.token_store import TokenStore
from tests.integration.cli.terminal import ServeCommand, User

CIPHER_KEY = base64.b64encode(bytes(range(32))).decode()
PATIENCE = 60
MADE_UP = re.compile(r"\b(k3vq|MATCH|CODE)\b")
SHORTENED = {"--matches 50": "--matches 1", "search:0.1": "search:0.01", "--matches 20": "--matches 2"}
"""As many matches take minutes."""


class Place(User):
    """A user at a folder of their own, who makes what the examples name."""

    def __init__(self, home: Path, server: ServeCommand, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(home, server.address)
        self.server = server
        self._patch = monkeypatch
        self.environment |= {"CLIO_DATA": str(server.data), "CLIO_CIPHER_KEY": CIPHER_KEY, "TERM": "dumb"}
        for name in [name for name in os.environ if name.startswith("CLIO_")]:
            monkeypatch.delenv(name)
        for name, value in self.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(home)
        self.replaced = {
            "10.0.0.7:50051": server.address,
            "--demo": "--demo --port 0",
            "--port 50052": "--port 0",
            "/var/lib/clio": str(home / "lib"),
            " MOVE": " 1",
            "2027-01-01": f"{datetime.now(UTC) + timedelta(days=30):%Y-%m-%d}",
            **SHORTENED,
        }
        self.match = ""

    def type(self, line: str) -> str:
        """Types a command line here, since a process for each would take minutes; gives what it prints."""
        words = [word for each in shlex.split(line) for word in (sorted(map(str, Path().glob(each))) or [each])][1:]
        end = time.monotonic() + PATIENCE
        while True:
            self._patch.setattr(sys, "stdin", StringIO("q\n"))
            with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
                code = run_program(words)
            # The thread that built the last generation ends a moment after it was switched to or dropped.
            if "is being built" not in err.getvalue() or time.monotonic() > end:
                break
            time.sleep(0.1)
        assert code == 0, (line, out.getvalue(), err.getvalue())
        return out.getvalue()

    def asked(self, line: str) -> Any:
        """The document that a command prints."""
        return json.loads(self.type(f"{line} --json"))

    def opened(self, *arguments: str, seats: int = 2) -> str:
        """Opens a match, with as many of its seats taken."""
        match = str(self.asked(shlex.join(("clio", "open", *arguments)))["match"]["match_id"])
        for name in ("Ada", "Bob")[:seats]:
            self.type(f"clio join {match} --name {name}")
        return match

    def standing(self, match: str) -> Any:
        """The match as it stands."""
        return self.asked(f"clio show {match}")["view"]["match"]

    def filled(self, line: str) -> str:
        """An example with what there is in the place of what it makes up."""
        for made_up, real in self.replaced.items():
            line = line.replace(made_up, real)
        return MADE_UP.sub(self.match, line)


def _abandoned(place: Place) -> str:
    match = place.opened("akros", "--abandon-after", "1")
    while place.standing(match)["to_move"] != [1]:
        place.type(f"clio move {match} 1")
    time.sleep(1.2)
    return match


def _named(place: Place) -> str:
    match = place.opened("akros", "--private-names", seats=0)
    place.type(f"clio join {match} --name Zoe")
    names = place.asked("clio admin names list")["names"]
    place.replaced["player-bcdfghjkpqst"] = next(each["pseudonym"] for each in names if each["name"] == "Zoe")
    return match


def _imported(place: Place) -> str:
    place.type("clio import final.clio.gz")
    lines = [json.loads(line) for line in (place.home / "final.clio").read_bytes().splitlines()]
    place.replaced |= {"match22222aaaaaaaaaa": lines[0]["match"], "3f7a": lines[-1]["head"]["key"][:4]}
    return ""


def _backed_up(place: Place) -> str:
    place.type("clio admin backup monday.clio-backup")
    (place.home / "data").symlink_to(place.server.data)
    os.environ["CLIO_DATA"] = str(place.home / "restored")
    return ""


def _stopped(place: Place) -> str:
    shutil.copytree(place.server.data, place.home / "data")
    return ""


def _key(place: Place) -> str:
    for key in place.asked("clio admin keys list")["api_keys"]:
        place.type(f"clio admin keys revoke {key['key_id']}")
    place.type("clio admin keys create arena --scope play")
    return ""


def _dropped(place: Place) -> str:
    """Nothing is left of what other examples have built: what is ready is switched to, what is not used is dropped."""
    end = time.monotonic() + PATIENCE
    while len(states := _states(place)) > 1:
        assert time.monotonic() < end, states
        with suppress(AssertionError):
            place.type(f"clio admin projections {'switch' if 'ready' in states else 'drop'} standings")
    return ""


def _states(place: Place) -> list[str]:
    listed = place.asked("clio admin projections list")["projections"]
    return next(
        [str(generation["status"]) for generation in each["generations"]]
        for each in listed
        if each["projection"] == "standings"
    )


def _held(place: Place) -> str:
    _dropped(place)
    place.type("clio admin projections rebuild standings --hold")
    return ""


def _switched(place: Place) -> str:
    _held(place)
    end = time.monotonic() + PATIENCE
    while "ready" in _states(place):
        assert time.monotonic() < end
        with suppress(AssertionError):
            place.type("clio admin projections switch standings")
    return ""


def _with_one_seat(place: Place, match: str) -> str:
    TokenStore(place.server.address).drop_seat(match, 1)
    return match


def _begun(place: Place) -> str:
    return _with_one_seat(place, place.opened("amphipolis", "--seats", "2"))


def _alone(place: Place) -> str:
    """A match in which one can take what the examples take: chance decides what the site has."""
    for _ in range(50):
        match = place.opened("amphipolis", "--seats", "1", seats=1)
        if re.search(r"take statues caryatid$", place.type(f"clio moves {match}"), re.MULTILINE):
            return match
    raise AssertionError("there was no caryatid")


def _half_full(place: Place) -> str:
    return place.opened("akros", seats=1)


PREPARED: dict[str, Callable[[Place], str]] = {
    "abort": _half_full,
    "admin archive delete": _imported,
    "admin copy": _stopped,
    "admin keys revoke": _key,
    "admin names": _named,
    "admin names erase": _named,
    "admin names rename": _named,
    "admin projections": _dropped,
    "admin projections diff": _held,
    "admin projections drop": _switched,
    "admin projections rebuild": _dropped,
    "admin projections switch": _held,
    "admin restore": _backed_up,
    "admin verify-backup": _backed_up,
    "agree": _begun,
    "bot": _half_full,
    "claim": _abandoned,
    "direct": lambda place: place.opened("akros", "--director", "--clock", "move/60"),
    "free": lambda place: place.opened("amphipolis", "--seats", "3"),
    "join": lambda place: place.opened("akros", seats=0),
    "leave": _half_full,
    "move": _alone,
    "moves": _alone,
    "rematch": lambda place: _with_one_seat(place, place.match),
    "resign": _begun,
    "rotate": _begun,
    "sentences of docs/play.md": _alone,
}
"""What a command needs other than a match that is over and a record of one; gives the id of the match that it needs."""

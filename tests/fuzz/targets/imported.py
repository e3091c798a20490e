"""Records brought by strangers: refused with a reason, or archived; what may be forked can be shown to its end."""

import json
import random
import tempfile
from pathlib import Path

from clients.verify.files import lines_of
from domain.games import GAMES
from domain.kernel.event_types import EventTypes
from domain.kernel.game import EVERYTHING, SPECTATOR
from domain.kernel.record_reading import read_lines
from domain.kernel.replay import Replay
from service.archiving import Archiving
from service.errors import ServiceError
from service.foreign import demand_plausible
from service.record.archive import NEWEST, Room
from service.record.lines import split
from service.record.sqlite_archive import SqliteArchive
from service.wire.views import to_message as view_message
from tests.corpus.grow import FOLDER
from tests.fuzz.nonsense import retold

TYPES = EventTypes(GAMES.values())
_FILES = ("akros-aborted", "akros-a", "amphipolis-2-resigned", "amphipolis-3-a", "akrotiri-resigned")


def one(data: bytes) -> None:
    """The bytes as they are, and as the dice by which a good record is spoilt and signed anew."""
    _import(data)
    rng = random.Random(data)
    _import(retold(rng, list(rng.choice(_RECORDS))))


def _import(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = SqliteArchive(Path(folder) / "archive.db")
        try:
            Archiving(archive, GAMES, TYPES, 1)._take(content, "fuzz", "", Room(1024 * 1024))
        except ServiceError as refusal:
            if refusal.reason not in {"RECORD_NOT_VALID", "MESSAGE_TOO_LARGE"} or archive.page("", NEWEST, 1):
                raise
            return
        finally:
            archive.close()
    _fork(content)


def _fork(content: bytes) -> None:
    """What may be forked stands in this server's own record from then on, so all of it must be fit to be shown."""
    events = read_lines(split(content), TYPES).events()
    try:
        demand_plausible(events, GAMES)
    except ServiceError as refusal:
        if refusal.reason != "RECORD_NOT_VALID":
            raise
        return
    replay = Replay(events, GAMES)
    for seq in range(1, replay.last + 1, 5):
        for viewpoint in (EVERYTHING, SPECTATOR, 0):
            view_message(replay.at(seq), viewpoint)
    last = replay.at(replay.last)
    for seat in last.to_move:
        last.game.legal_moves(last.state, seat)


def _read(name: str) -> tuple[bytes, ...]:
    with (FOLDER / f"{name}.clio.gz").open("rb") as file:
        return tuple(lines_of(file))


_RECORDS = tuple(_read(name) for name in _FILES)
SEEDS = tuple(json.dumps(number).encode() for number in range(8))

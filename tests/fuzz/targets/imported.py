"""Records brought by strangers: refused with a reason, or archived; what may be forked can be shown to its end."""

import json
import random
import tempfile
from pathlib import Path

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.match.replay import Replay
from clio.kernel.match.visibility import Caller
from clio.kernel.record_format.reader import read_lines
from clio.server.app.import_validation import check_plausible
from clio.server.app.record_import import RecordImport
from clio.server.codec.views import to_message as view_message
from clio.server.errors import ServiceError
from clio.server.eventstore.archive import NEWEST, Room
from clio.server.eventstore.record_lines import split
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.verify.record_files import lines_of
from tests.corpus.grow import FOLDER
from tests.fuzz.nonsense import nonsense_record

TYPES = EventTypes(GAMES.values())
_FILES = ("akros-aborted", "akros-a", "amphipolis-2-resigned", "amphipolis-3-a", "akrotiri-resigned")


def one(data: bytes) -> None:
    """The bytes as they are, and as the dice by which a good record is changed and signed again."""
    _import(data)
    rng = random.Random(data)
    _import(nonsense_record(rng, list(rng.choice(_RECORDS))))


def _import(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = SqliteArchive(Path(folder) / "archive.db")
        try:
            RecordImport(archive, GAMES, TYPES, 1)._take([content], "fuzz", "", Room(1024 * 1024), Caller())
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
        check_plausible(events, GAMES)
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

"""What somebody signed with a key of their own can be kept, but not make this server lie or fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.caller import make
from tests.fuzz.hostile_call import HostileCall, kept_calls
from tests.fuzz.prepared import prepare
from tests.fuzz.settings import IN_PROCESS
from tests.kit.servers import running


def _calls(record: int) -> Iterator[HostileCall]:
    kept = kept_calls()
    yield from (kept[f"nonsense-{record}-{step}"] for step in ("a-import", "b-replay", "c-fork"))


@pytest.mark.parametrize("record", [1, 2])
async def test_nonsense_that_somebody_signed_is_neither_shown_nor_forked(tmp_path: Path, record: int) -> None:
    async with running(tmp_path, **IN_PROCESS) as server:
        await prepare(server.channel)
        written = server.clio.record.last_position()
        imported, shown, forked = [await make(server.channel, call) for call in _calls(record)]
        told = ("INVALID_ARGUMENT", "RECORD_NOT_VALID")
        # What is beyond a limit is not even archived.
        kept = imported.code == "OK"
        assert kept or (imported.code, imported.reason) == told
        for answer in (shown, forked):
            assert (answer.code, answer.reason) == (told if kept else ("NOT_FOUND", "MATCH_NOT_FOUND"))
        assert server.clio.record.last_position() == written

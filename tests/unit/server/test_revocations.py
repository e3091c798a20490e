"""The list of revocations survives a crash in the middle of a line."""

import stat
from pathlib import Path

from clio.kernel.events.lifecycle import Joined
from clio.kernel.match.commands import Lapse
from clio.server.auth.revocations import RevocationList, read_revocations
from tests.kit.fair_table import FairTable


def test_a_half_written_line_is_cut_off_before_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "revocations"
    RevocationList(path).note_key("a", "2026-01-02T03:04:05.000000Z")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with path.open("ab") as file:
        file.write(b"2026-01-02T03:04:05.000000Z ke")
    assert set(read_revocations([path]).keys) == {"a"}
    again = RevocationList(path)
    again.note_key("b", "2026-01-02T03:04:06.000000Z")
    again.note_key("c", "2026-01-02T03:04:06.000000Z")
    assert set(read_revocations([path]).keys) == {"a", "b", "c"}


def test_several_lists_are_one(tmp_path: Path) -> None:
    for name in ("a", "b"):
        RevocationList(tmp_path / name).note_key(name, "2026-01-02T03:04:05.000000Z")
    assert set(read_revocations([tmp_path / "a", tmp_path / "b"]).keys) == {"a", "b"}


def test_seats_that_were_lost_by_not_getting_ready_are_in_the_list(tmp_path: Path) -> None:
    table = FairTable(join=False)
    for seat in (0, 1):
        table.join(seat)
    joined = [event for event in table.events if isinstance(event.payload, Joined)]
    table.get_ready(1)
    (lapsed,) = table.wait(8 * 86_400).do(Lapse()).events
    path = tmp_path / "revocations"
    RevocationList(path).note_events([lapsed])
    revoked = read_revocations([path])
    assert [revoked.hash_after(event) for event in joined] == ["", f"{2:064x}"]

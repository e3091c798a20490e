import subprocess
import sys
from pathlib import Path

from tests.unit.repository.tree import ROOT


def _generated(proto: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (proto / "clio" / "v1").glob("*_pb2*.py*")}


def test_the_generated_code_is_what_the_proto_files_give(tmp_path: Path) -> None:
    command = ["make", "-s", "-o", "setup", "proto", f"PROTO_OUT={tmp_path}", f"BIN={Path(sys.executable).parent}"]
    (tmp_path / "clio" / "v1").mkdir(parents=True)
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    fresh, kept = _generated(tmp_path), _generated(ROOT / "proto")
    assert fresh
    stale = sorted(name for name in fresh | kept if fresh.get(name) != kept.get(name))
    assert not stale, "run `make proto`"

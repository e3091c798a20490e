"""``buf generate`` with the template of the repository; plugins are taken from here instead of from the network."""

import subprocess
import sys
from pathlib import Path

import yaml

from tests.kit.npm_package import typescript_client
from tests.unit.repository.tree import ROOT


def test_the_template_generates_a_typescript_client(tmp_path: Path) -> None:
    plugin = typescript_client() / "node_modules" / ".bin" / "protoc-gen-es"
    template = yaml.safe_load((ROOT / "buf.gen.yaml").read_text())
    (typescript,) = [each for each in template["plugins"] if each["out"] == "gen/typescript"]
    del typescript["remote"]
    template["plugins"] = [typescript | {"local": str(plugin), "out": str(tmp_path / "gen")}]
    (tmp_path / "buf.gen.yaml").write_text(yaml.safe_dump(template))
    buf = Path(sys.executable).with_name("buf")
    command = [buf, "generate", "--template", tmp_path / "buf.gen.yaml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    written = {str(file.relative_to(tmp_path / "gen")) for file in (tmp_path / "gen").rglob("*.ts")}
    assert {"clio/v1/match_service_pb.ts", "google/rpc/status_pb.ts"} <= written

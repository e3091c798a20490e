"""Modules of the web app in Node: bundled as the build does it, and called with JSON."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.kit.npm_package import typescript_client, web_packages
from tests.unit.repository.tree import ROOT

SOURCES = ROOT / "clients" / "web" / "src"
CALL = """
import * as module from "./bundle/module.mjs";
let text = "";
for await (const part of process.stdin) text += part;
process.stdout.write(JSON.stringify(JSON.parse(text).map(([name, ...given]) => module[name](...given) ?? null)));
"""


def call_web_module(module: str, calls: list[list[Any]], folder: Path) -> list[Any]:
    """Calls exported functions of a module, each with its arguments; the answers in order."""
    typescript_client()
    config = folder / "bundle.mjs"
    config.write_text(
        f"""export default {{
  input: {json.dumps(str(SOURCES / module))},
  output: {{ file: {json.dumps(str(folder / "bundle" / "module.mjs"))} }},
}};
"""
    )
    bundler = [str(web_packages() / ".bin" / "rolldown"), "-c", str(config), "--silent"]
    subprocess.run(bundler, cwd=ROOT / "clients" / "web", check=True, capture_output=True)
    script = folder / "call.mjs"
    script.write_text(CALL)
    made = subprocess.run(
        ["node", str(script)], input=json.dumps(calls), check=False, capture_output=True, text=True, timeout=60
    )
    assert made.returncode == 0, made.stderr
    answers: list[Any] = json.loads(made.stdout)
    return answers

"""The verifier of the TypeScript client, in one Node process for a whole test run."""

import atexit
import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from tests.kit.npm_package import typescript_client

SCRIPT = Path(__file__).with_name("third_verifier.mjs")


class ThirdVerifier:
    """Asks the process about one file after the other."""

    def __init__(self, *node_options: str) -> None:
        command = ["node", *node_options, str(SCRIPT), str(typescript_client() / "dist")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        atexit.register(self.close)

    def report(self, path: Path, key: str | None = None, origin: Path | None = None) -> dict[str, Any]:
        question = {"path": str(path), "key": key, "origin": str(origin) if origin else None}
        return self._ask(question)

    def peak_mib(self) -> float:
        """The most memory that the process has had."""
        return float(self._ask({"call": "peakMib", "arguments": []}))

    def verdicts(self, path: Path, key: str | None = None) -> tuple[str, str]:
        report = self.report(path, key)
        return report["integrity"]["verdict"], report["fairness"]["verdict"]

    def call(self, function: str, *arguments: object) -> Any:
        """The result of an exported function; bytes travel as hex, big numbers as decimal texts."""
        return self._ask({"call": function, "arguments": arguments})

    def close(self) -> None:
        if self._process.poll() is None:
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe:
                    pipe.close()
            self._process.wait(10)

    def _ask(self, question: dict[str, object]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the Node process has ended"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer["result"]


@cache
def third_verifier() -> ThirdVerifier:
    return ThirdVerifier()

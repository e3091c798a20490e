"""The TypeScript client reveals entropy once the record binds every seat, and for that round only."""

import asyncio
import json
from pathlib import Path

from tests.kit.npm_package import typescript_client

SCRIPT = Path(__file__).with_name("reveals.mjs")


async def test_an_operator_with_a_seat_learns_no_entropy_before_it_is_bound() -> None:
    process = await asyncio.create_subprocess_exec(
        *("node", str(SCRIPT), str(typescript_client() / "dist")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert json.loads(output) == {
        "free seat": {"said": [""], "reveals": [], "kept": 1},
        "own round": {"said": [""], "reveals": [True], "kept": 2},
        "sent again": {"said": ["ClioError", ""], "reveals": [True, True], "kept": 3},
        "sent in another round": {"said": ["ClioError", "HistoryError"], "reveals": [True], "kept": 2},
        "recorded in another round": {"said": ["HistoryError"], "reveals": [True], "kept": 2},
    }

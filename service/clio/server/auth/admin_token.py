"""The operator's token: from the settings, or drawn once and kept in a file that only its owner can read."""

import os
from pathlib import Path
from typing import Final

from clio.server.identifiers import new_token

_OWNER_ONLY: Final = 0o600


def admin_token(path: Path, given: str) -> str:
    """The token that calls of an operator must carry."""
    if given:
        return given
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    token = new_token()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token

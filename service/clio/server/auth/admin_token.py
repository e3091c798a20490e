"""The operator's token: from the settings, or generated once and stored in a file with mode 0600."""

import os
from pathlib import Path
from typing import Final

from clio.server.identifiers import new_token

_OWNER_ONLY: Final = 0o600


def admin_token(path: Path, given: str) -> str:
    """Returns the operator's token; creates the file on first use."""
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

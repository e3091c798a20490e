"""The name under which the shell finds this program."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "clio"


def command_name() -> str:
    """``clio`` where any terminal finds this very program by that name, else its path, quoted for a shell.

    An activated virtual environment does not count: another terminal has not activated it.
    """
    program = Path(sys.argv[0])
    if program.stem != NAME or not program.is_file():
        return NAME
    found = shutil.which(NAME, path=_lasting_path())
    if found is not None and Path(found).resolve() == program.resolve():
        return NAME
    return shlex.quote(str(program.absolute()))


def _lasting_path() -> str:
    active = os.environ.get("VIRTUAL_ENV", "")
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not active or not Path(folder).is_relative_to(active))

"""Builds a generation of a projection in its own process: ``python -m clio.server.projection_builder NAME NUMBER``.

The settings come in on standard input, which stays open as long as the server lives; progress goes out on standard
output, one JSON object a line.
"""

import os
import sys
import threading
from typing import Final

import msgspec

from clio.projections.runtime.build import GenerationBuilder, Progress
from clio.server.bootstrap import open_projection_context
from clio.server.observability import logging
from clio.server.observability.process_output import take_over
from clio.server.settings import settings_from_text

CONNECTIONS: Final = 4
"""The size of the builder's own pool for PostgreSQL: one view is written, another one compared with it."""


def main() -> None:
    """Reads the settings, builds, and exits with the server if that exits first."""
    os.nice(19)
    name, number = sys.argv[1], int(sys.argv[2])
    settings = settings_from_text(sys.stdin.readline())
    take_over(logging.configure(settings.log_level, settings.log_format))
    threading.Thread(target=_exit_with_the_server, daemon=True).start()
    context = open_projection_context(msgspec.structs.replace(settings, database_connections=CONNECTIONS))
    generations = {found.number: found for found in context.generation_store.generations() if found.name == name}
    serving = next((found for found in generations.values() if found.role == "serving"), None)
    generation = generations[number]
    builder = GenerationBuilder(context.record, context.generation_store, _report)
    builder.build(context.projections[name](), generation, serving if serving != generation else None)
    context.close()


def _report(progress: Progress) -> None:
    sys.stdout.write(msgspec.json.encode(progress).decode() + "\n")
    sys.stdout.flush()


def _exit_with_the_server() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()

"""The state of a generation, as operators see it."""

from typing import Literal, TypeAlias

import msgspec

from clio.projections.runtime.build import Progress
from clio.projections.storage.generation_store import Generation

Status: TypeAlias = Literal["following", "retrying", "stopped", "sealed", "building", "ready", "failed", "retired"]


class GenerationReport(msgspec.Struct, frozen=True):
    """The state of a generation, as shown to operators."""

    generation: Generation
    status: Status
    position: int
    lag: int
    error: str = ""
    progress: Progress | None = None

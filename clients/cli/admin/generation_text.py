"""Generations of projections in words."""

from collections.abc import Iterable

from clients.cli.output import Table
from clients.cli.plain import component_id
from clio.v1.projection_service_pb2 import BuildProgress, Comparison, Generation, GenerationStatus, Projection

_MEBIBYTE = 1024 * 1024
_DIGITS = 12


def table_of(projections: Iterable[Projection]) -> Table:
    """Every generation of every projection."""
    rows = [
        [
            projection.name,
            str(generation.number),
            f"{generation.version}" + (f" (code: {projection.version})" * (generation.version != projection.version)),
            status_of(generation) + (f": {generation.error}" if generation.error else ""),
            "yes" if generation.serving else "no",
            str(generation.position),
            str(generation.lag),
        ]
        for projection in projections
        for generation in projection.generations
    ]
    return Table(["projection", "generation", "version", "status", "serves", "position", "lag"], rows)


def status_of(generation: Generation) -> str:
    """What a generation is doing, in a word."""
    return component_id(GenerationStatus.DESCRIPTOR, generation.status)


def progress_in_words(progress: BuildProgress) -> str:
    """How far a building has come, and how fast."""
    return (
        f"{progress.events} of {progress.target} events in {progress.seconds:.1f} s, "
        f"{progress.rate:.0f} a second, {progress.peak_bytes / _MEBIBYTE:.0f} MiB at most"
    )


def comparison_in_words(comparison: Comparison) -> str:
    """Whether two generations are the same, and how they differ."""
    if comparison.old_digest == comparison.new_digest:
        return f"equal at position {comparison.position}: {comparison.new_digest[:_DIGITS]}"
    return (
        f"different at position {comparison.position}: {comparison.differing} changed, "
        f"{comparison.only_old} only in the old one, {comparison.only_new} only in the new one "
        f"({comparison.old_digest[:_DIGITS]} and {comparison.new_digest[:_DIGITS]})"
    )

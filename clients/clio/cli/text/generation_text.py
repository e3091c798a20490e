"""Texts about generations of projections."""

from collections.abc import Iterable

from clio.cli.i18n.translate import counted, filled, t
from clio.cli.render.component_counts import component_id
from clio.cli.render.output import Table
from clio.v1.projection_service_pb2 import BuildProgress, Comparison, Generation, GenerationStatus, Projection

_MEBIBYTE = 1024 * 1024
_DIGITS = 12
HEADINGS = ("projection", "generation", "version", "status", "serves", "position", "lag")


def table_of(projections: Iterable[Projection]) -> Table:
    """Tabulates every generation of every projection."""
    rows = [
        [
            projection.projection,
            str(generation.generation),
            _version(projection, generation),
            status_of(generation) + (f": {generation.error}" if generation.error else ""),
            t("yes") if generation.serving else t("no"),
            str(generation.position),
            str(generation.lag),
        ]
        for projection in projections
        for generation in projection.generations
    ]
    return Table([t(name) for name in HEADINGS], rows)


def status_of(generation: Generation) -> str:
    """The status of a generation."""
    return t(component_id(GenerationStatus.DESCRIPTOR, generation.status))


def progress_in_words(progress: BuildProgress) -> str:
    """Describes the progress and speed of a build."""
    return counted(
        "{events} of {number} event in {seconds} s, {rate} per second, at most {memory} MiB",
        "{events} of {number} events in {seconds} s, {rate} per second, at most {memory} MiB",
        progress.target,
        events=progress.events,
        seconds=f"{progress.elapsed.ToMilliseconds() / 1000:.1f}",
        rate=f"{progress.rate:.0f}",
        memory=f"{progress.peak_bytes / _MEBIBYTE:.0f}",
    )


def comparison_in_words(comparison: Comparison) -> str:
    """Describes the differences between two generations."""
    old, new = comparison.old_digest.hex()[:_DIGITS], comparison.new_digest.hex()[:_DIGITS]
    if comparison.old_digest == comparison.new_digest:
        return filled("equal at position {position}: {digest}", position=comparison.position, digest=new)
    return filled(
        "different at position {position}: {differing} changed, {only_old} only in the old one, "
        "{only_new} only in the new one ({old} and {new})",
        position=comparison.position,
        differing=comparison.differing,
        only_old=comparison.only_old,
        only_new=comparison.only_new,
        old=old,
        new=new,
    )


def _version(projection: Projection, generation: Generation) -> str:
    if generation.version == projection.version:
        return str(generation.version)
    return filled("{version} (code: {newer})", version=generation.version, newer=projection.version)

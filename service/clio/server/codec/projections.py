"""Projections as messages."""

from typing import Final

from google.protobuf.duration_pb2 import Duration

from clio.projections.runtime.build import Progress
from clio.projections.runtime.generation_report import GenerationReport, Status
from clio.projections.runtime.generations import ProjectionGenerations
from clio.projections.storage.comparison import Comparison, Difference
from clio.v1 import projection_service_pb2 as pb

STATUSES: Final[dict[Status, pb.GenerationStatus.ValueType]] = {
    "following": pb.GENERATION_STATUS_FOLLOWING,
    "retrying": pb.GENERATION_STATUS_RETRYING,
    "stopped": pb.GENERATION_STATUS_STOPPED,
    "sealed": pb.GENERATION_STATUS_SEALED,
    "building": pb.GENERATION_STATUS_BUILDING,
    "ready": pb.GENERATION_STATUS_READY,
    "failed": pb.GENERATION_STATUS_FAILED,
    "retired": pb.GENERATION_STATUS_RETIRED,
}


def to_projection(generations: ProjectionGenerations, reports: list[GenerationReport]) -> pb.Projection:
    """A projection with its generations."""
    return pb.Projection(
        projection=generations.projection.name,
        version=generations.projection.version,
        generations=[_generation(report) for report in reports],
    )


def to_comparison(comparison: Comparison) -> pb.Comparison:
    """The counts and digests of a comparison."""
    return pb.Comparison(
        position=comparison.position,
        old_digest=bytes.fromhex(comparison.old_digest),
        new_digest=bytes.fromhex(comparison.new_digest),
        differing=comparison.differing,
        only_old=comparison.only_old,
        only_new=comparison.only_new,
    )


def to_difference(difference: Difference) -> pb.Difference:
    """One document that differs."""
    return pb.Difference(table=difference.table, key=difference.key, old=difference.old, new=difference.new)


def _generation(report: GenerationReport) -> pb.Generation:
    generation = report.generation
    return pb.Generation(
        generation=generation.number,
        version=generation.version,
        status=STATUSES[report.status],
        serving=generation.role == "serving",
        position=report.position,
        lag=report.lag,
        error=report.error,
        progress=_progress(report.progress) if report.progress else None,
        comparison=to_comparison(generation.comparison) if generation.comparison else None,
    )


def _progress(progress: Progress) -> pb.BuildProgress:
    elapsed = Duration()
    elapsed.FromMicroseconds(round(progress.seconds * 1_000_000))
    return pb.BuildProgress(
        target=progress.target,
        events=progress.events,
        elapsed=elapsed,
        rate=progress.rate,
        peak_bytes=progress.peak_bytes,
    )

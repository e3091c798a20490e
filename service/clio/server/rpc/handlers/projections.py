"""ProjectionService."""

import asyncio
from collections.abc import Callable
from typing import Final

from clio.projections.runtime.generations import NotPossibleError, ProjectionGenerations
from clio.projections.runtime.supervisor import NoSuchProjectionError, ProjectionSupervisor
from clio.projections.storage.database import StoreUnavailableError
from clio.projections.storage.generation_store import Generation, NoSuchGenerationError
from clio.server import errors
from clio.server.app.pagination import after_token, page_size, page_token
from clio.server.codec.projections import to_comparison, to_difference, to_projection
from clio.server.rpc.caller import Context
from clio.v1 import projection_service_pb2 as pb
from clio.v1.projection_service_pb2_grpc import ProjectionServiceServicer


class ProjectionHandler(ProjectionServiceServicer):
    """Lists and rebuilds projections, for operators."""

    def __init__(self, projections: ProjectionSupervisor) -> None:
        self._projections: Final = projections

    async def ListProjections(self, request: pb.ListProjectionsRequest, context: Context) -> pb.ListProjectionsResponse:
        del request, context
        reports = await asyncio.to_thread(self._projections.report)
        shown = [to_projection(self._projections.generations(name), report) for name, report in sorted(reports.items())]
        return pb.ListProjectionsResponse(projections=shown, head=await asyncio.to_thread(self._projections.head))

    async def RebuildProjection(
        self, request: pb.RebuildProjectionRequest, context: Context
    ) -> pb.RebuildProjectionResponse:
        del context
        shown = await self._change(request.projection, lambda generations: generations.rebuild(switch=not request.hold))
        return pb.RebuildProjectionResponse(projection=shown)

    async def SwitchProjection(
        self, request: pb.SwitchProjectionRequest, context: Context
    ) -> pb.SwitchProjectionResponse:
        del context
        return pb.SwitchProjectionResponse(
            projection=await self._change(request.projection, ProjectionGenerations.switch)
        )

    async def DropProjection(self, request: pb.DropProjectionRequest, context: Context) -> pb.DropProjectionResponse:
        del context
        shown = await self._change(request.projection, lambda generations: generations.drop(request.generation))
        return pb.DropProjectionResponse(projection=shown)

    async def ResumeProjection(
        self, request: pb.ResumeProjectionRequest, context: Context
    ) -> pb.ResumeProjectionResponse:
        del context
        return pb.ResumeProjectionResponse(
            projection=await self._change(request.projection, ProjectionGenerations.resume)
        )

    async def DiffProjection(self, request: pb.DiffProjectionRequest, context: Context) -> pb.DiffProjectionResponse:
        del context
        generations = self._generations(request.projection)
        reports = await asyncio.to_thread(generations.report)
        compared = sorted(
            (report.generation for report in reports if report.generation.comparison is not None),
            key=lambda generation: generation.number,
        )
        chosen = [found for found in compared if request.generation in (0, found.number)]
        if not chosen:
            raise errors.projection_not_ready("No new generation has been compared with an old one.")
        return _page(chosen[-1], request)

    async def _change(self, name: str, change: Callable[[ProjectionGenerations], object]) -> pb.Projection:
        generations = self._generations(name)

        def changed() -> pb.Projection:
            change(generations)
            return to_projection(generations, generations.report())

        try:
            return await asyncio.to_thread(changed)
        except (NotPossibleError, NoSuchGenerationError) as error:
            raise errors.projection_not_ready(str(error)) from error
        except StoreUnavailableError as error:
            raise errors.projection_unavailable(name) from error

    def _generations(self, name: str) -> ProjectionGenerations:
        try:
            return self._projections.generations(name)
        except NoSuchProjectionError as error:
            raise errors.no_such_projection(name) from error


def _page(generation: Generation, request: pb.DiffProjectionRequest) -> pb.DiffProjectionResponse:
    comparison = generation.comparison
    if comparison is None:
        raise ValueError("a generation without a comparison was chosen")
    size = page_size(request.page_size)
    filters = (generation.name, generation.number)
    after = after_token(request.page_token, filters, int)
    first = int(after[0]) if after else 0
    page = comparison.listed[first : first + size]
    more = first + size < len(comparison.listed)
    return pb.DiffProjectionResponse(
        generation=generation.number,
        comparison=to_comparison(comparison),
        differences=[to_difference(difference) for difference in page],
        next_page_token=page_token((first + size,), filters) if more else "",
    )

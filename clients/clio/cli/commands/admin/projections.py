"""clio admin projections: status and rebuilds."""

import asyncio

import click

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.render.json_output import to_json_value
from clio.cli.session.operator_token import operator_of, operator_option
from clio.cli.session.session import Session, server_command
from clio.cli.text.generation_text import comparison_in_words, progress_in_words, table_of
from clio.client.client import LARGEST_PAGE
from clio.client.operator import OperatorCalls
from clio.v1.projection_service_pb2 import (
    GENERATION_STATUS_BUILDING,
    GENERATION_STATUS_FAILED,
    GENERATION_STATUS_READY,
    Difference,
    Generation,
    Projection,
)

POLL_SECONDS = 0.5


@click.group("projections")
def command() -> None:
    """Show and rebuild projections.

    Lists, standings and statistics are read from them.

    \b
    Example:
      clio admin projections list
      clio admin projections rebuild standings --hold
      clio admin projections diff standings
      clio admin projections switch standings
      clio admin projections drop standings
    """  # noqa: D301 (Click's mark for lines to keep)


@command.command("list")
@operator_option
@server_command
async def list_command(session: Session, token: str) -> None:
    """List all projections: version, position, lag and rebuilds.

    \b
    Example:
      clio admin projections list
    """  # noqa: D301 (Click's mark for lines to keep)
    found = await operator_of(session, token).list_projections().first_page()
    if session.out.as_json:
        session.out.document(to_json_value(found))
        return
    session.out.line(filled("the record's last position: {position}", position=found.head))
    session.out.table(table_of(found.projections))
    for projection in found.projections:
        for generation in projection.generations:
            _print(session, projection.projection, generation)


@command.command("rebuild")
@click.argument("name")
@click.option("--hold", is_flag=True, help="Do not switch automatically; use clio admin projections switch.")
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait and show the progress.")
@operator_option
@server_command
async def rebuild_command(session: Session, *, name: str, hold: bool, wait: bool, token: str) -> None:
    """Rebuild the projection NAME, compare it, and switch to it.

    \b
    Example:
      clio admin projections rebuild standings
    """  # noqa: D301 (Click's mark for lines to keep)
    operator = operator_of(session, token)
    started = await operator.rebuild_projection(name, hold=hold)
    number = max(generation.generation for generation in started.generations)
    projection = await _awaited(session, operator, name, number) if wait else started
    if session.out.as_json:
        session.out.document({"projection": to_json_value(projection)})
        return
    session.out.table(table_of([projection]))
    for generation in projection.generations:
        if generation.generation == number:
            _print(session, name, generation)


@command.command("diff")
@click.argument("name")
@click.option("--generation", type=click.IntRange(min=1), help="The new generation (default: the latest compared).")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="Maximum number of results.")
@operator_option
@server_command
async def diff_command(session: Session, name: str, generation: int | None, limit: int, token: str) -> None:
    """List what the new generation of NAME changes.

    It is compared with the one it replaces, at the same position.

    \b
    Example:
      clio admin projections diff standings
    """  # noqa: D301 (Click's mark for lines to keep)
    operator = operator_of(session, token)
    differences: list[Difference] = []
    found = operator.diff_projection(name, generation=generation, page_size=min(limit, LARGEST_PAGE))
    async for page in found.pages():
        differences += page.differences
        if len(differences) >= limit:
            break
    shown = differences[:limit]
    if session.out.as_json:
        session.out.document(
            {
                "generation": page.generation,
                "comparison": to_json_value(page.comparison),
                "differences": [to_json_value(difference) for difference in shown],
            }
        )
        return
    compared = comparison_in_words(page.comparison)
    session.out.line(
        filled("{name}, generation {number}: {comparison}", name=name, number=page.generation, comparison=compared)
    )
    none = f"({t('nothing')})"
    for difference in shown:
        session.out.line(f"{difference.table} {difference.key}")
        session.out.line(f"  - {difference.old or none}")
        session.out.line(f"  + {difference.new or none}")


@command.command("switch")
@click.argument("name")
@operator_option
@server_command
async def switch_command(session: Session, name: str, token: str) -> None:
    """Switch to the new generation of NAME.

    The old one is kept until it is dropped.

    \b
    Example:
      clio admin projections switch standings
    """  # noqa: D301 (Click's mark for lines to keep)
    _show(session, await operator_of(session, token).switch_projection(name))


@command.command("drop")
@click.argument("name")
@click.option("--generation", type=click.IntRange(min=1), help="Only this one (default: all that do not serve).")
@operator_option
@server_command
async def drop_command(session: Session, name: str, generation: int | None, token: str) -> None:
    """Remove the generations of NAME that are not in use.

    \b
    Example:
      clio admin projections drop standings
    """  # noqa: D301 (Click's mark for lines to keep)
    operator = operator_of(session, token)
    _show(session, await operator.drop_projection(name, generation=generation or 0))


@command.command("resume")
@click.argument("name")
@operator_option
@server_command
async def resume_command(session: Session, name: str, token: str) -> None:
    """Resume the projection NAME after an error.

    It stops at an event that it cannot process.

    \b
    Example:
      clio admin projections resume standings
    """  # noqa: D301 (Click's mark for lines to keep)
    _show(session, await operator_of(session, token).resume_projection(name))


async def _awaited(session: Session, operator: OperatorCalls, name: str, number: int) -> Projection:
    """Polls until the generation serves or is ready to; prints its progress."""
    last_text = ""
    while True:
        found = await operator.list_projections().first_page()
        projection = next(each for each in found.projections if each.projection == name)
        generation = next((each for each in projection.generations if each.generation == number), Generation())
        if generation.status == GENERATION_STATUS_FAILED:
            reason = filled("{name} could not be built: {error}.", name=name, error=generation.error)
            raise Failure(ExitCode.REFUSED, "BUILD_FAILED", reason)
        if generation.HasField("progress"):
            last_text = _print_progress(session, last_text, progress_in_words(generation.progress))
        if generation.status not in (GENERATION_STATUS_BUILDING, GENERATION_STATUS_READY):
            return projection
        if generation.status == GENERATION_STATUS_READY and generation.lag == 0:
            return projection
        await asyncio.sleep(POLL_SECONDS)


def _print_progress(session: Session, last_text: str, text: str) -> str:
    if text != last_text:
        session.out.aside(text)
    return text


def _print(session: Session, name: str, generation: Generation) -> None:
    if generation.HasField("progress"):
        progress = progress_in_words(generation.progress)
        session.out.line(
            filled("{name} {number} built: {progress}", name=name, number=generation.generation, progress=progress)
        )
    if generation.HasField("comparison"):
        session.out.line(f"{name} {generation.generation}: {comparison_in_words(generation.comparison)}")


def _show(session: Session, projection: Projection) -> None:
    if session.out.as_json:
        session.out.document({"projection": to_json_value(projection)})
    else:
        session.out.table(table_of([projection]))

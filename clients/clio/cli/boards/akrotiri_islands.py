"""Islands of Akrotiri in words: docks, icons, cubes, temples and the distance from Thera."""

from clio.cli.boards.akrotiri_quarter import TEMPLES, colour, cube_letter, terrain_letter
from clio.cli.i18n.translate import t
from clio.cli.render.canvas import Span
from clio.cli.render.component_counts import component_id
from clio.cli.render.styles import BOLD
from clio.v1.akrotiri_pb2 import AkrotiriIslandView, AkrotiriTerrain, AkrotiriView


def islands_in_words(board: AkrotiriView) -> list[list[Span]]:
    """The islands with docks, cubes or temples, the richest first: docks, icons, cubes, temples, distance."""
    rows = [island for island in board.islands if island.docks or island.cubes or island.temples]
    rows.sort(key=lambda island: (-sum(row.count for row in island.cubes), island.island))
    return [_island(island) for island in rows]


def _island(island: AkrotiriIslandView) -> list[Span]:
    cubes = "".join(
        cube_letter(colour(row.colour)) * row.count for row in sorted(island.cubes, key=lambda row: row.colour)
    )
    icons = "".join(
        terrain_letter(component_id(AkrotiriTerrain.DESCRIPTOR, row.terrain)) * row.count
        for row in sorted(island.icons, key=lambda row: row.terrain)
    )
    reach = str(island.portages) if island.HasField("portages") else "-"
    temples = "".join(TEMPLES[seat] for seat in island.temples)
    docks = ",".join(f"d{dock}" for dock in island.docks)
    return [
        Span(f"{t('island')} {island.island:>2} ", f"land{island.island % 6}"),
        Span(docks, BOLD),
        Span(f" {icons}" if icons else ""),
        Span(f" {t('cubes')} {cubes}" if cubes else ""),
        Span(f" {t('temple')} {temples}" if temples else ""),
        Span(f" {t('portages')} {reach}"),
    ]

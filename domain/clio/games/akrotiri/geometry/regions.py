"""Regions of connected points: an immutable union-find; joining points makes a new value.

Islands are regions of grid vertices, route networks are regions of exits.
"""

from collections.abc import Iterable, Sequence

import msgspec

from clio.games.akrotiri.geometry.grid import Point


class Region(msgspec.Struct, frozen=True, gc=False):
    """Connected points and the docks on them; joined regions keep the oldest number."""

    id: int
    points: tuple[Point, ...]
    docks: tuple[int, ...]


class Regions(msgspec.Struct, frozen=True):
    """All regions of one kind."""

    number_at: dict[Point, int] = {}
    regions: dict[int, Region] = {}
    fresh: int = 1

    def at(self, point: Point) -> Region:
        """The region of a point that is on the map."""
        return self.regions[self.number_at[point]]

    def joined(self, groups: Iterable[Sequence[Point]], docks: Iterable[tuple[Point, int]]) -> "Regions":
        """The regions after joining the points of each group and adding docks."""
        number_at = self.number_at.copy()
        regions = self.regions.copy()
        fresh = self.fresh
        for group in groups:
            fresh += _join(number_at, regions, group, fresh)
        for point, dock in docks:
            region = regions[number_at[point]]
            regions[region.id] = Region(region.id, region.points, (*region.docks, dock))
        return Regions(number_at, regions, fresh)


def _join(number_at: dict[Point, int], regions: dict[int, Region], group: Sequence[Point], fresh: int) -> int:
    """Joins the group into one region; returns how many new region numbers that took."""
    new = tuple(point for point in group if point not in number_at)
    old = sorted({number_at[point] for point in group if point in number_at})
    if not old:
        regions[fresh] = Region(fresh, new, ())
        number_at.update(dict.fromkeys(new, fresh))
        return 1
    keep, *absorbed = old
    if new or absorbed:
        kept = regions[keep]
        gone = [regions.pop(number) for number in absorbed]
        points = sum((region.points for region in gone), new)
        docks = sum((region.docks for region in gone), kept.docks)
        number_at.update(dict.fromkeys(points, keep))
        regions[keep] = Region(keep, kept.points + points, docks)
    return 0

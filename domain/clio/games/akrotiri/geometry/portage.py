"""The distance of islands from Thera, in portages."""

from clio.games.akrotiri.geometry.island_map import IslandMap


def portages_from_thera(archipelago: IslandMap) -> dict[int, int]:
    """The smallest number of portages from a Thera dock to each island; islands out of reach are absent."""
    distances: dict[int, int] = {}
    seen: set[int] = set()
    shore = {archipelago.networks.number_at[archipelago.hub]}
    portages = 0
    while shore:
        seen |= shore
        landed = [
            dock
            for network in sorted(shore)
            for dock in archipelago.networks.regions[network].docks
            if archipelago.island_of_dock(dock).id not in distances
        ]
        islands = {archipelago.island_of_dock(dock).id for dock in landed}
        distances.update(dict.fromkeys(sorted(islands), portages))
        shore = {
            archipelago.network_of_dock(dock).id
            for island in islands
            for dock in archipelago.islands.regions[island].docks
        } - seen
        portages += 1
    return distances


def are_straits_apart(archipelago: IslandMap, island: int, other: int) -> bool:
    """Whether no single move that keeps off the Thera board leads from a dock of one island to the other's."""
    if island == other:
        return False
    routes = [
        {
            archipelago.straits.number_at[archipelago.dock(dock).route]
            for dock in archipelago.islands.regions[number].docks
            if not archipelago.is_thera(dock)
        }
        for number in (island, other)
    ]
    return routes[0].isdisjoint(routes[1])

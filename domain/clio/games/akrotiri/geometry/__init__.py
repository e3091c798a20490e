"""The map as pure geometry: tiles, route networks, islands, docks. It knows no turns, cubes or money."""

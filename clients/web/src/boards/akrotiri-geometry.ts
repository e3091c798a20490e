/** Geometry of Akrotiri's map: cells, corners, and the outlines of land, routes and docks on a tile. */

import { AkrotiriCorner, AkrotiriRotation, AkrotiriSide } from "clio-referee/contract/akrotiri";
import type { AkrotiriTileDesign, AkrotiriTileDock } from "clio-referee/contract/akrotiri_components";

export const CELL = 100;
/** How far land reaches along a side: equal on all tiles, so that coasts meet. */
export const LAND = 38;
const HALF = CELL / 2;
/** How far an inlet reaches into the land around it. */
const INLET = 24;

export interface Point {
  x: number;
  y: number;
}

/** Turns a side or a corner clockwise: their enums are in clockwise order. */
export function turned<T extends AkrotiriSide | AkrotiriCorner>(part: T, rotation: AkrotiriRotation): T {
  return (((part - 1 + Math.max(0, rotation - 1)) % 4) + 1) as T;
}

export function degrees(rotation: AkrotiriRotation): number {
  return 90 * Math.max(0, rotation - 1);
}

/** Turns a point of a cell clockwise around its middle, by quarters. */
function spun({ x, y }: Point, quarters: number): Point {
  const [dx, dy] = [x - HALF, y - HALF];
  const [cos, sin] = [[1, 0], [0, 1], [-1, 0], [0, -1]][((quarters % 4) + 4) % 4] as [number, number];
  return { x: HALF + dx * cos - dy * sin, y: HALF + dx * sin + dy * cos };
}

/** A path of commands and points, turned clockwise by quarters. */
function path(quarters: number, ...parts: (string | [number, number])[]): string {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const { x, y } = spun({ x: part[0], y: part[1] }, quarters);
    return `${round(x)} ${round(y)}`;
  }).join(" ");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The point of a quadrant at a distance from its corner along both sides. */
export function inQuadrant(corner: AkrotiriCorner, along: number, down: number = along): Point {
  return spun({ x: along, y: down }, corner - 1);
}

export function sidePoint(side: AkrotiriSide): Point {
  return spun({ x: HALF, y: 0 }, side - 1);
}

/** The land at a corner: a quarter of an island whose coast bulges differently at each corner. */
export function cornerLand(corner: AkrotiriCorner, swell = 1): string {
  const middle = LAND * 0.7071 * (1 + 0.07 * swell);
  const pull = LAND * 0.27;
  const bend = LAND * (0.19 - 0.02 * swell);
  return path(
    corner - 1, "M", [0, 0], "L", [LAND, 0], "C", [LAND, pull], [middle + bend, middle - bend], [middle, middle],
    "C", [middle - bend, middle + bend], [pull, LAND], [0, LAND], "Z",
  );
}

/** Land along a side, from corner to corner; an inlet leads in where a route ends on the tile. */
function sideLand(side: AkrotiriSide, inlet: boolean): string {
  const [left, right] = [41, CELL - 41];
  const mouth: (string | [number, number])[] = inlet
    ? ["L", [LAND, 0], "C", [LAND, 8], [left, 10], [left, 16], "L", [left, INLET], "C", [left, INLET + 11], [right, INLET + 11], [right, INLET],
       "L", [right, 16], "C", [right, 10], [CELL - LAND, 8], [CELL - LAND, 0]]
    : [];
  return path(
    side - 1, "M", [0, 0], ...mouth, "L", [CELL, 0], "L", [CELL, LAND], "C", [86, LAND], [70, 46], [HALF, 45], "C", [30, 46], [14, LAND], [0, LAND], "Z",
  );
}

/** A band of land from a corner to the opposite one, between two curves of routes. */
function diagonalLand(corner: AkrotiriCorner): string {
  const far = CELL - LAND;
  return path(
    corner - 1, "M", [0, 0], "L", [LAND, 0], "C", [LAND, 34], [66, far], [CELL, far], "L", [CELL, CELL], "L", [far, CELL], "C", [far, 66], [34, LAND], [0, LAND], "Z",
  );
}

/** The outlines of a land zone; they overlap where they join. */
function zoneLand(zone: ReadonlySet<AkrotiriCorner>, stubs: ReadonlySet<AkrotiriSide>): string[] {
  const outlines: string[] = [];
  const joined = new Set<AkrotiriCorner>();
  for (const corner of zone) {
    const next = turned(corner, AkrotiriRotation.R90);
    if (!zone.has(next)) continue;
    // NW and NE share the north side, NE and SE the east side: the side has the number of the first corner.
    const side = corner as number as AkrotiriSide;
    outlines.push(sideLand(side, stubs.has(side)));
    joined.add(corner).add(next);
  }
  const [first] = zone;
  if (zone.size === 2 && joined.size === 0 && first) return [diagonalLand(first)];
  for (const corner of zone) if (!joined.has(corner)) outlines.push(cornerLand(corner, (corner % 3) - 1));
  return outlines;
}

/** A network of routes as the path of a line. */
function routeLine(exits: readonly AkrotiriSide[]): string {
  const [one, other] = exits;
  if (exits.length === 1 && one) return path(one - 1, "M", [HALF, 0], "L", [HALF, INLET]);
  if (exits.length === 2 && one && other) {
    if ((other - one) % 2 === 0) return path(one - 1, "M", [HALF, 0], "L", [HALF, CELL]);
    // The curve keeps the same distance from the corner between its sides.
    const first = turned(one, AkrotiriRotation.R90) === other ? one : other;
    return path(first - 1, "M", [HALF, 0], "C", [HALF, 27.6], [72.4, HALF], [CELL, HALF]);
  }
  const closed = ([1, 2, 3, 4] as AkrotiriSide[]).find((side) => !exits.includes(side));
  if (exits.length === 3 && closed) {
    return path(closed - 1, "M", [0, HALF], "C", [26, HALF], [32, 58], [HALF, 58], "C", [68, 58], [74, HALF], [CELL, HALF], "M", [HALF, CELL], "L", [HALF, 58]);
  }
  return `M${HALF} 0V${CELL}M0 ${HALF}H${CELL}`;
}

export interface ZoneShape {
  /** The corners as they lie on the map. */
  corners: AkrotiriCorner[];
  land: string[];
}

export interface RouteShape {
  exits: AkrotiriSide[];
  line: string;
}

export interface TileShape {
  zones: ZoneShape[];
  routes: RouteShape[];
}

/** The outlines of a tile design, turned. */
export function tileShape(design: AkrotiriTileDesign, rotation: AkrotiriRotation): TileShape {
  const networks = design.networks.map(({ exits }) => exits.map((exit) => turned(exit, rotation)));
  const stubs = new Set(networks.filter((exits) => exits.length === 1).flat());
  const zones = design.zones.map(({ corners }) => {
    const zone = corners.map((corner) => turned(corner, rotation));
    return { corners: zone, land: zoneLand(new Set(zone), stubs) };
  });
  return { zones, routes: networks.map((exits) => ({ exits, line: routeLine(exits) })) };
}

/** Where the pier of a dock lies in its cell, and which way it points into the water, in degrees from the east. */
export interface Pier extends Point {
  heading: number;
}

/** The pier of a dock: at the end of an inlet, at the coast of its corner, or at the band beside a curve. */
export function pierOf(design: AkrotiriTileDesign, dock: AkrotiriTileDock, rotation: AkrotiriRotation): Pier {
  const corner = turned(dock.corner, rotation);
  const exits = (design.networks.find((network) => network.exits.includes(dock.exit))?.exits ?? []).map((exit) => turned(exit, rotation));
  const [one, other] = exits;
  if (exits.length === 1 && one) return { ...spun({ x: HALF, y: INLET + 7 }, one - 1), heading: 90 * (one - 1) - 90 };
  if (exits.length === 2 && one && other && (other - one) % 2 !== 0) {
    const first = turned(one, AkrotiriRotation.R90) === other ? one : other;
    const inside = turned(first as number as AkrotiriCorner, AkrotiriRotation.R90);
    if (inside !== corner) return bandPier(inside, corner);
  }
  return { ...inQuadrant(corner, 28), heading: 90 * (corner - 1) + 45 };
}

/** The pier at a band, beside a curve around the corner `inside`. */
function bandPier(inside: AkrotiriCorner, corner: AkrotiriCorner): Pier {
  const before = turned(corner, AkrotiriRotation.R90) === inside;
  // In the frame where the curve is around NE: a pier of NW lies near the north side, one of SE near the east side.
  const angle = ((before ? 153 : 117) * Math.PI) / 180;
  const point = { x: CELL + 61 * Math.cos(angle), y: 61 * Math.sin(angle) };
  return { ...spun(point, inside - 2), heading: (before ? -27 : -63) + 90 * (inside - 2) };
}

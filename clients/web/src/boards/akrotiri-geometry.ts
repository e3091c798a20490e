/** Geometry of Akrotiri's map: cells, sides, corners, and the shapes of land and routes on a tile. */

import { AkrotiriCorner, AkrotiriRotation, AkrotiriSide } from "clio-referee/contract/akrotiri";
import type { AkrotiriTileDesign } from "clio-referee/contract/akrotiri_components";

export const CELL = 100;
const LAND = 38;
const HALF = CELL / 2;

export interface Point {
  x: number;
  y: number;
}

/** Turns a side or a corner clockwise: their enums are in clockwise order. */
export function turned<T extends AkrotiriSide | AkrotiriCorner>(part: T, rotation: AkrotiriRotation): T {
  return (((part - 1 + Math.max(0, rotation - 1)) % 4) + 1) as T;
}

export function cornerPoint(corner: AkrotiriCorner): Point {
  const east = corner === AkrotiriCorner.NE || corner === AkrotiriCorner.SE;
  const south = corner === AkrotiriCorner.SE || corner === AkrotiriCorner.SW;
  return { x: east ? CELL : 0, y: south ? CELL : 0 };
}

/** Where something lies in the quadrant of a corner; 0 at the corner, 1 in the middle of the cell. */
export function towards(corner: AkrotiriCorner, share: number): Point {
  const { x, y } = cornerPoint(corner);
  return { x: x + (HALF - x) * share, y: y + (HALF - y) * share };
}

export function sidePoint(side: AkrotiriSide): Point {
  if (side === AkrotiriSide.N) return { x: HALF, y: 0 };
  if (side === AkrotiriSide.E) return { x: CELL, y: HALF };
  if (side === AkrotiriSide.S) return { x: HALF, y: CELL };
  return { x: 0, y: HALF };
}

/** The quarter disc of land at a corner, as a path. */
export function landDisc(corner: AkrotiriCorner): string {
  const { x, y } = cornerPoint(corner);
  const dx = x === 0 ? LAND : -LAND;
  const dy = y === 0 ? LAND : -LAND;
  const sweep = dx > 0 === dy > 0 ? 1 : 0;
  return `M${x} ${y}H${x + dx}A${LAND} ${LAND} 0 0 ${sweep} ${x} ${y + dy}Z`;
}

/** The shapes that join the corners of a land zone. */
export function landBridges(zone: readonly AkrotiriCorner[], stubs: ReadonlySet<AkrotiriSide>): string[] {
  const corners = new Set(zone);
  const bridges: string[] = [];
  for (let place = 1; place <= 4; place++) {
    const one = place as AkrotiriCorner;
    const other = ((place % 4) + 1) as AkrotiriCorner;
    if (!corners.has(one) || !corners.has(other)) continue;
    bridges.push(sideBridge(one, other, stubs.has(sideBetween(one))));
  }
  for (const one of [AkrotiriCorner.NW, AkrotiriCorner.NE]) {
    const opposite = (one + 2) as AkrotiriCorner;
    if (corners.has(one) && corners.has(opposite) && corners.size === 2) bridges.push(diagonal(one));
  }
  return bridges;
}

/** NW and NE share the north side, NE and SE the east side, and so on: the side has the corner's number. */
function sideBetween(corner: AkrotiriCorner): AkrotiriSide {
  return corner as number as AkrotiriSide;
}

function sideBridge(one: AkrotiriCorner, other: AkrotiriCorner, withRoute: boolean): string {
  const a = cornerPoint(one);
  const b = cornerPoint(other);
  const inward = { x: Math.sign(HALF - (a.x + b.x) / 2), y: Math.sign(HALF - (a.y + b.y) / 2) };
  const depth = withRoute ? LAND + 6 : LAND - 5;
  const start = withRoute ? 12 : 0;
  const shift = (point: Point, by: number): string => `${point.x + inward.x * by} ${point.y + inward.y * by}`;
  return `M${shift(a, start)}L${shift(b, start)}L${shift(b, depth)}L${shift(a, depth)}Z`;
}

/** A band from corner to corner that stays inside the cell. */
function diagonal(one: AkrotiriCorner): string {
  const width = 26;
  const far = CELL - width;
  return one === AkrotiriCorner.NW
    ? `M0 0H${width}L${CELL} ${far}V${CELL}H${far}L0 ${width}Z`
    : `M${CELL} 0V${width}L${width} ${CELL}H0V${far}L${far} 0Z`;
}

/** A network of routes as the path of a line. */
export function routeLine(exits: readonly AkrotiriSide[]): string {
  const points = exits.map(sidePoint);
  const [one, other] = points;
  if (points.length === 1 && one) return `M${one.x} ${one.y}L${one.x + (HALF - one.x) * 0.5} ${one.y + (HALF - one.y) * 0.5}`;
  if (points.length === 2 && one && other) {
    const straight = one.x === other.x || one.y === other.y;
    return `M${one.x} ${one.y}${straight ? `L${other.x} ${other.y}` : `Q${HALF} ${HALF} ${other.x} ${other.y}`}`;
  }
  return points.map((point) => `M${point.x} ${point.y}L${HALF} ${HALF}`).join("");
}

export interface TileShape {
  land: string[];
  routes: string[];
  /** Where a route ends on the tile. */
  ends: Point[];
}

/** The drawing of a tile design, turned. */
export function tileShape(design: AkrotiriTileDesign, rotation: AkrotiriRotation): TileShape {
  const networks = design.networks.map(({ exits }) => exits.map((exit) => turned(exit, rotation)));
  const stubs = new Set(networks.filter((exits) => exits.length === 1).flat());
  const land: string[] = [];
  for (const { corners } of design.zones) {
    const zone = corners.map((corner) => turned(corner, rotation));
    land.push(...zone.map(landDisc), ...landBridges(zone, stubs));
  }
  const ends = [...stubs].map(sidePoint).map(({ x, y }) => ({ x: x + (HALF - x) * 0.5, y: y + (HALF - y) * 0.5 }));
  return { land, routes: networks.map(routeLine), ends };
}

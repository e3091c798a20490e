/** The ground of Akrotiri's map in layers: sea, surf, shore, land by island, routes by network, and the Thera board. */

import { AkrotiriCorner, AkrotiriRotation, type AkrotiriIslandView, type AkrotiriView } from "clio-referee/contract/akrotiri";
import type { AkrotiriTileDesign } from "clio-referee/contract/akrotiri_components";
import type { ComponentChild } from "preact";
import { useId } from "preact/hooks";

import { t } from "../i18n/translate";
import { at, Frame } from "./akrotiri-frame";
import { CELL, inQuadrant, LAND, type Point, sidePoint, tileShape, turned } from "./akrotiri-geometry";
import { TerrainIcon, terrainName } from "./akrotiri-pieces";
import { Kept } from "./kept";

export type Designs = ReadonlyMap<string, AkrotiriTileDesign>;

/** How far the island of Thera reaches, and the route around it. */
const THERA = 47;
const RING = 61;
/** The land at the rim of the Thera board is flat, so that the route passes. */
const RIM = 26;

interface Outline {
  island: number;
  origin: Point;
  path: string;
}

interface Line {
  network: number;
  origin: Point;
  path: string;
}

export interface GroundShape {
  outlines: Outline[];
  lines: Line[];
}

/** All outlines of land and lines of routes, with their islands and networks. */
export function groundShape(view: AkrotiriView, designs: Designs, frame: Frame): GroundShape {
  const outlines: Outline[] = [];
  const lines: Line[] = [];
  for (const tile of view.tiles) {
    const design = designs.get(tile.tile);
    if (!design) continue;
    const origin = frame.origin(tile.x, tile.y);
    const shape = tileShape(design, frame.rotation(tile.rotation));
    for (const { corners, land } of shape.zones) {
      const island = tile.land.find(({ corner }) => corners.includes(frame.corner(corner)))?.island ?? -1;
      outlines.push(...land.map((path) => ({ island, origin, path })));
    }
    for (const { exits, line } of shape.routes) {
      const network = tile.routes.find(({ side }) => exits.includes(frame.side(side)))?.network ?? -1;
      lines.push({ network, origin, path: line });
    }
  }
  for (const cell of view.thera) {
    const origin = frame.origin(cell.x, cell.y);
    for (const { corner, island } of cell.land) {
      const shown = frame.corner(corner);
      if (isHome(origin, shown)) continue;
      outlines.push({ island, origin, path: rimLand(origin, shown) });
    }
    for (const { side, network } of cell.routes) {
      const from = sidePoint(frame.side(side));
      const end = onRing({ x: origin.x + from.x, y: origin.y + from.y });
      lines.push({ network, origin, path: `M${from.x} ${from.y}L${end.x - origin.x} ${end.y - origin.y}` });
    }
  }
  return { outlines, lines };
}

function isHome({ x, y }: Point, corner: AkrotiriCorner): boolean {
  const home = x < 0 ? (y < 0 ? AkrotiriCorner.SE : AkrotiriCorner.NE) : y < 0 ? AkrotiriCorner.SW : AkrotiriCorner.NW;
  return corner === home;
}

/** A quarter of the land at the rim: round at the board's corners, flat at the middles of its sides. */
function rimLand(origin: Point, corner: AkrotiriCorner): string {
  const vertex = inQuadrant(corner, 0);
  const inward = { x: vertex.x === 0 ? 1 : -1, y: vertex.y === 0 ? 1 : -1 };
  const [rx, ry] = origin.x + vertex.x === 0 ? [LAND, RIM] : origin.y + vertex.y === 0 ? [RIM, LAND] : [LAND, LAND];
  const sweep = inward.x === inward.y ? 1 : 0;
  return `M${vertex.x} ${vertex.y}h${rx * inward.x}A${rx} ${ry} 0 0 ${sweep} ${vertex.x} ${vertex.y + ry * inward.y}Z`;
}

function onRing({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return { x: Math.round((RING * x) / length), y: Math.round((RING * y) / length) };
}

/** An island in a sentence. */
export function islandSentence(island: AkrotiriIslandView): string {
  const parts = island.icons.filter(({ count }) => count > 0).map(({ terrain, count }) => `${count} × ${t(terrainName(terrain))}`);
  parts.push(island.completed ? t("completed") : t("can still grow"));
  if (island.portages !== undefined && !island.thera) parts.push(t("{count} portages from Thera", { count: island.portages }));
  return `${island.thera ? "Thera" : t("island {number}", { number: island.island })}: ${parts.join(", ")}`;
}

interface GroundProps {
  view: AkrotiriView;
  designs: Designs;
  frame: Frame;
  /** Islands that stand out. */
  lit: ReadonlySet<number>;
  /** Networks on which the boat of the mover can sail. */
  reach: ReadonlySet<number>;
}

/** The layers are kept apart by what they are drawn from: a boat that sails changes no coast. */
export function Ground({ view, designs, frame, lit, reach }: GroundProps): ComponentChild {
  const { tiles, thera, islands, temples } = view;
  const layout = [tiles, thera, frame.flipped, designs.size];
  return (
    <g>
      <Kept by={layout} draw={() => <Coast view={view} designs={designs} frame={frame} />} />
      <Kept by={[layout, islands, [...lit]]} draw={() => <Land view={view} designs={designs} frame={frame} lit={lit} />} />
      <TheraTown />
      <Kept by={[layout, [...reach]]} draw={() => <Routes view={view} designs={designs} frame={frame} reach={reach} />} />
      <Kept by={[tiles, temples, frame.flipped]} draw={() => <Icons view={view} frame={frame} />} />
    </g>
  );
}

function Coast({ view, designs, frame }: Pick<GroundProps, "view" | "designs" | "frame">): ComponentChild {
  const paths = groundShape(view, designs, frame).outlines.map(({ origin, path }) => <path transform={at(origin)} d={path} />);
  const clip = useId();
  const cells = [<rect x={-CELL} y={-CELL} width={2 * CELL} height={2 * CELL} />, ...view.tiles.map(({ x, y }) => <rect transform={at(frame.origin(x, y))} width={CELL} height={CELL} />)];
  return (
    <g>
      <clipPath id={clip}>{cells}</clipPath>
      <g class="sea">{cells}</g>
      <g clip-path={`url(#${clip})`}>
        <g class="surf">{paths}<circle r={THERA} /></g>
        <g class="shore">{paths}<circle r={THERA} /></g>
      </g>
    </g>
  );
}

function Land({ view, designs, frame, lit }: Pick<GroundProps, "view" | "designs" | "frame" | "lit">): ComponentChild {
  const { outlines } = groundShape(view, designs, frame);
  return (
    <g>
      {view.islands.map((island) => (
        <g key={island.island} class={`land ${lit.has(island.island) ? "lit" : ""} ${island.completed ? "completed" : ""}`}>
          <title>{islandSentence(island)}</title>
          {outlines.filter((outline) => outline.island === island.island).map(({ origin, path }) => <path transform={at(origin)} d={path} />)}
          {island.thera && <circle r={THERA} />}
        </g>
      ))}
    </g>
  );
}

function Routes({ view, designs, frame, reach }: Pick<GroundProps, "view" | "designs" | "frame" | "reach">): ComponentChild {
  const hub = view.thera[0]?.routes[0]?.network ?? -2;
  return (
    <g>
      <circle class={reach.has(hub) ? "route reach" : "route"} r={RING} />
      {groundShape(view, designs, frame).lines.map(({ network, origin, path }) => <path class={reach.has(network) ? "route reach" : "route"} transform={at(origin)} d={path} />)}
    </g>
  );
}

function Icons({ view, frame }: Pick<GroundProps, "view" | "frame">): ComponentChild {
  return (
    <g>
      {view.tiles.map(({ x, y, icon, terrain }) => {
        const built = view.temples.some((temple) => temple.x === x && temple.y === y && temple.corner === icon);
        return <g transform={at(frame.quadrant(x, y, icon, built ? 8 : 18))}><TerrainIcon of={terrain} size={built ? 13 : 20} /></g>;
      })}
    </g>
  );
}

/** White houses and blue domes, and the name. */
function TheraTown(): ComponentChild {
  return (
    <g class="thera">
      <path class="hill" d="M-36 12q6-24 22-26 8-14 20-6 16-2 18 14 10 4 12 18z" />
      <g class="houses">
        <path d="M-28 12V1h11v11zM-15 12V-9h13V12zM0 12V-3h10v15zM12 12V-12h12v24zM25 12V3h8v9z" />
        <path class="dome" d="M-15-9a6.5 7 0 0 1 13 0zM12-12a6 6.5 0 0 1 12 0z" />
        <path class="entry" d="M-24 12V7h3v5zM-10 12V4h3v8zM4 12V5h3v7zM17 12V2h3v10zM28 12V8h2v4z" />
      </g>
      <text y="29">Thera</text>
    </g>
  );
}

/** A tile without what lies on it, as it is seen in hand. */
export function TileArt({ design, rotation }: { design: AkrotiriTileDesign; rotation: AkrotiriRotation }): ComponentChild {
  const { zones, routes } = tileShape(design, rotation);
  const land = zones.flatMap((zone) => zone.land).map((path) => <path d={path} />);
  const icon = inQuadrant(turned(design.icon, rotation), 19);
  return (
    <svg class="tile-art" width={CELL} height={CELL} viewBox={`0 0 ${CELL} ${CELL}`}>
      <g class="sea"><rect width={CELL} height={CELL} /></g>
      <g class="surf">{land}</g><g class="shore">{land}</g><g class="land">{land}</g>
      {routes.map(({ line }) => <path class="route" d={line} />)}
      <g transform={at(icon)}><TerrainIcon of={design.terrain} size={22} /></g>
    </svg>
  );
}

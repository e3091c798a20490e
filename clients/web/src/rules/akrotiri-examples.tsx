/** Drawn examples of the rules of Akrotiri that newcomers get wrong. */

import { AkrotiriColour, AkrotiriCorner, AkrotiriDifficulty, AkrotiriSide, AkrotiriTerrain } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import "../boards/akrotiri.css";
import { MapFace } from "../boards/akrotiri-cards";
import { CELL, cornerLand } from "../boards/akrotiri-geometry";
import { Boat, Coin, Cube, Temple, TempleGhost, TerrainIcon } from "../boards/akrotiri-pieces";
import { t } from "../i18n/translate";
import type { Examples } from "./example";

const { NW, NE, SE, SW } = AkrotiriCorner;
const { TREE, LAKE } = AkrotiriTerrain;

interface Cell {
  x: number;
  y: number;
  /** Corners whose land belongs to the island that the example is about. */
  lit?: readonly AkrotiriCorner[];
  /** Routes as paths in the cell, yellow where they are about the example. */
  routes?: readonly string[];
  reach?: boolean;
  missing?: boolean;
}

interface Thing {
  x: number;
  y: number;
  of: ComponentChild;
}

/** Tiles beside each other, with what lies on them; things are placed in cells and fractions of them. */
function Sea({ cells, things = [] }: { cells: readonly Cell[]; things?: readonly Thing[] }): ComponentChild {
  const [left, top] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
  const [wide, high] = [Math.max(...cells.map(({ x }) => x)) - left + 1, Math.max(...cells.map(({ y }) => y)) - top + 1];
  const lands = cells.filter(({ missing }) => !missing).flatMap(({ x, y, lit = [] }) => [NW, NE, SE, SW].map((corner) => ({ x, y, lit: lit.includes(corner), path: cornerLand(corner) })));
  const drawn = (only?: boolean): ComponentChild => lands.filter(({ lit }) => only === undefined || lit === only).map(({ x, y, path }) => <path transform={`translate(${x * CELL} ${y * CELL})`} d={path} />);
  return (
    <svg class="akrotiri-map" viewBox={`${left * CELL - 8} ${top * CELL - 8} ${wide * CELL + 16} ${high * CELL + 16}`}>
      <g class="sea">{cells.filter(({ missing }) => !missing).map(({ x, y }) => <rect x={x * CELL} y={y * CELL} width={CELL} height={CELL} />)}</g>
      {cells.filter(({ missing }) => missing).map(({ x, y }) => <rect class="open-cell" x={x * CELL + 3} y={y * CELL + 3} width={CELL - 6} height={CELL - 6} />)}
      <g class="shore">{drawn()}</g><g class="land">{drawn(false)}</g><g class="land lit">{drawn(true)}</g>
      {cells.map(({ x, y, routes = CURVES, reach, missing }) => !missing && routes.map((path) => <path class={reach ? "route reach" : "route"} transform={`translate(${x * CELL} ${y * CELL})`} d={path} />))}
      {cells.map(({ x, y, missing }) => !missing && <rect class="edge" x={x * CELL} y={y * CELL} width={CELL} height={CELL} />)}
      {things.map(({ x, y, of }) => <g transform={`translate(${x * CELL} ${y * CELL})`}>{of}</g>)}
    </svg>
  );
}

const ACROSS = "M0 50H100";
const DOWN = "M50 0V100";
/** Routes join the sides of a tile in pairs here, or all four where they cross. */
const CROSSING = [ACROSS, DOWN];
const CURVES = ["M50 0Q50 50 100 50", "M50 100Q50 50 0 50"];
const ISLAND: readonly Cell[] = [{ x: 0, y: 0, lit: [SE] }, { x: 1, y: 0, lit: [SW] }, { x: 0, y: 1, lit: [NE] }, { x: 1, y: 1, lit: [NW] }];
const icon = (of: AkrotiriTerrain): ComponentChild => <TerrainIcon of={of} size={20} />;
const dock = <circle class="dock" r="7" />;
const card = { cost: 3, points: 3, difficulty: AkrotiriDifficulty.EASY, needs: [{ side: AkrotiriSide.N, terrain: TREE, icons: 1 }, { side: AkrotiriSide.W, terrain: LAKE, icons: 1 }] } as unknown as Parameters<typeof MapFace>[0]["map"];

export const akrotiriExamples: Examples = {
  "AKT-LAND": () => [
    { says: t("Land that meets at a corner of the grid is one island. Here it spans four tiles."), drawing: <Sea cells={ISLAND} /> },
    { says: t("A tile has land of several islands: its four corners can belong to four islands."), drawing: <Sea cells={[{ x: 0, y: 0, lit: [NW, NE, SE, SW], routes: CROSSING }]} things={[{ x: 0.13, y: 0.2, of: <text class="island-number">1</text> }, { x: 0.87, y: 0.2, of: <text class="island-number">2</text> }, { x: 0.87, y: 0.92, of: <text class="island-number">3</text> }, { x: 0.13, y: 0.92, of: <text class="island-number">4</text> }]} /> },
  ],
  "AKT-CUBE-SECOND": () => [
    { right: true, says: t("The first cube lies beside the icon, the second one on another island of the tile."), drawing: <Sea cells={[{ x: 0, y: 0, routes: CROSSING }]} things={[{ x: 0.14, y: 0.14, of: icon(TREE) }, { x: 0.3, y: 0.14, of: <Cube colour={AkrotiriColour.GREEN} size={13} /> }, { x: 0.86, y: 0.86, of: <Cube colour={AkrotiriColour.ORANGE} size={13} /> }]} /> },
    { right: false, says: t("Both cubes on one island."), drawing: <Sea cells={[{ x: 0, y: 0, routes: CROSSING }]} things={[{ x: 0.12, y: 0.12, of: icon(TREE) }, { x: 0.29, y: 0.1, of: <Cube colour={AkrotiriColour.GREEN} size={12} /> }, { x: 0.11, y: 0.29, of: <Cube colour={AkrotiriColour.ORANGE} size={12} /> }]} /> },
  ],
  "AKT-MOVE-SEA": () => [
    { right: true, says: t("One move along connected routes, however far, past other docks."), drawing: <Sea cells={[0, 1, 2].map((x) => ({ x, y: 0, routes: CROSSING, reach: true }))} things={[{ x: 1.5, y: 0.5, of: dock }, { x: 2.8, y: 0.5, of: dock }, { x: 0.25, y: 0.48, of: <Boat seat={0} /> }]} /> },
    { right: false, says: t("These routes do not meet: the dock is on another network."), drawing: <Sea cells={[{ x: 0, y: 0, routes: CROSSING, reach: true }, { x: 1, y: 0 }, { x: 1, y: 0, routes: CURVES.slice(1), reach: true }]} things={[{ x: 0.25, y: 0.48, of: <Boat seat={0} /> }, { x: 1.64, y: 0.36, of: dock }]} /> },
  ],
  "AKT-MOVE-PORTAGE": () => [
    { right: true, says: t("The boat is carried over land to another dock of the same island: that is a move too."), drawing: <Sea cells={[{ x: 0, y: 0, lit: [SE], routes: ["M0 50H50"] }, { x: 1, y: 0, lit: [SW], routes: ["M100 50H50"] }, { x: 0, y: 1, lit: [NE] }, { x: 1, y: 1, lit: [NW] }]} things={[{ x: 0.62, y: 0.66, of: <Boat seat={0} /> }, { x: 1.35, y: 0.68, of: dock }, { x: 0.86, y: 0.92, of: <path class="carry" d="M0 0q14 16 36-14" /> }]} /> },
  ],
  "AKT-DIG-SIDES": () => [
    { says: t("The card asks for a tree above the site and a lake to its left."), drawing: <div class="example-card"><MapFace map={card} /></div> },
    { right: true, says: t("There is a tree somewhere above and a lake somewhere to the left. The distance does not matter."), drawing: <Sea cells={[{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 1, lit: [NW] }]} things={[{ x: 1.8, y: 0.2, of: icon(TREE) }, { x: 0.2, y: 1.8, of: icon(LAKE) }, { x: 1.15, y: 1.15, of: <Temple seat={0} size={22} /> }]} /> },
  ],
  "AKT-DIG-ABOVE": () => [
    { says: t("For the first player, above is north; for the second player, it is south. The same card fits different sites."), drawing: <Sea cells={ISLAND.map(({ x, y }) => ({ x, y }))} things={[{ x: 0.15, y: 1.85, of: <Temple seat={0} size={22} /> }, { x: 0.15, y: 1.6, of: <path class="above" d="M0 0V-96m-9 12 9-13 9 13" /> }, { x: 1.85, y: 0.15, of: <Temple seat={1} size={22} /> }, { x: 1.85, y: 0.4, of: <path class="above" d="M0 0V96m-9-12 9 13 9-13" /> }]} /> },
  ],
  "AKT-DIG-ISLAND": () => [
    { right: false, says: t("The island already has a temple, no matter whose. There cannot be a second one."), drawing: <Sea cells={ISLAND} things={[{ x: 0.85, y: 0.85, of: <Temple seat={1} size={22} /> }, { x: 1.15, y: 1.15, of: <TempleGhost size={22} /> }]} /> },
  ],
  "AKT-COMPLETED": () => [
    { right: true, says: t("All four cells around the corner are filled: the island is complete."), drawing: <Sea cells={ISLAND} /> },
    { right: false, says: t("One cell is free: the island can still grow."), drawing: <Sea cells={[...ISLAND.slice(0, 3), { x: 1, y: 1, missing: true }]} /> },
  ],
  "AKT-SELL": () => [
    { says: t("A sold cube covers the rightmost free square of its row and earns its number: each further cube of the colour earns less."), drawing: (
      <svg viewBox="0 0 220 50">
        {[1, 2, 3, 4, 5].map((price, place) => <g transform={`translate(${22 + place * 44} 25)`}><rect class="square" x="-19" y="-19" width="38" height="38" rx="6" />{place < 3 ? <Coin value={price} size={24} /> : <Cube colour={AkrotiriColour.BLUE} size={24} />}</g>)}
      </svg>
    ) },
  ],
};

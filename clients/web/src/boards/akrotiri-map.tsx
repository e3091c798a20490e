/** The map of Akrotiri: land, islands, sea routes, docks, Thera and everything on them. */

import {
  AkrotiriCorner,
  AkrotiriRotation,
  type AkrotiriTileView,
  type AkrotiriView,
} from "clio-referee/contract/akrotiri";
import type { AkrotiriTileDesign } from "clio-referee/contract/akrotiri_components";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { type Point, CELL, landDisc, sidePoint, tileShape, towards, turned } from "./akrotiri-geometry";
import { Boat, Cube, TerrainIcon, Temple } from "./akrotiri-pieces";
import { type BoardProps, choosable } from "./board";

export type Designs = ReadonlyMap<string, AkrotiriTileDesign>;
const CORNERS = [AkrotiriCorner.NW, AkrotiriCorner.NE, AkrotiriCorner.SE, AkrotiriCorner.SW];

type Placing = { design: AkrotiriTileDesign; rotation: AkrotiriRotation };
type Layer = "sea" | "shore" | "land" | "routes";
const LAYERS: Layer[] = ["sea", "shore", "land", "routes"];

/** One layer of a tile. Layers of all tiles lie above each other, so that land joins across the edges of tiles. */
function TileLayer({ layer, design, rotation }: Placing & { layer: Layer }): ComponentChild {
  const { land, routes, ends } = tileShape(design, rotation);
  if (layer === "sea") return <rect class="sea" width={CELL} height={CELL} />;
  if (layer === "shore") return <g class="shore">{land.map((shape) => <path d={shape} />)}</g>;
  if (layer === "land") return <g class="land">{land.map((shape) => <path d={shape} />)}</g>;
  const icon = towards(turned(design.icon, rotation), 0.42);
  return (
    <g>
      <g class="channel">{routes.map((line) => <path d={line} />)}{ends.map(({ x, y }) => <circle cx={x} cy={y} r="7.500" />)}</g>
      <g class="route">{routes.map((line) => <path d={line} />)}</g>
      <g transform={`translate(${icon.x} ${icon.y})`}><TerrainIcon of={design.terrain} /></g>
    </g>
  );
}

/** A tile without what lies on it. */
export function TileArt(placing: Placing): ComponentChild {
  return <svg width={CELL} height={CELL} viewBox={`0 0 ${CELL} ${CELL}`}>{LAYERS.map((layer) => <TileLayer layer={layer} {...placing} />)}</svg>;
}

function TheraLayer({ layer, view }: { layer: Layer; view: AkrotiriView }): ComponentChild {
  if (layer === "sea") return <rect class="sea" x={-CELL} y={-CELL} width={2 * CELL} height={2 * CELL} />;
  const shape = `${layer}-path`;
  return (
    <g class="thera">
      {view.thera.map(({ x, y, land, routes }) => (
        <g transform={`translate(${x * CELL} ${y * CELL})`}>
          {layer !== "routes" && land.filter(({ corner }) => !isHome(x, y, corner)).map(({ corner }) => <path class={shape} d={landDisc(corner)} />)}
          {layer === "routes" && routes.map(({ side }) => {
            const { x: sx, y: sy } = sidePoint(side);
            const end = onRing({ x: x * CELL + sx, y: y * CELL + sy });
            return <path class="route-path" d={`M${sx} ${sy}L${end.x - x * CELL} ${end.y - y * CELL}`} />;
          })}
        </g>
      ))}
      {layer === "routes" ? <><circle class="route-path" r="74" /><text class="thera-name" y="7">Thera</text></> : <circle class={shape} r="54" />}
    </g>
  );
}

function Ground({ view, designs }: { view: AkrotiriView; designs: Designs }): ComponentChild {
  return (
    <g>
      {LAYERS.map((layer) => (
        <g>
          <TheraLayer layer={layer} view={view} />
          {view.tiles.map(({ tile, x, y, rotation }) => {
            const design = designs.get(tile);
            return <g key={`${x},${y}`} transform={`translate(${x * CELL} ${y * CELL})`}>{design && <TileLayer layer={layer} design={design} rotation={rotation} />}</g>;
          })}
        </g>
      ))}
    </g>
  );
}

function Edge({ tile, fresh }: { tile: AkrotiriTileView; fresh: boolean }): ComponentChild {
  return <rect class={fresh ? "edge fresh" : "edge"} x={tile.x * CELL} y={tile.y * CELL} width={CELL} height={CELL} />;
}

function isHome(x: number, y: number, corner: AkrotiriCorner): boolean {
  return corner === (x < 0 ? (y < 0 ? AkrotiriCorner.SE : AkrotiriCorner.NE) : y < 0 ? AkrotiriCorner.SW : AkrotiriCorner.NW);
}

function onRing({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return { x: (74 * x) / length, y: (74 * y) / length };
}

/** The place of a dock, cube, temple or site on the map. */
export function place(x: number, y: number, corner: AkrotiriCorner, share: number): Point {
  const inCell = towards(corner, share);
  return { x: x * CELL + inCell.x, y: y * CELL + inCell.y };
}

function dockPlace(dock: { x: number; y: number; corner: AkrotiriCorner }): Point {
  return place(dock.x, dock.y, dock.corner, 0.8);
}

function at({ x, y }: Point): string {
  return `translate(${x} ${y})`;
}

function Docks({ view, props }: { view: AkrotiriView; props: BoardProps }): ComponentChild {
  return (
    <g>
      {view.docks.map((dock) => {
        const choice = `dock:${dock.dock}`;
        const open = props.next.has(choice);
        const chosen = props.chosen.includes(choice);
        const label = t("dock {number} on island {island}", { number: dock.dock, island: dock.island });
        return (
          <g transform={at(dockPlace(dock))} data-choice={choice}>
            <g {...choosable(props, choice, label)}>
              <title>{label}</title>
              {(open || chosen) && <circle class={chosen ? "mark chosen" : "mark"} r="14" />}
              <rect class="dock" x="-9" y="-8" width="18" height="16" rx="4" />
              <text class="dock-number" y="4">{dock.dock}</text>
            </g>
            {dock.boat !== undefined && <g transform="translate(0 -17)"><Boat seat={dock.boat} /></g>}
          </g>
        );
      })}
    </g>
  );
}

function Pieces({ view }: { view: AkrotiriView }): ComponentChild {
  const beside = new Map<string, number>();
  return (
    <g>
      {view.cubes.map((cube) => {
        const key = `${cube.x},${cube.y},${cube.corner}`;
        const count = beside.get(key) ?? 0;
        beside.set(key, count + 1);
        const { x, y } = place(cube.x, cube.y, cube.corner, 0.2);
        return <g transform={`translate(${x + 15 * count} ${y})`}><title>{t("a cube")}</title><Cube colour={cube.colour} /></g>;
      })}
      {view.temples.map((temple) => (
        <g transform={at(place(temple.x, temple.y, temple.corner, 0.42))}>
          <title>{t("temple of seat {seat}, {points} points", { seat: temple.seat, points: temple.points })}</title>
          <Temple seat={temple.seat} />
        </g>
      ))}
    </g>
  );
}

/** The cells, corners and sites that can be chosen now. */
function Targets({ props, designs, hand }: { props: BoardProps; designs: Designs; hand: string | undefined }): ComponentChild {
  const targets = [...props.next].map((choice) => ({ choice, found: /^(cell|site):(-?\d+),(-?\d+),?(\w*)$/.exec(choice) }));
  const cell = props.chosen.map((choice) => /^cell:(-?\d+),(-?\d+)$/.exec(choice)).find(Boolean);
  const rotation = rotationOf(props.chosen.find((choice) => choice.startsWith("rotation:")) ?? [...props.next].find((choice) => choice.startsWith("rotation:")));
  const design = hand ? designs.get(hand) : undefined;
  return (
    <g>
      {targets.map(({ choice, found }) => {
        if (!found) return null;
        const [, kind, x, y, corner] = found;
        if (kind === "cell") {
          const label = t("open cell in column {x}, row {y}", { x: x as string, y: y as string });
          return (
            <g transform={`translate(${Number(x) * CELL} ${Number(y) * CELL})`} data-choice={choice}>
              <rect {...choosable(props, choice, label)} class="choosable open-cell" x="3" y="3" width={CELL - 6} height={CELL - 6} rx="8" />
              <path class="plus" d="M50 40v20M40 50h20" />
            </g>
          );
        }
        const point = place(Number(x), Number(y), AkrotiriCorner[corner as "NW"], 0.42);
        const label = t("site in column {x}, row {y}, {corner}", { x: x as string, y: y as string, corner: corner as string });
        return <circle {...choosable(props, choice, label)} class="choosable site" cx={point.x} cy={point.y} r="17" data-choice={choice} />;
      })}
      {cell && design && (
        <g transform={`translate(${Number(cell[1]) * CELL} ${Number(cell[2]) * CELL})`} class="ghost">
          <TileArt design={design} rotation={rotation} />
          <rect class="mark chosen" width={CELL} height={CELL} />
        </g>
      )}
      <CornerTargets props={props} />
    </g>
  );
}

/** The corners of the tile just played, for its second cube. */
function CornerTargets({ props }: { props: BoardProps }): ComponentChild {
  const last = props.view.game.case === "akrotiri" ? props.view.game.value.tiles.at(-1) : undefined;
  if (!last) return null;
  return (
    <g>
      {CORNERS.map((corner) => {
        const choice = `corner:${AkrotiriCorner[corner]}`;
        if (!props.next.has(choice)) return null;
        const { x, y } = place(last.x, last.y, corner, 0.3);
        return <circle {...choosable(props, choice, t("corner {corner}", { corner: AkrotiriCorner[corner] }))} class="choosable site" cx={x} cy={y} r="17" data-choice={choice} />;
      })}
    </g>
  );
}

export function rotationOf(choice: string | undefined): AkrotiriRotation {
  const name = choice?.split(":")[1] as keyof typeof AkrotiriRotation | undefined;
  return name ? AkrotiriRotation[name] : AkrotiriRotation.R0;
}

export function AkrotiriMap({ view, designs, props, hand }: { view: AkrotiriView; designs: Designs; props: BoardProps; hand: string | undefined }): ComponentChild {
  const known = new Set(props.before?.game.case === "akrotiri" ? props.before.game.value.tiles.map(({ x, y }) => `${x},${y}`) : []);
  const cells = [...view.tiles, { x: -1, y: -1 }, { x: 0, y: 0 }];
  const [left, right] = [Math.min(...cells.map(({ x }) => x)) - 1, Math.max(...cells.map(({ x }) => x)) + 2];
  const [top, bottom] = [Math.min(...cells.map(({ y }) => y)) - 1, Math.max(...cells.map(({ y }) => y)) + 2];
  const box = `${left * CELL + 40} ${top * CELL + 40} ${(right - left) * CELL - 80} ${(bottom - top) * CELL - 80}`;
  const wide = props.next.size > 0 && [...props.next].some((choice) => choice.startsWith("cell:"));
  const open = `${left * CELL} ${top * CELL} ${(right - left) * CELL} ${(bottom - top) * CELL}`;
  return (
    <svg class="map akrotiri-map" viewBox={wide ? open : box} role="group" aria-label={t("Board of {game}", { game: "Akrotiri" })}>
      <rect class="open-sea" x={left * CELL - 2000} y={top * CELL - 2000} width="8000" height="8000" />
      <Ground view={view} designs={designs} />
      {view.tiles.map((tile) => <Edge tile={tile} fresh={known.size > 0 && !known.has(`${tile.x},${tile.y}`)} />)}
      <Pieces view={view} />
      <Targets props={props} designs={designs} hand={hand} />
      <Docks view={view} props={props} />
    </svg>
  );
}

/** The map of Akrotiri: the ground, docks, pieces, the sites of map cards, and what can be chosen. */

import { AkrotiriStep, type AkrotiriDockView, type AkrotiriView } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { at, Frame } from "./akrotiri-frame";
import { CELL, pierOf, type Pier, type Point } from "./akrotiri-geometry";
import { type Designs, Ground } from "./akrotiri-land";
import { Compass, extentOf, OpenSea, Quadrants } from "./akrotiri-sea";
import { Boat, colourName, Cube, Temple } from "./akrotiri-pieces";
import { type MapParts, REACH, type Site, Targets } from "./akrotiri-targets";
import { named } from "./board";
import { choicesAmong, Kept } from "./kept";

/** Where the cubes of a quadrant lie, beside its icon or temple. */
const CUBE_PLACES: [number, number][] = [[9, 27], [27, 9], [9, 9], [19, 33], [33, 19]];

/** The pier of a dock on the map. The docks of a tile have their numbers in the order of the design. */
export function piers(view: AkrotiriView, designs: Designs, frame: Frame): Map<number, Pier> {
  const found = new Map<number, Pier>();
  const onTiles = new Map<string, AkrotiriDockView[]>();
  for (const dock of view.docks.toSorted((one, other) => one.dock - other.dock)) {
    const key = `${dock.x},${dock.y}`;
    onTiles.set(key, [...(onTiles.get(key) ?? []), dock]);
  }
  for (const docks of onTiles.values()) {
    docks.forEach((dock, number) => found.set(dock.dock, pierOnMap(view, designs, frame, dock, number)));
  }
  return found;
}

function pierOnMap(view: AkrotiriView, designs: Designs, frame: Frame, dock: AkrotiriDockView, number: number): Pier {
  const tile = view.tiles.find(({ x, y }) => x === dock.x && y === dock.y);
  const design = tile && designs.get(tile.tile);
  const printed = design?.docks[number];
  if (!tile || !design || !printed) {
    const west = dock.x < 0 !== frame.flipped;
    return { x: west ? -49 : 49, y: 0, heading: west ? 180 : 0 };
  }
  const origin = frame.origin(tile.x, tile.y);
  const pier = pierOf(design, printed, frame.rotation(tile.rotation));
  return { ...pier, x: origin.x + pier.x, y: origin.y + pier.y };
}

function Docks({ view, props, designs, frame }: MapParts): ComponentChild {
  const places = piers(view, designs, frame);
  const cargo = new Map(view.players.map((player) => [player.seat, player.cargo]));
  const docks = view.docks.flatMap((dock) => {
    const pier = places.get(dock.dock);
    return pier ? [{ dock, pier }] : [];
  });
  return (
    <g>
      {docks.map(({ dock, pier }) => {
        const choice = `dock:${dock.dock}`;
        const open = props.next.has(choice);
        const chosen = props.chosen.includes(choice);
        const label = t("dock {number} on island {island}", { number: dock.dock, island: dock.island });
        return (
          <g transform={at(pier)} data-choice={choice}>
            <g {...named(props, choice, label)}>
              <title>{label}</title>
              <path class="pier" d="M-4-3.5H9v7H-4zM-1-5v10M4-5v10" transform={`rotate(${pier.heading})`} />
              <g transform={at(ahead(pier, 9))}>
                {open && <circle class="hit" r={REACH} />}
                {(open || chosen) && <circle class={chosen ? "mark chosen" : "mark"} r="11.5" />}
                <circle class="dock" r="8" />
                <text class="dock-number" y="3.6">{dock.dock}</text>
              </g>
            </g>
          </g>
        );
      })}
      {docks.map(({ dock, pier }) => dock.boat !== undefined && (
        <g key={`boat ${dock.boat}`} class="moored" style={{ transform: placeOf(afloat(pier)) }}>
          <title>{t("boat of seat {seat} at dock {dock}", { seat: dock.boat, dock: dock.dock })}</title>
          <Boat seat={dock.boat} cargo={cargo.get(dock.boat) ?? []} />
        </g>
      ))}
    </g>
  );
}

/** By style and not by attribute, so that a boat glides to its next dock. */
const placeOf = ({ x, y }: Point): string => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** So far before the pier, from its foot. */
function ahead({ heading }: Pier, distance: number): Point {
  const angle = (heading * Math.PI) / 180;
  return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
}

/** Where a boat lies: on the water beside the end of the pier. */
function afloat(pier: Pier): Point {
  const { x, y } = ahead(pier, 20);
  return { x: pier.x + x, y: pier.y + y - 4 };
}

/** How many equal pieces lay on each quadrant before; undefined where nothing is to be marked. */
function counted(since: AkrotiriView | undefined): Map<string, number> | undefined {
  if (!since) return undefined;
  const found = new Map<string, number>();
  for (const { x, y, corner, colour } of since.cubes) found.set(`${x},${y},${corner},${colour}`, (found.get(`${x},${y},${corner},${colour}`) ?? 0) + 1);
  for (const { x, y, corner } of since.temples) found.set(`${x},${y},${corner}`, 1);
  return found;
}

function Pieces({ view, frame, props }: MapParts): ComponentChild {
  const beside = new Map<string, number>();
  const before = counted(props.since?.game.case === "akrotiri" ? props.since.game.value : undefined);
  const isFresh = (key: string): boolean => {
    const left = before?.get(key) ?? 0;
    before?.set(key, left - 1);
    return before !== undefined && left <= 0;
  };
  return (
    <g>
      {view.cubes.map((cube) => {
        const key = `${cube.x},${cube.y},${cube.corner}`;
        const count = beside.get(key) ?? 0;
        beside.set(key, count + 1);
        const [along, down] = CUBE_PLACES[count % CUBE_PLACES.length] as [number, number];
        return (
          <g transform={at(frame.quadrant(cube.x, cube.y, cube.corner, along, down))} class={isFresh(`${key},${cube.colour}`) ? "fresh" : undefined}>
            <title>{t("{colour} cube", { colour: t(colourName(cube.colour)) })}</title><Cube colour={cube.colour} size={12} />
          </g>
        );
      })}
      {view.temples.map((temple) => (
        <g transform={at(frame.quadrant(temple.x, temple.y, temple.corner, 18))} class={isFresh(`${temple.x},${temple.y},${temple.corner}`) ? "fresh" : undefined}>
          <title>{t("temple of seat {seat}, {points} points", { seat: temple.seat, points: temple.points })}</title>
          <Temple seat={temple.seat} size={25} />
        </g>
      ))}
    </g>
  );
}

/** The sites where a map card fits; those of the next move are filled. */
function Sites({ sites, frame }: { sites: readonly Site[]; frame: Frame }): ComponentChild {
  return (
    <g class="sites">
      {sites.map(({ x, y, corner, now }) => (
        <g transform={at(frame.quadrant(x, y, corner, 18))} class={now ? "fit now" : "fit"}>
          <title>{now ? t("a map card fits here, and can be used now") : t("a map card fits here")}</title>
          <circle r="13.5" /><path d="M-3 9V-9M-3-9 8-5-3-1" />
        </g>
      ))}
    </g>
  );
}

/** The networks that the boat of the mover can sail, and the island where it lies. */
function reachOf(view: AkrotiriView): { networks: Set<number>; islands: Set<number> } {
  const dock = view.step === AkrotiriStep.ACTIONS ? view.docks.find(({ boat }) => boat === view.seat) : undefined;
  return { networks: new Set(dock ? [dock.network] : []), islands: new Set(dock ? [dock.island] : []) };
}

export function AkrotiriMap(parts: MapParts): ComponentChild {
  const { view, props, frame, designs } = parts;
  const known = new Set(props.since?.game.case === "akrotiri" ? props.since.game.value.tiles.map(({ x, y }) => `${x},${y}`) : []);
  const extent = extentOf(view, props, frame);
  const { networks, islands } = reachOf(view);
  const { next, chosen, since } = props;
  const before = since?.game.case === "akrotiri" ? [since.game.value.cubes, since.game.value.temples] : [];
  const onDocks = choicesAmong([...next, "of", ...chosen], "dock", "of");
  return (
    <svg class="map akrotiri-map" viewBox={`${extent.left} ${extent.top} ${extent.width} ${extent.height}`} role="group" aria-label={t("Board of {game}", { game: "Akrotiri" })}>
      <Kept by={[extent]} draw={() => <OpenSea {...extent} />} />
      <Ground view={view} designs={designs} frame={frame} lit={islands} reach={networks} />
      <Quadrants {...extent} />
      <Kept by={[view.tiles.map(({ x, y }) => [x, y]), [...known], frame.flipped]} draw={() => <Edges {...parts} known={known} />} />
      <Kept by={[view.cubes, view.temples, before, frame.flipped]} draw={() => <Pieces {...parts} />} />
      <Sites sites={parts.sites ?? []} frame={frame} />
      <Kept by={[view.docks, view.tiles, view.players.map(({ seat, cargo }) => [seat, cargo]), onDocks, frame.flipped, designs.size]} draw={() => <Docks {...parts} />} />
      <Targets {...parts} />
      <Compass {...extent} frame={frame} />
    </svg>
  );
}

/** The edges of the tiles; those that have just been placed stand out. */
function Edges({ view, frame, known }: MapParts & { known: ReadonlySet<string> }): ComponentChild {
  return <g>{view.tiles.map(({ x, y }) => <rect class={known.size > 0 && !known.has(`${x},${y}`) ? "edge fresh" : "edge"} transform={at(frame.origin(x, y))} width={CELL} height={CELL} />)}</g>;
}

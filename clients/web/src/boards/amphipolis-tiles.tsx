/** The tiles of Amphipolis, drawn. */

import { AmphipolisTile, type AmphipolisTileCount } from "clio-referee/contract/amphipolis";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";

/** A tile's id in records and views, such as `mosaic-green`. */
export function tileId(tile: AmphipolisTile): string {
  return AmphipolisTile[tile].toLowerCase().replaceAll("_", "-");
}

export function tileName(id: string): string {
  return t(id.replaceAll("-", " "));
}

/** Counted tiles in the order of their ids. */
export function sorted(tiles: readonly AmphipolisTileCount[]): { id: string; count: number }[] {
  return tiles.map(({ tile, count }) => ({ id: tileId(tile), count })).sort((one, other) => (one.id < other.id ? -1 : 1));
}

export function listed(tiles: readonly AmphipolisTileCount[]): string[] {
  return sorted(tiles).flatMap(({ id, count }) => Array<string>(count).fill(id));
}

/** Tells for the tiles of a list, in order, which were not there before; without a list of before nothing is new. */
export function isFresh(before: readonly AmphipolisTileCount[] | undefined): (id: string) => boolean {
  const left = new Map(before?.map(({ tile, count }) => [tileId(tile), count]));
  return (id) => {
    const count = left.get(id) ?? 0;
    left.set(id, count - 1);
    return before !== undefined && count <= 0;
  };
}

const COLOURS: Record<string, string> = {
  green: "#2f8f5b",
  red: "#c8452f",
  yellow: "#d79a00",
  blue: "#2f7fb8",
  brown: "#7f4f2a",
  purple: "#8a5aa8",
};

/** A letter beside the colour, so that colour is never the only sign. */
const LETTERS: Record<string, string> = { green: "G", red: "R", yellow: "Y", blue: "B", brown: "N", purple: "P" };

export function TileFace({ id, size = 44 }: { id: string; size?: number }): ComponentChild {
  return (
    <svg class="tile-face" viewBox="0 0 44 44" width={size} height={size} aria-hidden="true">
      <rect class={`face face-${id.split("-")[0]}`} x="1" y="1" width="42" height="42" rx="6" />
      <Figure id={id} />
    </svg>
  );
}

function Figure({ id }: { id: string }): ComponentChild {
  const [kind, colour = "", half = ""] = id.split("-");
  const fill = COLOURS[colour] ?? "#777";
  switch (kind) {
    case "mosaic": return <Mosaic colour={colour} fill={fill} />;
    case "amphora": return <Amphora colour={colour} fill={fill} />;
    case "caryatid": return <Caryatid />;
    case "sphinx": return <Sphinx />;
    case "landslide": return <Landslide />;
    default: return <Skeleton large={colour === "large"} upper={half === "upper"} />;
  }
}

/** A piece of a floor: little stones around a flower. */
function Mosaic({ colour, fill }: { colour: string; fill: string }): ComponentChild {
  return (
    <g>
      {Array.from({ length: 25 }, (_, stone) => {
        const [row, column] = [Math.floor(stone / 5), stone % 5];
        const ring = Math.max(Math.abs(row - 2), Math.abs(column - 2));
        return <rect x={5.2 + 6.8 * column} y={5.2 + 6.8 * row} width="6" height="6" rx="1" fill={ring === 1 ? "#fff7e2" : fill} opacity={ring === 2 && (row + column) % 2 ? 0.6 : 1} />;
      })}
      <Letter of={colour} />
    </g>
  );
}

function Amphora({ colour, fill }: { colour: string; fill: string }): ComponentChild {
  return (
    <g>
      <path d="M16 12q-9 1-9 11M28 12q9 1 9 11" fill="none" stroke={fill} stroke-width="2.6" stroke-linecap="round" />
      <path d="M17 5h10v3l-1.5 4q9 4 9 13 0 8-9.5 13h-6Q9.5 33 9.5 25q0-9 9-13L17 8z" fill={fill} />
      <path d="M10 22h24M11 27h22" stroke="#fff7e2" stroke-width="1.6" stroke-dasharray="3 2" />
      <path d="M14 17q2-3 5-4" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.8" stroke-linecap="round" />
      <Letter of={colour} />
    </g>
  );
}

/** A woman in a long robe who carries a capital on her head. */
function Caryatid(): ComponentChild {
  return (
    <g>
      <path class="stone-dark" d="M13 3h18v3.500H13z" /><path class="stone" d="M16 6.500h12l-2 3h-8z" />
      <circle class="stone" cx="22" cy="13" r="4.3" />
      <path class="stone" d="M18 18h8l5 6-2.5 3-2.5-2 2.5 14h-13L18 25l-2.5 2L13 24z" />
      <path class="stone-light" d="M20 22l-1.5 17h2L22 22zM24 22l1.5 17h2z" />
      <path class="stone-dark" d="M12 39h20v2.500H12z" />
    </g>
  );
}

/** A lying lion with wings and the head of a woman. */
function Sphinx(): ComponentChild {
  return (
    <g>
      <path class="stone" d="M5 37q-1-8 6-11l14-2 4-6h6l1 19h-5l-1-8-4 8z" />
      <path class="stone-light" d="M11 27q2-11 14-14-1 5-4 6 2 1 2 2-3 4-12 6z" />
      <path class="stone-dark" d="M27 8q0-4 4.5-4t4.5 5v9h-3l-1-4-2 4h-4q2-4 1-10z" />
      <circle class="stone-light" cx="32" cy="10" r="3.2" />
      <path class="stone-dark" d="M3 37h37v3H3z" />
    </g>
  );
}

function Landslide(): ComponentChild {
  return (
    <g>
      <path class="rock-dark" d="M3 38 14 14l8 9 7-10 12 25z" />
      <path class="rock" d="M3 38 14 14l4 13-4 11zM22 23l7-10 3 13-6 12h-8z" />
      <path class="rock-light" d="M14 14l8 9-4 4zM29 13l8 15-5-2z" />
      <path class="rock-dark" d="M8 8l4-2 3 3-3 3zM33 6l4 1 0 4-4-1z" />
    </g>
  );
}

function Letter({ of }: { of: string }): ComponentChild {
  return <text class="letter" x="37" y="40.5">{LETTERS[of] ?? ""}</text>;
}

/** Large skeletons fill the tile, small ones leave a rim; upper halves have the skull. */
function Skeleton({ large, upper }: { large: boolean; upper: boolean }): ComponentChild {
  return (
    <g transform={large ? "translate(22 22)" : "translate(22 24) scale(0.64)"} class="bones">
      {upper ? (
        <>
          <path d="M-7-9a7 7 0 0 1 14 0v3l-3 1v3h-8v-3l-3-1z" stroke-width="1" />
          <circle class="eye" cx="-2.8" cy="-9" r="1.9" /><circle class="eye" cx="2.8" cy="-9" r="1.9" />
          <path class="line" d="M0 0v18M-11 3q11-3 22 0M-9 8.500q9-3 18 0M-7 14q7-3 14 0M-11 3l-2 10M11 3l2 10" />
        </>
      ) : (
        <>
          <path d="M-9-16q9-4 18 0l-2 7H-7z" stroke-width="1" /><circle class="eye" cy="-13" r="2" />
          <path class="line" d="M-5-8l-1 12M5-8l1 12M-6 4v12M6 4v12M-6 17h-5M6 17h5" /><circle cx="-6" cy="4" r="1.5" /><circle cx="6" cy="4" r="1.5" />
        </>
      )}
    </g>
  );
}

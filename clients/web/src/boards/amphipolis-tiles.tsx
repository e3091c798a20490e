/** The tiles of Amphipolis, drawn. */

import { AmphipolisTile } from "clio-referee/contract/amphipolis";
import type { ComponentChild } from "preact";

/** A tile's id in records and views, such as `mosaic-green`. */
export function tileId(tile: AmphipolisTile): string {
  return AmphipolisTile[tile].toLowerCase().replaceAll("_", "-");
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
  if (kind === "mosaic") {
    return (
      <g>
        {[0, 1, 2].flatMap((row) =>
          [0, 1, 2].map((column) => (
            <rect x={7 + 10.500 * column} y={7 + 10.500 * row} width="9" height="9" fill={fill} opacity={(row + column) % 2 ? 0.55 : 1} />
          )),
        )}
        <Letter of={colour} />
      </g>
    );
  }
  if (kind === "amphora") {
    return (
      <g>
        <path d="M17 6h10l-1 5q10 4 10 14 0 9-11 14h-6Q8 34 8 25q0-10 10-14z" fill={fill} />
        <path d="M16 11q-9 2-9 10M28 11q9 2 9 10" fill="none" stroke={fill} stroke-width="2.500" />
        <Letter of={colour} />
      </g>
    );
  }
  if (kind === "caryatid") {
    return <path d="M22 5a5 5 0 0 1 3 9l6 5-3 4 2 16H14l2-16-3-4 6-5a5 5 0 0 1 3-9z" fill="#5f6a62" />;
  }
  if (kind === "sphinx") {
    return <path d="M6 36v-6q4-10 16-10l2-12q6-3 9 2l-1 6 4 4-5 4v12h-5v-6q-8 2-12 0v6z" fill="#5f6a62" />;
  }
  if (kind === "landslide") return <path d="M4 36 16 12l7 11 6-8 11 21z" fill="#9b7a4b" />;
  return <Skeleton large={colour === "large"} upper={half === "upper"} />;
}

function Letter({ of }: { of: string }): ComponentChild {
  return <text class="letter" x="36" y="41">{LETTERS[of] ?? ""}</text>;
}

/** Large skeletons fill the tile, small ones leave a rim; upper halves have the skull. */
function Skeleton({ large, upper }: { large: boolean; upper: boolean }): ComponentChild {
  return (
    <g transform={large ? "translate(22 22)" : "translate(22 23) scale(0.62)"} class="bones">
      {upper ? (
        <>
          <circle cy="-9" r="8" />
          <circle class="eye" cx="-3" cy="-9" r="2" /><circle class="eye" cx="3" cy="-9" r="2" />
          <path d="M0-1v18M-10 4h20M-8 10h16" />
        </>
      ) : (
        <path d="M-10-14h20M-7-14v30M7-14v30M-11 17h6M5 17h6" />
      )}
    </g>
  );
}

/** The pieces of Akrotiri, drawn: terrain icons, cubes, temples, boats. */

import { AkrotiriColour, AkrotiriTerrain } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import { SEAT_COLOURS, SEAT_SIGNS } from "./board";

export const CUBES: Record<AkrotiriColour, string> = {
  [AkrotiriColour.UNSPECIFIED]: "#000",
  [AkrotiriColour.ORANGE]: "#e69f00",
  [AkrotiriColour.BLUE]: "#56b4e9",
  [AkrotiriColour.GREEN]: "#009e73",
  [AkrotiriColour.GREY]: "#8f8f96",
};

/** A sign of the terrain that the cube comes from, so that colour is never the only difference. */
const CUBE_SIGNS: Record<AkrotiriColour, string> = {
  [AkrotiriColour.UNSPECIFIED]: "",
  [AkrotiriColour.ORANGE]: "▲",
  [AkrotiriColour.BLUE]: "≈",
  [AkrotiriColour.GREEN]: "♣",
  [AkrotiriColour.GREY]: "△",
};

export function terrainName(terrain: AkrotiriTerrain): string {
  return AkrotiriTerrain[terrain].toLowerCase();
}

export function colourName(colour: AkrotiriColour): string {
  return AkrotiriColour[colour].toLowerCase();
}

export function TerrainIcon({ of, size = 22 }: { of: AkrotiriTerrain; size?: number }): ComponentChild {
  return <g transform={`scale(${size / 22})`}>{icon(of)}</g>;
}

function icon(terrain: AkrotiriTerrain): ComponentChild {
  switch (terrain) {
    case AkrotiriTerrain.VOLCANO:
      return <g><path d="M-11 9-4-7h8l7 16z" fill="#7b4331" /><path d="M-4-7 0 0l4-7-2-4-2 2-2-3z" fill="#e69f00" /></g>;
    case AkrotiriTerrain.LAKE:
      return <g><ellipse rx="11" ry="7.500" fill="#56b4e9" stroke="#1c5f8d" /><path d="M-6 0q3-4 6 0t6 0" fill="none" stroke="#fff" stroke-width="1.800" /></g>;
    case AkrotiriTerrain.TREE:
      return <g><rect x="-1.500" y="3" width="3" height="8" fill="#6d4c1d" /><path d="M0-11a8 8 0 0 1 6 13H-6A8 8 0 0 1 0-11z" fill="#00805d" /></g>;
    default:
      return <path d="M-12 9-4-7l4 6 4-5 8 15z" fill="#7d7d88" stroke="#50505a" />;
  }
}

export function Cube({ colour, size = 14 }: { colour: AkrotiriColour; size?: number }): ComponentChild {
  const half = size / 2;
  return (
    <g class="cube">
      <rect x={-half} y={-half} width={size} height={size} rx="2.500" fill={CUBES[colour]} />
      <text y={size * 0.32} font-size={size * 0.85}>{CUBE_SIGNS[colour]}</text>
    </g>
  );
}

export function Temple({ seat }: { seat: number }): ComponentChild {
  const fill = SEAT_COLOURS[seat % SEAT_COLOURS.length];
  return (
    <g class="temple" fill={fill}>
      <path d="M-13-6 0-14 13-6v3h-26zM-11-1h4V9h-4zm9 0h4V9h-4zM7-1h4V9H7zM-13 10h26v4h-26z" />
      <text y="-6" class="sign">{SEAT_SIGNS[seat % SEAT_SIGNS.length]}</text>
    </g>
  );
}

export function Boat({ seat }: { seat: number }): ComponentChild {
  const fill = SEAT_COLOURS[seat % SEAT_COLOURS.length];
  return (
    <g class="boat">
      <path d="M-13 4h26q-3 9-9 9H-4q-6 0-9-9z" fill={fill} />
      <path d="M0-15v17h11z" fill={fill} /><path d="M-2-11v13h-9z" class="sail" />
      <text y="12" class="sign">{SEAT_SIGNS[seat % SEAT_SIGNS.length]}</text>
    </g>
  );
}

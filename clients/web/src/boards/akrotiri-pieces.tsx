/** The pieces of Akrotiri: terrain icons, cubes, temples, boats, coins. */

import { AkrotiriColour, AkrotiriTerrain } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import { SEAT_COLOURS, SEAT_SIGNS } from "./board";

const CUBES: Record<AkrotiriColour, { top: string; face: string; side: string }> = {
  [AkrotiriColour.UNSPECIFIED]: { top: "#999", face: "#777", side: "#555" },
  [AkrotiriColour.ORANGE]: { top: "#ffc04a", face: "#e69f00", side: "#a87200" },
  [AkrotiriColour.BLUE]: { top: "#93d3f7", face: "#56b4e9", side: "#2f7fae" },
  [AkrotiriColour.GREEN]: { top: "#3fc79d", face: "#009e73", side: "#00664a" },
  [AkrotiriColour.GREY]: { top: "#c4c4cb", face: "#94949c", side: "#63636b" },
};

/** The terrain that cubes of a colour come from: its sign on the cube, so that colour is never the only difference. */
const SIGNS: Record<AkrotiriColour, string> = {
  [AkrotiriColour.UNSPECIFIED]: "",
  [AkrotiriColour.ORANGE]: "M-3.4 3 0-3.4 3.4 3z",
  [AkrotiriColour.BLUE]: "M-4-1.2q2-2.6 4 0t4 0v2.4q-2 2.6-4 0t-4 0z",
  [AkrotiriColour.GREEN]: "M-.8 3.6v-2a2.9 2.9 0 1 1 1.6 0v2z",
  [AkrotiriColour.GREY]: "M-4 3-1-2.6.5-.4 2-1.8 4.2 3z",
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
      return (
        <g>
          <path d="M-12 10-4.5-5h9L12 10z" fill="#7b4331" />
          <path d="M-12 10-4.5-5-1-5-5 10z" fill="#5d2f20" />
          <path d="M-4.5-5h9L2.5 0 .5-2-1.5 2-3-2z" fill="#e8541a" />
          <path d="M-3-6q-3-4 1-6 0-3 3-2 4 0 3 4 1 3-2 4z" fill="#c9b8ae" />
        </g>
      );
    case AkrotiriTerrain.LAKE:
      return (
        <g>
          <path d="M-12 1c0-6 6-8 12-7s12 2 12 7-6 8-13 7S-12 6-12 1z" fill="#1f7db4" />
          <path d="M-10 1c0-5 5-6 10-5.5s10 2 10 5.5-5 6-11 5.5S-10 5-10 1z" fill="#56b4e9" />
          <path d="M-6 0q2-2.5 4 0t4 0M-1 4q2-2.5 4 0t3 0" class="ripple" />
        </g>
      );
    case AkrotiriTerrain.TREE:
      return (
        <g>
          <path d="M-1.7 3h3.4l.6 8h-4.6z" fill="#6d4c1d" />
          <path d="M0-12q6 0 6 5 4 1 4 5.5T5 4H-5q-5 0-5-5.5T-6-7q0-5 6-5z" fill="#00714f" />
          <path d="M-1-10q-4 1-3.5 4.5-4 .5-4 4" class="glint" />
        </g>
      );
    default:
      return (
        <g>
          <path d="M-13 10-4.5-8 0-1.5 4-6l9 16z" fill="#7d7d88" />
          <path d="M-13 10-4.5-8-3.5 1-6 10zM4-6l1 6-2 10H0z" fill="#5c5c67" />
          <path d="M-4.5-8-7.5-2l2 .8 1.8-1.8 1.4 2L0-1.5zM4-6 1.5-3l2 1.5L5-3l1.8.5z" fill="#fff" />
        </g>
      );
  }
}

export function Cube({ colour, size = 14 }: { colour: AkrotiriColour; size?: number }): ComponentChild {
  const { top, face, side } = CUBES[colour];
  return (
    <g class="cube" transform={`scale(${size / 14})`}>
      <path d="M-7-4-4-7H7L4-4z" fill={top} /><path d="M4-4 7-7V4L4 7z" fill={side} />
      <rect x="-7" y="-4" width="11" height="11" fill={face} />
      <path class="cube-edge" d="M-7-4-4-7H7V4L4 7H-7z" />
      <path class="cube-sign" d={SIGNS[colour]} transform="translate(-1.5 1.5) scale(1.05)" />
    </g>
  );
}

/** The sign of a seat, drawn: fonts differ in how they draw the characters. */
export function SeatSign({ seat, size = 8 }: { seat: number; size?: number }): ComponentChild {
  const shapes = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M-4.5 3.5 0-4.5 4.5 3.5z", "M-3.6-3.6h7.2v7.2h-7.2z", "M0-5 4.6 0 0 5-4.6 0z"];
  return <path class="seat-sign" d={shapes[seat % shapes.length] as string} transform={`scale(${size / 8})`} />;
}

export function seatColour(seat: number): string {
  return SEAT_COLOURS[seat % SEAT_COLOURS.length] as string;
}

export function seatMark(seat: number): string {
  return SEAT_SIGNS[seat % SEAT_SIGNS.length] as string;
}

const TEMPLE = "M-14-5.5 0-14l14 8.5V-2h-28zM-12-1h5v9.5h-5zm9.5 0h5v9.5h-5zM7-1h5v9.5H7zM-14 9.5h28V14h-28z";

export function Temple({ seat, size = 28 }: { seat: number; size?: number }): ComponentChild {
  return (
    <g class="temple" transform={`scale(${size / 28})`}>
      <path class="halo" d="M-14-5.5 0-14l14 8.5V14h-28z" />
      <path class="cella" d="M-12-2h24v12h-24z" />
      <path d={TEMPLE} fill={seatColour(seat)} />
      <g transform="translate(0 -6.5)" class="on-seat"><SeatSign seat={seat} size={5.5} /></g>
    </g>
  );
}

/** The outline of a temple that is still to be built. */
export function TempleGhost({ size = 28 }: { size?: number }): ComponentChild {
  return <path class="temple-ghost" d={TEMPLE} transform={`scale(${size / 28})`} />;
}

export function Boat({ seat, cargo = [] }: { seat: number; cargo?: readonly AkrotiriColour[] }): ComponentChild {
  const fill = seatColour(seat);
  return (
    <g class="boat">
      <path class="halo" d="M-15 4h30q-3 10-10 10H-5q-7 0-10-10zM-1-19h3V4h-3zM3-18 15 2H3zM-2-14V2h-11z" />
      <path d="M1-19V4" class="mast" />
      <path d="M2.5-18 15 2H2.5z" fill={fill} /><path d="M-.5-14V2h-12z" class="sail" />
      <path d="M-15 4h30q-3 10-10 10H-5q-7 0-10-10z" fill={fill} />
      <g transform="translate(0 8.8)" class="on-seat"><SeatSign seat={seat} size={6} /></g>
      {cargo.map((cube, place) => <g transform={`translate(${(place - (cargo.length - 1) / 2) * 9} 1)`}><Cube colour={cube} size={8} /></g>)}
    </g>
  );
}

/** A drachma. */
export function Coin({ value, size = 18 }: { value?: number; size?: number }): ComponentChild {
  return (
    <g class="coin" transform={`scale(${size / 18})`}>
      <circle r="9" /><circle class="rim" r="6.8" />
      {value === undefined ? <path d="M-2.5 4.5v-9h2a4 4.5 0 0 1 0 9z" class="coin-sign" /> : <text y="4">{value}</text>}
    </g>
  );
}

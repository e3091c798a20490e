/** The sea around the map of Akrotiri: its extent, waves, the lines of the quadrants, the compass. */

import type { AkrotiriView } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import type { Frame } from "./akrotiri-frame";
import { CELL } from "./akrotiri-geometry";
import type { BoardProps } from "./board";

export interface Extent {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The part of the sea to show: all tiles, and the cells around them while a tile is being placed. */
export function extentOf(view: AkrotiriView, props: BoardProps, frame: Frame): Extent {
  const corners = [...view.tiles, { x: -1, y: -1 }, { x: 0, y: 0 }].map(({ x, y }) => frame.origin(x, y));
  const margin = [...props.next, ...props.chosen].some((choice) => choice.startsWith("cell:")) ? CELL + 6 : 46;
  const left = Math.min(...corners.map(({ x }) => x)) - margin;
  const top = Math.min(...corners.map(({ y }) => y)) - margin;
  return {
    left, top,
    width: Math.max(...corners.map(({ x }) => x)) + CELL + margin - left,
    height: Math.max(...corners.map(({ y }) => y)) + CELL + margin - top,
  };
}

/** Waves on the open sea, and the lines through Thera that cut the map into quadrants. */
export function OpenSea({ left, top, width, height }: Extent): ComponentChild {
  const waves: string[] = [];
  for (let row = Math.floor(top / 34); row * 34 < top + height; row++) {
    for (let column = Math.floor(left / 72); column * 72 < left + width; column++) {
      waves.push(`M${column * 72 + (row % 2 ? 36 : 0)} ${row * 34}q4-5 8 0t8 0`);
    }
  }
  return (
    <g>
      <rect class="open-sea" x={left} y={top} width={width} height={height} />
      <path class="waves" d={waves.join("")} />
    </g>
  );
}

export function Quadrants({ left, top, width, height }: Extent): ComponentChild {
  return <path class="quadrants" d={`M0 ${top}V-62M0 62V${top + height}M${left} 0H-72M72 0H${left + width}`} />;
}

/** Which way is north; the second player looks from the other side. */
export function Compass({ left, top, frame }: Extent & { frame: Frame }): ComponentChild {
  return (
    <g class="compass" transform={`translate(${left + 24} ${top + 34})`}>
      <title>{frame.flipped ? t("north is below: this seat looks from the north") : t("north is above")}</title>
      <circle r="15" />
      <g transform={frame.flipped ? "rotate(180)" : undefined}><path d="M0-13 4 0 0 13-4 0z" /><path class="needle" d="M0-13 4 0H-4z" /></g>
      <text y={frame.flipped ? 26 : -17}>N</text>
    </g>
  );
}


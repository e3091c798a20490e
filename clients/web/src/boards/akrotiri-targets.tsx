/** What can be chosen on the map of Akrotiri: cells, corners, sites, and the tile in hand where it would lie. */

import { AkrotiriCorner, AkrotiriRotation, type AkrotiriView } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { at, type Frame } from "./akrotiri-frame";
import { CELL, type Point } from "./akrotiri-geometry";
import { type Designs, TileArt } from "./akrotiri-land";
import { type BoardProps, choosable } from "./board";

/** The radius of what is pressed on the map: with the scale of `MapScroll` never less than 24 px across. */
export const REACH = 20;
const CORNERS = [AkrotiriCorner.NW, AkrotiriCorner.NE, AkrotiriCorner.SE, AkrotiriCorner.SW];

export interface Site {
  x: number;
  y: number;
  corner: AkrotiriCorner;
  now: boolean;
}

export interface MapParts {
  view: AkrotiriView;
  designs: Designs;
  props: BoardProps;
  frame: Frame;
  /** The tile in hand. */
  hand?: string | undefined;
  /** The sites of map cards to show. */
  sites?: readonly Site[];
}

/** The cells, corners and sites that can be chosen now. */
export function Targets({ props, designs, frame, hand }: MapParts): ComponentChild {
  return (
    <g>
      {[...props.next].map((choice) => {
        const found = /^(cell|site):(-?\d+),(-?\d+),?(\w*)$/.exec(choice);
        if (!found) return null;
        const [, kind, column = "", row = "", corner = ""] = found;
        const [x, y] = [Number(column), Number(row)];
        if (kind === "cell") {
          const label = t("open cell in column {x}, row {y}", { x, y });
          return (
            <g transform={at(frame.origin(x, y))} data-choice={choice}>
              <rect {...choosable(props, choice, label)} class="choosable open-cell" x="3" y="3" width={CELL - 6} height={CELL - 6} rx="8" />
              <path class="plus" d="M50 40v20M40 50h20" />
            </g>
          );
        }
        const label = t("site in column {x}, row {y}, {corner}", { x, y, corner });
        return <SiteTarget props={props} choice={choice} label={label} point={frame.quadrant(x, y, AkrotiriCorner[corner as "NW"], 18)} />;
      })}
      <Ghost props={props} designs={designs} frame={frame} hand={hand} />
      <CornerTargets props={props} frame={frame} />
    </g>
  );
}

function SiteTarget({ props, choice, label, point }: { props: BoardProps; choice: string; label: string; point: Point }): ComponentChild {
  return <circle {...choosable(props, choice, label)} class="choosable site" cx={point.x} cy={point.y} r={REACH} data-choice={choice} />;
}

/** The tile in hand on the chosen cell, turned as chosen. */
function Ghost({ props, designs, frame, hand }: Pick<MapParts, "props" | "designs" | "frame" | "hand">): ComponentChild {
  const cell = props.chosen.map((choice) => /^cell:(-?\d+),(-?\d+)$/.exec(choice)).find(Boolean);
  const design = hand ? designs.get(hand) : undefined;
  if (!cell || !design) return null;
  const rotation = rotationOf([...props.chosen, ...props.next].find((choice) => choice.startsWith("rotation:")));
  return (
    <g transform={at(frame.origin(Number(cell[1]), Number(cell[2])))} class="ghost">
      <TileArt design={design} rotation={frame.rotation(rotation)} />
      <rect class="mark chosen" width={CELL} height={CELL} />
    </g>
  );
}

/** The corners of the tile just played, for its second cube. */
function CornerTargets({ props, frame }: Pick<MapParts, "props" | "frame">): ComponentChild {
  const last = props.view.game.case === "akrotiri" ? props.view.game.value.tiles.at(-1) : undefined;
  if (!last) return null;
  return (
    <g>
      {CORNERS.map((corner) => {
        const choice = `corner:${AkrotiriCorner[corner]}`;
        if (!props.next.has(choice)) return null;
        const label = t("corner {corner}", { corner: AkrotiriCorner[corner] });
        return <SiteTarget props={props} choice={choice} label={label} point={frame.quadrant(last.x, last.y, corner, 18)} />;
      })}
    </g>
  );
}

export function rotationOf(choice: string | undefined): AkrotiriRotation {
  const name = choice?.split(":")[1] as keyof typeof AkrotiriRotation | undefined;
  return name ? AkrotiriRotation[name] : AkrotiriRotation.R0;
}

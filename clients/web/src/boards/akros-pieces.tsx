/** The pieces of Akros: hexagonal tiles in stacks, emblems of environments, servants. */

import { AkrosEnvironment, AkrosSide } from "clio-referee/contract/akros";
import type { ComponentChild } from "preact";

export const SIZE = 58;
/** The thickness of a tile. */
export const LAYER = 7;
/** Higher stacks are drawn like this one; the number says how high they are. */
const HIGHEST = 6;

const NAMES: Record<AkrosEnvironment, string> = {
  [AkrosEnvironment.UNSPECIFIED]: "",
  [AkrosEnvironment.FOREST]: "forest",
  [AkrosEnvironment.MOUNTAIN]: "mountain",
  [AkrosEnvironment.SEA]: "sea",
};

export function environmentName(environment: AkrosEnvironment): string {
  return NAMES[environment];
}

function corner(size: number, number: number): [number, number] {
  const angle = (Math.PI / 3) * number - Math.PI / 2;
  return [Math.round(size * Math.cos(angle) * 10) / 10, Math.round(size * Math.sin(angle) * 10) / 10];
}

export function hexagon(size: number): string {
  return Array.from({ length: 6 }, (_, number) => corner(size, number).join()).join(" ");
}

/** The two front faces of a stack that is so thick. */
function front(size: number, thickness: number): string {
  const [right, bottom, left] = [corner(size, 2), corner(size, 3), corner(size, 4)];
  const lower = ([x, y]: [number, number]): string => `${x} ${y + thickness}`;
  return `M${left.join(" ")}L${bottom.join(" ")}L${right.join(" ")}L${lower(right)}L${lower(bottom)}L${lower(left)}Z`;
}

/** How far the top of a stack lies above the board. */
export function lift(tiles: number): number {
  return LAYER * Math.min(tiles, HIGHEST);
}

/** A region with its stack; the top is at the origin. */
export function Stack({ environment, tiles, size = SIZE - 3 }: { environment: AkrosEnvironment; tiles: number; size?: number }): ComponentChild {
  const layers = Math.min(tiles, HIGHEST);
  const [right, bottom, left] = [corner(size, 2), corner(size, 3), corner(size, 4)];
  return (
    <g class={`stack env-${NAMES[environment]}`}>
      {layers > 0 && <path class="shadow" d={front(size, LAYER * layers)} transform="translate(2 5)" />}
      {layers > 0 && <path class="front" d={front(size, LAYER * layers)} />}
      {Array.from({ length: Math.max(0, layers - 1) }, (_, layer) => {
        const down = LAYER * (layer + 1);
        return <path class="seam" d={`M${left[0]} ${left[1] + down}L${bottom[0]} ${bottom[1] + down}L${right[0]} ${right[1] + down}`} />;
      })}
      <polygon class={tiles ? "hex tile" : "hex"} points={hexagon(size)} />
      {tiles > 0 && <polygon class="bevel" points={hexagon(size - 5)} />}
    </g>
  );
}

export function Emblem({ of }: { of: AkrosEnvironment }): ComponentChild {
  if (of === AkrosEnvironment.FOREST) {
    return (
      <g class="emblem">
        <path d="M-22 12-13-8-4 12zM4 12 13-8 22 12z" class="far" />
        <path d="M-10 15 0-16 10 15zM-2 15h4v5h-4z" /><path class="shade" d="M0-16 10 15H0z" />
      </g>
    );
  }
  if (of === AkrosEnvironment.MOUNTAIN) {
    return (
      <g class="emblem">
        <path class="far" d="M0 14 12-9 25 14z" />
        <path d="M-25 14-7-15 11 14z" /><path class="shade" d="M-7-15 11 14H-5z" />
        <path class="snow" d="M-7-15-13-5l4 2 3-3 4 3 2-2z" />
      </g>
    );
  }
  return <path class="emblem wave" d="M-22-7q5.5-7 11 0t11 0 11 0 11 0M-22 3q5.5-7 11 0t11 0 11 0 11 0M-22 13q5.5-7 11 0t11 0 11 0 11 0" />;
}

/** A servant: Jinn are blue spirits with a tail of smoke, Ifrit orange flames, so that shape and colour both tell. */
export function Servant({ side }: { side: AkrosSide }): ComponentChild {
  return side === AkrosSide.JINN ? (
    <g class="servant jinn">
      <path class="outline" d="M2 23c-9-3-3-8-8-11-6-3-9-9-7-15 1-4 4-6 7-8-3-4-1-12 6-12s9 8 6 12c3 2 6 4 7 8 2 7-2 11-7 14-5 4 1 8-4 12z" />
      <path class="light" d="M-9-2c1-3 4-4 6-5" />
      <circle class="eye" cx="-2.6" cy="-15" r="1.5" /><circle class="eye" cx="2.6" cy="-15" r="1.5" />
      <path class="mouth" d="M-8 4q8 5 16 0" />
    </g>
  ) : (
    <g class="servant ifrit">
      <path class="outline" d="M0 22C-12 22-17 12-14 2c1-6 4-8 2-16 6 2 7 6 8 9 0-7 1-13 5-19 1 8 7 11 7 17 1-2 2-4 2-7 5 6 7 14 5 22-2 9-8 14-15 14z" />
      <path class="light" d="M0 18c-6 0-9-5-7-10 1-3 3-4 3-8 4 2 4 4 5 6 1-1 1-2 1-4 4 4 5 7 4 10-1 4-3 6-6 6z" />
      <path class="eye" d="M-7-1l5 3-4 1zM7-1 2 2l4 1z" />
    </g>
  );
}

/** A tile as it lies in the draft or on a pile. */
export function Tile({ of, size = 30 }: { of: AkrosEnvironment; size?: number }): ComponentChild {
  return (
    <g>
      <Stack environment={of} tiles={1} size={size} />
      <g transform={`scale(${size / 38})`}><Emblem of={of} /></g>
    </g>
  );
}

/** An empty place for a tile. */
export function Socket({ size = 30 }: { size?: number }): ComponentChild {
  return <polygon class="socket" points={hexagon(size)} />;
}

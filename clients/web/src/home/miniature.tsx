/** A drawn miniature of each game's board. */

import type { ComponentChild } from "preact";

const HEX = 17;

function hexagon(x: number, y: number, size: number): string {
  return Array.from({ length: 6 }, (_, number) => {
    const angle = (Math.PI / 3) * number - Math.PI / 2;
    return `${(x + size * Math.cos(angle)).toFixed(1)},${(y + size * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

type Land = "forest" | "mountain" | "sea";
type Side = "jinn" | "ifrit";
/** Column, row, environment, tiles in the stack, servant. */
const REGIONS: readonly (readonly [number, number, Land, number?, Side?])[] = [
  [0, 0, "sea"], [1, 0, "forest", 1], [2, 0, "mountain", 0, "ifrit"], [3, 0, "sea", 2],
  [-0.5, 1, "forest"], [0.5, 1, "mountain", 3, "jinn"], [1.5, 1, "sea"], [2.5, 1, "forest", 1], [3.5, 1, "mountain"],
  [0, 2, "mountain", 1], [1, 2, "sea", 0, "ifrit"], [2, 2, "forest", 2, "jinn"], [3, 2, "sea"],
];
const EMBLEMS: Record<Land, string> = {
  forest: "M-6 5 0-7 6 5z",
  mountain: "M-8 5-2-5 2 1 4-2 8 5z",
  sea: "M-7-2q3.5-4 7 0t7 0M-7 4q3.5-4 7 0t7 0",
};
const SERVANTS: Record<Side, string> = {
  jinn: "M0 9C-5 6-7 2-5-2c1-2 2-3 3-3-2-2-1-6 2-6s4 4 2 6c1 0 2 1 3 3 2 4 0 8-5 11z",
  ifrit: "M0 9c-6 0-9-5-7-10 1-3 2-4 1-8 3 1 4 3 4 5 0-4 1-7 3-10 0 4 3 6 3 9l1-3c3 4 4 8 3 11-1 4-4 6-8 6z",
};

function Akros(): ComponentChild {
  return (
    <>
      <rect class="mini-ground" width="160" height="100" />
      {REGIONS.map(([column, row, land, tiles = 0, servant]) => {
        const [x, y] = [35.5 + column * HEX * Math.sqrt(3), 27 + row * HEX * 1.5];
        const top = y - 3.5 * tiles;
        return (
          <g class={`mini-${land}`}>
            {Array.from({ length: tiles }, (_, layer) => <polygon class="mini-side" points={hexagon(x, y - 3.5 * layer, HEX - 1)} />)}
            <polygon class="mini-top" points={hexagon(x, top, HEX - 1)} />
            <path class={land === "sea" ? "mini-emblem wave" : "mini-emblem"} transform={`translate(${x} ${top + (servant ? 7 : 1)}) scale(${servant ? 0.6 : 1})`} d={EMBLEMS[land]} />
            {servant && <path class={`mini-servant ${servant}`} transform={`translate(${x} ${top - 4}) scale(1.15)`} d={SERVANTS[servant]} />}
          </g>
        );
      })}
    </>
  );
}

const CELL = 40;
const LANDS: readonly (readonly [number, number, number])[] = [
  [0, 0, 15], [1, 0, 19], [3, 0, 17], [4, 0, 14], [0, 1, 20], [2, 1, 0], [4, 1, 19], [1, 2, 17], [3, 2, 20], [0, 2, 15], [4, 2, 13],
];

function Akrotiri(): ComponentChild {
  return (
    <>
      <rect class="mini-water" width="160" height="100" />
      <g transform="translate(0 10)">
        {LANDS.map(([x, y, size]) => size > 0 && <path class="mini-shore" d={`M${x * CELL - size} ${y * CELL}q${size * 0.1} ${-size} ${size} ${-size}t${size} ${size}q${-size * 0.1} ${size} ${-size} ${size}t${-size} ${-size}z`} />)}
        <path class="mini-route" d="M20-10V18q0 20 20 20h22M98 40h24q18 0 18 20v30M62 40q0 20-2 22t-2 28M80 22V-10M98 40q0-22 22-30V-10M0 62h12q20 0 26-24M160 20h-14q-8 0-20-10" />
        <path class="mini-grid" d="M0 0H160M0 40H62M98 40H160M0 80H160M40-10V90M80-10V22M80 58V90M120-10V90" />
        <circle class="mini-shore thera" cx="80" cy="40" r="19" />
        <path class="mini-houses" d="M69 46v-7h5v-5h5v-4h6v6h4v10z" /><path class="mini-dome" d="M79 30a3 3 0 0 1 6 0z" />
        <path class="mini-temple" d="M112 72h16v2h-16zm2-8h2v8h-2zm5 0h2v8h-2zm5 0h2v8h-2zm-4-5 9 4h-18z" />
        <path class="mini-temple other" d="M32 8h16v2H32zm2-8h2v8h-2zm5 0h2v8h-2zm5 0h2v8h-2zm-4-5 9 4H31z" />
        <path class="mini-cube orange" d="M4 36h7v7H4z" /><path class="mini-cube blue" d="M153 33h7v7h-7z" /><path class="mini-cube green" d="M116 4h7v7h-7z" />
        <g transform="translate(48 38)"><path class="mini-sail" d="M-1-13V0h-8zM1-11l8 11H1z" /><path class="mini-hull" d="M-11 1h22l-4 6H-7z" /></g>
      </g>
    </>
  );
}

function Mosaic({ colour }: { colour: string }): ComponentChild {
  return <>{Array.from({ length: 9 }, (_, stone) => <rect class={stone === 4 ? "mini-stone" : `mini-${colour}`} x={3 + 5.5 * (stone % 3)} y={3 + 5.5 * Math.floor(stone / 3)} width="5" height="5" rx="1" />)}</>;
}

function Amphora({ colour }: { colour: string }): ComponentChild {
  return <path class={`mini-${colour}`} d="M8 3h6v2l-1 2q5 2 5 6 0 4-5 6H9q-5-2-5-6 0-4 5-6L8 5z" />;
}

const AREAS: readonly { x: number; tiles: readonly ComponentChild[] }[] = [
  { x: 5, tiles: [<Mosaic colour="green" />, <Mosaic colour="red" />, <Mosaic colour="yellow" />, <Mosaic colour="green" />] },
  { x: 83, tiles: [<Amphora colour="blue" />, <Amphora colour="red" />, <Amphora colour="purple" />] },
];
const STATUE = <path class="mini-statue" d="M6 2h10v2H6zm2 2h6l-1 2H9zm3 2a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zm-2 5h4l2 3-1 1-1-1 1 6H9l1-6-1 1-1-1zM5 20h12v2H5z" />;
const BONES = <path class="mini-bones" d="M7 8a4 4 0 0 1 8 0v2l-2 1v2H9v-2l-2-1zM11 14v6M6 15q5-1.500 10 0M7 18.500q4-1.500 8 0" />;
const LOWER: typeof AREAS = [{ x: 5, tiles: [STATUE, STATUE] }, { x: 83, tiles: [BONES, BONES, BONES] }];

function Amphipolis(): ComponentChild {
  return (
    <>
      <rect class="mini-earth" width="160" height="100" />
      {[AREAS, LOWER].map((row, number) => row.map(({ x, tiles }) => (
        <g transform={`translate(${x} ${5 + number * 36})`}>
          <rect class="mini-area" width="72" height="32" rx="4" />
          {tiles.map((tile, place) => {
            const dark = tile === BONES;
            return <g transform={`translate(${3 + place * 16.500} 8) scale(0.72)`}><rect class={dark ? "mini-tile dark" : "mini-tile"} width="22" height="23" rx="3" />{tile}</g>;
          })}
        </g>
      )))}
      {Array.from({ length: 10 }, (_, space) => (
        <g transform={`translate(${5 + space * 15.1} 80)`}>
          <rect class="mini-space" width="13.500" height="14" rx="3" />
          {space < 4 && <path class="mini-rocks" d="M1.500 12 5 4l2.500 3L9.500 3 12 12z" />}
        </g>
      ))}
    </>
  );
}

/** Any other game: a plain board. */
function Other(): ComponentChild {
  return (
    <>
      <rect class="mini-earth" width="160" height="100" />
      {Array.from({ length: 12 }, (_, place) => <circle class="mini-area" cx={27 + 21 * (place % 6)} cy={36 + 28 * Math.floor(place / 6)} r="9" />)}
    </>
  );
}

const DRAWINGS: Readonly<Record<string, () => ComponentChild>> = { akros: Akros, akrotiri: Akrotiri, amphipolis: Amphipolis };

export function Miniature({ game }: { game: string }): ComponentChild {
  const Drawing = DRAWINGS[game] ?? Other;
  return <svg class="miniature" viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><Drawing /></svg>;
}

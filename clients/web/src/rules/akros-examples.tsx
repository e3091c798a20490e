/** Drawn examples of the rules of Akros that newcomers get wrong. */

import { AkrosEnvironment, AkrosSide } from "clio-referee/contract/akros";
import type { ComponentChild } from "preact";

import "../boards/akros.css";
import { centre } from "../boards/akros-map";
import { Emblem, hexagon, lift, Servant, SIZE, Stack, Tile } from "../boards/akros-pieces";
import { t } from "../i18n/translate";
import type { Examples } from "./example";

const { FOREST, MOUNTAIN, SEA } = AkrosEnvironment;
const { JINN, IFRIT } = AkrosSide;

interface Region {
  q: number;
  r: number;
  environment: AkrosEnvironment;
  tiles?: number;
  servant?: AkrosSide;
  contested?: boolean;
  /** A sign on the region. */
  sign?: "✓" | "✗";
}

type Way = readonly [from: Pick<Region, "q" | "r">, to: Pick<Region, "q" | "r">];

function Regions({ of, way }: { of: readonly Region[]; way?: Way }): ComponentChild {
  const places = of.map(centre);
  const [left, right] = [Math.min(...places.map(({ x }) => x)) - SIZE, Math.max(...places.map(({ x }) => x)) + SIZE];
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)) - SIZE - 34, Math.max(...places.map(({ y }) => y)) + SIZE + 8];
  return (
    <svg class="akros-map" viewBox={`${left} ${top} ${right - left} ${bottom - top}`}>
      {of.map((region, place) => {
        const { x = 0, y = 0 } = places[place] ?? {};
        const tiles = region.tiles ?? 0;
        return (
          <g transform={`translate(${x} ${y - lift(tiles)})`}>
            <Stack environment={region.environment} tiles={tiles} />
            {region.servant === undefined && !region.sign && <Emblem of={region.environment} />}
            {region.contested && <g class="contested"><polygon points={hexagon(SIZE - 12)} /></g>}
            {region.servant !== undefined && <g transform="translate(0 -4) scale(1.2)"><Servant side={region.servant} /></g>}
            {tiles > 0 && <g class="height" transform="translate(32 -26)"><circle r="12" /><text y="6">{tiles}</text></g>}
            {region.sign && <text class={region.sign === "✓" ? "sign yes" : "sign no"} y="20">{region.sign}</text>}
          </g>
        );
      })}
      {way && <Arrow from={centre(way[0])} to={centre(way[1])} />}
    </svg>
  );
}

function Arrow({ from, to }: { from: { x: number; y: number }; to: { x: number; y: number } }): ComponentChild {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const length = Math.hypot(to.x - from.x, to.y - from.y) - 30;
  return <g class="way" transform={`translate(${from.x} ${from.y}) rotate(${angle})`}><path d={`M30 0H${length - 12}`} /><path d={`M${length} 0l-16-9v18z`} /></g>;
}

function Tiles({ rows }: { rows: readonly { name: string; tiles: readonly AkrosEnvironment[] }[] }): ComponentChild {
  return (
    <svg class="tall" viewBox={`0 0 250 ${rows.length * 74}`}>
      {rows.map(({ name, tiles }, row) => (
        <g transform={`translate(0 ${row * 74})`}>
          <text class="row-label" x="36" y="42">{name}</text>
          {tiles.map((tile, place) => <g transform={`translate(${104 + place * 62} 34)`}><Tile of={tile} size={28} /></g>)}
        </g>
      ))}
    </svg>
  );
}

const BETWEEN: readonly Region[] = [
  { q: 0, r: 0, environment: FOREST, servant: IFRIT },
  { q: 2, r: -1, environment: SEA, servant: IFRIT },
  { q: 1, r: 0, environment: MOUNTAIN, contested: true },
  { q: 1, r: -1, environment: FOREST, contested: true },
];

export const akrosExamples: Examples = {
  "AKS-CONTESTED": () => [
    { says: t("Both regions in the middle touch two Ifrit servants: they are contested."), drawing: <Regions of={BETWEEN} /> },
    { says: t("A single Ifrit servant contests nothing."), drawing: <Regions of={[{ q: 0, r: 0, environment: FOREST, servant: IFRIT }, { q: 1, r: 0, environment: MOUNTAIN }, { q: 1, r: -1, environment: SEA }]} /> },
  ],
  "AKS-JINN-FLIGHT": () => [
    { right: true, says: t("A Jinn servant flies to any free region, however far."), drawing: <Regions of={[{ q: 0, r: 0, environment: FOREST, servant: JINN }, { q: 1, r: 0, environment: SEA }, { q: 2, r: 0, environment: FOREST }, { q: 3, r: 0, environment: MOUNTAIN, sign: "✓" }]} way={[{ q: 0, r: 0 }, { q: 3, r: 0 }]} /> },
    { right: false, says: t("It never flies to a contested region."), drawing: <Regions of={[...BETWEEN.slice(0, 2), { q: 1, r: 0, environment: MOUNTAIN, contested: true, sign: "✗" }, { q: 0, r: 1, environment: SEA, servant: JINN }]} way={[{ q: 0, r: 1 }, { q: 1, r: 0 }]} /> },
  ],
  "AKS-FORCED-JINN": () => [
    { right: false, says: t("While a Jinn servant stands on contested ground, no other Jinn servant may move."), drawing: <Regions of={[...BETWEEN.slice(0, 2), { q: 1, r: 0, environment: MOUNTAIN, contested: true, servant: JINN }, { q: 0, r: 1, environment: SEA, servant: JINN }, { q: 1, r: 1, environment: FOREST, sign: "✗" }]} way={[{ q: 0, r: 1 }, { q: 1, r: 1 }]} /> },
    { right: true, says: t("The servant on contested ground flies away first."), drawing: <Regions of={[...BETWEEN.slice(0, 2), { q: 1, r: 0, environment: MOUNTAIN, contested: true, servant: JINN }, { q: 0, r: 1, environment: SEA, servant: JINN }, { q: 1, r: 1, environment: FOREST, sign: "✓" }]} way={[{ q: 1, r: 0 }, { q: 1, r: 1 }]} /> },
  ],
  "AKS-IFRIT-STEP": () => [
    { right: true, says: t("An Ifrit servant steps to a region that touches its own, contested or not."), drawing: <Regions of={[{ q: 0, r: 0, environment: FOREST, servant: IFRIT }, { q: 1, r: 0, environment: MOUNTAIN, contested: true, sign: "✓" }, { q: 2, r: 0, environment: SEA, servant: IFRIT }]} way={[{ q: 0, r: 0 }, { q: 1, r: 0 }]} /> },
    { right: false, says: t("It never flies over a region."), drawing: <Regions of={[{ q: 0, r: 0, environment: FOREST, servant: IFRIT }, { q: 1, r: 0, environment: MOUNTAIN }, { q: 2, r: 0, environment: SEA, sign: "✗" }]} way={[{ q: 0, r: 0 }, { q: 2, r: 0 }]} /> },
  ],
  "AKS-OCCUPIED": () => [
    { right: true, says: t("A tile goes on top of tiles of its environment."), drawing: <Regions of={[{ q: 0, r: 0, environment: SEA, tiles: 2, sign: "✓" }]} /> },
    { right: false, says: t("A tile cannot go where a servant stands, not even one of your own."), drawing: <Regions of={[{ q: 0, r: 0, environment: SEA, tiles: 1, servant: JINN }]} /> },
  ],
  "AKS-MERIT": () => [
    { says: t("Forest: Jinn has 1 + 2 tiles = 3, Ifrit 1 and 1 + 1 tile = 3. With equal sums nobody claims it."), drawing: <Regions of={[{ q: 0, r: 0, environment: FOREST, tiles: 2, servant: JINN }, { q: 1, r: 0, environment: FOREST, servant: IFRIT }, { q: 2, r: 0, environment: FOREST, tiles: 1, servant: IFRIT }]} /> },
    { says: t("A stack without a servant counts for nobody. Ifrit claims the sea with 1."), drawing: <Regions of={[{ q: 0, r: 0, environment: SEA, tiles: 4 }, { q: 1, r: 0, environment: SEA, servant: IFRIT }]} /> },
  ],
  "AKS-TURNS": () => [
    { says: t("Jinn keeps a tile first, but Ifrit places first, so Jinn makes the last move of the turn."), drawing: <Tiles rows={[{ name: t("drawn"), tiles: [FOREST, MOUNTAIN, SEA] }, { name: "Jinn", tiles: [FOREST] }, { name: "Ifrit", tiles: [MOUNTAIN] }, { name: t("Temple"), tiles: [SEA] }]} /> },
  ],
};

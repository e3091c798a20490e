/** What a collection of Amphipolis is worth by the scoring tables of its components, and which tiles would make it worth more. */

import type { AmphipolisComponents } from "clio-referee/contract/amphipolis_components";

/** How many tiles of each kind, by tile id. */
export type Counts = Readonly<Record<string, number>>;
type Tables = Pick<AmphipolisComponents, "mosaics" | "skeletons" | "amphoras" | "statues">;

/** The fewest tiles that add points, and how many points they add. */
export interface Improvement {
  tiles: string[];
  gain: number;
}

/** More tiles than this are no plan for the next turns. */
const FARTHEST = 4;
const COLOURS = ["blue", "brown", "green", "purple", "red", "yellow"];
const KINDS: Readonly<Record<string, readonly string[]>> = {
  mosaics: ["mosaic-green", "mosaic-red", "mosaic-yellow"],
  amphoras: COLOURS.map((colour) => `amphora-${colour}`),
  skeletons: ["skeleton-large-lower", "skeleton-large-upper", "skeleton-small-lower", "skeleton-small-upper"],
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The points of mosaics, amphoras or skeletons. */
export function worth(row: string, counts: Counts, tables: Tables): number {
  const held = (KINDS[row] ?? []).map((kind) => counts[kind] ?? 0);
  if (row === "mosaics" && tables.mosaics) {
    const { tiles, oneColour, mixed } = tables.mosaics;
    const pure = sum(held.map((count) => Math.floor(count / tiles)));
    return pure * oneColour + (Math.floor(sum(held) / tiles) - pure) * mixed;
  }
  if (row === "amphoras" && tables.amphoras) {
    const points = new Map(tables.amphoras.groups.map((group) => [group.colours, group.points]));
    const layers = Array.from({ length: Math.max(0, ...held) }, (_, layer) => held.filter((count) => count > layer).length);
    return sum(layers.map((size) => points.get(size) ?? 0));
  }
  if (row === "skeletons" && tables.skeletons) {
    const { familyLarge, familySmall, family, single } = tables.skeletons;
    const [largeLower = 0, largeUpper = 0, smallLower = 0, smallUpper = 0] = held;
    const [large, small] = [Math.min(largeLower, largeUpper), Math.min(smallLower, smallUpper)];
    const families = Math.min(Math.floor(large / familyLarge), Math.floor(small / familySmall));
    return families * family + (large + small - families * (familyLarge + familySmall)) * single;
  }
  return 0;
}

/** All ways to pick so many tiles of some kinds, the order aside. */
function picks(kinds: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return kinds.flatMap((kind, place) => picks(kinds.slice(place), count - 1).map((rest) => [kind, ...rest]));
}

function withTiles(counts: Counts, tiles: readonly string[]): Counts {
  const more: Record<string, number> = { ...counts };
  for (const tile of tiles) more[tile] = (more[tile] ?? 0) + 1;
  return more;
}

/** The fewest tiles that would make a row worth more, the best of them; only tiles that are still to be had count. */
export function improvement(row: string, counts: Counts, available: Counts, tables: Tables): Improvement | undefined {
  const now = worth(row, counts, tables);
  for (let count = 1; count <= FARTHEST; count++) {
    let best: Improvement | undefined;
    for (const tiles of picks(KINDS[row] ?? [], count)) {
      const wanted = withTiles({}, tiles);
      if (Object.entries(wanted).some(([kind, number]) => number > (available[kind] ?? 0))) continue;
      const gain = worth(row, withTiles(counts, tiles), tables) - now;
      if (gain > (best?.gain ?? 0)) best = { tiles, gain };
    }
    if (best) return best;
  }
  return undefined;
}

/** The points of one kind of statue for a team, compared with the others. */
export function statueWorth(own: number, others: readonly number[], tables: Tables): number {
  const scoring = tables.statues;
  if (!scoring) return 0;
  const all = [own, ...others];
  const [most, fewest] = [Math.max(...all), Math.min(...all)];
  if (own > 0 && own === most) return scoring.most;
  if (all.length <= 2) return fewest > 0 && 2 * fewest >= most ? scoring.middle : scoring.fewest;
  return own === fewest ? scoring.fewest : scoring.middle;
}

/** The fewest statues of a kind that would earn more. */
export function statueImprovement(kind: string, own: number, others: readonly number[], available: Counts, tables: Tables): Improvement | undefined {
  const now = statueWorth(own, others, tables);
  for (let count = 1; count <= Math.min(FARTHEST, available[kind] ?? 0); count++) {
    const gain = statueWorth(own + count, others, tables) - now;
    if (gain > 0) return { tiles: Array<string>(count).fill(kind), gain };
  }
  return undefined;
}

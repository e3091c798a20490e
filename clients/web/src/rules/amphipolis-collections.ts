/** Collections of Amphipolis and what they are worth. */

type Collection = readonly [tiles: readonly string[], points: number];

export const COLLECTIONS: Readonly<Record<"mosaics" | "skeletons" | "amphoras", readonly Collection[]>> = {
  mosaics: [
    [["mosaic-red", "mosaic-red", "mosaic-red", "mosaic-red"], 4],
    [["mosaic-red", "mosaic-green", "mosaic-red", "mosaic-yellow"], 2],
    [["mosaic-green", "mosaic-green", "mosaic-green", "mosaic-green", "mosaic-red", "mosaic-red", "mosaic-yellow"], 4],
  ],
  skeletons: [
    [["skeleton-large-upper", "skeleton-large-lower", "skeleton-large-upper", "skeleton-large-lower", "skeleton-small-upper", "skeleton-small-lower"], 6],
    [["skeleton-large-upper", "skeleton-large-lower"], 1],
    [["skeleton-large-upper", "skeleton-small-lower"], 0],
  ],
  amphoras: [
    [["amphora-blue", "amphora-brown", "amphora-green", "amphora-purple", "amphora-red", "amphora-yellow"], 6],
    [["amphora-red", "amphora-blue", "amphora-yellow", "amphora-red"], 1],
  ],
};

/** For the test that compares them with the game's scoring. */
export function collections(): typeof COLLECTIONS {
  return COLLECTIONS;
}

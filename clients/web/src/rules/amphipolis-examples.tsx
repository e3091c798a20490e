/** Drawn examples of the rules of Amphipolis that newcomers get wrong. */

import type { ComponentChild } from "preact";

import "../boards/amphipolis.css";
import { TileFace } from "../boards/amphipolis-tiles";
import { t } from "../i18n/translate";
import { COLLECTIONS } from "./amphipolis-collections";
import type { Examples, Panel } from "./example";

function Tiles({ of, taken = [] }: { of: readonly string[]; taken?: readonly number[] }): ComponentChild {
  return <div class="tiles">{of.map((id, place) => <span class={taken.includes(place) ? "tile taken-example" : "tile"}><TileFace id={id} /></span>)}</div>;
}

function Areas({ of }: { of: readonly { name: string; tiles: readonly string[]; taken?: readonly number[] }[] }): ComponentChild {
  return <div class="example-areas">{of.map(({ name, tiles, taken = [] }) => <div><small>{name}</small><Tiles of={tiles} taken={taken} /></div>)}</div>;
}

/** A collection and what it is worth, as the scoring of the game has it: a test compares them. */
function worth(kind: keyof typeof COLLECTIONS, place: number, says: string): Panel {
  const [tiles, points] = COLLECTIONS[kind][place] as unknown as [readonly string[], number];
  return { says, drawing: <><Tiles of={tiles} /><p class="example-points">{t("{count} points", { count: points })}</p></> };
}

const MOSAICS = ["mosaic-green", "mosaic-red", "mosaic-green"];
const AMPHORAS = ["amphora-blue", "amphora-red"];

export const amphipolisExamples: Examples = {
  "AMP-TAKE-AREA": () => [
    { right: true, says: t("Two tiles from the chosen area."), drawing: <Areas of={[{ name: t("mosaics"), tiles: MOSAICS, taken: [0, 2] }, { name: t("amphoras"), tiles: AMPHORAS }]} /> },
    { right: false, says: t("One tile from each of two areas: both must come from the same area."), drawing: <Areas of={[{ name: t("mosaics"), tiles: MOSAICS, taken: [0] }, { name: t("amphoras"), tiles: AMPHORAS, taken: [1] }]} /> },
  ],
  "AMP-LANDSLIDE": () => [
    { says: t("Of the four tiles drawn, the landslide covers a space of the entrance; the others go to their areas. Nobody takes a landslide."), drawing: <Tiles of={["mosaic-red", "landslide", "sphinx", "amphora-blue"]} /> },
  ],
  "AMP-MOSAICS": () => [
    worth("mosaics", 0, t("Four of one colour.")),
    worth("mosaics", 1, t("Four of mixed colours.")),
    worth("mosaics", 2, t("Seven tiles: four of one colour make a mosaic, the other three are worth nothing.")),
  ],
  "AMP-SKELETONS": () => [
    worth("skeletons", 0, t("Two large and one small skeleton make a family.")),
    worth("skeletons", 1, t("One whole skeleton alone.")),
    worth("skeletons", 2, t("Halves of different sizes make no skeleton.")),
  ],
  "AMP-AMPHORAS": () => [
    worth("amphoras", 0, t("Six different colours.")),
    worth("amphoras", 1, t("Three different colours. The second red one starts a new group.")),
  ],
  "AMP-STATUES": () => [
    { says: t("Caryatids of three players: the most scores 6, the fewest 0, the one in between 3. Sphinxes are compared separately."), drawing: <Areas of={[{ name: t("{count} points", { count: 6 }), tiles: ["caryatid", "caryatid", "caryatid"] }, { name: t("{count} points", { count: 3 }), tiles: ["caryatid", "caryatid"] }, { name: t("{count} points", { count: 0 }), tiles: ["caryatid"] }]} /> },
  ],
  "AMP-CHARACTER-AFTER": () => [
    { right: true, says: t("First take from the mosaics; then the assistant takes one tile from any area."), drawing: <Areas of={[{ name: `1. ${t("mosaics")}`, tiles: MOSAICS, taken: [0, 2] }, { name: `2. ${t("assistant")}`, tiles: AMPHORAS, taken: [0] }]} /> },
    { right: false, says: t("A character before taking."), drawing: <Areas of={[{ name: `1. ${t("assistant")}`, tiles: AMPHORAS, taken: [0] }, { name: `2. ${t("mosaics")}`, tiles: MOSAICS, taken: [0, 2] }]} /> },
  ],
  "AMP-ARCHAEOLOGIST": () => [
    { right: true, says: t("Mosaics were chosen: the archaeologist takes two tiles from one other area."), drawing: <Areas of={[{ name: `1. ${t("mosaics")}`, tiles: MOSAICS, taken: [0] }, { name: `2. ${t("archaeologist")}`, tiles: AMPHORAS, taken: [0, 1] }]} /> },
    { right: false, says: t("More tiles from the chosen area: that is what the digger does."), drawing: <Areas of={[{ name: `1. ${t("mosaics")}`, tiles: MOSAICS, taken: [0] }, { name: `2. ${t("archaeologist")}`, tiles: MOSAICS.slice(1), taken: [0, 1] }]} /> },
  ],
};

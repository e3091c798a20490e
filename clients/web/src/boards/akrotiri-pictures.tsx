/** The choices of Akrotiri as small pictures, for buttons beside the board: the tile as it would lie, cubes, terrain. */

import { AkrotiriColour, type AkrotiriPlayerView, AkrotiriTerrain } from "clio-referee/contract/akrotiri";
import type { ComponentChild } from "preact";

import { Frame } from "./akrotiri-frame";
import { type Designs, TileArt } from "./akrotiri-land";
import { Cube, TerrainIcon } from "./akrotiri-pieces";
import { rotationOf } from "./akrotiri-targets";

export function choicePicture(choice: string, player: AkrotiriPlayerView | undefined, designs: Designs): ComponentChild {
  const [kind = "", what = ""] = choice.split(":");
  switch (kind) {
    case "rotation": {
      const design = designs.get(player?.tile ?? "");
      const rotation = Frame.above(player?.above).rotation(rotationOf(choice));
      return design && <svg class="choice-tile" viewBox="0 0 100 100" aria-hidden="true"><TileArt design={design} rotation={rotation} /></svg>;
    }
    case "cube": case "sell": case "unload": case "cubes":
      return what.split("+").map((colour) => <svg class="choice-icon" viewBox="-9 -9 18 18" aria-hidden="true"><Cube colour={AkrotiriColour[colour.toUpperCase() as "BLUE"]} /></svg>);
    case "terrain":
      return <svg class="choice-icon" viewBox="-14 -14 28 28" aria-hidden="true"><TerrainIcon of={AkrotiriTerrain[what.toUpperCase() as "LAKE"]} /></svg>;
    default: return null;
  }
}

/** What a newcomer is told: each game in a few sentences, and a hint for each kind of turn. */

import { AkrosStep } from "clio-referee/contract/akros";
import { AkrotiriStep } from "clio-referee/contract/akrotiri";
import { AmphipolisPhase } from "clio-referee/contract/amphipolis";
import type { View } from "clio-referee/contract/view";

import { t } from "../i18n/translate";

/** A sentence, and the rules that it is about. */
export interface Advice {
  says: string;
  rules: readonly string[];
}

export function lessonsOf(game: string): readonly Advice[] {
  switch (game) {
    case "amphipolis": return [
      { says: t("You dig for finds. On your turn, four tiles are drawn from the bag and sorted into four areas."), rules: ["AMP-DRAW", "AMP-LANDSLIDE"] },
      { says: t("Then you choose one area and take up to two of its tiles. After that, one of your four characters can bring you more. Each character works once per match."), rules: ["AMP-TAKE-AREA", "AMP-CHARACTER-AFTER"] },
      { says: t("Collections score: mosaics of one colour, amphoras of different colours, complete skeletons, and having more statues than the others."), rules: ["AMP-MOSAICS", "AMP-AMPHORAS", "AMP-SKELETONS", "AMP-STATUES"] },
      { says: t("When landslides cover the whole entrance, the match ends immediately. The most points win."), rules: ["AMP-END", "AMP-WINNER"] },
    ];
    case "akros": return [
      { says: t("Jinn and Ifrit fight for forest, mountain and sea. In each of nine turns, both sides keep a tile and place it."), rules: ["AKS-TURNS", "AKS-ENVIRONMENT"] },
      { says: t("You place a tile on a region of its kind, and one of your servants moves there with it: it stands on top of the stack."), rules: ["AKS-SERVANT", "AKS-OCCUPIED"] },
      { says: t("Ifrit servants walk to a neighbouring region. Jinn servants fly to any free region that is not contested. A region next to two Ifrit servants is contested."), rules: ["AKS-IFRIT-STEP", "AKS-JINN-FLIGHT", "AKS-CONTESTED"] },
      { says: t("At the end each servant counts 1, plus 1 for each tile under it. The higher sum claims forest, mountain or sea. If both sides claim as many, Ifrit wins."), rules: ["AKS-MERIT", "AKS-TIE"] },
    ];
    case "akrotiri": return [
      { says: t("You explore the sea around Thera. Each turn begins with placing a land tile and cubes on its islands."), rules: ["AKT-TILE-CELL", "AKT-LAND", "AKT-CUBE-SECOND"] },
      { says: t("Then your boat acts: it sails along routes or is carried over land, loads cubes and sells them at Thera for drachmas."), rules: ["AKT-MOVE-SEA", "AKT-MOVE-PORTAGE", "AKT-SELL"] },
      { says: t("Map cards say where temples are buried: which terrains are above, below, left and right of the site. Go to the island, pay, and excavate."), rules: ["AKT-DIG-SIDES", "AKT-DIG-ABOVE", "AKT-DIG-ISLAND"] },
      { says: t("The match ends with the round in which someone builds a sixth temple. Maps, goal cards and drachmas score. The most points win."), rules: ["AKT-LAST-ROUND", "AKT-SCORE-GOALS"] },
    ];
    default: return [];
  }
}

/** A hint for the position; undefined where there is none. */
export function hintOf(view: View): Advice | undefined {
  switch (view.game.case) {
    case "amphipolis":
      if (view.game.value.phase === AmphipolisPhase.TAKE) return { says: t("The rows of your team show which tiles would add points. Take what completes a collection. Two tiles are better than one, and both must come from the same area."), rules: ["AMP-TAKE-AREA", "AMP-MOSAICS"] };
      return { says: t("Each character works once per match. Use one now only if it brings you something valuable. If you end the turn, you keep them all."), rules: ["AMP-CHARACTER-ONCE", "AMP-CHARACTER-ONE"] };
    case "akros":
      if (view.game.value.step === AkrosStep.JINN_KEEPS || view.game.value.step === AkrosStep.IFRIT_KEEPS) return { says: t("Keep a tile of the kind where a higher stack under your servant gives you the lead. The other side chooses from what you leave."), rules: ["AKS-JINN-KEEPS", "AKS-MERIT"] };
      return { says: t("Beside the board you see who leads where. Place the tile on a stack: your servant then counts all of its tiles. Avoid ground from which the other side can drive you away."), rules: ["AKS-MERIT", "AKS-CONTESTED"] };
    case "akrotiri": return akrotiriHint(view.game.value.step);
    default: return undefined;
  }
}

function akrotiriHint(step: AkrotiriStep): Advice | undefined {
  switch (step) {
    case AkrotiriStep.TILE: return { says: t("Choose a cell, then rotate the tile. Put icons that your map cards ask for on the correct side of your site. Connected routes take your boat further."), rules: ["AKT-TILE-CELL", "AKT-DIG-SIDES"] };
    case AkrotiriStep.CUBE: return { says: t("The second cube goes to another island of the tile. Choose a colour that sells well, on an island that your boat will reach."), rules: ["AKT-CUBE-SECOND", "AKT-SELL"] };
    case AkrotiriStep.GOAL: return { says: t("Keep the goal card that fits the islands you want to dig on."), rules: ["AKT-SETUP-GOALS", "AKT-SCORE-GOALS"] };
    case AkrotiriStep.DOCK: return { says: t("Choose the dock of Thera whose routes lead to your sites."), rules: ["AKT-SETUP-BOATS"] };
    case AkrotiriStep.ACTIONS: return { says: t("Load cubes, sail to Thera, sell, buy maps; once a map card fits and you can pay for it, excavate. An empty boat moves twice with one action."), rules: ["AKT-ACTIONS", "AKT-MOVE-EMPTY", "AKT-DIG-COST"] };
    default: return undefined;
  }
}

/** The choices of Akrotiri in words. */

import { AkrotiriGoal } from "clio-referee/contract/akrotiri";
import type { Components } from "clio-referee/contract/components";

import { t } from "../i18n/translate";
import { goalTitle } from "./akrotiri-cards";

/** R0 and R90 in words. */
export function rotationWords(rotation: string): string {
  return rotation === "R0" ? t("not rotated") : t("rotated {degrees}°", { degrees: rotation.slice(1) });
}

export function choiceLabel(choice: string, components: Components | undefined): string {
  const [kind = "", what = ""] = choice.split(":");
  const [x = "", y = "", corner = ""] = what.split(",");
  switch (kind) {
    case "cell": return t("open cell in column {x}, row {y}", { x, y });
    case "rotation": return rotationWords(what);
    case "cube": return t("{colour} cube", { colour: t(what) });
    case "corner": return t("corner {corner}", { corner: what });
    case "goal": return t("goal: {title}", { title: goalTitle(AkrotiriGoal[what.toUpperCase().replaceAll("-", "_") as "APART"], components) });
    case "dock": return t("go to dock {number}", { number: what });
    case "way": {
      const [way = "", via] = what.split(" past ");
      return via === undefined ? t(way) : t("{way}, past dock {via}", { way: t(way), via });
    }
    case "load": return t("load cubes");
    case "cubes": return what.split("+").map((colour) => t(colour)).join(" + ");
    case "unload": return t("unload {colour}", { colour: t(what) });
    case "sell": return t("sell {colour}", { colour: t(what) });
    case "buy": return t("buy maps");
    case "maps": { const [easy = "0", medium = "0", hard = "0"] = what.split("-"); return t("{easy} easy, {medium} medium, {hard} hard", { easy, medium, hard }); }
    case "oracle": return t("consult the oracle");
    case "terrain": return t(what);
    case "card": return t("dig with {card}", { card: what });
    case "site": return t("site in column {x}, row {y}, {corner}", { x, y, corner });
    case "end": return t("end the turn");
    default: return choice;
  }
}

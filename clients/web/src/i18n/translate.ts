/** Translation: English texts are the message ids, as in the catalogs of the command line. */

import { signal } from "@preact/signals";

import { language } from "../store/settings";

type Catalog = Readonly<Record<string, string>>;
const catalog = signal<Catalog>({});

/** Loads the catalogs of the chosen language; English needs none. The texts of games and verdicts follow when they are there. */
export async function loadLanguage(): Promise<void> {
  if (language.value === "en") {
    catalog.value = {};
    return;
  }
  catalog.value = (await import("./es.json")).default;
  void Promise.all([import("./es-games.json"), import("./es-verify.json")]).then(([{ default: games }, { default: reasons }]) => {
    if (language.value === "es") catalog.value = { ...(games as Catalog), ...(reasons as Catalog), ...catalog.value };
  });
}

export type Params = Readonly<Record<string, string | number>>;

/** The text in the chosen language, its `{name}` places filled. */
export function t(text: string, params: Params = {}): string {
  const found = catalog.value[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** The id of a component or an option in words: `mosaic-green` whole where the catalog has it, else part by part. */
export function word(id: string): string {
  const spaced = id.replace(/[-_]/g, " ");
  return catalog.value[id] ?? catalog.value[spaced] ?? spaced.split(" ").map((part) => catalog.value[part] ?? part).join(" ");
}

/** Translation: English texts are the message ids, as in the catalogs of the command line. */

import { signal } from "@preact/signals";

import { language } from "../store/settings";

type Catalog = Readonly<Record<string, string>>;
const catalog = signal<Catalog>({});

/** Loads the catalog of the chosen language; English needs none. The texts of games follow when they are there. */
export async function loadLanguage(): Promise<void> {
  if (language.value === "en") {
    catalog.value = {};
    return;
  }
  catalog.value = (await import("./es.json")).default;
  void import("./es-games.json").then(({ default: games }) => {
    if (language.value === "es") catalog.value = { ...(games as Catalog), ...catalog.value };
  });
}

/** The text in the chosen language, its `{name}` places filled. */
export function t(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  const found = catalog.value[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** Translation: English texts are the message ids, as in the catalogs of the command line. */

import { signal } from "@preact/signals";

import { language } from "../store/settings";

type Catalog = Readonly<Record<string, string>>;
const catalog = signal<Catalog>({});

/** Loads the catalog of the chosen language; English needs none. */
export async function loadLanguage(): Promise<void> {
  catalog.value = language.value === "es" ? ((await import("./es.json")).default as Catalog) : {};
}

/** The text in the chosen language, its `{name}` places filled. */
export function t(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  const found = catalog.value[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}

/** Messages as data, put into words: the reasons of the verifier and of the server. */

import type { ClioError, Message } from "clio-referee";

import templates from "./templates.json";
import { t } from "./translate";

/** A message of the verifier in the chosen language, with the messages inside it. */
export function inWords({ template, params }: Message): string {
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "object" ? inWords(value) : typeof value === "string" ? t(value) : value,
  ]);
  return t(template, Object.fromEntries(shown) as Record<string, string | number>);
}

/** Messages inside messages are read so deep; a hostile server may nest more. */
const MAX_DEPTH = 4;

/** The sentence of an error in the chosen language: the template and its parameters travel with it. */
export function sentenceOf(error: ClioError): string {
  if (error.metadata["template"]) return metadataInWords(error.metadata);
  const known: Readonly<Record<string, string>> = templates.errors;
  // A failure that no server explains has the name of its code, such as DeadlineExceeded.
  const found = known[error.reason.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()];
  return found === undefined ? t(error.message) : t(found);
}

/** A message that came as metadata: `template`, and `param.NAME` for each gap. */
export function metadataInWords(metadata: Readonly<Record<string, string>>): string {
  return filled(metadata, "", MAX_DEPTH);
}

function filled(metadata: Readonly<Record<string, string>>, prefix: string, depth: number): string {
  const start = `${prefix}param.`;
  const params = Object.entries(metadata).flatMap(([key, value]) => {
    const name = key.slice(start.length);
    if (!key.startsWith(start) || name.includes(".")) return [];
    const nested = depth > 0 && metadata[`${key}.template`] !== undefined;
    return [[name, nested ? filled(metadata, `${key}.`, depth - 1) : t(value)]];
  });
  return t(metadata[`${prefix}template`] ?? "", Object.fromEntries(params) as Record<string, string>);
}

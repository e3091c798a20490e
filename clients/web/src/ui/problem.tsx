/** A failed call, in a sentence, with the rule where there is one. */

import type { ClioError } from "clio-referee";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";

/** The sentence of an error in the chosen language: the template and its parameters travel with it. */
export function sentenceOf(error: ClioError): string {
  const params = Object.fromEntries(
    Object.entries(error.metadata).flatMap(([name, value]) => (name.startsWith("param.") ? [[name.slice(6), value]] : [])),
  );
  const template = error.metadata["template"];
  return template ? t(template, params) : error.message;
}

export function Problem({ error, game }: { error: ClioError; game?: string | undefined }): ComponentChild {
  return (
    <p class="problem" role="alert">
      {sentenceOf(error)}
      {error.rule && <> <a href={`/rules/${game ?? ""}#${error.rule}`}>{error.rule}</a></>}
    </p>
  );
}

/** A failed call, in a sentence, with the rule where there is one. */

import type { ClioError } from "clio-referee";
import type { ComponentChild } from "preact";

import { sentenceOf } from "../i18n/messages";

export function Problem({ error, game }: { error: ClioError; game?: string | undefined }): ComponentChild {
  return (
    <p class="problem" role="alert">
      {sentenceOf(error)}
      {error.rule && <> <a href={`/rules/${game ?? ""}#${error.rule}`}>{error.rule}</a></>}
    </p>
  );
}

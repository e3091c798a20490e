/** Drawn examples of rules: pictures that say yes or no, each with its sentence. */

import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";

export interface Panel {
  /** Whether it is shown as right or as wrong; undefined for what merely happens. */
  right?: boolean;
  says: string;
  drawing: ComponentChild;
}

/** The panels of a rule, made when they are shown: their sentences are in the language of the moment. */
export type Examples = Readonly<Record<string, () => readonly Panel[]>>;

export function Example({ panels }: { panels: readonly Panel[] }): ComponentChild {
  return (
    <div class="example" role="group" aria-label={t("Example")}>
      {panels.map(({ right, says, drawing }) => (
        <figure class={right === undefined ? "panel-of" : right ? "panel-of right" : "panel-of wrong"}>
          <div class="example-drawing" aria-hidden="true">{drawing}</div>
          <figcaption>{right !== undefined && <b>{right ? `✓ ${t("Right")}: ` : `✗ ${t("Wrong")}: `}</b>}{says}</figcaption>
        </figure>
      ))}
    </div>
  );
}

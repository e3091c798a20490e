/** The focus of somebody who plays by keyboard: where a choice takes its button away, the next step has the focus. */

import { useEffect } from "preact/hooks";

import type { Composer } from "./composer";

const STEPS = [".composer .confirm button:not(:disabled)", ".board [data-choose]:not(:disabled)", ".composer [data-choice-button]"];

let byKeyboard = false;
document.addEventListener("keydown", () => (byKeyboard = true), { capture: true });
document.addEventListener("pointerdown", () => (byKeyboard = false), { capture: true });

/** Where the focus waits while there is nothing to choose: whose turn it is, or the result. */
const RESTS = [".ending", ".title .status"];

/** Whether the focus is nowhere, or where it waits. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(RESTS.join());
}

export function useFocusFollow({ chosen, composition: { complete, next } }: Composer, mine: boolean): void {
  useEffect(() => {
    if (!byKeyboard || !isLost()) return;
    const steps = complete ? STEPS : STEPS.slice(1);
    for (const step of [...steps, ...RESTS]) {
      const found = document.querySelector<HTMLElement | SVGElement>(step);
      if (found) return found.focus();
    }
  }, [chosen, complete, next, mine]);
}

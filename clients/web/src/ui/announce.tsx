/** The live region: what happens is announced to screen readers. */

import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";

const message = signal("");

export function announce(text: string): void {
  message.value = text;
}

export function Announcements(): ComponentChild {
  return <div class="visually-hidden" role="status" aria-live="polite">{message.value}</div>;
}

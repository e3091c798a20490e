/** Settings of this browser. */

import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "es";

function stored<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
  const found = localStorage.getItem(`clio-${name}`);
  return allowed.includes(found as T) ? (found as T) : fallback;
}

export const theme = signal<Theme>(stored("theme", ["auto", "light", "dark"], "auto"));
export const language = signal<Language>(
  stored("language", ["en", "es"], navigator.language.startsWith("es") ? "es" : "en"),
);
export const playerName = signal(localStorage.getItem("clio-name") ?? "");
/** A notice when it is one's turn, off by default. */
export const turnNotice = signal(stored("notice", ["on", "off"], "off"));

effect(() => {
  localStorage.setItem("clio-theme", theme.value);
  if (theme.value === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = theme.value;
});
effect(() => {
  localStorage.setItem("clio-language", language.value);
  document.documentElement.lang = language.value;
});
effect(() => localStorage.setItem("clio-name", playerName.value));
effect(() => localStorage.setItem("clio-notice", turnNotice.value));

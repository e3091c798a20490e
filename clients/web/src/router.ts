/** Client-side routing on the History API. */

import { signal } from "@preact/signals";

export const location_ = signal(new URL(window.location.href));

/** Goes to an address of this app. */
export function navigate(address: string, replace = false): void {
  const url = new URL(address, window.location.href);
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  const moved = url.pathname !== location_.value.pathname;
  location_.value = url;
  if (moved && !replace) window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (location_.value = new URL(window.location.href)));

/** Follows links inside the app without loading a page. */
document.addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== window.location.origin) return;
  // The browser itself goes to a place in this page, and moves the focus there; popstate tells of it.
  if (link.hash && link.pathname === window.location.pathname && link.search === window.location.search) return;
  event.preventDefault();
  navigate(link.href);
});

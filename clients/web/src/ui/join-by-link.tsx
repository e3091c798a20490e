/** Going to a match by the link or the id that somebody sent. */

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { navigate } from "../router";

const MATCH_ID = /^[\w-]{6,64}$/;

/** The address of a match in this app; undefined where the text is neither a link to one nor an id. */
export function matchAddress(text: string): string | undefined {
  const wanted = text.trim();
  if (MATCH_ID.test(wanted)) return `/m/${wanted}`;
  try {
    const { host, pathname, hash } = new URL(wanted);
    const [, page, match = ""] = pathname.split("/");
    // The code of an invitation is in the fragment, and stays there.
    return host === window.location.host && page === "m" && MATCH_ID.test(match) ? `/m/${match}${hash}` : undefined;
  } catch {
    return undefined;
  }
}

export function JoinByLink(): ComponentChild {
  const text = useSignal("");
  const wrong = useSignal(false);
  const go = (): void => {
    const address = matchAddress(text.value);
    wrong.value = address === undefined;
    if (address) navigate(address);
  };
  return (
    <form class="join-form" onSubmit={(event) => { event.preventDefault(); go(); }}>
      <label>{t("Link or match id")}{" "}<input value={text.value} required autocomplete="off" spellcheck={false} aria-describedby="join-wrong" onInput={(event) => { text.value = event.currentTarget.value; wrong.value = false; }} /></label>
      <button>{t("Go to the match")}</button>
      <p id="join-wrong" class={wrong.value ? "problem" : ""} role="status">{wrong.value && t("This is not a link to a match on this server. Links look like {example}.", { example: `${window.location.origin}/m/…` })}</p>
    </form>
  );
}

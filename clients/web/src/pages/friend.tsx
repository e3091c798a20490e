/** How to play with a friend on another machine. */

import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";

export function FriendPage(): ComponentChild {
  return (
    <main id="main" tabIndex={-1}>
      <h1>{t("Play with a friend on another machine")}</h1>
      <ol>
        <li>{t("Open a match in the lobby: you take the first seat.")} <a href="/lobby">{t("Lobby")}</a></li>
        <li>{t("Copy the link of the match and send it to your friend. The link holds no secret of yours: your seat stays in this browser.")}</li>
        <li>{t("Your friend opens the link and takes a seat. The match starts when all seats are taken.")}</li>
      </ol>
      <p>{t("Both machines must reach this server. It listens on its own machine only, unless its host is set to an address of your network (CLIO_HOST); docs/access.md says what to consider first.")}</p>
    </main>
  );
}

/** How to play with a friend on another device. */

import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { JoinByLink } from "../ui/join-by-link";

/** Names by which a machine reaches itself only. */
const OWN_MACHINE = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function FriendPage(): ComponentChild {
  const { host, hostname, port, protocol } = window.location;
  const own = OWN_MACHINE.has(hostname);
  return (
    <main id="main" tabIndex={-1} class="friend">
      <h1>{t("Play with a friend")}</h1>
      <ol class="steps">
        <li>{t("Open a match in the lobby. You take the first seat.")} <a href="/lobby">{t("Lobby")}</a></li>
        <li>{t("Copy the link on the page of the match and send it to your friend. The link does not contain your seat: that stays in this browser.")}</li>
        <li>{t("Your friend opens the link and takes a seat. The match starts when all seats are taken.")}</li>
      </ol>
      <p>{t("For a private match, choose that only people with the link can join. The invitation code is in the part of the link after the # sign, which browsers do not send to servers.")}</p>
      <h2>{t("Got a link?")}</h2>
      <JoinByLink />
      <h2>{t("Can your friend reach this server?")}</h2>
      {own ? (
        <>
          <p class="answer">{t("Not yet. You opened this page as {address}, an address that works on this computer only.", { address: host })}</p>
          <p>{t("To let people in your home network in, stop the server and start it like this:")}</p>
          <pre class="card" tabIndex={0}><code>{"CLIO_HOST=0.0.0.0 CLIO_ALLOW_PLAINTEXT=true make run"}</code></pre>
          <p>{t("Then open it by the address of your computer in that network, for example {example}, and send links from there.", { example: `${protocol}//192.168.1.20${port && `:${port}`}` })}</p>
        </>
      ) : (
        <p class="answer">{t("You opened this page as {address}. Your friend can open it if the same address works from their network.", { address: host })}</p>
      )}
      {protocol === "http:" && <p>{t("Without TLS, anyone in the network can read what is sent, including the tokens of seats. Use it only in a network that you trust. docs/access.md explains TLS and API keys.")}</p>}
      <h2>{t("Two people at one computer")}</h2>
      <p>{t("Use two browsers, or a private window for the second seat. Each browser keeps its own seats.")}</p>
    </main>
  );
}

/** What anyone may do with a match: share it, save its record, continue it from any point in a match of one's own. */

import { useSignal } from "@preact/signals";
import { type ClioError, exportRecord, forkMatch, joinMatch, toClioError } from "clio-referee";
import type { Match } from "clio-referee/contract/match";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { t } from "../i18n/translate";
import { navigate } from "../router";
import { keepSeat } from "../store/seats";
import { playerName } from "../store/settings";
import { announce } from "../ui/announce";
import { Problem } from "../ui/problem";
import type { MatchSession } from "./match-session";

/** The address of what is shown. Its fragment may hold an invitation code, which is not for sharing by accident. */
function sharedLink(): string {
  const url = new URL(window.location.href);
  url.hash = "";
  return url.href;
}

function download(bytes: Uint8Array, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/gzip" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Opens the fork and takes the seat that is to move there; the host token stays with the seat. */
async function forkAndJoin(session: MatchSession, match: Match): Promise<string> {
  const forked = await forkMatch(server, { matchId: session.id, seq: BigInt(session.at.value ?? 0) }, session.credentials);
  const id = forked.match?.matchId ?? "";
  const name = playerName.value || t("Player");
  const seat = session.view.value?.match?.toMove[0] ?? 0;
  const joined = await joinMatch(server, { matchId: id, name, seat });
  await keepSeat({ match: id, game: match.game, seat: joined.seat, token: joined.seatToken, entropies: joined.entropies, hostToken: forked.hostToken, name, since: Date.now() });
  return `/m/${id}?as=${joined.seat}`;
}

export function RecordActions({ session, match }: { session: MatchSession; match: Match }): ComponentChild {
  const error = useSignal<ClioError | undefined>(undefined);
  const link = useSignal("");
  const copied = useSignal(false);
  const run = (action: () => Promise<void>) => async (): Promise<void> => {
    error.value = undefined;
    try {
      await action();
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  const share = run(async () => {
    link.value = sharedLink();
    // Browsers give pages over plain HTTP no clipboard: the link is there to be copied by hand.
    copied.value = await (navigator.clipboard?.writeText(link.value).then(() => true, () => false) ?? false);
    if (copied.value) announce(t("Link copied"));
  });
  const save = run(async () => download(await exportRecord(server, session.id, { ...session.credentials, gzip: true }), `${session.id}.clio.gz`));
  const fork = run(async () => navigate(await forkAndJoin(session, match)));
  return (
    <section class="panel" aria-label={t("Share and save")}>
      <div class="buttons">
        <button onClick={() => void share()}>{t("Copy link")}</button>
        <button onClick={() => void save()}>{t("Save the record")}</button>
        {session.over && <button onClick={() => void fork()}>{t("Fork from here")}</button>}
      </div>
      {link.value && (
        <p class="shared-link"><label>{copied.value ? t("Link copied") : t("Copy this link")} <input readOnly value={link.value} onFocus={(event) => event.currentTarget.select()} /></label></p>
      )}
      {error.value && <Problem error={error.value} game={match.game} />}
    </section>
  );
}

/** The check of a match in its page: what was followed live, and its whole record. */

import { useSignal } from "@preact/signals";
import { type ClioError, exportRecord, type Report, toClioError } from "clio-referee";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { server } from "../api";
import { t } from "../i18n/translate";
import { Problem } from "../ui/problem";
import { verifyInWorker } from "../verify/verify-client";
import { Verdicts } from "../verify/verdicts";
import type { MatchSession } from "./match-session";

export function RecordCheck({ session }: { session: MatchSession }): ComponentChild {
  const report = useSignal<Report | undefined>(undefined);
  const file = useSignal<Blob | undefined>(undefined);
  const error = useSignal<ClioError | undefined>(undefined);
  const panel = useRef<HTMLElement>(null);
  const check = async (): Promise<void> => {
    try {
      const bytes = await exportRecord(server, session.id, session.credentials);
      file.value = new Blob([new Uint8Array(bytes)]);
      report.value = await verifyInWorker(file.value);
    } catch (failure) {
      error.value = toClioError(failure);
    }
  };
  const asked = session.checkAsked.value;
  useEffect(() => {
    if (asked === 0) return;
    panel.current?.scrollIntoView({ block: "nearest" });
    panel.current?.focus();
    void check();
  }, [asked]);
  return (
    <section class="panel checked" ref={panel} tabIndex={-1} aria-label={t("Check")}>
      <h2>{t("Checked: {count} events", { count: session.lastSeq })}</h2>
      <p>{t("This page has followed the hash chain and every opened secret, event by event.")}</p>
      <button onClick={() => void check()}>{t("Verify the whole record here")}</button>
      {report.value && <Verdicts report={report.value} file={file.value} />}
      {error.value && <Problem error={error.value} />}
    </section>
  );
}

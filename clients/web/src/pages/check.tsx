/** Check: verifies a file in the page, level by level; nothing leaves the browser. */

import { useSignal } from "@preact/signals";
import type { Report } from "clio-referee";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { Verdicts } from "../verify/verdicts";
import { loadVerifier, verifyInWorker } from "../verify/verify-client";

export function CheckPage(): ComponentChild {
  const report = useSignal<Report | undefined>(undefined);
  const name = useSignal("");
  const checked = useSignal<File | undefined>(undefined);
  const busy = useSignal(false);
  const failed = useSignal("");
  const over = useSignal(false);
  // Before any file is chosen, so that the page verifies without a network from now on.
  useEffect(() => void loadVerifier(), []);
  const check = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    busy.value = true;
    report.value = undefined;
    name.value = file.name;
    checked.value = file;
    failed.value = "";
    try {
      report.value = await verifyInWorker(file);
    } catch {
      failed.value = t("The verifier could not be loaded. Check your connection and choose the file again.");
      return;
    } finally {
      busy.value = false;
    }
    announce(t("Level 1 {one}, level 2 {two}.", { one: t(report.value.integrity.verdict), two: t(report.value.fairness.verdict) }));
  };
  return (
    <main id="main" tabIndex={-1} class="check">
      <h1>{t("Check a match")}</h1>
      <p>{t("Choose the record of a match (.clio or .clio.gz). This page checks it by itself, even offline, and sends it nowhere unless you ask it to.")} <span class="quiet">{t("The page of every finished match lets you download its record.")}</span></p>
      <label
        class={over.value ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => (over.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          over.value = false;
          void check(event.dataTransfer?.files[0]);
        }}
      >
        <span>{t("Drop a file here, or choose one")}</span>
        <input type="file" accept=".clio,.gz" onChange={(event) => void check(event.currentTarget.files?.[0])} />
      </label>
      {failed.value && <p class="problem" role="alert">{failed.value}</p>}
      {busy.value && <p role="status">{t("Verifying {name} …", { name: name.value })}</p>}
      {report.value && (
        <section aria-label={t("Verdicts")}>
          <h2><bdi>{name.value}</bdi></h2>
          <Verdicts report={report.value} file={checked.value} />
        </section>
      )}
    </main>
  );
}

/** Check: verifies a file in the page, level by level; nothing leaves the browser. */

import { useSignal } from "@preact/signals";
import type { Level, Report } from "clio-referee";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { verifyInWorker } from "../verify/verify-client";

const SIGNS: Record<Level["verdict"], string> = { pass: "✓", fail: "✗", pending: "…", "not judged": "?", "own table": "~" };

export function LevelRow({ number, title, about, level }: { number: number; title: string; about: string; level: Level }): ComponentChild {
  return (
    <li class={`level ${level.verdict.replace(" ", "-")}`}>
      <span class="verdict" aria-hidden="true">{SIGNS[level.verdict]}</span>
      <div>
        <h3>{t("Level {number}, {title}: {verdict}", { number, title, verdict: t(level.verdict) })}</h3>
        <p>{about}</p>
        {level.why && <p class="why">{level.seq ? t("Event {seq}: {why}.", { seq: level.seq, why: level.why }) : `${level.why}.`}</p>}
      </div>
    </li>
  );
}

export function Verdicts({ report }: { report: Report }): ComponentChild {
  return (
    <>
      <ol class="levels">
        <LevelRow number={1} title={t("integrity")} level={report.integrity} about={t("No event was changed, dropped, added or moved: the hash chain, the sealed fields and the signature of the server hold.")} />
        <LevelRow number={2} title={t("fairness")} level={report.fairness} about={t("Every draw follows from the seed that the server was bound to before anybody joined, and from the entropy of all seats.")} />
      </ol>
      {report.header && (
        <dl class="facts">
          <div><dt>{t("game")}</dt><dd>{report.header.game}</dd></div>
          <div><dt>{t("match")}</dt><dd><code>{report.header.match}</code></dd></div>
          <div><dt>{t("events")}</dt><dd>{report.events}</dd></div>
          <div><dt>{t("events that show draws")}</dt><dd>{report.draws}</dd></div>
          <div><dt>{t("sealed fields opened")}</dt><dd>{report.openFields} / {report.sealedFields}</dd></div>
          <div><dt>{t("players")}</dt><dd>{report.players.map((name) => <bdi class="player">{name ?? "–"}</bdi>)}</dd></div>
          {report.head && <div><dt>{t("signed by")}</dt><dd><code class="long">{report.head.key}</code></dd></div>}
        </dl>
      )}
      {report.notes.map((note) => <p class="quiet">{t("Note on event {seq}: {why}.", { seq: note.seq, why: note.why })}</p>)}
    </>
  );
}

export function CheckPage(): ComponentChild {
  const report = useSignal<Report | undefined>(undefined);
  const name = useSignal("");
  const busy = useSignal(false);
  const check = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    busy.value = true;
    report.value = undefined;
    name.value = file.name;
    report.value = await verifyInWorker(file);
    busy.value = false;
    announce(t("Level 1 {one}, level 2 {two}.", { one: t(report.value.integrity.verdict), two: t(report.value.fairness.verdict) }));
  };
  return (
    <main id="main" tabIndex={-1} class="check">
      <h1>{t("Check a match")}</h1>
      <p>{t("Choose a record (.clio or .clio.gz). It is verified in this page, also offline, and goes nowhere.")}</p>
      <label
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void check(event.dataTransfer?.files[0]);
        }}
      >
        <span>{t("Drop a file here, or choose one")}</span>
        <input type="file" accept=".clio,.gz" onChange={(event) => void check(event.currentTarget.files?.[0])} />
      </label>
      {busy.value && <p role="status">{t("Verifying {name} …", { name: name.value })}</p>}
      {report.value && (
        <section aria-label={t("Verdicts")}>
          <h2><bdi>{name.value}</bdi></h2>
          <Verdicts report={report.value} />
          <p class="quiet">{t("Levels 3 (legality) and 4 (result) need the rules of the game: `clio verify FILE` judges them.").replaceAll("`", "")}</p>
        </section>
      )}
    </main>
  );
}

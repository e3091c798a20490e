/** The verdicts on a record, level by level, with what each level means. */

import type { Report } from "clio-referee";
import type { ComponentChild } from "preact";

import { inWords } from "../i18n/messages";
import { t } from "../i18n/translate";
import { ChanceFacts } from "./chance-facts";
import { LevelRow } from "./level-row";
import { ServerLevels } from "./server-levels";

/** `file` is what the report is about; without it the levels that need a server are not offered. */
export function Verdicts({ report, file }: { report: Report; file?: Blob | undefined }): ComponentChild {
  return (
    <>
      <p class="quiet">{t("This page checks levels 1 and 2 by itself, with its own verifier.")}</p>
      <ol class="levels">
        <LevelRow number={1} level={report.integrity} />
        <LevelRow number={2} level={report.fairness} />
      </ol>
      {file && <ServerLevels key={report.head?.signature ?? ""} file={file} />}
      {report.header && (
        <details class="panel" open>
          <summary>{t("What the record says")}</summary>
          <dl class="facts">
            <div><dt>{t("game")}</dt><dd>{report.header.game}, {t("rules {version}", { version: report.header.rules })}</dd></div>
            <div><dt>{t("match")}</dt><dd><code class="long">{report.header.match}</code></dd></div>
            <div><dt>{t("players")}</dt><dd>{report.players.map((name) => <bdi class="player">{name ?? "–"}</bdi>)}</dd></div>
            <div><dt>{t("events")}</dt><dd>{report.events}</dd></div>
            <div><dt>{t("events that show draws")}</dt><dd>{report.draws}</dd></div>
            <div><dt>{t("sealed fields opened")}</dt><dd>{report.openFields} / {report.sealedFields}</dd></div>
          </dl>
        </details>
      )}
      {report.head && (
        <details class="panel">
          <summary>{t("Signature")}</summary>
          <p>{t("The server signed the last link of the chain. Changing an event would require signing it again with the server's key.")}</p>
          <dl class="facts">
            <div><dt>{t("last digest")}</dt><dd><code class="long">{report.head.digest}</code></dd></div>
            <div><dt>{t("signed by")}</dt><dd><code class="long">{report.head.key}</code></dd></div>
            <div><dt>{t("signature")}</dt><dd><code class="long">{report.head.signature}</code></dd></div>
          </dl>
        </details>
      )}
      {report.chance && <ChanceFacts chance={report.chance} />}
      {report.notes.map((note) => <p class="quiet">{t("Note on event {seq}: {why}.", { seq: note.seq, why: inWords(note.message) })}</p>)}
    </>
  );
}

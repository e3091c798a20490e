/** Levels 3 and 4, which need the rules of the game: judged by the server, when asked. */

import { useSignal } from "@preact/signals";
import { type ClioError, type Level, toClioError, type Verdict } from "clio-referee";
import { ArchiveService, RecordVerdict, type VerifyRecordResponse } from "clio-referee/contract/archive_service";
import type { ComponentChild } from "preact";

import { server } from "../api";
import { metadataInWords } from "../i18n/messages";
import { t } from "../i18n/translate";
import { announce } from "../ui/announce";
import { Problem } from "../ui/problem";
import { LevelRow } from "./level-row";

/** What the method takes in one message. */
const MAX_BYTES = 1_000_000;
const VERDICTS: Readonly<Record<RecordVerdict, Verdict>> = {
  [RecordVerdict.UNSPECIFIED]: "not judged",
  [RecordVerdict.PASS]: "pass",
  [RecordVerdict.FAIL]: "fail",
  [RecordVerdict.PENDING]: "pending",
  [RecordVerdict.NOT_JUDGED]: "not judged",
  [RecordVerdict.OWN_TABLE]: "own table",
};

type Answered = VerifyRecordResponse["levels"][number];

function levelOf({ verdict, seq }: Answered): Level {
  return { verdict: VERDICTS[verdict], ...(seq !== undefined && { seq: Number(seq) }) };
}

export function ServerLevels({ file }: { file: Blob }): ComponentChild {
  const answer = useSignal<VerifyRecordResponse | undefined>(undefined);
  const error = useSignal<ClioError | undefined>(undefined);
  const busy = useSignal(false);
  const ask = async (): Promise<void> => {
    busy.value = true;
    error.value = undefined;
    try {
      const content = new Uint8Array(await file.arrayBuffer());
      answer.value = await server.call(ArchiveService.method.verifyRecord, { content });
      const [, , three, four] = answer.value.levels.map((level) => t(VERDICTS[level.verdict]));
      announce(t("Level 3 {three}, level 4 {four}.", { three: three ?? "", four: four ?? "" }));
    } catch (failure) {
      error.value = toClioError(failure);
    }
    busy.value = false;
  };
  if (file.size > MAX_BYTES) {
    return <p>{t("Levels 3 (legality) and 4 (result) need the rules of the game. This file is too large to send; clio verify FILE checks it on your computer.")}</p>;
  }
  return (
    <section class="server-levels" aria-label={t("Levels 3 and 4")}>
      {answer.value ? (
        <>
          <p class="quiet">{t("The server {address} checked levels 3 and 4 with its rules of {game}, so here you trust the server. clio verify FILE checks them on your computer.", { address: window.location.host, game: answer.value.game || "–" })}</p>
          <ol class="levels" start={3}>
            {answer.value.levels.filter(({ level }) => level === 3 || level === 4).map((level) => (
              <LevelRow number={level.level as 3 | 4} level={levelOf(level)} why={level.message["template"] ? metadataInWords(level.message) : level.why} />
            ))}
          </ol>
        </>
      ) : (
        <>
          <p>{t("Levels 3 (legality) and 4 (result) need the rules of the game, which this page does not have. The server can check them: the file is sent to it but not stored.")}</p>
          <button disabled={busy.value} onClick={() => void ask()}>{busy.value ? t("Checking …") : t("Let the server check levels 3 and 4")}</button>
        </>
      )}
      {error.value && <Problem error={error.value} />}
    </section>
  );
}

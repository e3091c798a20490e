/** Where the chance of a match came from: the seed, what each seat added, and the shuffles that follow. */

import type { ChanceFacts as Facts } from "clio-referee";
import type { ComponentChild } from "preact";

import { t, word } from "../i18n/translate";

/** Components of a shuffle that are shown; a deck has a hundred or so. */
const SHOWN = 200;

export function ChanceFacts({ chance }: { chance: Facts }): ComponentChild {
  return (
    <details class="panel">
      <summary>{t("Seed and shuffles")}</summary>
      <p>{t("The commitment was public before anyone joined, and the seed behind it was opened at the end. Seed and entropy together determine every shuffle below, and the draws of the match follow them.")}</p>
      <dl class="facts">
        <div><dt>{t("commitment to the seed")}</dt><dd><code class="long">{chance.seedCommitment}</code></dd></div>
        <div><dt>{t("seed of the server")}</dt><dd><code class="long">{chance.serverSeed}</code></dd></div>
        {chance.entropies.map((entropy, seat) => <div><dt>{t("entropy of seat {seat}", { seat })}</dt><dd><code class="long">{entropy || "–"}</code></dd></div>)}
        <div><dt>{t("seed of the match")}</dt><dd><code class="long">{chance.matchSeed}</code></dd></div>
      </dl>
      {chance.shuffles.map(({ label, order }) => (
        <details class="shuffle">
          <summary>{t("Shuffle {label}: {count} components", { label, count: order.length })}</summary>
          <ol class="order">{order.slice(0, SHOWN).map((component) => <li>{word(component)}</li>)}</ol>
        </details>
      ))}
    </details>
  );
}

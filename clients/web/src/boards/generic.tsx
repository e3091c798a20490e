/** The generic board: any game's view as nested tables, and its moves by the words of their notation. */

import { toJson } from "@bufbuild/protobuf";
import { ViewSchema } from "clio-referee/contract/view";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import type { Board } from "./board";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function Value({ value }: { value: Json }): ComponentChild {
  if (Array.isArray(value)) {
    const plain = value.every((item) => typeof item !== "object" || item === null);
    if (plain) return <span class="row">{value.map((item) => <span class="cell">{String(item)}</span>)}</span>;
    return <ol class="plain">{value.map((item) => <li><Value value={item} /></li>)}</ol>;
  }
  if (typeof value === "object" && value !== null) {
    return (
      <table class="facts">
        <tbody>
          {Object.entries(value).map(([name, part]) => (
            <tr>
              <th scope="row">{words(name)}</th>
              <td><Value value={part} /></td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return <>{String(value)}</>;
}

function words(name: string): string {
  return name.replace(/([A-Z_])/g, (part) => ` ${part.replace("_", "").toLowerCase()}`).trim();
}

export const generic: Board = {
  Drawing: ({ view }) => {
    const { case: game } = view.game;
    const shown = toJson(ViewSchema, view) as { [key: string]: Json };
    return (
      <div class="generic-board">
        <p class="position">{view.position}</p>
        {game && shown[game] !== undefined && <Value value={shown[game]} />}
      </div>
    );
  },
  paths: (move) => {
    const parts = move.notation.split(" ");
    return [parts.map((_, place) => parts.slice(0, place + 1).join(" "))];
  },
  label: (choice) => choice,
  describe: (view) => [view.position],
  prompt: () => t("Choose a move."),
};

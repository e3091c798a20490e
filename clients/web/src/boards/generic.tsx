/** The generic board: any game's view as tables and cells, and its moves by the words of their notation. */

import { toJson } from "@bufbuild/protobuf";
import { type View, ViewSchema } from "clio-referee/contract/view";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { type Board, type BoardProps, choiceButton } from "./board";
import { choicesOn, describedIn, DescribedBoard } from "./described-board";
import "./generic.css";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = { [key: string]: Json };

const isPlain = (value: Json | undefined): boolean => typeof value !== "object" || value === null;

/** A value; where the board before had another one, it is marked. */
function Value({ value, before }: { value: Json; before: Json | undefined }): ComponentChild {
  if (Array.isArray(value)) {
    const old = Array.isArray(before) ? before : undefined;
    if (!value.every(isPlain)) return <ol class="plain">{value.map((item, place) => <li><Value value={item} before={old?.[place]} /></li>)}</ol>;
    return (
      <span class="cells">
        {value.map((item, place) => <span class={old && old[place] !== item ? "cell changed" : "cell"}>{inWords(item)}</span>)}
        {value.length === 0 && <span class="quiet">{t("nothing")}</span>}
      </span>
    );
  }
  if (typeof value === "object" && value !== null) return <Table of={value} before={isPlain(before) || Array.isArray(before) ? undefined : (before as Fields)} />;
  const changed = before !== undefined && isPlain(before) && before !== value;
  return <span class={changed ? "single changed" : "single"}>{inWords(value)}</span>;
}

function Table({ of, before }: { of: Fields; before: Fields | undefined }): ComponentChild {
  return (
    <table class="facts">
      <tbody>
        {Object.entries(of).map(([name, part]) => (
          <tr>
            <th scope="row">{words(name)}</th>
            <td><Value value={part} before={before?.[name]} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inWords(value: Json): string {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  return value === null ? "–" : String(value);
}

function words(name: string): string {
  return name.replace(/([A-Z_])/g, (part) => ` ${part.replace("_", "").toLowerCase()}`).trim();
}

/** The fields of a view: those of a game that Clio does not ship lie one level deeper. */
function fieldsOf(view: View | undefined): Fields | undefined {
  const game = view?.game.case;
  if (!view || !game) return undefined;
  const shown = (toJson(ViewSchema, view) as Fields)[game] as Fields | undefined;
  return game === "external" ? (shown?.["fields"] as Fields | undefined) : shown;
}

function Drawing(props: BoardProps): ComponentChild {
  const fields = fieldsOf(props.view);
  const before = fieldsOf(props.since);
  const board = describedIn(fields);
  const onCells = board ? choicesOn(board, props) : new Set<string>();
  const others = [...props.next].filter((choice) => !onCells.has(choice));
  return (
    <div class="generic-board">
      {!board && <p class="position">{props.view.position}</p>}
      {board && <DescribedBoard board={board} before={describedIn(before)} props={props} />}
      {fields && (board ? <details><summary>{t("All values")}</summary><Table of={{ state: fields["state"] ?? null }} before={before} /></details> : <Table of={fields} before={before} />)}
      {others.length > 0 && (
        <div class="generic-moves" role="group" aria-label={t("Choices")}>
          {others.map((choice) => <button key={choice} {...choiceButton(props, choice)}>{choice}</button>)}
        </div>
      )}
    </div>
  );
}

export const generic: Board = {
  Drawing,
  paths: (move) => {
    // The first word says what is done, and rarely chooses anything by itself.
    const parts = move.notation.split(" ");
    const ends = parts.map((_, place) => place + 1).slice(parts.length > 1 ? 1 : 0);
    return [ends.map((end) => parts.slice(0, end).join(" "))];
  },
  label: (choice) => choice,
  describe: (view) => [view.position],
  prompt: () => t("Choose a move."),
};

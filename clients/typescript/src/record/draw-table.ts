/** Draw tables as data: the rows that docs/record.md lists, and that event 1 has for any other game. */

import { sha256 } from "@noble/hashes/sha2.js";

import { toHex } from "./bytes.js";
import { canonicalBytes, isInteger, isText, type JsonObject, type Value } from "./canonical.js";
import { Flaw, require } from "./flaw.js";
import { characters, exactly, list } from "./form.js";
import { MAX_ROW_CHARACTERS, MAX_ROW_MEMBERS, MAX_ROW_NUMBER, MAX_ROWS } from "./limits.js";
import { message } from "./message.js";

export type Form = "integer" | "text" | "texts" | "pool";

/** A field of an event type, which is written with the game's name. */
export interface Field {
  event: string;
  field: string;
}

export interface Shown extends Field {
  where: { field: string; value: string } | undefined;
}

export interface NumberRow {
  kind: "number";
  label: string;
  shown: Shown;
  /** Undefined: below the number of seats. */
  among: number | undefined;
  option: { name: string; value: string } | undefined;
  otherwise: number | undefined;
}

export interface FirstOfEachRow {
  kind: "first_of_each";
  label: string;
  shown: Shown;
  pool: Field;
  groups: string[][];
}

export interface DeckRow {
  kind: "deck";
  label: string;
  shown: Shown[];
  pool: Field;
  less: string | undefined;
  refill: (Field & { number: string | undefined }) | undefined;
}

export type Row = NumberRow | FirstOfEachRow | DeckRow;

export interface DrawTable {
  rows: Row[];
  /** The form of every field that a row names, by event type. */
  forms: ReadonlyMap<string, ReadonlyMap<string, Form>>;
  /** The SHA-256 of its canonical bytes, in hex. */
  digest: string;
}

const LABEL = /^[a-z0-9_./-]{1,64}$/;
const EVENT = /^[A-Z][A-Za-z0-9]{0,63}$/;
const FIELD = /^[a-z][a-z0-9_]{0,63}$/;

/** Reads a table; every count is checked before anything is expanded. */
export function readTable(game: string, value: Value | undefined): DrawTable {
  const rows = list(value, "the draw table");
  require(rows.length <= MAX_ROWS, message`the draw table has more than ${{ limit: MAX_ROWS }} rows`);
  const reader = new RowReader(game);
  const read = rows.map((row) => reader.read(row));
  require(new Set(read.map((row) => row.label)).size === read.length, "two rows of the draw table have one label");
  return { rows: read, forms: reader.forms, digest: toHex(sha256(canonicalBytes(rows))) };
}

class RowReader {
  readonly forms = new Map<string, Map<string, Form>>();

  constructor(private readonly game: string) {}

  read(value: Value): Row {
    const kind = exactlyAny(value)["kind"];
    if (kind === "number") return this.number(value);
    if (kind === "first_of_each") return this.firstOfEach(value);
    if (kind === "deck") return this.deck(value);
    throw new Flaw("a row of the draw table has no known kind");
  }

  private number(value: Value): NumberRow {
    const row = exactly(value, "a row", ["kind", "label", "shown"], ["among", "drawn_if", "otherwise"]);
    const shown = this.shown(row, "integer", 1)[0] as Shown;
    const option = "drawn_if" in row ? exactly(row["drawn_if"], "an option", ["option", "value"]) : undefined;
    return {
      kind: "number",
      label: label(row),
      shown,
      among: "among" in row ? number(row["among"], 1) : undefined,
      option: option && { name: rowText(option["option"]), value: rowText(option["value"]) },
      otherwise: "otherwise" in row ? number(row["otherwise"], 0) : undefined,
    };
  }

  private firstOfEach(value: Value): FirstOfEachRow {
    const row = exactly(value, "a row", ["groups", "kind", "label", "pool", "shown"]);
    const shown = this.shown(row, "texts", 1)[0] as Shown;
    const pool = this.pool(row["pool"]);
    require(pool.event === shown.event, "a set-up is not shown beside its pool");
    const groups = list(row["groups"], "the groups");
    require(groups.length <= MAX_ROW_MEMBERS, "a row has too many groups");
    return { kind: "first_of_each", label: label(row), shown, pool, groups: groups.map(group) };
  }

  private deck(value: Value): DeckRow {
    const row = exactly(value, "a row", ["kind", "label", "pool", "shown"], ["less", "refill"]);
    const shown = this.shown(row, undefined, MAX_ROW_MEMBERS);
    const pool = this.pool(row["pool"]);
    const less = "less" in row ? this.named(pool.event, row["less"], "texts").field : undefined;
    return { kind: "deck", label: label(row), shown, pool, less, refill: this.refill(row) };
  }

  private refill(row: JsonObject): DeckRow["refill"] {
    if (!("refill" in row)) return undefined;
    const refill = exactly(row["refill"], "a refill", ["event", "field"], ["counter"]);
    const { event, field } = this.pool({ event: refill["event"] as Value, field: refill["field"] as Value });
    const numbered = "counter" in refill ? this.named(event, refill["counter"], "integer").field : undefined;
    return { event, field, number: numbered };
  }

  /** The fields that show a draw. Without `form` they are texts or lists, as each says. */
  private shown(row: JsonObject, form: "integer" | "texts" | undefined, most: number): Shown[] {
    const fields = list(row["shown"], "what shows a draw");
    require(fields.length >= 1 && fields.length <= most, "a draw is shown in no field, or in too many");
    return fields.map((value) => {
      const shown = exactly(value, "a field that shows draws", ["event", "field"], ["is_list", "where"]);
      const isList = "is_list" in shown;
      require(!isList || shown["is_list"] === true, "is_list is not true");
      require(form === undefined || isList === (form === "texts"), "a field that shows draws has another form");
      const named = this.named(this.event(shown["event"]), shown["field"], form ?? (isList ? "texts" : "text"));
      if (!("where" in shown)) return { ...named, where: undefined };
      require(form === undefined, "only the fields of a deck have a condition");
      const where = exactly(shown["where"], "a condition", ["field", "value"]);
      return { ...named, where: { field: fieldName(where["field"]), value: rowText(where["value"]) } };
    });
  }

  private pool(value: Value | undefined): Field {
    const pool = exactly(value, "a pool", ["event", "field"]);
    return this.named(this.event(pool["event"]), pool["field"], "pool");
  }

  private event(value: Value | undefined): string {
    require(isText(value) && EVENT.test(value), "a row names no type of event");
    return `${this.game}.${value}`;
  }

  private named(event: string, value: Value | undefined, form: Form): Field {
    const field = fieldName(value);
    const fields = this.forms.get(event) ?? new Map<string, Form>();
    this.forms.set(event, fields);
    require((fields.get(field) ?? form) === form, message`${{ event }}.${{ field }} has two forms`);
    fields.set(field, form);
    return { event, field };
  }
}

function exactlyAny(value: Value): JsonObject {
  require(typeof value === "object" && value !== null && !Array.isArray(value), "a row is no object");
  return value as JsonObject;
}

function label(row: JsonObject): string {
  const value = row["label"];
  require(isText(value) && LABEL.test(value), "a row has no label of the form that labels have");
  return value;
}

function fieldName(value: Value | undefined): string {
  require(isText(value) && FIELD.test(value), "a row names no field");
  return value;
}

function rowText(value: Value | undefined): string {
  require(isText(value), "a text of a row is none");
  const length = characters(value);
  require(length >= 1 && length <= MAX_ROW_CHARACTERS, "a text of a row is empty or too long");
  return value;
}

function number(value: Value | undefined, least: number): number {
  require(isInteger(value) && value >= least && value <= MAX_ROW_NUMBER, "a number of a row is out of range");
  return value;
}

function group(value: Value): string[] {
  const ids = list(exactly(value, "a group", ["ids"])["ids"], "the ids of a group");
  require(ids.length >= 1 && ids.length <= MAX_ROW_MEMBERS, "a group has no id, or too many");
  return ids.map(rowText);
}

/** Events as sentences, by the templates of the command line. */

import { type Event, EventSchema } from "clio-referee/contract/event";

import templates from "./templates.json";
import { t, word } from "./translate";

/** Names of players by seat. */
export type Names = readonly (string | undefined)[];

type Schema = typeof EventSchema | (typeof EventSchema)["fields"][number]["message"] & object;
type Field = (typeof EventSchema)["fields"][number];
type Values = Readonly<Record<string, unknown>>;
interface Choice {
  case?: string;
  value?: Values;
}

const SEATS = new Set(["seat", "first_seat", "jinn", "ifrit"]);
const SENTENCES: Readonly<Record<string, string>> = templates.events;
const STEPS: Readonly<Record<string, string>> = templates.steps;

/** What was opened of an event's sealed fields, by field. */
export type Opened = Readonly<Record<string, unknown>>;

/** The event in a sentence of the chosen language; what is sealed and was not opened is said to be hidden. */
export function eventSentence(event: Event, names: Names, opened: Opened = {}): string {
  if (event.payload.case === "finished") return `${outcome(event.payload.value, names)}.`;
  if (event.payload.case === "aborted") return `${abort(event.payload.value)}.`;
  const [schema, payload] = innermost(EventSchema as Schema, event.payload as Choice);
  const step = payload && event.type === "akrotiri.StepStarted" ? idOf(fieldOf(schema, "step"), payload["step"]) : "";
  const template = STEPS[step] ?? SENTENCES[event.type];
  if (!template || !payload) return event.type.split(".").at(-1)?.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").toLowerCase() ?? "";
  const values: Record<string, string | number> = {
    number: Number(payload["seat"] ?? 0),
    actor: actorName(event.actor, names),
  };
  for (const field of schema.fields) values[field.name] = said(field, payload[field.localName], names, opened[field.name]);
  return t(template, values);
}

/** The payload inside the message that holds any event of its game. */
function innermost(schema: Schema, choice: Choice): [Schema, Values | undefined] {
  const inner = schema.fields.find((field) => field.localName === choice.case)?.message;
  if (!inner || !choice.value) return [schema, undefined];
  return "event" in choice.value && inner.oneofs.length === 1 ? innermost(inner, choice.value["event"] as Choice) : [inner, choice.value];
}

function fieldOf(schema: Schema, name: string): Field | undefined {
  return schema.fields.find((field) => field.name === name);
}

/** The id of an enum's value: AMPHIPOLIS_TILE_MOSAIC_GREEN is mosaic-green. */
function idOf(field: Field | undefined, value: unknown): string {
  const known = field?.enum?.values.find(({ number }) => number === value);
  return known && known.number !== 0 ? known.localName.toLowerCase().replaceAll("_", "-") : "";
}

function said(field: Field, value: unknown, names: Names, opened?: unknown): string {
  // Sealed lists are empty, other sealed fields are absent; what opens them has the ids of the record.
  if (opened !== undefined && (value === undefined || (Array.isArray(value) && value.length === 0))) return openedWords(opened);
  if (value === undefined) return t("hidden");
  if (Array.isArray(value)) return value.map((item) => said(field, item, names)).join(", ") || t("nothing");
  if (SEATS.has(field.name) && typeof value === "number") return names[value] || t("seat {seat}", { seat: value });
  if (field.enum) {
    const id = idOf(field, value);
    return field.enum.name === "AkrotiriRotation" ? `${id.slice(1)}°` : word(id) || t("nothing");
  }
  // A cube is told by its colour.
  if (typeof value === "object" && field.message) return word(idOf(fieldOf(field.message, "colour"), (value as Values)["colour"]));
  return word(String(value)) || t("nothing");
}

function openedWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(openedWords).join(", ") || t("nothing");
  return typeof value === "string" ? word(value) : String(value);
}

export function actorName(actor: string, names: Names): string {
  const [kind = "", seat = ""] = actor.split(":");
  return kind === "seat" ? names[Number(seat)] || t("seat {seat}", { seat }) : t(kind);
}

function seatName(seat: number, names: Names): string {
  return seat < 0 ? t("the game") : names[seat] || t("seat {seat}", { seat });
}

interface Ending {
  winners: number[];
  decidedBy: string;
  scores: { seat: number; total: number }[];
}

function outcome({ winners, decidedBy, scores }: Ending, names: Names): string {
  const who = winners.map((seat) => seatName(seat, names)).join(t(" and ")) || t("nobody");
  const points = scores.map((score) => `${seatName(score.seat, names)} ${score.total}`).join(", ");
  return `${who} ${winners.length > 1 ? t("win") : t("wins")}${decidedBy && ` [${decidedBy}]`}${points && `: ${points}`}`;
}

const ABORTS: Readonly<Record<string, string>> = {
  director: "voided by the director: {reason}",
  expired: "expired: {reason}",
  consent: "aborted by agreement: {reason}",
};

function abort({ cause = "", reason }: { cause?: string; reason: string }): string {
  return t(ABORTS[cause] ?? "aborted: {reason}", { reason });
}

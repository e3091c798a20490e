/** Verdicts of levels. */

import { inEnglish, type Message, toMessage } from "./message.js";

/** `own table`: the game is not known, and its draws are fair by the table that the record carries. Not a pass. */
export type Verdict = "pass" | "fail" | "pending" | "not judged" | "own table";

export interface Level {
  verdict: Verdict;
  /** Why the level does not pass, in English. */
  why?: string;
  /** The same as data, to be put into words of another language. */
  message?: Message;
  /** The first event that contradicts the level. */
  seq?: number;
}

export function passed(): Level {
  return { verdict: "pass" };
}

/** A verdict other than pass, with its reason. */
export function because(verdict: Verdict, said: string | Message, seq?: number): Level {
  const message = toMessage(said);
  return { verdict, why: inEnglish(message), message, ...(seq !== undefined && { seq }) };
}

export function failed(said: string | Message, seq: number): Level {
  return because("fail", said, seq);
}

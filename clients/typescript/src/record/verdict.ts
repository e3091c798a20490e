/** Verdicts of levels. */

/** `own table`: the game is not known, and its draws are fair by the table that the record carries. Not a pass. */
export type Verdict = "pass" | "fail" | "pending" | "not judged" | "own table";

export interface Level {
  verdict: Verdict;
  /** Why the level does not pass. */
  why?: string;
  /** The first event that contradicts the level. */
  seq?: number;
}

export function passed(): Level {
  return { verdict: "pass" };
}

export function failed(why: string, seq: number): Level {
  return { verdict: "fail", why, seq };
}

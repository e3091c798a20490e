/** Verdicts of levels. */

export type Verdict = "pass" | "fail" | "pending" | "not judged";

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
